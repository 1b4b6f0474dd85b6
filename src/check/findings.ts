import type { StandingPolicy } from '../approval/standing-policy.js'
import { loadPolicy } from '../approval/review.js'
import { pathText } from '../config/locate.js'
import type { PolicyError } from '../config/types.js'
import { faultForPerson } from '../text/policy-error.js'
import { RULES } from './rules.js'
import { subjectOf, type Hit, type Severity } from './subject.js'

/** Everything that is to be said about one policy file: the errors that keep it from being read, or what its rules find. */

export interface Finding {
  /** Stable. Of an error in the file: its code. */
  id: string
  severity: Severity
  /** Absolute. */
  file: string
  /** The JSON path; empty for the document. */
  path: string
  /** 1-based; absent where it has no place in the text. */
  line?: number
  column?: number
  /** Label of the hook, where it is about one. */
  hook?: string
  /** The hosts that it is about; absent: all that the hook is for. */
  hosts?: readonly string[]
  /** The program or script that it is about. Absolute. */
  about?: string
  message: string
}

/** @param env that the hooks' own is made from @returns errors first, then in the order of the text; none for a file that is gone */
export const findingsOf = (policy: StandingPolicy, env: Readonly<Record<string, string | undefined>>): Finding[] => {
  const { standing } = policy
  const errors = ('errors' in standing ? (standing.errors ?? []) : []).map((error) => ofError(error, policy.file))
  if (errors.length > 0 || 'gone' in policy.content) return errors
  const loaded = loadPolicy(policy.content, policy)
  if ('errors' in loaded) return loaded.errors.map((error) => ofError(error, policy.file))
  const subject = subjectOf(loaded, policy, env)
  return RULES.flatMap((rule) => rule.find(subject).map((hit) => ofHit(hit, rule.id, hit.severity ?? rule.severity))).sort(
    (a, b) =>
      ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) ||
      compared(a.file, b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  )
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info']
const compared = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const ofError = (error: PolicyError, file: string): Finding => ({
  id: error.code,
  severity: 'error',
  file: error.file ?? file,
  path: error.path,
  ...(error.line === undefined ? {} : { line: error.line }),
  ...(error.column === undefined ? {} : { column: error.column }),
  message: faultForPerson(error),
})

const ofHit = ({ on: { hook, origin }, key, text, hosts, about }: Hit, id: string, severity: Severity): Finding => {
  const isWritten = key !== undefined && key in origin.raw
  const path = ['hooks', origin.index, ...(isWritten ? [key] : [])]
  return {
    id,
    severity,
    file: origin.file,
    path: pathText(path),
    ...origin.source.placeOf(path, isWritten),
    hook: hook.label,
    ...(hosts === undefined ? {} : { hosts }),
    ...(about === undefined ? {} : { about }),
    message: text,
  }
}
