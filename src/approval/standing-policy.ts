import type { PolicyFile } from '../config/types.js'
import type { PlaceOverrides } from '../store/places.js'
import type { Subject } from '../text/approval.js'
import type { ApprovedChain, Standing } from './standing.js'

/** A policy file that applies, with what of it a person approved. */
export interface StandingPolicy extends PolicyFile {
  standing: Standing
  /** Places that the line which started us names: what a person is told to run must name them too. */
  given: PlaceOverrides
}

/** The approved chain, whatever became of the file; undefined where there is none to run. */
export const chainOf = ({ standing }: StandingPolicy): ApprovedChain | undefined => ('hooks' in standing ? standing : undefined)

export const subjectOf = ({ layer, approvedAs, given }: StandingPolicy): Subject => ({ layer, place: approvedAs, given })

/** What it means for one call that policies are not as approved. */
export interface Holding {
  /** The policy that the call itself mends, and what is said about it: it has no say in its own repair. */
  mended?: { policy: StandingPolicy; text: string }
  /** Why the call is held, a sentence a policy. */
  holds: readonly string[]
  /** What person and model are to be told. */
  tellings: readonly { policy: StandingPolicy; text: string; holdsEverything: boolean }[]
}

export const NOTHING_HELD: Holding = { holds: [], tellings: [] }
