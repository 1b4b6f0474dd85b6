import type { Decision, NamedText } from '../protocol/decision.js'
import type { Decided } from './decide.js'

/** What came of a payload, in few words: for whoever holds it against something, keeps it or prints it. */
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
