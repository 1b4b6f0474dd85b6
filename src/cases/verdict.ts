import type { Decision, NamedText } from '../protocol/decision.js'
import type { Decided } from '../run/decide.js'
import { caseTexts } from '../text/test-texts.js'
import type { Expectation } from './case-schema.js'

/** What came out of a case, held against what must come out. */

export interface Judgement {
  /** What the host is told. */
  decision: Decision['verdict']
  /** The chain asks, and the host cannot. */
  asked?: true
  reason?: string
  contexts: readonly string[]
  notices: readonly string[]
  /** The hooks that decided; none: the built-in rules did, or there was nothing to decide. */
  by: readonly string[]
  /** The hook whose failing it was. */
  failing?: string
}

/** @returns `failed`: what is not as expected, in words; absent where everything is */
export const verdictOn = (expect: Expectation, decided: Decided): { failed?: string; got: Judgement } => {
  const got = judgementOf(decided)
  const differences = differencesOf(expect, got, decided)
  return differences.length === 0 ? { got } : { got, failed: differences.join('\n') }
}

/** What came of a payload, whatever was expected. */
export const judgementOf = ({ decision, verdict, unreadable, why }: Decided): Judgement => {
  if (decision === undefined) {
    const told = unreadable === true ? 'deny' : 'pass'
    return { decision: told, contexts: [], notices: [], by: [], ...(why === undefined ? {} : { reason: why }) }
  }
  const reason = decision.reason ?? (decision.asks.length > 0 ? textsOf(decision.asks).join('\n') : undefined)
  const told = verdict ?? decision.verdict
  const failing = told === 'pass' ? undefined : decision.outcomes.find(({ outcome }) => outcome === 'failed')
  return {
    decision: told,
    ...(decision.verdict === 'ask' && told !== 'ask' ? { asked: true } : {}),
    ...(reason === undefined ? {} : { reason }),
    contexts: textsOf(decision.contexts),
    notices: textsOf(decision.notices),
    by: decidingHooks(decision),
    ...(failing === undefined ? {} : { failing: failing.hook }),
  }
}

const textsOf = (texts: readonly NamedText[]): string[] => texts.map(({ text }) => text)

const named = (texts: readonly NamedText[]): string[] => texts.map(({ from }) => from).filter((from) => from !== '')

const decidingHooks = ({ verdict, outcomes, asks, contexts, notices }: Decision): string[] => {
  const ended = (kinds: readonly string[]): string[] => outcomes.filter(({ outcome }) => kinds.includes(outcome)).map(({ hook }) => hook)
  if (verdict === 'deny') return ended(['denied', 'failed']).slice(-1)
  if (verdict === 'ask') return unique([...named(asks), ...ended(['asked'])])
  const changing = outcomes.filter(({ changed }) => changed !== undefined).map(({ hook }) => hook)
  return unique([...changing, ...named(contexts), ...named(notices)])
}

const unique = (names: readonly string[]): string[] => [...new Set(names)]

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
