import type { HostId, ProtocolEvent, ToolCall } from '../protocol/event.js'
import { isGateEvent } from '../protocol/events.js'
import type { Hook } from './types.js'

/** Why a hook does not fire for an event. */
export type Mismatch = 'event' | 'host' | 'tool' | 'announced'

/**
 * Whether a hook fires.
 *
 * @returns undefined when it does, else the first thing that speaks against it
 */
export const mismatchOf = (hook: Hook, event: ProtocolEvent): Mismatch | undefined => {
  if (hook.event !== event.event) return 'event'
  if (hook.hosts !== undefined && !hook.hosts.includes(event.host)) return 'host'
  const gate = isGateEvent(hook.event)
  if (hook.tools !== undefined && event.tool !== undefined && !matchesTool(hook.tools, event.tool, event.host, gate)) return 'tool'
  return runsAtThisAnnouncement(hook, event, gate) ? undefined : 'announced'
}

/** A gate runs again at every announcement of one call (safe); anything else runs once. */
const runsAtThisAnnouncement = (hook: Hook, { announcement }: ProtocolEvent, gate: boolean): boolean =>
  gate || announcement === 'first' || (announcement === 'again-except-server' && (hook.tools?.servers.length ?? 0) > 0)

const matchesTool = (tools: NonNullable<Hook['tools']>, call: ToolCall, host: HostId, gate: boolean): boolean => {
  const { mcp } = call
  if (call.names.some((name) => tools.names[host]?.includes(name))) return true
  if (mcp === undefined) return false
  return tools.servers.some(({ server, tool }) => {
    // Where the host does not name the server, a gate goes by the tool's name alone: rather once too often.
    if (mcp.server === undefined) return gate && (tool === '*' || tool === mcp.tool)
    return call.names.some((name) => (tool === '*' ? name.startsWith(`${server}.`) : name === `${server}.${tool}`))
  })
}
