/** What an accepted answer does at each event: hosts/claude-code.md 2 and 5. */
import { BASH_OUTPUT, STOP_EVENTS, type ClaudeEvent } from './claude-code.tables.js'
import { isObject, misfits, type Json } from './shape.js'
import { say, type HookResult, type Judgement, type JudgeOptions } from './types.js'

export interface Case {
  name: string
  event: ClaudeEvent
  result: HookResult
  options: JudgeOptions
}

/** Applies a block of the given strength; `text` reaches whoever reads at this event. */
export function hold(judgement: Judgement, at: Case, effect: ClaudeEvent['exit2'], text: string): void {
  const { name, event } = at
  if (effect === 'none') return
  if (effect === 'block') judgement.blocked = true
  if (effect === 'endTurn') judgement.continues = false
  if (effect === 'block' && STOP_EVENTS.has(name)) judgement.continues = true
  const toModel = event.reader === 'model' && effect !== 'person'
  say(toModel ? judgement.modelSees : judgement.personSees, text)
  if (name === 'PreToolUse') say(judgement.personSees, text) // 5, "What an interactive user sees"
  if (effect !== 'block') return
  judgement.widened = false
  judgement.asked = false
  delete judgement.updatedInput
}

/** hookSpecificOutput.permissionDecision (5, PreToolUse) and the legacy `decision`; the denying one wins. */
function permission(judgement: Judgement, at: Case, answer: Json, specific: Json): string | undefined {
  const { name, options } = at
  const said = specific['permissionDecision']
  const reason = specific['permissionDecisionReason']
  if (said === 'deny') return typeof reason === 'string' ? reason : ''
  const refusesAll = name === 'PreSkillShellCommand'
  if (refusesAll && (said === 'ask' || said === 'defer')) return typeof reason === 'string' ? reason : ''
  if (said === 'ask') {
    judgement.asked = true
    judgement.blocked = options.interactive !== true
    say(judgement.blocked ? judgement.modelSees : judgement.personSees, reason)
  }
  if (said === 'defer') {
    judgement.blocked = true
    judgement.continues = false
    judgement.problems.push('defer ends a headless run')
  }
  judgement.widened = said === 'allow' || (name === 'PreToolUse' && answer['decision'] === 'approve')
  const rewrites = specific['updatedInput'] !== undefined && !judgement.blocked
  if (rewrites) judgement.updatedInput = specific['updatedInput']
  return undefined
}

/** 5, "SessionStart, Stop, PermissionRequest, others". */
function permissionRequest(judgement: Judgement, decision: unknown): void {
  if (!isObject(decision)) return
  if (decision['behavior'] === 'allow') {
    judgement.widened = true
    if (decision['updatedInput'] !== undefined) judgement.updatedInput = decision['updatedInput']
    return
  }
  judgement.blocked = true
  say(judgement.modelSees, decision['message'])
  if (decision['interrupt'] === true) judgement.continues = false
}

/** 5, PostToolUse: a built-in tool takes only an object of its own shape, an MCP tool anything. */
function replacement(judgement: Judgement, specific: Json, tool: string | undefined): void {
  const mcp = tool?.startsWith('mcp__') === true
  const output = specific['updatedToolOutput']
  if (output !== undefined) {
    const missing = isObject(output) ? Object.keys(BASH_OUTPUT).filter((key) => output[key] === undefined) : []
    const fits = isObject(output) && misfits(output, BASH_OUTPUT).wrong.length === 0 && missing.length === 0
    if (mcp || (tool === 'Bash' ? fits : isObject(output))) judgement.replacedOutput = output
    else judgement.problems.push(`updatedToolOutput has not the shape of ${tool ?? 'a built-in tool'}; it is ignored`)
  }
  const mcpOutput = specific['updatedMCPToolOutput']
  if (mcpOutput !== undefined && mcp) judgement.replacedOutput = mcpOutput
  else if (mcpOutput !== undefined) judgement.problems.push('updatedMCPToolOutput counts on MCP tools only')
}

/** What the accepted document does; returns the words of its own denial ('' when it gave none). */
export function apply(judgement: Judgement, at: Case, answer: Json, specific: Json): string | undefined {
  const { name, event, options } = at
  const silentHere = name === 'SessionStart' && options.interactive !== true
  if (!silentHere) say(judgement.personSees, answer['systemMessage'])
  say(judgement.personSees, specific['displayContent'])
  let denial: string | undefined
  const decision = answer['decision']
  if (decision === 'block' && event.decision !== 'none') {
    denial = typeof answer['reason'] === 'string' ? answer['reason'] : ''
  } else if (decision !== undefined && !(decision === 'approve' && name === 'PreToolUse')) {
    judgement.problems.push(`decision ${JSON.stringify(decision)} has no effect at ${name}`)
    if (name === 'SessionStart' && options.version === 'old') say(judgement.modelSees, answer['reason'])
  }
  if (name === 'PermissionRequest') permissionRequest(judgement, specific['decision'])
  else {
    const refusal = permission(judgement, at, answer, specific)
    if (refusal !== undefined) denial = refusal || denial || ''
  }
  if (name === 'PostToolUse') replacement(judgement, specific, options.tool)
  if (specific['action'] === 'accept') judgement.widened = true
  else if (specific['action'] !== undefined) judgement.blocked = true
  return denial
}

/** `continue: false`, which at PreToolUse stops the turn but not the call (5, PreToolUse; 7.1). */
export function halt(judgement: Judgement, at: Case, answer: Json): void {
  const { name, event } = at
  if (answer['continue'] !== false) return
  if (event.halt === 'ignored') judgement.problems.push(`continue:false has no effect at ${name}`)
  if (event.halt === 'ignored') return
  say(judgement.personSees, answer['stopReason'])
  judgement.continues = false
  if (event.halt === 'block') judgement.blocked = true
  else if (name === 'PreToolUse' && !judgement.blocked) {
    judgement.problems.push('continue:false alone lets the call run before the turn ends')
  } else if (name !== 'PreToolUse') {
    judgement.blocked = false // a stop event ends after all
    judgement.modelSees = [] // no further model call
  }
}

/** additionalContext and initialUserMessage, after it is known whether a model call follows. */
export function contexts(judgement: Judgement, { name }: Case, answer: Json, specific: Json): void {
  const noModelCall = judgement.continues === false && name !== 'PreToolUse'
  if (noModelCall || (judgement.blocked && name.startsWith('UserPrompt'))) return
  say(judgement.modelSees, specific['additionalContext'])
  say(judgement.modelSees, specific['initialUserMessage'])
  if (STOP_EVENTS.has(name) && specific['additionalContext'] && answer['continue'] !== false) {
    judgement.blocked = true
    judgement.continues = true
  }
}
