/**
 * How Codex 0.171.0 takes a hook's answer, from hosts/codex.md 1 and 5. Every failure is open (1.1), there is no
 * fail-closed switch, and what a failed hook said is lost.
 */
import { EVENTS, type CodexEvent } from './codex.tables.js'
import { read } from './codex.read.js'
import { rustTrim } from './document.js'
import { isObject, type Json } from './shape.js'
import { invalid, nothing, say, type HookResult, type Judgement, type JudgeOptions, type Oracle } from './types.js'

interface Case {
  name: string
  event: CodexEvent
  answer: Json
  specific: Json
  options: JudgeOptions
}

/** Hook status "failed": the call goes on and the model is told nothing. */
function failed(judgement: Judgement, problem: string): Judgement {
  say(judgement.personSees, problem)
  return invalid(judgement, problem)
}

/** The words of a deny, a feedback or a "go on", with the strength they have at this event. */
function block(judgement: Judgement, name: string, text: string): Judgement {
  say(judgement.personSees, text)
  if (name === 'PostToolUse') judgement.replacedOutput = text
  else judgement.blocked = true
  if (name === 'Stop' || name === 'SubagentStop') judgement.continues = true
  if (name !== 'UserPromptSubmit') judgement.modelSees.push(text) // there: no model request
  return judgement
}

/** The non-blank text under `key`, trimmed. */
function textAt(from: Json, key: string): string | undefined {
  const value = from[key]
  const text = typeof value === 'string' ? rustTrim(value) : ''
  return text === '' ? undefined : text
}

const given = (value: unknown): boolean => value !== undefined && value !== null

function unsupported({ event, answer }: Case): string | undefined {
  const said: Record<string, boolean> = {
    continue: answer['continue'] === false,
    stopReason: given(answer['stopReason']),
    suppressOutput: answer['suppressOutput'] === true,
  }
  return event.unsupported.find((key) => said[key])
}

/** `decision: "block"` with its reason; a sentence where the pair is refused, undefined where there is no block. */
function blockOf(answer: Json): { text: string } | { refused: string } | undefined {
  if (answer['decision'] !== 'block') return undefined
  const text = textAt(answer, 'reason')
  return text === undefined ? { refused: 'decision:block without a non-empty reason' } : { text }
}

/** 5, PreToolUse: what a rewrite does; the shell tools need a string `command`. */
function rewrite(judgement: Judgement, { specific, options }: Case): void {
  const input = specific['updatedInput']
  const needsCommand = [undefined, 'Bash', 'apply_patch'].includes(options.tool)
  if (needsCommand && !(isObject(input) && typeof input['command'] === 'string')) {
    block(judgement, 'PreToolUse', 'hook returned updatedInput without string field `command`')
    invalid(judgement, 'updatedInput without a string command')
    return
  }
  judgement.widened = true
  judgement.updatedInput = input
}

function preToolUse(judgement: Judgement, at: Case): void {
  const { answer, specific } = at
  const said = specific['permissionDecision']
  const rewrites = given(specific['updatedInput'])
  const reason = textAt(specific, 'permissionDecisionReason')
  let text: string | undefined
  if (given(said) || rewrites || given(specific['permissionDecisionReason'])) {
    if (rewrites && said !== 'allow') return void failed(judgement, 'updatedInput without permissionDecision:allow')
    if (said === 'allow' && !rewrites) return void failed(judgement, 'unsupported permissionDecision:allow')
    if (said === 'ask') return void failed(judgement, 'unsupported permissionDecision:ask')
    if (said !== 'allow' && said !== 'deny') return void failed(judgement, 'reason without permissionDecision')
    if (said === 'deny' && reason === undefined) {
      return void failed(judgement, 'permissionDecision:deny without a non-empty permissionDecisionReason')
    }
    if (said === 'deny') text = reason
  } else {
    const legacy = blockOf(answer)
    if (answer['decision'] === 'approve') return void failed(judgement, 'unsupported decision:approve')
    if (legacy !== undefined && 'refused' in legacy) return void failed(judgement, legacy.refused)
    if (legacy === undefined && given(answer['reason'])) return void failed(judgement, 'reason without decision')
    text = legacy?.text
  }
  context(judgement, specific)
  if (text !== undefined) block(judgement, 'PreToolUse', text)
  else if (rewrites) rewrite(judgement, at)
}

function context(judgement: Judgement, specific: Json): void {
  say(judgement.modelSees, specific['additionalContext'])
  say(judgement.personSees, specific['additionalContext'])
}

/** 5, PostToolUse: a block's reason stands in for the tool's output; continue:false does the same, the turn goes on. */
function postToolUse(judgement: Judgement, { answer, specific }: Case): void {
  const halted = answer['continue'] === false
  const found = blockOf(answer)
  if (given(specific['updatedMCPToolOutput'])) return void failed(judgement, 'unsupported updatedMCPToolOutput')
  if (!halted && found === undefined && given(answer['reason'])) {
    return void failed(judgement, 'reason without decision')
  }
  if (!halted && found !== undefined && 'refused' in found) return void failed(judgement, found.refused)
  context(judgement, specific)
  const stopped = textAt(answer, 'reason') ?? textAt(answer, 'stopReason') ?? 'PostToolUse hook stopped execution'
  if (halted) block(judgement, 'PostToolUse', stopped)
  else if (found !== undefined && 'text' in found) block(judgement, 'PostToolUse', found.text)
}

function permissionRequest(judgement: Judgement, { specific }: Case): void {
  const decision = specific['decision']
  if (!isObject(decision)) return
  const refused = ['updatedInput', 'updatedPermissions'].find((key) => given(decision[key]))
  if (refused !== undefined) return void failed(judgement, `unsupported ${refused}`)
  if (decision['interrupt'] === true) return void failed(judgement, 'unsupported interrupt:true')
  if (decision['behavior'] === 'allow') judgement.widened = true
  else block(judgement, 'PermissionRequest', textAt(decision, 'message') ?? 'PermissionRequest hook denied approval')
}

/** Prompt, starts, stops and compactions: `continue: false` first, then a block. */
function others(judgement: Judgement, { name, answer, specific }: Case): void {
  const found = blockOf(answer)
  const prompt = name === 'UserPromptSubmit'
  const halted = answer['continue'] === false && name !== 'SubagentStart'
  if (answer['continue'] === false && !halted) judgement.problems.push('SubagentStart ignores continue:false')
  if (halted) {
    say(judgement.personSees, textAt(answer, 'stopReason') ?? `${name} hook stopped execution`)
    judgement.continues = false
    judgement.blocked = prompt || name === 'SessionStart' || name === 'PreCompact'
    return
  }
  if (found !== undefined && 'refused' in found) return void failed(judgement, found.refused)
  if (found === undefined && given(answer['reason'])) judgement.problems.push('reason without decision')
  if (found !== undefined) block(judgement, name, found.text)
  else context(judgement, specific)
}

function document(judgement: Judgement, at: Case): Judgement {
  say(judgement.personSees, at.answer['systemMessage'])
  const key = unsupported(at)
  if (key !== undefined) return failed(judgement, `unsupported ${key}`)
  if (at.name === 'PreToolUse') preToolUse(judgement, at)
  else if (at.name === 'PostToolUse') postToolUse(judgement, at)
  else if (at.name === 'PermissionRequest') permissionRequest(judgement, at)
  else others(judgement, at)
  return judgement
}

/** Any exit but 0 (1.1, 1.2): stdout is not read. */
function badExit(judgement: Judgement, name: string, event: CodexEvent, result: HookResult): Judgement {
  if (result.stdout.trim() !== '') judgement.problems.push('stdout is read after exit 0 only')
  if (result.exitCode === null) return failed(judgement, 'hook exited without a status code')
  if (result.exitCode !== 2 || !event.exit2) return failed(judgement, `hook exited with code ${result.exitCode}`)
  const reason = rustTrim(result.stderr)
  return reason === '' ? failed(judgement, 'exit 2 without a reason on stderr') : block(judgement, name, reason)
}

export const judge: Oracle['judge'] = (nativeEvent, result, options = {}) => {
  const judgement = nothing()
  const event = Object.hasOwn(EVENTS, nativeEvent) ? EVENTS[nativeEvent] : undefined
  if (event === undefined) return invalid(judgement, `${nativeEvent} is no event of Codex`)
  if (options.timedOut === true) return failed(judgement, 'hook timed out')
  if (result.exitCode !== 0) return badExit(judgement, nativeEvent, event, result)
  const reading = read(result.stdout, nativeEvent, event)
  if (reading.kind === 'empty') return judgement
  judgement.problems.push(...reading.problems)
  if (reading.kind === 'invalid') return failed(judgement, `invalid ${nativeEvent} JSON output`)
  if (reading.kind === 'document') {
    const { answer, specific } = reading
    return document(judgement, { name: nativeEvent, event, answer, specific, options })
  }
  if (event.plain === 'failed') return failed(judgement, `${nativeEvent} hook returned text that is not JSON`)
  if (event.plain === 'ignored') invalid(judgement, `plain text has no effect at ${nativeEvent}`)
  else say(judgement.modelSees, reading.text)
  if (reading.problems.length > 0) judgement.valid = false
  return judgement
}

export const wouldBlock: Oracle['wouldBlock'] = (nativeEvent, exitCode, stdout, stderr) =>
  judge(nativeEvent, { exitCode, stdout, stderr }).blocked
