import { chainOf, type StandingPolicy } from '../approval/standing-policy.js'
import type { Hook } from '../config/types.js'
import { isGateEvent } from '../protocol/events.js'
import { gateKey, type CaseResult } from './run-case.js'

/** Gates of the workspace that no passed case saw deny or ask: they may be unable to. */

export interface UnprovenGate {
  hook: string
  event: string
  file: string
}

export const unprovenGates = (policies: readonly StandingPolicy[], results: readonly CaseResult[]): UnprovenGate[] => {
  const proven = new Set(results.filter(({ status }) => status === 'passed').flatMap(({ refusing }) => refusing))
  return policies
    .filter(({ layer }) => layer === 'workspace')
    .flatMap((policy) =>
      (chainOf(policy)?.hooks ?? [])
        .filter((hook, index) => isGate(hook) && !proven.has(gateKey(policy.file, index)))
        .map(({ label, event }) => ({ hook: label, event, file: policy.file })),
    )
}

/** A command that lets the call run when it fails is no gate by its own word. */
const isGate = ({ event, says, command, onFailure, mode, background }: Hook): boolean => {
  if (!isGateEvent(event) || mode === 'off' || background === true) return false
  return says === undefined ? command !== undefined && onFailure !== 'notice' : says.answer === 'deny' || says.answer === 'ask'
}
