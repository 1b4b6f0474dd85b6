import { conflictingKeyOf } from '../input/conflicting-keys.js'
import { isGateEvent, isStopEvent, type EventName } from '../protocol/events.js'
import { answers } from '../text/messages.js'
import { quoted } from '../text/safe.js'
import { IGNORED, NESTED_KEYS, REPLACE_KEYS, REWRITE_KEYS, TOP_KEYS, VERDICTS, type Field, type Verdict } from './answer-keys.js'
import { firstLine, hidesAnswer, namesReplacement, unparsable } from './hidden-answer.js'
import { isRecord } from '../protocol/is-record.js'

/**
 * Reads what a hook printed (DESIGN 6). Our own form, and the forms that existing scripts for the three hosts use.
 * A narrow reader: a key or value it does not know makes the answer malformed, because a misspelt "deny" must not pass.
 */

export interface HookAnswer {
  verdict: Verdict
  reason?: string
  context?: string
  notice?: string
  /** A merge patch (RFC 7396) on the call's input. */
  rewrite?: Record<string, unknown>
  /** What the model is to read in place of the tool's output: any JSON value. */
  replace?: { value: unknown }
  /** `continue: false`: the hook wants the agent to stop, not only this call. */
  endsTurn?: true
  /** Documented keys of hosts that mean nothing here; for the log. */
  ignored: string[]
}

export type ReadAnswer = { answer: HookAnswer } | { plain: string } | { malformed: string; replaces?: true }

const RANK: Readonly<Record<Verdict, number>> = { deny: 3, ask: 2, allow: 1, pass: 0 }

export const readAnswer = (stdout: string, event: EventName): ReadAnswer => {
  const text = (stdout.startsWith('\ufeff') ? stdout.replace(/^\ufeff+/, '') : stdout).trim()
  if (!text.startsWith('{')) {
    return hidesAnswer(text) ? unusable(answers.second(quoted(firstLine(text))), text) : { plain: text }
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return unusable(unparsable(text), text)
  }
  const conflict = conflictingKeyOf(text, document)
  if (conflict !== undefined) return unusable(answers.twice(quoted(conflict)), text)
  return documentOf(document as Record<string, unknown>, event)
}

/** An output that is no answer. That it was to replace an output counts all the same. */
export const unusable = (why: string, text: string): ReadAnswer =>
  namesReplacement(text) ? { malformed: why, replaces: true } : { malformed: why }

const documentOf = (document: Record<string, unknown>, event: EventName): ReadAnswer => {
  const answer: HookAnswer = { verdict: 'pass', ignored: [] }
  const nested = document.hookSpecificOutput
  const places: [Record<string, unknown>, Readonly<Record<string, Field>>][] = [[document, TOP_KEYS]]
  if (nested !== undefined) {
    if (!isRecord(nested)) return { malformed: badValue('hookSpecificOutput', nested) }
    places.push([nested, NESTED_KEYS])
  }
  for (const [place, keys] of places) {
    for (const [key, value] of Object.entries(place)) {
      if (key === 'hookSpecificOutput' && place === document) continue
      const fault = take(answer, key, value, keys, place === document)
      if (fault !== undefined) return malformed(fault, places)
    }
  }
  // A follow-up makes the agent go on, which is what a deny means at a stop event.
  if (isStopEvent(event) && typeof document.followup_message === 'string' && document.followup_message !== '') answer.verdict = 'deny'
  if (answer.endsTurn) answer.verdict = isStopEvent(event) ? 'pass' : 'deny'
  return { answer }
}

/** Takes one key of an answer. Returns what is wrong with it. */
const take = (
  answer: HookAnswer,
  key: string,
  value: unknown,
  keys: Readonly<Record<string, Field>>,
  isTop: boolean,
): string | undefined => {
  if (REWRITE_KEYS.includes(key)) {
    if (!isRecord(value)) return badValue(key, value)
    if (isDeep(value)) return answers.tooDeep(quoted(key))
    answer.rewrite = value
  } else if (REPLACE_KEYS.includes(key)) {
    // A host takes no null, nor anything that stands beside one.
    if (value === null) return badValue(key, value)
    if (isDeep(value)) return answers.tooDeep(quoted(key))
    answer.replace = { value }
  } else if (IGNORED.includes(key)) answer.ignored.push(key)
  else if (key === 'continue' && isTop) {
    if (typeof value !== 'boolean') return badValue(key, value)
    if (!value) answer.endsTurn = true
  } else {
    const field = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (field === undefined) return answers.unknownKey(quoted(key))
    if (typeof value !== 'string') return badValue(key, value)
    if (field === 'verdict') {
      const verdict = Object.hasOwn(VERDICTS, value) ? VERDICTS[value] : undefined
      if (verdict === undefined) return badValue(key, value)
      if (RANK[verdict] > RANK[answer.verdict]) answer.verdict = verdict
    } else if (value !== '' && answer[field] !== value) {
      answer[field] = answer[field] === undefined ? value : `${answer[field]}\n${value}`
    }
  }
  return undefined
}

/** What an answer holds that means nothing at an event, or something else than it says: leaving it out would be silent. */
export const misplacedIn = ({ verdict, context, rewrite, replace }: HookAnswer, event: EventName): string | undefined => {
  if (verdict === 'deny') return undefined
  if (verdict === 'ask' && !isGateEvent(event)) return 'ask'
  // It would make the agent go on, uncounted.
  if (context !== undefined && isStopEvent(event)) return 'context'
  if (rewrite !== undefined && event !== 'PreToolUse') return 'rewrite'
  return replace !== undefined && event !== 'PostToolUse' ? 'replace' : undefined
}

/** That the answer was to replace an output counts even where it cannot be read. */
const malformed = (why: string, places: readonly [Record<string, unknown>, unknown][]): ReadAnswer =>
  places.some(([place]) => REPLACE_KEYS.some((key) => key in place)) ? { malformed: why, replaces: true } : { malformed: why }

const MAX_DEPTH = 200

const isDeep = (value: unknown, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return depth > MAX_DEPTH || Object.values(value).some((inner) => isDeep(inner, depth + 1))
}

const badValue = (key: string, value: unknown): string =>
  answers.badValue(quoted(key), quoted(typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)))
