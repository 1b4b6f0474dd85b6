import type { Hook, PolicyFile } from '../config/types.js'
import type { Log } from '../log/log.js'
import type { HookOutcome, Replacement } from '../protocol/decision.js'
import { bounded, tailOf } from '../text/bounds.js'
import { onTrial, withheldBecause } from '../text/messages.js'
import { safeLine, safeText } from '../text/safe.js'
import type { Said } from './merge.js'
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
})

/** What a hook that replaces outputs did not clean is withheld: what it could have hidden must not be read. */
const outputOf = (hook: Hook, { outcome, replace, replaces, isRedactor, cause, result }: HookRun): Replacement | undefined => {
  if (replace !== undefined) return { value: replace.value }
  if (isRedactor !== true && replaces !== true) return undefined
  if (outcome === 'failed') return { withheld: withheldBecause(labelOf(hook), `could not run (${safeText(cause ?? '')})`) }
  const code = result?.exitCode ?? 0
  return outcome === 'denied' && code !== 0 ? { withheld: withheldBecause(labelOf(hook), `ended with exit ${code}`) } : undefined
}

const WOULD = { denied: 'denied', asked: 'asked', failed: 'failed', passed: undefined } as const

/** A hook on trial decides nothing; what it would have decided is kept, and told once a session. */
export const onTrialSaid = (
  hook: Hook,
  run: HookRun,
  outcome: HookOutcome,
  { log, isNews }: { log: Log; isNews: (mark: string) => boolean },
): Said => {
  const said: Said = { ...saidBy(hook, run), outcome: 'passed', words: undefined, allows: false, output: undefined }
  const allows = run.allows === true && hook.mayAllow === true
  const would = run.rewrite !== undefined ? 'rewritten' : (WOULD[run.outcome] ?? (allows ? 'allowed' : undefined))
  if (would === undefined) return said
  outcome.would = would
  outcome.outcome = 'passed'
  const words = bounded(safeText((would === 'rewritten' ? JSON.stringify(run.rewrite) : (run.words ?? run.cause)) ?? ''), TRIAL_CHARS)
  const text = onTrial(labelOf(hook), would, words)
  log.add('would_have', text)
  return isNews(text) ? { ...said, trial: text } : said
}

export const outcomeOf = (hook: Hook, policy: PolicyFile, { outcome, cause, result, durationMs }: HookRun): HookOutcome => {
  const printed = [result?.stdout ?? '', result?.stderr ?? ''].map((text) => text.trim()).filter((text) => text !== '')
  const tail = tailOf(safeText(printed.join('\n')), TAIL_CHARS)
  return {
    hook: hook.label,
    file: policy.file,
    outcome,
    ...(cause === undefined ? {} : { cause }),
    ...(result?.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    ...(result?.signal === undefined ? {} : { signal: result.signal }),
    durationMs,
    ...(tail === '' ? {} : { outputTail: tail }),
  }
}
