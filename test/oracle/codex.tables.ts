/**
 * hosts/codex.md as data. The objects are closed (section 1.4); the key lists are those of the output schemas that
 * section 2 and 5 refer to. Null stands for an absent text or object ("all-null fields", section 5), not for a boolean.
 */
import { anything, boolean, object, oneOf, orNull, string, type Fields } from './shape.js'

const universal: Fields = {
  continue: boolean,
  stopReason: orNull(string),
  suppressOutput: boolean,
  systemMessage: orNull(string),
}
const withSpecific: Fields = { ...universal, hookSpecificOutput: orNull(object) }
const withBlock: Fields = { ...universal, decision: orNull(oneOf('block')), reason: orNull(string) }
const context: Fields = { additionalContext: orNull(string) }

export interface CodexEvent {
  /** Top-level keys. */
  top: Fields
  /** Keys of hookSpecificOutput besides the required hookEventName; absent where there is no such object. */
  specific?: Fields
  /** Exit 2 with text on stderr: the words of a deny. Elsewhere exit 2 is an ordinary failure (1.7). */
  exit2: boolean
  /** Plain stdout that does not begin like JSON. */
  plain: 'context' | 'ignored' | 'failed'
  /** Universal keys that make the answer "unsupported" when they say anything but the default. */
  unsupported: readonly ('continue' | 'stopReason' | 'suppressOutput')[]
}

const base = { exit2: false, plain: 'ignored', unsupported: [] } as const
const stop: CodexEvent = { ...base, top: withBlock, exit2: true, plain: 'failed' }
const start: CodexEvent = { ...base, top: withSpecific, specific: context, plain: 'context' }

export const EVENTS: Record<string, CodexEvent> = {
  PreToolUse: {
    ...base,
    top: { ...withSpecific, decision: orNull(oneOf('approve', 'block')), reason: orNull(string) },
    specific: {
      ...context,
      permissionDecision: orNull(oneOf('allow', 'deny', 'ask')),
      permissionDecisionReason: orNull(string),
      updatedInput: anything,
    },
    exit2: true,
    unsupported: ['continue', 'stopReason', 'suppressOutput'],
  },
  PostToolUse: {
    ...base,
    top: { ...withSpecific, ...withBlock },
    specific: { ...context, updatedMCPToolOutput: anything },
    exit2: true,
    unsupported: ['suppressOutput'],
  },
  UserPromptSubmit: { ...base, top: { ...withSpecific, ...withBlock }, specific: context, exit2: true, plain: 'context' },
  SessionStart: start,
  SubagentStart: start,
  Stop: stop,
  SubagentStop: stop,
  PermissionRequest: {
    ...base,
    top: withSpecific,
    specific: { decision: orNull(object) },
    exit2: true,
    unsupported: ['continue', 'stopReason', 'suppressOutput'],
  },
  PreCompact: { ...base, top: universal },
  PostCompact: { ...base, top: universal },
  Interrupt: { ...base, top: { systemMessage: orNull(string) }, plain: 'failed' },
  SessionEnd: { ...base, top: {} },
}

/** The object under PermissionRequest's `decision`; three keys are known and refused (section 5). */
export const PERMISSION_DECISION: Fields = {
  behavior: oneOf('allow', 'deny'),
  message: orNull(string),
  updatedInput: anything,
  updatedPermissions: anything,
  interrupt: boolean,
}
