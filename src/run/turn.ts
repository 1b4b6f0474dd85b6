import { hostOf } from '../../hosts/index.js'
import { chainOf, type StandingPolicy } from '../approval/standing-policy.js'
import { isStopEvent } from '../protocol/events.js'
import type { ProtocolEvent, ToolCall } from '../protocol/event.js'
import { recordingsOf } from '../record/places.js'
import { clean } from '../store/clean.js'
import { forgetWrites, noteWrites, writtenSince, type Effect } from '../state/written.js'
import type { EventCall } from './call.js'

/** What a call keeps for later events of its session, and what later events take from it. */

/** Tells a stop event what was written, and forgets it at the next prompt. */
export const rememberedWrites = (event: ProtocolEvent, policies: readonly StandingPolicy[], { session }: EventCall): void => {
  if (event.event === 'UserPromptSubmit') forgetWrites(session, event)
  if (isStopEvent(event.event) && asksForWrites(policies)) event.written = writtenSince(session, event)
}

/** Keeps what a call wrote, or is about to write because nothing stops it here. */
export const rememberWrites = (
  event: ProtocolEvent,
  policies: readonly StandingPolicy[],
  isDenied: boolean,
  { session }: EventCall,
): void => {
  // After a call a deny is feedback: what was written is written.
  const happens = event.event === 'PostToolUse' || !isDenied
  if (event.tool !== undefined && happens && asksForWrites(policies)) noteWrites(session, event, effectOf(event, event.tool))
}

/** Kinds of tools that write nothing. */
const READING: readonly ToolCall['kind'][] = ['read_file', 'search_files', 'fetch_url', 'web_search']

const effectOf = ({ host }: ProtocolEvent, tool: ToolCall): Effect => {
  const { tools, descriptor } = hostOf(host)
  if (READING.includes(tool.kind)) return 'nothing'
  if (tool.names.includes('run_command') || tool.pathsUnreadable === true) return 'unseen'
  if (tool.kind === 'run_agent') return descriptor.hidesSubagents === true ? 'unseen' : 'nothing'
  if (tool.kind !== 'mcp' && tool.kind !== 'unknown') return 'files'
  if (tools.others.includes(tool.nativeName) && !tools.writing.includes(tool.nativeName)) return 'nothing'
  // What such a tool does with the files it names, and with others, no table knows.
  return tool.paths.length > 0 ? 'files and more' : 'unseen'
}

/** Only where a hook will ask is anything kept. */
const asksForWrites = (policies: readonly StandingPolicy[]): boolean =>
  policies.some((policy) => chainOf(policy)?.hooks.some(({ event, paths }) => paths !== undefined && isStopEvent(event)))

/** Forgets a session that ends, and what nobody ended: also where a host, or a line by hand, tells of no start or end. */
export const forgetSessions = ({ event }: ProtocolEvent, { session, machine, afterAnswer }: EventCall): void => {
  if (event === 'SessionEnd') afterAnswer(() => session.end())
  const isDue = event === 'SessionEnd' || event === 'SessionStart' || session.isNew
  if (!isDue) return
  const { sessions, scratch, denied, passes } = machine.places
  for (const folder of [sessions, scratch, denied, passes, recordingsOf(machine.places)]) afterAnswer(() => clean(folder))
}
