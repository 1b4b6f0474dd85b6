/** How Codex takes a hook's stdout after exit 0: hosts/codex.md 1.4, 1.5 and 5. */
import { EVENTS, PERMISSION_DECISION, type CodexEvent } from './codex.tables.js'
import { BYTE_ORDER_MARK, garbled, parse, rustTrim } from './document.js'
import { isObject, misfits, string, type Json } from './shape.js'

export type Reading =
  | { kind: 'empty' }
  /** Neither `{` nor `[` first. `problems` says why it looks like an answer gone wrong. */
  | { kind: 'plain'; text: string; problems: string[] }
  /** Begins like JSON and is not an answer of this event: "invalid JSON", nothing of it counts. */
  | { kind: 'invalid'; problems: string[] }
  /** `problems`: what the host takes silently, though it is not the form it publishes. */
  | { kind: 'document'; answer: Json; specific: Json; problems: string[] }

const ANSWER_KEYS: ReadonlySet<string> = new Set(Object.values(EVENTS).flatMap((event) => Object.keys(event.top)))

/** serde_json's limit of nested arrays and objects. */
const MAX_DEPTH = 127

function tooDeepOrLarge(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'a number out of range'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_DEPTH) return 'nested deeper than the reader goes'
  for (const entry of Object.values(value)) {
    const found = tooDeepOrLarge(entry, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** An escape like "\ud800" without its other half: JSON.parse takes it, serde_json does not. */
export function loneSurrogateEscape(json: string): boolean {
  const pairsGone = json.replace(/\\[^u]/g, ' ').replace(/\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g, ' ')
  return /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/.test(pairsGone)
}

function strictParse(text: string): { value: unknown } | { problem: string } {
  const value = parse(text)
  if (value === undefined) return { problem: 'malformed JSON' }
  if (loneSurrogateEscape(text)) return { problem: 'an escape for half a surrogate pair' }
  const bound = tooDeepOrLarge(value)
  return bound === undefined ? { value } : { problem: bound }
}

/** hookEventName must be there and name some Codex event; which one is not compared (section 5, PreToolUse). */
function checkSpecific(specific: Json, name: string, event: CodexEvent): { wrong: string[]; odd: string[] } {
  const { unknown, wrong } = misfits(specific, { hookEventName: string, ...event.specific }, 'hookSpecificOutput.')
  const named = specific['hookEventName']
  const odd: string[] = []
  if (named === undefined) wrong.push('hookEventName is missing')
  else if (typeof named === 'string' && !Object.hasOwn(EVENTS, named)) wrong.push(`${named} is no event of Codex`)
  else if (named !== name) odd.push(`hookEventName is ${JSON.stringify(named)}, not "${name}"`)
  const decision = specific['decision']
  if (name === 'PermissionRequest' && isObject(decision)) {
    const inner = misfits(decision, PERMISSION_DECISION, 'hookSpecificOutput.decision.')
    wrong.push(...inner.unknown, ...inner.wrong)
    if (decision['behavior'] === undefined) wrong.push('hookSpecificOutput.decision.behavior is missing')
  }
  return { wrong: [...unknown, ...wrong], odd }
}

/** Takes the whole stdout of a hook of event `name`; total, whatever the bytes. */
export function read(stdout: string, name: string, event: CodexEvent): Reading {
  const text = rustTrim(stdout)
  if (text === '') return { kind: 'empty' }
  if (!/^[{[]/.test(text)) {
    const problems = garbled(stdout, ANSWER_KEYS)
    if (text.startsWith(BYTE_ORDER_MARK) && problems.length === 0) problems.push('byte order mark')
    return { kind: 'plain', text, problems }
  }
  const parsed = strictParse(text)
  if ('problem' in parsed || !isObject(parsed.value)) {
    const problems = garbled(stdout, ANSWER_KEYS)
    if ('problem' in parsed && !problems.includes(parsed.problem)) problems.push(parsed.problem)
    return { kind: 'invalid', problems }
  }
  const answer = parsed.value
  const top = misfits(answer, event.top)
  const specific = answer['hookSpecificOutput']
  const inner = isObject(specific) && event.specific !== undefined ? checkSpecific(specific, name, event) : { wrong: [], odd: [] }
  const problems = [...top.unknown, ...top.wrong, ...inner.wrong]
  if (problems.length > 0) return { kind: 'invalid', problems: [...problems, ...inner.odd] }
  return { kind: 'document', answer, specific: isObject(specific) ? specific : {}, problems: inner.odd }
}
