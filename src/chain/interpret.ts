import type { OutcomeKind } from '../protocol/decision.js'
import { isStopEvent, type EventName } from '../protocol/events.js'
import type { CommandResult } from '../process/run-command.js'
import { MAX_OUTPUT_BYTES } from '../process/run-command.js'
import { answers, asksFirst, causes, withoutReason } from '../text/messages.js'
import { readAnswer, type HookAnswer, type ReadAnswer } from './answer.js'

/** What a hook's end and output come to (DESIGN 6). Texts are still the hook's own, unbounded and unbroken. */
export interface Interpretation {
  outcome: Extract<OutcomeKind, 'passed' | 'denied' | 'failed'>
  /** denied: the hook's words. */
  words?: string
  /** failed: why, in ours. */
  cause?: string
  context?: string
  notice?: string
  /** For the log: an allow without effect, host keys without meaning. */
  allowIgnored?: true
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
  if (result.ended === 'timeout') return failed(causes.timedOut(limits.timeoutMs))
  if (result.ended === 'budget') return failed(causes.budget(limits.budgetMs))
  if (result.exitCode === undefined) return failed(causes.signal(result.signal ?? 'a signal'))
  if (result.shell && isShellsOwn(result.exitCode)) {
    return unfound ?? failed(causes.shellExit(result.exitCode, signalName(result.exitCode - 128)))
  }
  const read = result.stdoutCut ? { malformed: answers.tooLong(MAX_OUTPUT_BYTES) } : readAnswer(result.stdout, isStopEvent(event))
  return result.exitCode === 0 ? exitedWell(read, event) : exitedBadly(read, result)
}

/** Signals by number, where all systems agree on it; the system's own table is in a module that costs a millisecond. */
const SIGNALS = ' HUP INT QUIT ILL TRAP ABRT  FPE KILL  SEGV  PIPE ALRM TERM'.split(' ')
const signalName = (number: number): string | undefined => (SIGNALS[number] ? `SIG${SIGNALS[number]}` : undefined)

const exitedWell = (read: ReadAnswer, event: EventName): Interpretation => {
  if ('malformed' in read) return { outcome: 'failed', cause: causes.malformed(read.malformed), keysIgnored: [] }
  if ('unsupported' in read) return { outcome: 'failed', cause: causes.unsupported(read.unsupported), keysIgnored: [] }
  if ('plain' in read) {
    const isContext = read.plain !== '' && (event === 'SessionStart' || event === 'UserPromptSubmit')
    return { outcome: 'passed', ...(isContext ? { context: read.plain } : {}), keysIgnored: [] }
  }
  const { answer } = read
  const more = extras(answer)
  if (answer.verdict === 'deny') return { outcome: 'denied', words: answer.reason ?? withoutReason(0), ...more }
  if (answer.verdict === 'ask') return { outcome: 'denied', words: asksFirst(answer.reason ?? ''), ...more }
  return { outcome: 'passed', ...(answer.verdict === 'allow' ? { allowIgnored: true } : {}), ...more }
}

/** Any other exit is a deny; the reason stands on stderr, else in the answer, else on stdout. */
const exitedBadly = (read: ReadAnswer, { stderr, stdout, exitCode }: CommandResult): Interpretation => {
  const answer = 'answer' in read ? read.answer : undefined
  const printed = 'plain' in read ? read.plain : answer === undefined ? stdout.trim() : ''
  const words = [stderr.trim(), answer?.reason ?? '', printed].find((text) => text !== '') ?? withoutReason(exitCode)
  return { outcome: 'denied', words, ...(answer === undefined ? { keysIgnored: [] } : extras(answer)) }
}

const extras = ({ context, notice, ignored }: HookAnswer): Pick<Interpretation, 'context' | 'notice' | 'keysIgnored'> => ({
  ...(context === undefined ? {} : { context }),
  ...(notice === undefined ? {} : { notice }),
  keysIgnored: ignored,
})
