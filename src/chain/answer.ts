import { conflictingKeyOf } from '../input/conflicting-keys.js'
import { isGateEvent, isStopEvent, type EventName } from '../protocol/events.js'
import { answers } from '../text/messages.js'
import { quoted } from '../text/safe.js'

/**
 * Reads what a hook printed (DESIGN 6). Our own form, and the forms that existing scripts for the three hosts use.
 * A narrow reader: a key or value it does not know makes the answer malformed, because a misspelt "deny" must not pass.
 */

export interface HookAnswer {
  verdict: 'deny' | 'ask' | 'pass' | 'allow'
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

type Field = 'verdict' | 'reason' | 'context' | 'notice'

/** What a key means, by the place it stands in: at the top, or in `hookSpecificOutput`. */
const TOP_KEYS: Readonly<Record<string, Field>> = {
  decision: 'verdict',
  permission: 'verdict',
  permissionDecision: 'verdict',
  reason: 'reason',
  permissionDecisionReason: 'reason',
  stopReason: 'reason',
  user_message: 'reason',
  userMessage: 'reason',
  agent_message: 'reason',
  agentMessage: 'reason',
  followup_message: 'reason',
  context: 'context',
  additionalContext: 'context',
  additional_context: 'context',
  notice: 'notice',
  systemMessage: 'notice',
}
const NESTED_KEYS: Readonly<Record<string, Field>> = {
  permissionDecision: 'verdict',
  permissionDecisionReason: 'reason',
  additionalContext: 'context',
}

const VERDICTS: Readonly<Record<string, HookAnswer['verdict']>> = {
  deny: 'deny',
  block: 'deny',
  ask: 'ask',
  pass: 'pass',
  allow: 'allow',
  approve: 'allow',
}

/** Answers that change the call, or what the model reads of it, in every spelling. */
const REWRITE_KEYS = ['rewrite', 'updatedInput', 'updated_input']
export const REPLACE_KEYS = ['replace', 'updatedToolOutput', 'updatedMCPToolOutput', 'updated_mcp_tool_output']
/** Documented by a host and without meaning here. */
const IGNORED = [
  'suppressOutput',
  'hookEventName',
  'suppressOriginalPrompt',
  'sessionTitle',
  'env',
  'terminalSequence',
  'watchPaths',
  'reloadSkills',
  'initialUserMessage',
  'classifierContext',
  'async',
  'asyncTimeout',
  'pluginPaths',
  'displayContent',
  'retry',
  'action',
  'content',
]

const RANK: Readonly<Record<HookAnswer['verdict'], number>> = { deny: 3, ask: 2, allow: 1, pass: 0 }

export const readAnswer = (stdout: string, event: EventName): ReadAnswer => {
  const text = stdout.replace(/^\ufeff+/, '').trim()
  if (!text.startsWith('{')) {
    return laterAnswerOf(text) ? { malformed: answers.second(quoted(firstLine(text))) } : { plain: text }
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return { malformed: unparsable(text), ...(REPLACES.test(text) ? { replaces: true as const } : {}) }
  }
  const conflict = conflictingKeyOf(text, document)
  if (conflict !== undefined) return { malformed: answers.twice(quoted(conflict)) }
  return documentOf(document as Record<string, unknown>, event)
}

/** The line that is to blame: the first one after a whole document, else the one that begins it. */
const unparsable = (text: string): string => {
  const end = endOfObject(text)
  const rest = end === undefined || keysOf(text.slice(0, end)) === undefined ? '' : text.slice(end).trim()
  return rest === '' ? answers.notJson(quoted(firstLine(text))) : answers.after(quoted(firstLine(rest)))
}

/** Where the object that a text begins with ends; undefined where it does not. */
const endOfObject = (text: string): number | undefined => {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}]/gs)) {
    if (token === '{') depth++
    else if (token === '}' && --depth === 0) return index + 1
  }
  return undefined
}

/**
 * A log line before the document would lose the answer: somebody meant it. A later line counts that begins an object
 * and names a verdict, whole or not; or that begins an object whose first key, or one of whose keys, is of an answer.
 */
const laterAnswerOf = (text: string): boolean => {
  const lines = text.includes('\u001b') ? text.replace(/\u001b\[[0-9;]*m/g, '').split('\n') : text.split('\n')
  let wholes = 0
  return lines.some((raw, index) => {
    const line = raw.trim()
    if (!line.startsWith('{')) return false
    if (VERDICT_KEY.test(line)) return true
    const alone = line.endsWith('}') ? keysOf(line) : undefined
    if (alone !== undefined) return alone.some(isAnswerKey)
    const rest = line === '{' ? (lines[index + 1] ?? '').trim() : line.slice(1).trim()
    if (isAnswerKey(/^"([A-Za-z_]+)"\s*:/.exec(rest)?.[1] ?? '')) return true
    // The rest of the output as one document, for a few lines only: each try reads it to its end.
    return ++wholes <= MAX_WHOLE_TRIES && (keysOf(lines.slice(index).join('\n'))?.some(isAnswerKey) ?? false)
  })
}

const MAX_WHOLE_TRIES = 8
const REPLACES = new RegExp(`"(?:${REPLACE_KEYS.join('|')})"\\s*:`)
const VERDICT_KEY = /"(?:decision|permission|permissionDecision|hookSpecificOutput)"\s*:/

/** The keys of an object; undefined where the text is none. */
const keysOf = (json: string): string[] | undefined => {
  try {
    return Object.keys(JSON.parse(json) as object)
  } catch {
    return undefined
  }
}

const isAnswerKey = (key: string): boolean =>
  Object.hasOwn(TOP_KEYS, key) || ['hookSpecificOutput', 'continue', ...REWRITE_KEYS, ...REPLACE_KEYS].includes(key)

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

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
  const misplaced = misplacedIn(answer, event)
  return misplaced === undefined ? { answer } : malformed(answers.notHere(quoted(misplaced), event), places)
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
    answer.rewrite = value
  } else if (REPLACE_KEYS.includes(key)) answer.replace = { value }
  else if (IGNORED.includes(key)) answer.ignored.push(key)
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
const misplacedIn = ({ verdict, context, rewrite, replace }: HookAnswer, event: EventName): string | undefined => {
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const badValue = (key: string, value: unknown): string =>
  answers.badValue(quoted(key), quoted(typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)))
