import { conflictingSpellings, plainName } from '../../src/input/spellings.js'
import { PROTOCOL_VERSION, type ProtocolEvent, type ToolCall, type ToolResult } from '../../src/protocol/event.js'
import { isStopEvent, isToolEvent } from '../../src/protocol/events.js'
import type { HostDescriptor, NativeEvent, Payload, Reading, ReadingContext } from '../types.js'
import { compact, flagOf, textOf, wordOf } from './fields.js'
import { nativeNameOf, rowOf } from './rows.js'

const EVENT_KEY = 'hookeventname'
const SPELLED_TWICE = 'it has one field under two spellings, with different values'

/** The part of a payload that differs from host to host. */
export interface HostReader {
  descriptor: HostDescriptor
  /** Why no hook may run although the event has a row; undefined when hooks may run. */
  silent?: (payload: Payload, row: NativeEvent) => string | undefined
  /** Everything but the tool call and its result. */
  fields: (payload: Payload, row: NativeEvent, context: ReadingContext) => Partial<ProtocolEvent> & Pick<ProtocolEvent, 'workspace'>
  /** The call, or in words why the payload does not describe one. */
  tool: (payload: Payload, row: NativeEvent, event: ProtocolEvent, context: ReadingContext) => ToolCall | string
  result: (payload: Payload, row: NativeEvent, tool: ToolCall) => ToolResult
}

/**
 * Reads a payload by a host's own reader. An event without a row, or at which nothing may run, is `other`; a call that
 * cannot be read is `unreadable` before the call (a gate must not judge it) and `other` after it.
 */
export const readWith =
  ({ descriptor, silent, fields, tool, result }: HostReader) =>
  (payload: Payload, context: ReadingContext): Reading => {
    if (conflictingSpellings(payload) !== undefined) {
      // What may be a call is one.
      const names = Object.keys(payload).filter((key) => plainName(key) === EVENT_KEY)
      const known = names.map((key) => nativeNameOf(descriptor, wordOf(payload[key]) ?? ''))
      const call = known.find((name) => name !== undefined && rowOf(descriptor, name)?.event === 'PreToolUse')
      return { kind: 'unreadable', nativeEvent: call ?? known.find(Boolean) ?? context.eventHint, why: SPELLED_TWICE }
    }
    const own = wordOf(payload.hook_event_name)
    const known = own === undefined ? undefined : nativeNameOf(descriptor, own)
    const nativeEvent = known ?? context.eventHint ?? own
    if (nativeEvent === undefined) return { kind: 'unreadable', why: 'the payload names no event' }
    const row = rowOf(descriptor, nativeEvent)
    if (row?.event === undefined) return { kind: 'other', nativeEvent, why: 'no hook can be run at this event' }
    const silence = silent?.(payload, row)
    if (silence !== undefined) return { kind: 'other', nativeEvent, why: silence }

    const event: ProtocolEvent = compact({
      protocolVersion: PROTOCOL_VERSION,
      host: descriptor.id,
      event: row.event,
      nativeEvent,
      announcement: row.announcement,
      ...fields(payload, row, context),
    })
    const named = known !== undefined
    if (!isToolEvent(row.event)) return { kind: 'event', event, named }

    const call = tool(payload, row, event, context)
    const unread = { kind: row.event === 'PreToolUse' ? ('unreadable' as const) : ('other' as const), nativeEvent }
    if (typeof call === 'string') return { ...unread, why: call }
    // Of a tool that no table knows every argument counts, however it is spelled.
    const isKnown = call.kind !== 'mcp' && call.kind !== 'unknown'
    if (isKnown && conflictingSpellings(call.input) !== undefined) return { ...unread, why: SPELLED_TWICE }
    event.tool = call
    if (row.event === 'PostToolUse') event.result = result(payload, row, call)
    return { kind: 'event', event, named }
  }

/** The envelope that Claude Code has and others took over, snake_case. */
export const snakeCaseFields = (payload: Payload, row: NativeEvent): Partial<ProtocolEvent> => ({
  sessionId: wordOf(payload.session_id),
  agentId: wordOf(payload.agent_id),
  agentType: wordOf(payload.agent_type),
  permissionMode: wordOf(payload.permission_mode),
  model: wordOf(payload.model),
  transcriptPath: wordOf(payload.transcript_path),
  startSource: row.event === 'SessionStart' ? wordOf(payload.source) : undefined,
  endReason: row.event === 'SessionEnd' ? wordOf(payload.reason) : undefined,
  prompt: row.event === 'UserPromptSubmit' ? textOf(payload.prompt) : undefined,
  // These hosts start a stop hook only when the agent ended by itself.
  stop:
    row.event !== undefined && isStopEvent(row.event)
      ? compact({ status: 'completed', active: flagOf(payload.stop_hook_active), lastMessage: textOf(payload.last_assistant_message) })
      : undefined,
  notification:
    row.event === 'Notification'
      ? compact({ type: wordOf(payload.notification_type), message: textOf(payload.message), title: textOf(payload.title) })
      : undefined,
  compaction:
    row.event === 'PreCompact'
      ? compact({ trigger: wordOf(payload.trigger), instructions: wordOf(payload.custom_instructions) })
      : undefined,
})
