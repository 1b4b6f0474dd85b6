import type { matchingPaths } from '../globs/match.js'
import type { HostId, ProtocolEvent, TargetPath, ToolCall } from '../protocol/event.js'
import { isWithin } from '../paths/absolute.js'
import { isGateEvent, isStopEvent } from '../protocol/events.js'
import type { CommandPattern } from '../shell/command-pattern.js'
import type { Hook } from './types.js'

/** Why a hook does not fire for an event. */
export type Mismatch = 'event' | 'off' | 'host' | 'tool' | 'path' | 'command' | 'announced'

/** What matching needs besides the hook and the event. */
export interface MatchPlace {
  /** The root of the hook's file. */
  root: string
  home: string
  /** Reads shell texts; absent where no hook asks what a text runs. */
  runsOneOf?: ((patterns: readonly CommandPattern[], text: string) => boolean) | undefined
  /** The call's own folder. */
  cwd?: string | undefined
  /** Follows links; remembers while one call is matched. */
  realPathOf?: ((path: string) => string | undefined) | undefined
  /** Reads globs; absent where no hook that could fire has any. */
  matchingPaths?: typeof matchingPaths | undefined
}

/**
 * `paths`: the target paths that the hook is about, all of the call's where it names none. `ifRedactor`: it names a server that the
 * host does not, so that after the call it counts only if it replaces outputs: rather once too often than not at all.
 */
export type Match = { mismatch: Mismatch } | { mismatch?: undefined; paths: readonly TargetPath[]; ifRedactor?: true }

/** Whether a hook fires, and else the first thing that speaks against it. */
export const matchOf = (hook: Hook, event: ProtocolEvent, place: MatchPlace): Match => {
  if (hook.event !== event.event) return { mismatch: 'event' }
  if (hook.mode === 'off') return { mismatch: 'off' }
  if (hook.hosts !== undefined && !hook.hosts.includes(event.host)) return { mismatch: 'host' }
  const gate = isGateEvent(hook.event)
  const { tool } = event
  const named = hook.tools === undefined || tool === undefined ? 'surely' : matchesTool(hook.tools, tool, event.host)
  if (named === 'not' || (named === 'perhaps' && !gate && !runsCommandAfter(hook))) return { mismatch: 'tool' }
  if (!runsAtThisAnnouncement(hook, event, gate)) return { mismatch: 'announced' }
  if (hook.commands !== undefined && !matchesCommand(hook.commands, tool, place)) return { mismatch: 'command' }
  const match = isStopEvent(event.event) ? matchWritten(hook, event, place) : matchPaths(hook, tool, gate, place)
  if (match.mismatch !== undefined) return match
  const alone = match.paths.filter(({ names }) => names !== undefined)
  if (alone.length === 0 || tool === undefined) return named === 'perhaps' && !gate ? { ...match, ifRedactor: true } : match
  const own = alone.filter((target) => governs(target, place))
  if (own.length === 0) return { mismatch: 'path' }
  const paths = own.filter(
    ({ names = [] }) => hook.tools === undefined || namesOneOf(hook.tools.names[event.host] ?? [], [...names, tool.nativeName]),
  )
  return paths.length === 0 ? { mismatch: 'tool' } : { paths }
}

/** Where each path of a call is judged by itself, a policy has a say in its own tree only. */
const governs = ({ path }: TargetPath, { root, realPathOf }: MatchPlace): boolean =>
  isWithin(path, root) || isWithin(realPathOf?.(path) ?? path, root)

const namesOneOf = (names: readonly string[], called: readonly string[]): boolean => called.some((name) => names.includes(name))

const runsCommandAfter = ({ event, command }: Hook): boolean => event === 'PostToolUse' && command !== undefined

/** A gate runs again at every announcement of one call (safe); anything else runs once. */
const runsAtThisAnnouncement = (hook: Hook, { announcement }: ProtocolEvent, gate: boolean): boolean =>
  gate || announcement === 'first' || (announcement === 'again-except-server' && (hook.tools?.servers.length ?? 0) > 0)

/** `perhaps`: the host does not name the server, and the tool's name alone fits. A gate goes by that: rather once too often. */
const matchesTool = (tools: NonNullable<Hook['tools']>, call: ToolCall, host: HostId): 'surely' | 'perhaps' | 'not' => {
  const { mcp } = call
  if (call.names.some((name) => tools.names[host]?.includes(name))) return 'surely'
  if (mcp === undefined) return 'not'
  const fits = tools.servers.some(({ server, tool }) => {
    if (mcp.server === undefined) return tool === '*' || tool === mcp.tool
    return call.names.some((name) => (tool === '*' ? name.startsWith(`${server}.`) : name === `${server}.${tool}`))
  })
  if (!fits) return 'not'
  return mcp.server === undefined ? 'perhaps' : 'surely'
}

/** A text that nobody could read may run anything. */
const matchesCommand = (patterns: readonly CommandPattern[], tool: ToolCall | undefined, { runsOneOf }: MatchPlace): boolean => {
  if (tool?.names.includes('run_command') !== true) return false
  return tool.command === undefined || runsOneOf === undefined || runsOneOf(patterns, tool.command)
}

/** A gate also fires for a writing or reading call whose paths could not be read. */
const matchPaths = (hook: Hook, tool: ToolCall | undefined, gate: boolean, place: MatchPlace): Match => {
  const paths = tool?.paths ?? []
  if (hook.paths === undefined || tool === undefined) return { paths }
  const matching = place.matchingPaths?.(hook.paths, tool, place) ?? paths
  return matching.length > 0 || (gate && tool.pathsUnreadable === true) ? { paths: matching } : { mismatch: 'path' }
}

/** At a stop: the files that were written for this prompt; where some may have gone unseen it fires without knowing which. */
const matchWritten = (hook: Hook, { written }: ProtocolEvent, place: MatchPlace): Match => {
  if (hook.paths === undefined || written?.isComplete !== true) return { paths: [] }
  const paths = place.matchingPaths?.(hook.paths, { kind: 'unknown', paths: written.paths }, place) ?? written.paths
  return paths.length > 0 ? { paths } : { mismatch: 'path' }
}
