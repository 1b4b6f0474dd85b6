import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { matchOf, type MatchPlace } from '../config/match.js'
import { realPathOf } from '../paths/real.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { held, told } from '../text/approval.js'
import { faultList } from '../text/messages.js'
import { faultForModel } from '../text/policy-error.js'
import { subjectOf, type Holding, type StandingPolicy } from './standing-policy.js'

/**
 * What a policy's standing means for a call: the table of states of DESIGN 8. The build makes a part of its own of it, which a
 * call with approved policies does not load.
 */
export const holdingOf = (
  policies: readonly StandingPolicy[],
  event: ProtocolEvent,
  matching: Omit<MatchPlace, 'root'>,
  mayMend: boolean,
): Holding => {
  const mending = mayMend ? policies.map((policy) => ({ policy, text: mendingOf(policy, event) })) : []
  const mended = mending.find(({ text }) => text !== undefined)
  const others = policies.filter((policy) => policy !== mended?.policy)
  return {
    ...(mended?.text === undefined ? {} : { mended: { policy: mended.policy, text: mended.text } }),
    holds: event.event === 'PreToolUse' ? others.flatMap((policy) => holdOf(policy, event, matching) ?? []) : [],
    tellings: others.flatMap((policy) => {
      const text = tellingOf(policy)
      return text === undefined ? [] : [{ policy, text, holdsEverything: holdsEverything(policy) }]
    }),
  }
}

/** What a person has to mend first, each fault a line; empty where nothing is wrong but the approval. */
const faultsOf = ({ standing, file }: StandingPolicy): string[] =>
  'errors' in standing && standing.errors !== undefined ? faultList({ file, errors: standing.errors.map(faultForModel) }) : []

/** Why a PreToolUse call is held by a policy; undefined where it is not. Other events are never held. */
const holdOf = (policy: StandingPolicy, event: ProtocolEvent, matching: Omit<MatchPlace, 'root'>): string | undefined => {
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
      const gates = standing.gates.filter((hook) => matchOf(hook, event, { ...matching, root: policy.root }).mismatch === undefined)
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
const tellingOf = (policy: StandingPolicy): string | undefined => {
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
const holdsEverything = ({ standing }: StandingPolicy): boolean => !['approved', 'gone', 'changed'].includes(standing.state)

/**
 * Whether a call reads, writes or edits exactly a policy file that does not load, with a file tool of the host: it passes
 * undecided, so that the model can mend what holds everything else. What it writes is unapproved either way.
 */
const mendingOf = (policy: StandingPolicy, { event, tool }: ProtocolEvent): string | undefined => {
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
