import type { Hook, PolicyFile } from '../config/types.js'
import type { Log } from '../log/log.js'
import type { Decision, HookOutcome, Replacement } from '../protocol/decision.js'
import { bounded, tailOf } from '../text/bounds.js'
import { causes, withChangedCall, onTrial, withheldBecause, withheldTexts } from '../text/messages.js'
import { safeLine, safeText } from '../text/safe.js'
import { LONGEST_SECRET, withoutSecrets } from '../text/without-secrets.js'
import type { Said } from './merge.js'
import type { EventName } from '../protocol/events.js'
import type { HookRun } from './run-hook.js'

/** From how a hook ended to what it says in the chain, and what is kept of it. */

const TAIL_CHARS = 400
const LABEL_CHARS = 100
const TRIAL_CHARS = 300

export const labelOf = (hook: Hook): string => bounded(safeLine(hook.label), LABEL_CHARS)

export const saidBy = (hook: Hook, run: HookRun): Said => ({
  label: labelOf(hook),
  outcome: run.outcome,
  words: run.words,
  cause: run.cause,
  context: run.context,
  notice: run.notice,
  allows: run.allows === true && hook.mayAllow === true,
  endsTurn: run.endsTurn,
  output: outputOf(hook, run),
  onFailure: hook.onFailure,
  instead: hook.instead,
  ofFiles: run.ofFiles,
})

/** What a hook said, for each of its runs where it ran once for each path; what it comes to as a whole stands in the last. */
export const allSaid = (hook: Hook, run: HookRun): Said[] => {
  if (run.parts === undefined) return [saidBy(hook, run)]
  const each = run.parts.map((part): Said => ({ ...saidBy(hook, part), output: undefined, allows: false }))
  return [...each, { ...saidBy(hook, run), outcome: 'passed', context: undefined, notice: undefined, endsTurn: undefined }]
}

/** A hook that replaces outputs and did not: what it could have hidden must not be read. */
export const withholding = (run: HookRun, event: EventName): HookRun => {
  if (event !== 'PostToolUse' || (run.isRedactor !== true && run.replaces !== true)) return run
  // Whatever it printed, in an answer or beside one, may be what it was to hide.
  const { context: _context, notice: _notice, words: _words, ...quiet } = run
  if (run.outcome === 'failed') {
    const cause = run.quotes === true ? causes.malformedUnquoted : safeText(run.cause ?? '')
    return { ...quiet, cause, withheld: withheldTexts.couldNotRun(cause) }
  }
  const code = run.result?.exitCode ?? 0
  if (run.outcome !== 'denied' || code === 0 || run.replace !== undefined) return run
  return { ...quiet, words: withheldTexts.ended(code), withheld: withheldTexts.ended(code) }
}

const outputOf = (hook: Hook, { replace, withheld }: HookRun): Replacement | undefined => {
  const label = labelOf(hook)
  if (withheld !== undefined) return { withheld: withheldBecause(label, withheld) }
  return replace === undefined ? undefined : { value: replace.value, otherwise: withheldBecause(label, withheldTexts.unfit) }
}

const WOULD = { denied: 'denied', asked: 'asked', failed: 'failed', passed: undefined } as const

const wouldHave = (hook: Hook, run: HookRun): HookOutcome['would'] => {
  if (run.rewrite !== undefined) return 'rewritten'
  if (run.outcome !== 'passed') return WOULD[run.outcome]
  if (run.replace !== undefined) return 'replaced'
  return run.allows === true && hook.mayAllow === true ? 'allowed' : undefined
}

/** A hook on trial decides nothing; what it would have decided is kept, and told once a session. */
export const onTrialSaid = async (
  hook: Hook,
  run: HookRun,
  outcome: HookOutcome,
  { log, isNews }: { log: Log; isNews: (mark: string) => boolean },
): Promise<Said> => {
  const said: Said = { ...saidBy(hook, run), outcome: 'passed', words: undefined, allows: false, output: undefined, endsTurn: undefined }
  const would = wouldHave(hook, run)
  if (would === undefined) return said
  outcome.would = would
  outcome.outcome = 'passed'
  delete outcome.changed
  const told = { rewritten: run.rewrite, replaced: run.replace?.value }[would as string]
  const whole = (told === undefined ? (run.words ?? run.cause) : JSON.stringify(told)) ?? ''
  const words = bounded(safeText(await withoutSecrets(whole.slice(0, TRIAL_CHARS + LONGEST_SECRET))), TRIAL_CHARS)
  const text = onTrial(labelOf(hook), would, words)
  log.add('would_have', text)
  return isNews(text) ? { ...said, trial: text } : said
}

export const outcomeOf = async (hook: Hook, policy: PolicyFile, run: HookRun): Promise<HookOutcome> => {
  const { outcome, cause, result, rewrite, replace, withheld, durationMs } = run
  const printed = [result?.stdout ?? '', result?.stderr ?? ''].map((text) => text.trim()).filter((text) => text !== '')
  const end = withheld !== undefined ? '' : printed.join('\n').slice(-TAIL_CHARS - LONGEST_SECRET)
  const tail = tailOf(safeText(await withoutSecrets(end)), TAIL_CHARS)
  return {
    hook: hook.label,
    file: policy.file,
    outcome,
    ...(rewrite === undefined ? {} : { changed: 'input' as const }),
    ...(replace === undefined && withheld === undefined ? {} : { changed: 'output' as const }),
    ...(cause === undefined ? {} : { cause }),
    ...(result?.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    ...(result?.signal === undefined ? {} : { signal: result.signal }),
    durationMs,
    ...(result === undefined ? {} : { outputBytes: result.outputBytes }),
    ...(tail === '' ? {} : { outputTail: tail }),
  }
}

export const skippedOutcome = (hook: Hook, policy: PolicyFile, cause: string): HookOutcome => ({
  hook: hook.label,
  file: policy.file,
  outcome: 'skipped',
  cause,
  durationMs: 0,
})

/** What a hook said beside its no. */
export const withoutNo = ({ words: _words, endsTurn: _endsTurn, rewrite: _rewrite, ...run }: HookRun): HookRun => {
  const isNo = run.outcome === 'denied' || run.outcome === 'asked'
  return {
    ...run,
    ...(isNo ? { outcome: 'passed' as const, allows: undefined } : {}),
    ...(run.parts === undefined ? {} : { parts: run.parts.map((part) => (part.outcome === 'failed' ? part : withoutNo(part))) }),
  }
}

/** How long a hook took that took more than half its time, in its slowest run; undefined where none did, or none was waited for. */
export const slowestMs = ({ command, background, timeoutMs }: Hook, { outcome, durationMs, parts }: HookRun): number | undefined => {
  if (command === undefined || background === true || outcome === 'failed') return undefined
  const slowest = Math.max(...(parts ?? [{ durationMs }]).map((part) => part.durationMs))
  return slowest > timeoutMs / 2 ? slowest : undefined
}

/** A hook that could not run, for a reason of ours. */
export const failure = (cause: string): HookRun => ({ outcome: 'failed', cause, keysIgnored: [], durationMs: 0 })

/** A stopped call that is not the one the model made says how it came to be. */
export const withChange = (decision: Decision): Decision => {
  const { verdict, reason = '', input } = decision
  if (verdict !== 'deny') return decision
  return { ...decision, reason: withChangedCall(reason, input) }
}
