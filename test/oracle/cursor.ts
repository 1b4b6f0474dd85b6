/**
 * How Cursor takes a hook's answer, from hosts/cursor.md 5, 6 and 7 (CLI 2026.10.01, IDE 3.21). Cursor's `allow` never
 * skips its own prompts (section 7), so nothing is ever widened here. `version: 'old'` is the page up to August 2026.
 */
import { EVENTS, FOREIGN_KEYS, MAX_CONTEXT_UTF16_UNITS, type CursorEvent } from './cursor.tables.js'
import { garbled, parse } from './document.js'
import { isObject, misfits, type Json } from './shape.js'
import { invalid, nothing, say, type HookResult, type Judgement, type JudgeOptions, type Oracle } from './types.js'

interface Case {
  name: string
  event: CursorEvent
  result: HookResult
  options: JudgeOptions
}

const ANSWER_KEYS: ReadonlySet<string> = new Set([...Object.values(EVENTS).flatMap((event) => Object.keys(event.keys)), ...FOREIGN_KEYS])

const canBlock = ({ name, event }: Case): boolean => event.permission === true || name === 'beforeSubmitPrompt'

/** A hook that failed: the action goes on, or is blocked under failClosed (section 6). */
function failed(judgement: Judgement, at: Case, ...problems: string[]): Judgement {
  if (at.options.failClosed === true && canBlock(at)) judgement.blocked = true
  return invalid(judgement, ...problems)
}

/** Exit 0 with a garbled document on a permission event: blocks since summer 2026, failClosed or not. */
function rejected(judgement: Judgement, at: Case, problems: string[]): Judgement {
  if (at.event.permission === true && at.options.version !== 'old') judgement.blocked = true
  return failed(judgement, at, ...problems)
}

/** Section 5: trimmed, empty dropped, too long rejected. */
function context(judgement: Judgement, value: unknown): void {
  if (typeof value !== 'string') return
  const text = value.trim()
  if (text.length > MAX_CONTEXT_UTF16_UNITS) invalid(judgement, 'additional_context over 10,000 UTF-16 units')
  else say(judgement.modelSees, text)
}

function permission(judgement: Judgement, at: Case, answer: Json): void {
  const { name, options } = at
  const said = answer['permission']
  if (said === undefined) {
    const problem = 'no permission in the document of a permission event'
    judgement.problems.push(problem)
    if (options.failClosed === true) judgement.valid = false
  }
  if (said === 'ask' && name === 'preToolUse') invalid(judgement, 'ask is not enforced at preToolUse')
  else if (said === 'ask' && name !== 'subagentStart') {
    judgement.asked = true
    judgement.problems.push('ask is ignored in Auto-review and by several builds')
  }
  judgement.blocked = said === 'deny' || (said === 'ask' && name === 'subagentStart')
  if (judgement.blocked) {
    say(judgement.modelSees, answer['user_message']) // the model reads user_message, not agent_message
    if (answer['user_message'] === undefined && name !== 'beforeTabFileRead') {
      judgement.problems.push('a deny without user_message: the reason does not reach the model')
    }
  } else if (answer['updated_input'] !== undefined) judgement.updatedInput = answer['updated_input']
}

/** stop, and subagentStop when the subagent completed: the message becomes the next user message, word for word. */
function followUp(judgement: Judgement, { name, options }: Case, message: unknown): void {
  if (typeof message !== 'string' || message.trim() === '') return
  if (name === 'subagentStop' && (options.status ?? 'completed') !== 'completed') {
    judgement.problems.push('followup_message counts only when the subagent completed')
    return
  }
  judgement.blocked = true
  judgement.continues = true
  judgement.modelSees.push(message)
}

function replacement(judgement: Judgement, tool: string | undefined, output: unknown): void {
  if (output === undefined) return
  if (tool?.startsWith('MCP:') === true) judgement.replacedOutput = output
  else judgement.problems.push('updated_mcp_tool_output counts on MCP tools only')
}

function document(judgement: Judgement, at: Case, printed: Json): Judgement {
  const { name, event, options } = at
  const { unknown, wrong } = misfits(printed, event.keys)
  const answer = Object.fromEntries(Object.entries(printed).filter(([key]) => Object.hasOwn(event.keys, key)))
  judgement.problems.push(...unknown)
  if (wrong.length > 0) return rejected(judgement, at, wrong)
  say(judgement.personSees, answer['user_message'])
  if (event.permission === true) permission(judgement, at, answer)
  if (name === 'beforeSubmitPrompt' && answer['continue'] === false) judgement.blocked = true
  if (name === 'sessionStart' && answer['continue'] === false) judgement.problems.push('continue is not enforced here')
  if (!(name === 'beforeSubmitPrompt' && judgement.blocked)) context(judgement, answer['additional_context'])
  followUp(judgement, at, answer['followup_message'])
  replacement(judgement, options.tool, answer['updated_mcp_tool_output'])
  return judgement
}

/** Section 5, last table: Claude Code's nested deny in a native file blocked on one build, was invalid on another. */
function nestedOnly(judgement: Judgement, at: Case, answer: Json): Judgement | undefined {
  const nested = answer['hookSpecificOutput']
  if (at.event.permission !== true || answer['permission'] !== undefined || !isObject(nested)) return undefined
  const said = nested['permissionDecision']
  if (said === 'deny') {
    judgement.blocked = true
    say(judgement.modelSees, nested['permissionDecisionReason'])
  }
  return invalid(judgement, 'unknown key hookSpecificOutput', 'not the flat form')
}

/** Exit 2 denies on permission events (section 6); beside a document it is open whose text is shown. */
function exitTwo(judgement: Judgement, at: Case, answer: unknown): Judgement {
  const { name, event, result } = at
  if (event.permission !== true) return failed(judgement, at, `exit 2 stops nothing at ${name}`)
  if (isObject(answer)) document(judgement, at, answer)
  judgement.blocked = true
  judgement.asked = false
  delete judgement.updatedInput
  const words = result.stderr.trim()
  if (words !== '' && result.stdout.trim() !== '' && !judgement.modelSees.includes(words)) {
    judgement.problems.push('exit 2 beside other words on stdout: which of them is shown is not known')
  }
  if (!judgement.modelSees.includes(words)) say(judgement.modelSees, words)
  if (!judgement.personSees.includes(words)) say(judgement.personSees, words)
  if (words === '' && judgement.modelSees.length === 0) judgement.problems.push('exit 2 without a reason')
  return judgement
}

/** Nothing on stdout, exit 0 (section 6): a failure of permission events under failClosed, disputed without. */
function silence(judgement: Judgement, at: Case): Judgement {
  if (at.event.permission !== true) return judgement
  if (at.options.failClosed === true) return failed(judgement, at, 'returned no output')
  judgement.problems.push('silence on a permission event blocks on some builds')
  return judgement
}

export const judge: Oracle['judge'] = (nativeEvent, result, options = {}) => {
  const judgement = nothing()
  const event = Object.hasOwn(EVENTS, nativeEvent) ? EVENTS[nativeEvent] : undefined
  if (event === undefined) return invalid(judgement, `${nativeEvent} is no event of Cursor`)
  const at: Case = { name: nativeEvent, event, result, options }
  if (options.timedOut === true) return failed(judgement, at, 'timed out')
  const answer = parse(result.stdout)
  if (result.exitCode === 2) return exitTwo(judgement, at, answer)
  if (result.exitCode !== 0) {
    return failed(judgement, at, `ended with ${result.exitCode ?? result.signal ?? 'a signal'}`)
  }
  if (result.stdout.trim() === '') return silence(judgement, at)
  if (isObject(answer)) return nestedOnly(judgement, at, answer) ?? document(judgement, at, answer)
  const problems = garbled(result.stdout, ANSWER_KEYS)
  return rejected(judgement, at, problems.length > 0 ? problems : ['stdout is not JSON'])
}

export const wouldBlock: Oracle['wouldBlock'] = (nativeEvent, exitCode, stdout, stderr) =>
  judge(nativeEvent, { exitCode, stdout, stderr }).blocked
