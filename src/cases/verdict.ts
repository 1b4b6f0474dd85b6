import type { Decided } from '../run/decide.js'
import { judgementOf, type Judgement } from '../run/judgement.js'
import { caseTexts } from '../text/test-texts.js'
import type { Expectation } from './case-schema.js'

/** What came out of a case, held against what must come out. */

/** @returns `failed`: what is not as expected, in words; absent where everything is */
export const verdictOn = (expect: Expectation, decided: Decided): { failed?: string; got: Judgement } => {
  const got = judgementOf(decided)
  const differences = differencesOf(expect, got, decided)
  return differences.length === 0 ? { got } : { got, failed: differences.join('\n') }
}

const differencesOf = (expect: Expectation, got: Judgement, decided: Decided): string[] => {
  const isAsked = expect.decision === 'ask' && got.asked === true
  const differences: string[] = []
  if (decided.unreadable === true) differences.push(caseTexts.unreadable(decided.why ?? ''))
  else if (expect.decision !== got.decision && !isAsked) differences.push(caseTexts.decision(expect.decision, got))
  // A gate that cannot run denies everything: that proves nothing about it, unless the case is about just that.
  else if (got.failing !== undefined && expect.reason === undefined && expect.decision !== 'pass')
    differences.push(caseTexts.couldNotRun(got.failing))
  const lacking = (texts: readonly string[], text: string | undefined): boolean =>
    text !== undefined && !texts.some((one) => one.includes(text))
  if (lacking([got.reason ?? ''], expect.reason)) differences.push(caseTexts.lacks('reason', expect.reason ?? ''))
  if (lacking(got.contexts, expect.context)) differences.push(caseTexts.lacks('context', expect.context ?? ''))
  if (lacking(got.notices, expect.notice)) differences.push(caseTexts.lacks('notice', expect.notice ?? ''))
  if (expect.by !== undefined && !got.by.includes(expect.by)) differences.push(caseTexts.by(expect.by, got.by))
  return differences
}
