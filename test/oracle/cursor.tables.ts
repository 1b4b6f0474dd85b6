/** hosts/cursor.md 2 and 5 as data: which keys each event's answer has, and what the event can be stopped by. */
import { anything, array, boolean, mapOf, object, oneOf, string, type Fields } from './shape.js'

export interface CursorEvent {
  /** The closed list of section 5; every key is snake_case (pluginPaths is the one documented exception). */
  keys: Fields
  /** Section 6: the events whose `permission` decides, where exit 2 denies and a garbled document blocks. */
  permission?: true
}

const deny = oneOf('allow', 'deny')
const ask = oneOf('allow', 'deny', 'ask')
const messages: Fields = { user_message: string, agent_message: string }
const context: Fields = { additional_context: string }
const none: CursorEvent = { keys: {} }

export const EVENTS: Record<string, CursorEvent> = {
  // additional_context: accepted by the 2026.10.01 validator, not documented
  preToolUse: { keys: { permission: ask, ...messages, updated_input: object, ...context }, permission: true },
  beforeShellExecution: { keys: { permission: ask, ...messages }, permission: true },
  beforeMCPExecution: { keys: { permission: ask, ...messages }, permission: true },
  beforeReadFile: { keys: { permission: deny, user_message: string }, permission: true },
  beforeTabFileRead: { keys: { permission: deny }, permission: true },
  subagentStart: { keys: { permission: ask, user_message: string }, permission: true },
  beforeSubmitPrompt: { keys: { continue: boolean, user_message: string, ...context } },
  postToolUse: { keys: { ...context, updated_mcp_tool_output: anything } },
  postToolUseFailure: { keys: context },
  sessionStart: { keys: { env: mapOf(string), ...context, continue: boolean, user_message: string } },
  stop: { keys: { followup_message: string } },
  subagentStop: { keys: { followup_message: string } },
  preCompact: { keys: { user_message: string } },
  workspaceOpen: { keys: { pluginPaths: array } },
  sessionEnd: none,
  afterShellExecution: none,
  afterMCPExecution: none,
  afterFileEdit: none,
  afterAgentResponse: none,
  afterAgentThought: none,
  afterTabFileEdit: none,
}

/** Section 5: longer ones are rejected with a warning. */
export const MAX_CONTEXT_UTF16_UNITS = 10_000

/** Claude Code's form, accepted in a native file by one build and called invalid JSON by another (section 5). */
export const FOREIGN_KEYS = ['hookSpecificOutput', 'decision', 'reason', 'systemMessage', 'permissionDecision'] as const
