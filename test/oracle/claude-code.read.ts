/** How Claude Code takes a hook's stdout: hosts/claude-code.md 1.2, 1.3 and 4 (async). */
import { EVENTS, PERMISSION_DECISION, TOP_LEVEL, type ClaudeEvent } from './claude-code.tables.js'
import { BYTE_ORDER_MARK, garbled, parse } from './document.js'
import { isObject, misfits, string, type Json } from './shape.js'

export type Reading =
  | { kind: 'empty' }
  /** Plain text. `problems` says why it looks like an answer gone wrong. */
  | { kind: 'plain'; text: string; problems: string[] }
  /** `{...}` that does not parse: a hook error. */
  | { kind: 'broken'; problems: string[] }
  /** A known key with a wrong type or a wrong hookEventName: the whole object is dropped, a hook error. */
  | { kind: 'rejected'; problems: string[] }
  /** `{"async":true}` as first line: nothing of it decides. */
  | { kind: 'async' }
  /** An accepted document. `problems`: unknown keys, which are ignored. */
  | { kind: 'document'; answer: Json; specific: Json; problems: string[] }

const ANSWER_KEYS: ReadonlySet<string> = new Set(Object.keys(TOP_LEVEL))

/** 1.3: the names and types under hookSpecificOutput. */
function checkSpecific(specific: Json, name: string, event: ClaudeEvent) {
  const named = specific['hookEventName']
  if (named !== name) {
    const what = named === undefined ? 'is missing' : `is ${JSON.stringify(named)}`
    const known = typeof named === 'string' && Object.hasOwn(EVENTS, named) ? ', another event' : ''
    return { unknown: [], wrong: [`hookEventName ${what}${known}; must be "${name}"`] }
  }
  if (event.specific === undefined) return { unknown: [], wrong: [`${name} has no hookSpecificOutput`] }
  const found = misfits(specific, { hookEventName: string, ...event.specific }, 'hookSpecificOutput.')
  const decision = specific['decision']
  if (name === 'PermissionRequest' && isObject(decision)) {
    const inner = misfits(decision, PERMISSION_DECISION, 'hookSpecificOutput.decision.')
    found.unknown.push(...inner.unknown)
    found.wrong.push(...inner.wrong)
    if (decision['behavior'] === undefined) found.wrong.push('hookSpecificOutput.decision.behavior is missing')
  }
  return found
}

function readDocument(answer: Json, name: string, event: ClaudeEvent, problems: string[]): Reading {
  const top = misfits(answer, TOP_LEVEL)
  const wrong = [...top.wrong]
  problems.push(...top.unknown)
  const specific = answer['hookSpecificOutput']
  if (isObject(specific)) {
    const found = checkSpecific(specific, name, event)
    wrong.push(...found.wrong)
    problems.push(...found.unknown)
  }
  if (wrong.length > 0) return { kind: 'rejected', problems: [...wrong, ...problems] }
  return { kind: 'document', answer, specific: isObject(specific) ? specific : {}, problems }
}

/** Takes the whole stdout of a hook of event `name`; total, whatever the bytes. */
export function read(stdout: string, name: string, event: ClaudeEvent): Reading {
  const text = stdout.trim() // also drops a byte order mark, which the program tolerates
  if (text === '') return { kind: 'empty' }
  const firstLine = parse(text.split('\n', 1)[0] ?? '')
  if (isObject(firstLine) && firstLine['async'] === true) return { kind: 'async' }
  if (!text.startsWith('{')) return { kind: 'plain', text, problems: garbled(stdout, ANSWER_KEYS) }
  const value = parse(text)
  if (isObject(value)) {
    const marked = stdout.slice(0, stdout.indexOf('{')).includes(BYTE_ORDER_MARK)
    return readDocument(value, name, event, marked ? ['byte order mark before the document'] : [])
  }
  const problems = garbled(stdout, ANSWER_KEYS)
  if (problems.length === 0) problems.push('malformed JSON')
  return text.endsWith('}') ? { kind: 'broken', problems } : { kind: 'plain', text, problems }
}
