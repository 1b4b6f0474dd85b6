/**
 * How Claude Code 2.1.332 takes a hook's answer, from hosts/claude-code.md 1, 2 and 5 (headless unless
 * `interactive`); `version: 'old'` is 2.1.197, section 6.
 */
import { apply, contexts, halt, hold, type Case } from './claude-code.effects.js'
import { read, type Reading } from './claude-code.read.js'
import { EVENTS, ON_FAILURE_IGNORED } from './claude-code.tables.js'
import { invalid, nothing, say, type Judgement, type Oracle } from './types.js'

/** A hook that did not do its part: open, unless `onFailure: "block"` (1.6; not known to 2.1.197). */
function failed(judgement: Judgement, at: Case, problem: string): Judgement {
  const { name, event, result, options } = at
  invalid(judgement, problem)
  const blocks = options.failClosed === true && options.version !== 'old' && !ON_FAILURE_IGNORED.has(name)
  const effect = name === 'PermissionRequest' ? 'block' : event.exit2
  if (blocks && !judgement.blocked) hold(judgement, at, effect, result.stderr.trim())
  if (!blocks) say(judgement.personSees, result.stderr.trim().split('\n', 1)[0])
  return judgement
}

/** WorktreeCreate: any non-zero exit, or no path as last line, stops the session (2 and 5); a document is no path. */
function worktree({ result }: Case): Judgement {
  const judgement = nothing()
  const path = result.stdout.trim().split('\n').at(-1) ?? ''
  const bad = result.exitCode !== 0 || path === '' || path.startsWith('{')
  judgement.blocked = bad
  return bad ? invalid(judgement, 'WorktreeCreate needs exit 0 and a path on stdout') : judgement
}

function exitTwo(judgement: Judgement, at: Case, reading: Reading, denial: string | undefined): void {
  const { name, event, result, options } = at
  const lostOnOld = options.version === 'old' && (reading.kind === 'broken' || reading.kind === 'rejected')
  if (lostOnOld) return void invalid(judgement, '2.1.197 drops exit 2 beside a document it rejects')
  if (event.exit2 === 'none' || event.exit2 === 'person') invalid(judgement, `exit 2 stops nothing at ${name}`)
  if (reading.kind === 'plain') judgement.problems.push('stdout text beside exit 2 is not read')
  hold(judgement, at, event.exit2, denial || result.stderr.trim() || 'No stderr output')
}

function plainText(judgement: Judgement, at: Case, reading: Reading & { kind: 'plain' }): void {
  if (at.event.plain === 'ignored') invalid(judgement, `plain text has no effect at ${at.name}`)
  else judgement.modelSees.push(reading.text)
  if (reading.problems.length > 0) invalid(judgement, ...reading.problems)
}

export const judge: Oracle['judge'] = (nativeEvent, result, options = {}) => {
  const judgement = nothing()
  const event = Object.hasOwn(EVENTS, nativeEvent) ? EVENTS[nativeEvent] : undefined
  if (event === undefined) return invalid(judgement, `${nativeEvent} is no event of Claude Code`)
  const at: Case = { name: nativeEvent, event, result, options }
  if (options.version === 'old' && nativeEvent === 'PermissionRequest') {
    return invalid(judgement, 'PermissionRequest hooks never run in 2.1.197 headless')
  }
  if (options.timedOut === true) return failed(judgement, at, 'timed out: everything printed is thrown away')
  if (nativeEvent === 'WorktreeCreate') return worktree(at)

  const reading = read(result.stdout, nativeEvent, event)
  if (reading.kind === 'async') return invalid(judgement, 'async: nothing of it decides')
  const document = reading.kind === 'document' ? reading : undefined
  if (reading.kind === 'broken' || reading.kind === 'rejected') invalid(judgement, ...reading.problems)
  let denial: string | undefined
  if (document !== undefined) {
    judgement.problems.push(...document.problems)
    denial = apply(judgement, at, document.answer, document.specific)
  }
  if (result.exitCode === 2) exitTwo(judgement, at, reading, denial)
  else if (denial !== undefined) {
    const effect = event.decision === 'none' ? 'block' : event.decision
    hold(judgement, at, effect, denial || 'Blocked by hook')
  }
  if (document !== undefined) {
    halt(judgement, at, document.answer)
    contexts(judgement, at, document.answer, document.specific)
  }
  if (result.exitCode === 2) return judgement
  const ended = result.exitCode === null ? `ended by ${result.signal ?? 'a signal'}` : `exit code ${result.exitCode}`
  if (result.exitCode !== 0) {
    if (document === undefined || options.failClosed === true) return failed(judgement, at, ended)
    judgement.problems.push(`${ended} beside a document, which alone decides`)
  } else if (reading.kind === 'plain') plainText(judgement, at, reading)
  else if (reading.kind === 'broken' || reading.kind === 'rejected') return failed(judgement, at, 'hook error')
  return judgement
}

export const wouldBlock: Oracle['wouldBlock'] = (nativeEvent, exitCode, stdout, stderr) =>
  judge(nativeEvent, { exitCode, stdout, stderr }).blocked
