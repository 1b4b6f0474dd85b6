import type { OutcomeKind } from '../protocol/decision.js'
import type { EventName } from '../protocol/events.js'
import type { CommandResult } from '../process/run-command.js'
import { MAX_OUTPUT_BYTES } from '../process/run-command.js'
import { answers, asksFirst, causes, withoutReason } from '../text/messages.js'
import { bounded } from '../text/bounds.js'
import { quoted, safeText, safeValue } from '../text/safe.js'
import { misplacedIn, readAnswer, unusable, type HookAnswer, type ReadAnswer } from './answer.js'

/** What a hook's end and output come to (DESIGN 6). Texts are still the hook's own, unbounded and unbroken. */
export interface Interpretation {
  outcome: Extract<OutcomeKind, 'passed' | 'denied' | 'asked' | 'failed'>
  /** denied, asked, and what an allow says: the hook's words. */
  words?: string
  /** failed: why, in ours. */
  cause?: string
  context?: string
  notice?: string
  /** The hook says that the host need not ask. */
  allows?: true | undefined
  /** denied: the turn is to end as well. */
  endsTurn?: true
  /** A merge patch on the input. */
  rewrite?: Record<string, unknown>
  /** What the model is to read in place of the output. */
  replace?: { value: unknown }
  /** failed: the cause quotes what the hook printed. */
  quotes?: true
  /** The answer could not be read, and was to replace the output. */
  replaces?: true
  /** For the log: host keys without meaning. */
  keysIgnored: readonly string[]
}

export interface Limits {
  timeoutMs: number
  budgetMs: number
}

/** Exit codes a shell gives in its own name: not executable, not found, ended by a signal. */
const isShellsOwn = (code: number): boolean => code === 126 || code === 127 || (code >= 129 && code <= 192)

/** @param carriageReturnIn a script of the hook whose first line ends in a carriage return */
export const interpret = (result: CommandResult, event: EventName, limits: Limits, carriageReturnIn?: string): Interpretation => {
  const failed = (cause: string): Interpretation => ({ outcome: 'failed', cause, keysIgnored: [] })
  const unfound = carriageReturnIn === undefined ? undefined : failed(causes.carriageReturn(carriageReturnIn))
  if (result.notStarted !== undefined) return unfound ?? failed(causes.notStarted(result.notStarted))
  const ended = (cause: string): Interpretation => failed(result.left === undefined ? cause : causes.left(cause, result.left))
  if (result.ended === 'timeout') return ended(causes.timedOut(limits.timeoutMs))
  if (result.ended === 'budget') return ended(causes.budget(limits.budgetMs))
  if (result.exitCode === undefined) return ended(causes.signal(result.signal ?? 'a signal'))
  if (result.shell && isShellsOwn(result.exitCode)) {
    return unfound ?? failed(causes.shellExit(result.exitCode, signalName(result.exitCode - 128)))
  }
  const { stdout } = result
  const read = result.stdoutCut ? unusable(answers.tooLong(MAX_OUTPUT_BYTES), stdout) : readAnswer(stdout, event)
  return result.exitCode === 0 ? exitedWell(read, event) : exitedBadly(read, event, result)
}

/** Signals by number, where all systems agree on it; the system's own table is in a module that costs a millisecond. */
const SIGNALS = ' HUP INT QUIT ILL TRAP ABRT  FPE KILL  SEGV  PIPE ALRM TERM'.split(' ')
const signalName = (number: number): string | undefined => (SIGNALS[number] ? `SIG${SIGNALS[number]}` : undefined)

/** Texts and values longer than what a host or a person can use. */
const MAX_REPLACEMENT_CHARS = 32_768

const exitedWell = (read: ReadAnswer, event: EventName): Interpretation => {
  const failed = (cause: string, replaces?: true, quotes = true): Interpretation => ({
    outcome: 'failed',
    cause: causes.malformed(cause),
    ...(quotes ? { quotes } : {}),
    ...(replaces ? { replaces } : {}),
    keysIgnored: [],
  })
  if ('malformed' in read) return failed(read.malformed, read.replaces)
  if ('plain' in read) {
    const isContext = read.plain !== '' && (event === 'SessionStart' || event === 'UserPromptSubmit')
    return { outcome: 'passed', ...(isContext ? { context: read.plain } : {}), keysIgnored: [] }
  }
  const { answer } = read
  const { verdict, reason, rewrite } = answer
  const misplaced = misplacedIn(answer, event)
  if (misplaced !== undefined) return failed(answers.notHere(quoted(misplaced), event), answer.replace === undefined ? undefined : true)
  const more = extras(answer)
  const replaced = answer.replace === undefined ? undefined : withinBound(answer.replace.value)
  if (replaced === 'too long') return failed(answers.replacementTooLong(MAX_REPLACEMENT_CHARS), true, false)
  const replace = replaced === undefined ? {} : { replace: replaced }
  if (verdict === 'deny') return { outcome: 'denied', words: reason ?? withoutReason(0), ...replace, ...more }
  // Only before a tool call can anybody be asked: elsewhere what needs a person is stopped.
  if (verdict === 'ask' && event !== 'PreToolUse') return { outcome: 'denied', words: asksFirst(reason ?? ''), ...more }
  const changes = rewrite === undefined ? {} : { rewrite }
  if (verdict === 'ask') return { outcome: 'asked', words: reason ?? withoutReason(0), ...changes, ...more }
  const allowed = verdict === 'allow' ? { allows: true as const, ...(reason === undefined ? {} : { words: reason }) } : {}
  return { outcome: 'passed', ...allowed, ...changes, ...replace, ...more }
}

const withinBound = (value: unknown): { value: unknown } | 'too long' => {
  if (typeof value === 'string') return { value: bounded(safeText(value), MAX_REPLACEMENT_CHARS) }
  return JSON.stringify(value).length > MAX_REPLACEMENT_CHARS ? 'too long' : { value: safeValue(value) }
}

/** Any other exit is a deny; the reason stands on stderr, else in the answer, else on stdout. */
const exitedBadly = (read: ReadAnswer, event: EventName, { stderr, stdout, exitCode }: CommandResult): Interpretation => {
  const answer = 'answer' in read ? read.answer : undefined
  const printed = 'plain' in read ? read.plain : answer === undefined ? stdout.trim() : ''
  const words = [stderr.trim(), answer?.reason ?? '', printed].find((text) => text !== '') ?? withoutReason(exitCode)
  const replaced = answer?.replace === undefined || event !== 'PostToolUse' ? undefined : withinBound(answer.replace.value)
  const isUnusable = replaced === 'too long' || ('malformed' in read && read.replaces === true)
  return {
    outcome: 'denied',
    words,
    ...(typeof replaced === 'object' ? { replace: replaced } : {}),
    ...(isUnusable ? { replaces: true } : {}),
    ...(answer === undefined ? { keysIgnored: [] } : extras(answer)),
  }
}

const extras = ({
  context,
  notice,
  endsTurn,
  ignored,
}: HookAnswer): Pick<Interpretation, 'context' | 'notice' | 'endsTurn' | 'keysIgnored'> => ({
  ...(context === undefined ? {} : { context }),
  ...(notice === undefined ? {} : { notice }),
  ...(endsTurn === undefined ? {} : { endsTurn }),
  keysIgnored: ignored,
})
