import type { FailurePolicy } from '../config/types.js'
import type { Ask, Decision, Refusal, Replacement } from '../protocol/decision.js'
import { isGateEvent, isStopEvent, type EventName } from '../protocol/events.js'
import { bounded } from '../text/bounds.js'
import {
  asksAboutFailure,
  asksFirst,
  couldNotRun,
  deniedBy,
  goOnSays,
  refusedBy,
  reportedBy,
  stoppedBecause,
  stopLimitReached,
  withInstead,
} from '../text/messages.js'
import { safeHookText } from '../text/safe.js'

/** How answers add up to a decision (DESIGN 7): deny > ask > allow > pass. Nothing here runs or remembers anything. */

/** Characters of a hook's own words that go into a reason. */
const REASON_CHARS = 4_000
/** Characters of one hook's text for the person. */
const NOTICE_CHARS = 512
/** Characters of what a policy says to do instead. */
const INSTEAD_CHARS = 1_000

/** What one hook came to. Texts are still the hook's own. */
export interface Said {
  /** Harmless and bounded. */
  label: string
  outcome: 'passed' | 'denied' | 'asked' | 'failed'
  words?: string | undefined
  cause?: string | undefined
  context?: string | undefined
  notice?: string | undefined
  /** It says that the host need not ask, and may say so. */
  allows?: boolean | undefined
  endsTurn?: boolean | undefined
  output?: Replacement | undefined
  /** On trial: what the person is told of what it would have decided. */
  trial?: string | undefined
  onFailure: FailurePolicy
  instead?: string | undefined
  /** Where the host is told of each file: what is said of which; empty where it is about all. */
  ofFiles?: readonly { path: string; words: string }[] | undefined
}

const RANK: Readonly<Record<Decision['verdict'], number>> = { deny: 3, ask: 2, allow: 1, pass: 0 }

/**
 * The decision with what one more hook said.
 *
 * @param mayGoOn at a stop event: whether the agent may be sent on for this reason, once more
 */
export const merged = (before: Decision, said: Said, event: EventName, mayGoOn: (reason: string) => boolean): Decision => {
  const after: Decision = { ...before, asks: [...before.asks], contexts: [...before.contexts], notices: [...before.notices] }
  const { label, outcome, context, notice, output } = said
  if (context !== undefined) addText(after.contexts, label, safeHookText(context))
  if (notice !== undefined) addText(after.notices, label, bounded(safeHookText(notice), NOTICE_CHARS))
  if (said.trial !== undefined) addText(after.notices, '', said.trial)
  if (said.ofFiles !== undefined) after.refusals = [...(before.refusals ?? []), ...refusalsOf(said, said.ofFiles)]
  // Where one could not clean the output, what another makes of it is not clean either.
  if (output !== undefined && !(after.output !== undefined && 'withheld' in after.output)) after.output = output
  if (outcome === 'denied') takeDenial(after, said, event, mayGoOn)
  else if (outcome === 'failed') takeFailure(after, said, event)
  else if (outcome === 'asked') {
    addText(after.asks, label, wordsOf(said), insteadOf(said))
    raise(after, 'ask')
  } else if (said.endsTurn === true && isStopEvent(event)) after.mayEnd = true
  else if (said.allows === true && raise(after, 'allow') && said.words !== undefined) after.reason = wordsOf(said)
  return after
}

const refusalsOf = (said: Said, ofFiles: NonNullable<Said['ofFiles']>): Refusal[] => {
  const { outcome, onFailure } = said
  if (outcome === 'passed' || (outcome === 'failed' && onFailure === 'notice')) return []
  if (ofFiles.length === 0) return [{ text: refusalText(said, withInstead(wordsOf(said), insteadOf(said))) }]
  return ofFiles.map(({ path, words }) => ({ path, text: refusalText(said, wordsOf({ words })) }))
}

const refusalText = ({ label, outcome, cause = '' }: Said, words: string): string => {
  if (outcome === 'failed') return couldNotRun(label, safeHookText(cause))
  return refusedBy(label, outcome === 'asked' ? asksFirst(words) : words)
}

/** A hook that judges a changed call again may say the same again. */
const addText = (texts: Ask[], from: string, text: string, instead?: string): void => {
  if (!texts.some((one) => one.from === from && one.text === text))
    texts.push({ from, text, ...(instead === undefined ? {} : { instead }) })
}

const insteadOf = ({ instead }: Said): string | undefined =>
  instead === undefined ? undefined : bounded(safeHookText(instead), INSTEAD_CHARS)

const wordsOf = ({ words = '' }: Pick<Said, 'words'>): string => bounded(safeHookText(words), REASON_CHARS)

/** @returns whether this is the first to decide so */
const raise = (decision: Decision, verdict: Decision['verdict']): boolean => {
  if (RANK[verdict] <= RANK[decision.verdict]) return false
  decision.verdict = verdict
  delete decision.reason
  return true
}

const deny = (decision: Decision, reason: string): void => {
  if (raise(decision, 'deny')) decision.reason = reason
}

const takeDenial = (decision: Decision, said: Said, event: EventName, mayGoOn: (reason: string) => boolean): void => {
  const { label } = said
  const words = withInstead(wordsOf(said), insteadOf(said))
  if (isGateEvent(event)) {
    deny(decision, deniedBy(label, words, event))
    if (said.endsTurn === true) decision.endsTurn = wordsOf(said)
  } else if (event === 'PostToolUse') deny(decision, reportedBy(label, words))
  else if (isStopEvent(event)) {
    const reason = goOnSays(label, words)
    if (decision.mayEnd === true) addText(decision.notices, '', reportedBy(label, words))
    else if (mayGoOn(reason)) deny(decision, reason)
    else addText(decision.notices, '', stopLimitReached(reason))
  } else addText(decision.notices, '', reportedBy(label, words))
}

const takeFailure = (decision: Decision, said: Said, event: EventName): void => {
  const { label, cause = '', onFailure } = said
  const failure = couldNotRun(label, safeHookText(cause))
  if (!isGateEvent(event) || onFailure === 'notice') addText(decision.notices, '', failure)
  else if (onFailure === 'deny') deny(decision, withInstead(stoppedBecause(failure, event), insteadOf(said)))
  else {
    addText(decision.asks, '', asksAboutFailure(failure), insteadOf(said))
    raise(decision, 'ask')
  }
}
