import type { LoggedDecision, LoggedOutcome } from '../log/read.js'
import { colours } from '../output/colours.js'
import { wrapped } from '../output/wrapped.js'
import { logTexts } from '../text/log-texts.js'

/** A decision of the log for people: on one line, or whole. */

const two = (number: number): string => String(number).padStart(2, '0')

/** Where the person is, to the second. */
export const localTime = (at: string): string => {
  const moment = new Date(at)
  const day = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(two).join('-')
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')}`
}

const verdictColour = (verdict: string): string => {
  if (verdict === 'deny') return colours.red(verdict)
  return verdict === 'ask' ? colours.yellow(verdict) : verdict
}

/** The hook that made the verdict, else one that failed, would have done something, or just ran. */
const chiefOf = (outcomes: readonly LoggedOutcome[]): LoggedOutcome | undefined => {
  const no = outcomes.filter(({ passed }) => passed === undefined)
  return (
    no.find(({ outcome }) => outcome === 'denied') ??
    no.find(({ outcome }) => outcome === 'failed') ??
    no.find(({ outcome }) => outcome === 'asked') ??
    outcomes.find(({ would, passed }) => would !== undefined || passed !== undefined) ??
    outcomes[0]
  )
}

const howOf = ({ would, changed, cause, exitCode, signal, slow, passed }: LoggedOutcome): string =>
  [
    would && logTexts.onTrial(would),
    changed && logTexts.changed(changed),
    cause,
    exitCode === undefined || exitCode === 0 ? undefined : logTexts.exit(exitCode),
    cause === undefined ? signal : undefined,
    slow && logTexts.slow,
    passed && logTexts.passed(passed),
  ]
    .filter(Boolean)
    .join(', ')

const causeOf = ({ entries, reason }: LoggedDecision, chief: LoggedOutcome | undefined): string => {
  if (chief !== undefined)
    return [howOf(chief), chief.outcome === 'passed' ? undefined : reason?.split('\n', 1)[0]].filter(Boolean).join(': ')
  // What held the call says more than in which state its policy is.
  const entry = entries.find(({ code }) => code !== 'held') ?? entries[0]
  return entry === undefined ? '' : [entry.code, entry.text].filter(Boolean).join(': ')
}

const LEAST_CAUSE_CHARS = 12

/**
 * Time, host, event, tool, verdict, hook, why, id.
 *
 * @param columns on a terminal: why is cut so that the line fits, as far as it can; absent: nothing is cut
 */
export const lineOf = (decision: LoggedDecision, columns?: number): string => {
  const { at, host = '?', event, nativeEvent = '?', tool, verdict = '?', outcomes, id = '-' } = decision
  const chief = chiefOf(outcomes)
  const hook = chief === undefined ? '' : `"${chief.hook}"${outcomes.length > 1 ? ` ${logTexts.several(outcomes.length - 1)}` : ''}`
  const before = [localTime(at), host, event ?? nativeEvent, tool?.native ?? '']
  const cause = causeOf(decision, chief)
  const length = [...before, verdict, hook, id].filter((part) => part !== '').join('  ').length
  const room = columns === undefined ? Infinity : Math.max(columns - length - 2, LEAST_CAUSE_CHARS)
  const short = cause.length <= room ? cause : `${cause.slice(0, room - 3).toWellFormed()}...`
  return [...before, verdictColour(verdict), hook, short, id].filter((part) => part !== '').join('  ')
}

/** Everything that is known of one decision. */
export const wholeLines = (decision: LoggedDecision, columns: number, canPass: boolean): string[] => {
  const { at, id = '-', host = '?', event, nativeEvent, tool, verdict = '?', session, agentId, root, paths = [], reason } = decision
  const { durationMs, payloadBytes, answerBytes, outcomes, entries, said, cut } = decision
  const field = (name: string, text: string | undefined): string[] =>
    text === undefined ? [] : wrapped(text, columns, `  ${name.padEnd(9)}`)
  const other = event !== undefined && nativeEvent !== undefined && nativeEvent !== event ? ` (${nativeEvent})` : ''
  return [
    colours.bold(`${id}  ${localTime(at)}`),
    ...field('host', host),
    ...field('event', `${event ?? nativeEvent ?? '?'}${other}`),
    ...field('tool', tool && (tool.kind === tool.native ? tool.native : `${tool.native} (${tool.kind})`)),
    ...field('verdict', verdict),
    ...field('session', session),
    ...field('agent', agentId),
    ...field('root', root),
    ...paths.flatMap((path) => field('path', path)),
    ...field('reason', reason),
    ...field('took', durationMs === undefined ? undefined : logTexts.took(durationMs)),
    ...field('bytes', payloadBytes === undefined && answerBytes === undefined ? undefined : logTexts.bytes(payloadBytes, answerBytes)),
    ...Object.entries(said ?? {}).flatMap(([name, value]) => field(name, typeof value === 'string' ? value : JSON.stringify(value))),
    ...field('cut', cut && logTexts.cut(cut)),
    '',
    ...(outcomes.length === 0 ? wrapped(logTexts.noHooks, columns, '  ') : outcomes.flatMap((outcome) => outcomeLines(outcome, columns))),
    ...(entries.length === 0 ? [] : ['']),
    ...entries.flatMap(({ code, text }) => wrapped(text === undefined ? code : `${code}: ${text}`, columns, '  ', '    ')),
    ...(canPass ? ['', ...wrapped(logTexts.toPass(id), columns)] : []),
  ]
}

const outcomeLines = (outcome: LoggedOutcome, columns: number): string[] => {
  const { hook, outcome: kind, durationMs, file } = outcome
  const how = howOf(outcome)
  const took = durationMs === undefined || kind === 'skipped' ? '' : ` in ${logTexts.took(durationMs)}`
  return [
    ...wrapped(`"${hook}" ${kind}${took}${how === '' ? '' : `: ${how}`}`, columns, '  ', '    '),
    ...(file === undefined ? [] : wrapped(file, columns, '    ')),
  ]
}
