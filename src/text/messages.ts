import type { Ask, NamedText } from '../protocol/decision.js'
import type { EventName } from '../protocol/events.js'
import { bounded } from './bounds.js'
import { safeLine, safeText } from './safe.js'

/**
 * Every sentence that a model or a person reads, in one place. A deny says either *denied* (somebody's rule says no)
 * or *could not run* (nobody could judge), because the first wants another way and the second wants a repair.
 */

export const PROGRAM = 'acuvo-hooks'

/** The user-facing label of an event's subject. */
const subjectOf = (event: EventName): string => {
  if (event === 'UserPromptSubmit') return 'prompt'
  if (event === 'PreCompact') return 'compaction'
  return event === 'SubagentStart' ? 'subagent' : 'call'
}

// --- what a hook's own deny becomes -----------------------------------------------------------------------------

export const deniedBy = (hook: string, words: string, event: EventName): string => `${refusedBy(hook, words)}\n${policyOf(event)}`

/** The same where what follows from it is said once for several. */
export const refusedBy = (hook: string, words: string): string => `denied by "${hook}": ${words}`

const policyOf = (event: EventName): string =>
  `This is a policy of the workspace: do not retry the same ${subjectOf(event)}; take another way or ask the person you work for.`

export const withInstead = (words: string, instead: string | undefined): string =>
  instead === undefined ? words : `${words}\nInstead: ${instead}`

/** At a stop event, when the agent was sent on often enough. */
export const stopLimitReached = (said: string): string =>
  `${said}\nThe agent may end all the same: for one prompt hooks send it on a few times only, and once for one reason.`

/** Added to a deny of a call that is not the one the model made. */
export const withChangedCall = (reason: string, input: object | undefined): string =>
  input === undefined ? reason : `${reason}\nA hook had changed the call to: ${bounded(safeText(JSON.stringify(input)), CHANGED_CHARS)}`

const CHANGED_CHARS = 500

// --- what a hook's question becomes -----------------------------------------------------------------------------

/** What a person is asked, where the host can ask. */
export const asksText = (asks: readonly NamedText[]): string =>
  asks.map(({ from, text }) => (from === '' ? text : `hook "${from}" asks: ${text}`)).join('\n')

/** The same where the host cannot ask: nobody may answer in the person's place. */
export const asksDenied = (asks: readonly Ask[], event: EventName): string =>
  `${asks.map(({ from, text, instead }) => withInstead(from === '' ? text : `denied by "${from}": ${asksFirst(text)}`, instead)).join('\n')}\n${policyOf(event)}`

export const asksAboutFailure = (failure: string): string => `${failure}, so a person must confirm this first`

// --- what a hook's change of the call or of its output becomes ---------------------------------------------------

/** The host cannot run the call as a hook changed it. */
export const deniedRewrite = (hook: string, input: string, event: EventName): string =>
  deniedBy(hook, `this may run only as it would have been changed to, which this host cannot do: ${input}`, event)

const outputOf = (tool: string): string => `the output of ${tool === '' ? 'the call' : bounded(safeLine(tool), TOOL_CHARS)}`
const TOOL_CHARS = 100

export const withheldInstead = (tool: string): string =>
  `${outputOf(tool)} was not replaced but withheld, because what a hook gave has another shape`

export const notReplaced = (tool: string): string =>
  `${outputOf(tool)} was not replaced as a hook wanted, because this host cannot do it: the model reads it as it was`

/** What a model reads in place of an output that nobody could clean. */
export const withheldBecause = (hook: string, why: string): string =>
  `[${PROGRAM} withholds this output: hook "${hook}", which replaces outputs, ${why}]`

/** What follows the name of a hook that replaces outputs. */
export const withheldTexts = {
  couldNotRun: (cause: string) => `could not run (${cause})`,
  ended: (exitCode: number) => `ended with exit ${exitCode}`,
  unfit: 'gave a value that this host cannot show',
} as const

// --- hooks on trial -----------------------------------------------------------------------------------------------

/** `would`: what the hook would have done. */
export const onTrial = (hook: string, would: keyof typeof TRIAL, words: string): string =>
  `hook "${hook}" is on trial: ${TRIAL[would]}${words === '' ? '' : `: ${words}`}`

const TRIAL = {
  denied: 'it would have denied',
  asked: 'it would have asked',
  failed: 'it could not run',
  rewritten: 'it would have changed the call',
  replaced: 'it would have replaced the output',
  allowed: 'it would have allowed what the host asks about',
} as const

export const skippedAfterDeny = 'an earlier hook denied'

export const skippedChanged = 'the call was changed and is no longer one that it is about'

export const skippedTooDeep = (depth: number): string => `a hook started the agent that started us, ${depth} deep: only gates run`

export const asksFirst = (words: string): string => `a person must confirm this first${words === '' ? '' : `: ${words}`}`

export const withoutReason = (exitCode: number | undefined): string =>
  exitCode === undefined || exitCode === 0 ? 'no reason given' : `no reason given (exit ${exitCode})`

export const reportedBy = (hook: string, words: string): string => `hook "${hook}" reports: ${words}`

export const goOnSays = (hook: string, words: string): string => `hook "${hook}" says that you are not done: ${words}`

// --- what a hook's failure becomes ------------------------------------------------------------------------------

export const couldNotRun = (hook: string, cause: string): string => `hook "${hook}" could not run (${cause})`

export const stoppedBecause = (failure: string, event: EventName): string =>
  `${failure}\nThe workspace's policy stops a ${subjectOf(event)} that it could not check: do not retry the same ${subjectOf(event)}; a person has to mend the hook ("${PROGRAM} replay" shows what it does).`

export const causes = {
  timedOut: (timeoutMs: number) => `timed out after ${timeoutMs} ms`,
  budget: (budgetMs: number) => `the time budget of ${budgetMs} ms for all hooks of this event was used up`,
  signal: (signal: string) => `ended by ${signal}`,
  left: (cause: string, left: number) => `${cause}; ${left} of the processes that it started could not be ended`,
  shellExit: (code: number, signal: string | undefined) => `exit ${code}${SHELL_EXITS[code] ?? `: ended by ${signal ?? 'a signal'}`}`,
  notStarted: (detail: string) => `it could not be started: ${detail}`,
  carriageReturn: (file: string) => `${file} has Windows line endings (CRLF), so its interpreter is not found`,
  malformed: (detail: string) => `its answer cannot be read: ${detail}`,
  malformedUnquoted: 'its answer cannot be read',
  rewriteUnread: (why: string) => `after its rewrite the call cannot be read: ${why}`,
  noPaths: 'which files the call is about could not be read, and the hook runs once for each',
  tooManyPaths: (found: number, max: number) => `it runs once for each of ${found} paths, and may for ${max}`,
  halfValue: (variable: string) =>
    `${variable} was cut or left out, or could not be told, and the hook uses it; read the event from stdin or ACUVO_EVENT_FILE`,
  stopped: (signal: string) => `${PROGRAM} was ended by ${signal}`,
} as const

const SHELL_EXITS: Readonly<Record<number, string>> = { 126: ': found but not executable', 127: ': command not found' }

/** `hook`: harmless and bounded. */
export const slowHook = (hook: string, ms: number, timeoutMs: number): string =>
  `hook "${hook}" took ${ms} ms of the ${timeoutMs} it may take; one that takes longer could not run`

/** For the log. */
export const passedOnce = (hook: string, id: string): string =>
  `"${safeLine(hook)}" said no, and a person let this call through once (${id})`

/** For the log: why no hook was asked. */
export const heldBecause = {
  policy: 'a policy is not as a person approved it',
  targets: (found: number) => `the call names ${found} files`,
  pins: (hook: string) => `a file that hook "${safeLine(hook)}" uses is not as a person approved it`,
} as const

// --- malformed answers of hooks ---------------------------------------------------------------------------------

export const answers = {
  notJson: (line: string) => `it starts with { but is not one JSON document: ${line}`,
  after: (line: string) => `a JSON answer must stand alone, but after it comes ${line}`,
  unknownKey: (key: string) => `unknown key ${key}`,
  badValue: (key: string, value: string) => `${key} cannot be ${value}`,
  twice: (key: string) => `${key} stands in it twice with different values`,
  second: (line: string) => `a JSON answer must stand alone, but the output begins ${line}`,
  tooDeep: (key: string) => `${key} is nested too deeply`,
  tooLong: (bytes: number) => `it is longer than ${bytes} bytes`,
  notHere: (key: string, event: string) => `${key} cannot be answered at ${event}`,
  halfCharacter: 'its rewrite holds half a character, which a host may refuse',
  inexact: 'the input holds a number with more digits than can be handed on, so no field of it can be changed',
  retyped: (field: string) => `its rewrite gives ${field} another type`,
  replacementTooLong: (max: number) => `its replacement is longer than ${max} characters`,
} as const

// --- holding: our own deny --------------------------------------------------------------------------------------

/** A policy file that cannot be used, and its faults as sentences. */
export interface BrokenFile {
  file: string
  errors: readonly string[]
}

const SHOWN_HOLDS = 3

/** Several policies, or several hooks of one, may hold a call. */
export const severalReasons = (reasons: readonly string[]): string => {
  const different = [...new Set(reasons)]
  const more = different.length - SHOWN_HOLDS
  return [...different.slice(0, SHOWN_HOLDS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

const SHOWN_FAULTS = 10
export const FILE_CHARS = 300

/** The file and its faults, each on a line. */
export const faultList = ({ file, errors }: BrokenFile): string[] => {
  const more = errors.length - SHOWN_FAULTS
  return [
    bounded(safeLine(file), FILE_CHARS),
    ...errors.slice(0, SHOWN_FAULTS).map((error) => `  ${error}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

export const unreadablePayload = (why: string): string =>
  `held: ${PROGRAM} could not run its checks, because the payload it was given is unreadable: ${why}. The call is stopped. Do not retry the same call; a person has to look at it.`

export const tooManyTargets = (found: number, max: number): string =>
  `held: the call names ${found} files, and ${PROGRAM} could not look at more than ${max} in time. Do it in smaller parts.`

export const matchingTooLong = 'it takes too long to tell which hooks the call is one for'

export const internalFailure = (detail: string): string =>
  `held: ${PROGRAM} could not run its checks (${detail}). The call is stopped. Do not retry the same call; a person has to look at it.`

/** For the log. */
export const unwritten = 'the answer could not be handed over, because its output is closed'

export const answerUnwritten = `held: ${PROGRAM} could not hand over its answer, because its output is closed.`

/** What stops a call although no hook did. */
export const held = (reason: string): string => `held: ${reason}`

export const answerUnread = `${PROGRAM} could not finish its checks, because nobody reads its answer any more.`

export const endedBySignal = (signal: string): string => `${PROGRAM} could not finish its checks, because it was ended by ${signal}.`

// --- what a session is told when it starts -----------------------------------------------------------------------

export const startWarnings = {
  shortTimeout: (hostMs: number, hook: string, hookMs: number) =>
    `the registered line has --host-timeout ${hostMs / 1_000}, and hook "${safeLine(hook)}" may take ${hookMs / 1_000} s: one that takes longer than the host waits could not run`,
  dangerous: (names: readonly string[]) =>
    `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} set where the host starts ${PROGRAM}, and can change what it does; start the host without`,
} as const

// --- text under a hook's name -----------------------------------------------------------------------------------

/**
 * Text that a hook wrote is headed as its output, so that nobody takes it for the host's or the person's words.
 */
export const contextText = ({ from, text }: NamedText): string =>
  from === '' ? `${PROGRAM}: ${text}` : `[output of hook "${from}"]\n${text}`

/** Marks what was left out of a context and says where it stands whole. */
export const contextCut =
  (file: string) =>
  (leftOut: number): string =>
    `… [${leftOut} characters cut; the whole text: ${file}]`

export const noticeText = ({ from, text }: NamedText): string => (from === '' ? `${PROGRAM}: ${text}` : `${PROGRAM}: "${from}": ${text}`)
