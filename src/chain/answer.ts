import { conflictingKeyOf } from '../input/conflicting-keys.js'
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
  /** Documented keys of hosts that mean nothing here; for the log. */
  ignored: string[]
}

export type ReadAnswer = { answer: HookAnswer } | { plain: string } | { malformed: string } | { unsupported: string }

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

/** Answers that change the call or its result: they come in later work, and dropping one silently would widen. */
const UNSUPPORTED = [
  'rewrite',
  'replace',
  'updatedInput',
  'updated_input',
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'updated_mcp_tool_output',
]
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

/** @param atStop at a stop event `continue: false` lets the agent end, whatever else the answer says */
export const readAnswer = (stdout: string, atStop: boolean): ReadAnswer => {
  const text = stdout.replace(/^\ufeff+/, '').trim()
  if (!text.startsWith('{')) {
    return laterAnswerOf(text) ? { malformed: answers.second(quoted(firstLine(text))) } : { plain: text }
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return { malformed: answers.notJson }
  }
  const conflict = conflictingKeyOf(text, document)
  if (conflict !== undefined) return { malformed: answers.twice(quoted(conflict)) }
  return documentOf(document as Record<string, unknown>, atStop)
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
  Object.hasOwn(TOP_KEYS, key) || ['hookSpecificOutput', 'continue', ...UNSUPPORTED].includes(key)

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

const documentOf = (document: Record<string, unknown>, atStop: boolean): ReadAnswer => {
  const answer: HookAnswer = { verdict: 'pass', ignored: [] }
  let unsupported: string | undefined
  const nested = document.hookSpecificOutput
  const places: [Record<string, unknown>, Readonly<Record<string, Field>>][] = [[document, TOP_KEYS]]
  if (nested !== undefined) {
    if (typeof nested !== 'object' || nested === null || Array.isArray(nested)) return { malformed: badValue('hookSpecificOutput', nested) }
    places.push([nested as Record<string, unknown>, NESTED_KEYS])
  }
  for (const [place, keys] of places) {
    for (const [key, value] of Object.entries(place)) {
      if (key === 'hookSpecificOutput' && place === document) continue
      if (UNSUPPORTED.includes(key)) {
        unsupported ??= key
        continue
      }
      if (IGNORED.includes(key)) {
        answer.ignored.push(key)
        continue
      }
      if (key === 'continue' && place === document) {
        if (typeof value !== 'boolean') return { malformed: badValue(key, value) }
        if (!value && !atStop) answer.verdict = 'deny'
        continue
      }
      const field = Object.hasOwn(keys, key) ? keys[key] : undefined
      if (field === undefined) return { malformed: answers.unknownKey(quoted(key)) }
      if (typeof value !== 'string') return { malformed: badValue(key, value) }
      if (field === 'verdict') {
        const verdict = Object.hasOwn(VERDICTS, value) ? VERDICTS[value] : undefined
        if (verdict === undefined) return { malformed: badValue(key, value) }
        if (RANK[verdict] > RANK[answer.verdict]) answer.verdict = verdict
      } else if (value !== '' && answer[field] !== value) {
        answer[field] = answer[field] === undefined ? value : `${answer[field]}\n${value}`
      }
    }
  }
  // A follow-up makes the agent go on, which is what a deny means at a stop event.
  if (atStop && typeof document.followup_message === 'string' && document.followup_message !== '') answer.verdict = 'deny'
  if (atStop && document.continue === false) answer.verdict = 'pass'
  // A deny stops the call whatever else the answer wanted to change about it.
  return unsupported !== undefined && answer.verdict !== 'deny' ? { unsupported } : { answer }
}

const badValue = (key: string, value: unknown): string =>
  answers.badValue(quoted(key), quoted(typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)))
