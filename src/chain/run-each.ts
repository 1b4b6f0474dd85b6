import type { ProtocolEvent, TargetPath } from '../protocol/event.js'
import { causes } from '../text/messages.js'
import { patchedPatch } from './merge-patch.js'
import type { MatchedHook } from './chain-setting.js'
import type { HookRun } from './run-hook.js'
import { failure } from './said.js'

/** A hook that runs once for each matching path is one hook: it has one outcome. */

const MAX_PATHS = 200

/** @param paths what this run is about; @param before what the runs for other paths came to */
export type RunOnce = (paths: readonly TargetPath[], before?: HookRun) => Promise<HookRun>

/**
 * @param isText it is a text: that costs nothing, and says what is wrong with every path
 * @param goesOn whether it goes on after a deny
 */
export const runEach = async (
  { hook, paths }: MatchedHook,
  event: ProtocolEvent,
  once: RunOnce,
  isText: boolean,
  goesOn = isText,
): Promise<HookRun> => {
  if (hook.each === undefined) return once(paths)
  const different = [...new Map(paths.map((target) => [target.path, target])).values()]
  if (different.length > MAX_PATHS) return failure(causes.tooManyPaths(different.length, MAX_PATHS))
  if (different.length === 0) {
    if (event.tool?.pathsUnreadable === true) return failure(causes.noPaths)
    // At a stop nobody knows the files: it runs once, for all. A call without files gives it nothing to do.
    return event.tool === undefined ? once([]) : { outcome: 'passed', keysIgnored: [], durationMs: 0 }
  }
  let together: HookRun | undefined
  const parts: HookRun[] = []
  for (const target of different) {
    const run = await once([target], together)
    parts.push(run)
    together = together === undefined ? run : joined(together, run)
    const isOver = run.outcome === 'denied' || (run.outcome === 'failed' && hook.onFailure === 'deny')
    if (!goesOn && isOver) break
  }
  return { ...(together as HookRun), ...(isText ? {} : { parts }) }
}

const RANK = { denied: 3, failed: 2, asked: 1, passed: 0 } as const

const only = (key: keyof HookRun, value: unknown): object => (value === undefined ? {} : { [key]: value })

const joined = (before: HookRun, next: HookRun): HookRun => {
  const [worse, other] = RANK[next.outcome] > RANK[before.outcome] ? [next, before] : [before, next]
  const text = (key: 'context' | 'notice' | 'words'): object => {
    const texts = [...new Set([before[key], next[key]].filter((one) => one !== undefined))]
    return texts.length === 0 ? {} : { [key]: texts.join('\n') }
  }
  const rewrite = before.rewrite !== undefined && next.rewrite !== undefined ? patchedPatch(before.rewrite, next.rewrite) : undefined
  return {
    ...other,
    ...worse,
    ...(before.outcome === next.outcome ? text('words') : {}),
    ...text('context'),
    ...text('notice'),
    ...(rewrite === undefined ? {} : { rewrite }),
    // Each saw what the one before it made of the output.
    ...only('replace', next.replace ?? before.replace),
    ...only('withheld', before.withheld ?? next.withheld),
    // All of the call is allowed only where each of its paths is.
    allows: before.allows === true && next.allows === true ? true : undefined,
    keysIgnored: [...new Set([...before.keysIgnored, ...next.keysIgnored])],
    durationMs: before.durationMs + next.durationMs,
  }
}
