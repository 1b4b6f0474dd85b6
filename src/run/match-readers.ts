import type { MatchPlace } from '../config/match.js'
import type { Hook } from '../config/types.js'
import type { ProtocolEvent } from '../protocol/event.js'

/** What reads globs and shell texts while hooks are matched: parts of their own, loaded where a hook and the call need them. */
export const readersFor = async (
  hooks: readonly Hook[],
  { event, tool, written }: ProtocolEvent,
): Promise<Pick<MatchPlace, 'matchingPaths' | 'runsOneOf'>> => {
  const asked = hooks.filter((hook) => hook.event === event)
  const readsPaths = (tool?.paths.length ?? written?.paths.length ?? 0) > 0 && asked.some(({ paths }) => paths !== undefined)
  const readsCommands = tool?.command !== undefined && asked.some(({ commands }) => commands !== undefined)
  return {
    matchingPaths: readsPaths ? (await import('../globs/match.js')).matchingPaths : undefined,
    runsOneOf: readsCommands ? (await import('../shell/runs-one-of.js')).runsOneOf : undefined,
  }
}
