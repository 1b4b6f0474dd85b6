import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PolicyFile } from '../config/types.js'
import { mismatchOf } from '../config/match.js'
import { realPathOf } from '../paths/real.js'
import type { ProtocolEvent } from '../protocol/event.js'
import type { PlaceOverrides } from '../store/places.js'
import { held, told, type Subject } from '../text/approval.js'
import { faultList } from '../text/messages.js'
import { faultForModel } from '../text/policy-error.js'
import type { ApprovedChain, Standing } from './standing.js'

/** What a policy's standing means for a call: the table of states of DESIGN 8. */

export interface StandingPolicy extends PolicyFile {
  standing: Standing
  /** Places that the line which started us names: what a person is told to run must name them too. */
  given: PlaceOverrides
}

/** The approved chain, whatever became of the file; undefined where there is none to run. */
export const chainOf = ({ standing }: StandingPolicy): ApprovedChain | undefined => ('hooks' in standing ? standing : undefined)

export const subjectOf = ({ layer, approvedAs, given }: StandingPolicy): Subject => ({ layer, place: approvedAs, given })

/** What a person has to mend first, each fault a line; empty where nothing is wrong but the approval. */
const faultsOf = ({ standing, file }: StandingPolicy): string[] =>
  'errors' in standing && standing.errors !== undefined ? faultList({ file, errors: standing.errors.map(faultForModel) }) : []

/** Why a PreToolUse call is held by a policy; undefined where it is not. Other events are never held. */
export const holdOf = (policy: StandingPolicy, event: ProtocolEvent): string | undefined => {
  const { standing } = policy
  const subject = subjectOf(policy)
  switch (standing.state) {
    case 'approved':
    case 'gone':
      return undefined
    case 'refused':
      return held.refused(subject, standing.recordFile, standing.why)
    case 'outdated':
      return held.outdated(subject, faultsOf(policy))
    case 'unapproved':
      return standing.errors === undefined ? held.unapproved(subject) : held.broken(subject, faultsOf(policy))
    case 'broken':
      return held.broken(subject, faultsOf(policy))
    case 'changed': {
      const gates = standing.gates.filter((hook) => mismatchOf(hook, event) === undefined)
      return gates.length === 0
        ? undefined
        : held.changed(
            subject,
            standing.files,
            gates.map(({ label }) => label),
          )
    }
  }
}

/** What the person and the model are told of a policy; undefined where all is as approved. */
export const tellingOf = (policy: StandingPolicy): string | undefined => {
  const { standing } = policy
  const subject = subjectOf(policy)
  switch (standing.state) {
    case 'approved':
      return undefined
    case 'gone':
      return told.gone(subject)
    case 'changed':
      return told.changed(subject)
    case 'refused':
      return told.refused(subject, standing.recordFile, standing.why)
    default:
      return told.held(subject, faultsOf(policy))
  }
}

/** Whether every PreToolUse call in a policy's tree is held. */
export const holdsEverything = ({ standing }: StandingPolicy): boolean => !['approved', 'gone', 'changed'].includes(standing.state)

/**
 * Whether a call reads, writes or edits exactly a policy file that does not load, with a file tool of the host: it passes
 * undecided, so that the model can mend what holds everything else. What it writes is unapproved either way.
 */
export const mendingOf = (policy: StandingPolicy, { event, tool }: ProtocolEvent): string | undefined => {
  const { standing, file, content } = policy
  const isBroken = 'errors' in standing && standing.errors !== undefined && standing.state !== 'outdated'
  if (event !== 'PreToolUse' || tool === undefined || !isBroken || policy.layer !== 'workspace' || 'gone' in content) return undefined
  const isFileTool = MENDING_KINDS.includes(tool.kind) && tool.command === undefined && tool.pathsUnreadable !== true
  const target = tool.paths[0]?.path
  const isAlone = tool.paths.every(({ path, kind }) => path === target && ['add', 'update', 'read'].includes(kind))
  if (!isFileTool || target === undefined || !isAlone || !isPlainFile(file)) return undefined
  return target === file || target === realPathOf(file) ? told.mending(subjectOf(policy), faultsOf(policy)) : undefined
}

const MENDING_KINDS = ['read_file', 'write_file', 'edit_file']

/** A regular file in a regular folder: a link could lead the write to another file. */
const isPlainFile = (file: string): boolean => {
  try {
    const stats = lstatSync(file)
    return stats.isFile() && stats.nlink === 1 && lstatSync(dirname(file)).isDirectory()
  } catch {
    return false
  }
}
