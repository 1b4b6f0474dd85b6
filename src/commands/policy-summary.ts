import { chainOf, subjectOf, type StandingPolicy } from '../approval/standing-policy.js'
import type { PolicyError } from '../config/types.js'
import { trustLine } from '../text/approval.js'
import { checkTexts } from '../text/command-texts.js'
import { faultForPerson } from '../text/policy-error.js'
import { stateTexts } from '../text/trust-texts.js'

/** One policy file as the commands show it. */

export const errorsOf = ({ standing }: StandingPolicy): readonly PolicyError[] => ('errors' in standing ? (standing.errors ?? []) : [])

const hooksIn = (policy: StandingPolicy): number =>
  policy.standing.state === 'unapproved' ? (policy.standing.found ?? 0) : (chainOf(policy)?.hooks.length ?? 0)

/** For machines. */
export const policyRecord = (policy: StandingPolicy) => {
  const errors = errorsOf(policy)
  const { file, root, layer, standing } = policy
  const why = standing.state === 'refused' ? { why: `${standing.recordFile} ${standing.why}` } : {}
  const valid = errors.length > 0 ? { valid: false, errors } : { valid: true, hooks: hooksIn(policy) }
  return { file, root, layer, state: standing.state, ...why, ...valid }
}

/** For people: what it is in one line, and what is wrong with it, each in a line of its own. */
export const policySummary = (policy: StandingPolicy): { isValid: boolean; line: string; faults: string[] } => {
  const { file, standing } = policy
  const errors = errorsOf(policy)
  const approval = standing.state === 'approved' ? [] : [checkTexts.toApprove(trustLine(subjectOf(policy)))]
  if (errors.length > 0) return { isValid: false, line: checkTexts.broken(file, errors.length), faults: errors.map(faultForPerson) }
  const refused = standing.state === 'refused' ? [`${standing.recordFile} ${standing.why}`] : []
  return { isValid: true, line: checkTexts.valid(file, hooksIn(policy), stateTexts[standing.state]), faults: [...refused, ...approval] }
}
