import { canStop, rowOf } from '../../hosts/shared/rows.js'
import { colours } from '../output/colours.js'
import type { HookOutcome } from '../protocol/decision.js'
import { isStopEvent } from '../protocol/events.js'
import type { Decided } from '../run/decide.js'
import type { JudgedHook } from '../run/policies.js'
import { replayTexts } from '../text/command-texts.js'
import { safeLine } from '../text/safe.js'

/** What came of hooks that ran, and of the payload as a whole, in words: for every command that shows a decision. */

/** Names are not unique: hooks of one file and name have their outcomes in the order of the file. */
export const outcomeOf = ({ hooks, decision }: Decided, judged: JudgedHook): HookOutcome | undefined => {
  if (judged.mismatch !== undefined) return undefined
  const isAlike = (hook: string, file: string): boolean => hook === judged.hook.label && file === judged.policy.file
  const alike = hooks.filter(({ hook, policy, mismatch }) => mismatch === undefined && isAlike(hook.label, policy.file))
  return decision?.outcomes.filter(({ hook, file }) => isAlike(hook, file))[alike.indexOf(judged)]
}

/** One outcome in a line. */
export const outcomeLine = (name: string, outcome: HookOutcome): string => {
  const how = [
    outcome.would === undefined ? undefined : replayTexts.onTrial(outcome.would),
    outcome.changed && replayTexts.changed(outcome.changed),
    outcome.cause,
    outcome.exitCode === undefined ? undefined : `exit ${outcome.exitCode}`,
    outcome.signal,
    `${outcome.durationMs} ms`,
  ]
  const paint = outcome.outcome === 'passed' ? colours.green : outcome.outcome === 'skipped' ? colours.dim : colours.red
  return `${paint(outcome.outcome)} "${safeLine(name)}" (${how.filter((part) => part !== undefined).join(', ')})`
}

/** What the host does then. */
export const effectOf = ({ host, event, nativeEvent, decision, verdict, rendered }: Decided): string => {
  if (rendered.exitCode === 2) return replayTexts.refused
  if (verdict === 'ask') return replayTexts.asks
  if (verdict === 'allow') return replayTexts.allows
  if (verdict !== 'deny' || host === undefined || event === undefined) {
    if (decision?.input !== undefined) return replayTexts.rewritten
    return decision?.output !== undefined && !rendered.dropped.some((what) => what === 'replace' || what === 'withhold')
      ? replayTexts.replaced
      : replayTexts.ownRules
  }
  if (isStopEvent(event.event)) return replayTexts.goesOn
  if (event.event === 'PostToolUse') return replayTexts.feedback
  return canStop(rowOf(host.descriptor, nativeEvent ?? '')) ? replayTexts.stops : replayTexts.cannotStop
}
