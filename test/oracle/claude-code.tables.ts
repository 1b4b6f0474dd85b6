/**
 * hosts/claude-code.md as data: which keys each event's answer has (section 2, column "JSON that counts"), and what an
 * answer does there (sections 2 and 5).
 */
import { anything, array, boolean, listOf, number, object, oneOf, string, type Fields } from './shape.js'

/**
 * - block: the announced action does not happen (at stop events: the agent goes on)
 * - feedback: the text reaches the model, nothing is stopped
 * - endTurn: the turn ends
 * - person: the text is shown to a person, nothing is stopped
 * - none: no effect
 */
export type Effect = 'block' | 'feedback' | 'endTurn' | 'person' | 'none'

export interface ClaudeEvent {
  /** Exit code 2. */
  exit2: Effect
  /** Top-level `decision: "block"`. */
  decision: Effect
  /** Whose the words of a block are. */
  reader: 'model' | 'person'
  /** Plain stdout with exit code 0. */
  plain: 'context' | 'path' | 'ignored'
  /** `continue: false`: ends the turn, stops the action before it starts, or is ignored. */
  halt: 'endTurn' | 'block' | 'ignored'
  /** Keys of hookSpecificOutput besides hookEventName; absent where the document lists none at all. */
  specific?: Fields
}

/** Section 1.3 and 5; `async` is section 4. terminalSequence is only named (section 9), its type is a guess. */
export const TOP_LEVEL: Fields = {
  continue: boolean,
  stopReason: string,
  suppressOutput: boolean,
  systemMessage: string,
  decision: oneOf('approve', 'block'),
  reason: string,
  hookSpecificOutput: object,
  async: boolean,
  asyncTimeout: number,
  terminalSequence: string,
}

const context: Fields = { additionalContext: string }
const permission: Fields = {
  permissionDecision: oneOf('allow', 'deny', 'ask', 'defer'),
  permissionDecisionReason: string,
}
const answerForm: Fields = { action: oneOf('accept', 'decline', 'cancel'), content: object }

const inert: ClaudeEvent = { exit2: 'none', decision: 'none', reader: 'person', plain: 'ignored', halt: 'ignored' }
const gate: ClaudeEvent = { ...inert, exit2: 'block', decision: 'block' }
const afterTool: ClaudeEvent = { ...inert, exit2: 'feedback', decision: 'feedback', reader: 'model', halt: 'endTurn' }
const stop: ClaudeEvent = { ...gate, reader: 'model', halt: 'endTurn', specific: context }

export const EVENTS: Record<string, ClaudeEvent> = {
  PreToolUse: {
    ...gate,
    reader: 'model',
    halt: 'endTurn',
    specific: { ...permission, updatedInput: object, ...context },
  },
  PermissionRequest: { ...inert, reader: 'model', specific: { decision: object } },
  PermissionDenied: { ...inert, specific: { retry: boolean } },
  PostToolUse: {
    ...afterTool,
    specific: { ...context, updatedToolOutput: anything, updatedMCPToolOutput: anything, classifierContext: string },
  },
  PostToolUseFailure: { ...afterTool, specific: context },
  PostToolBatch: { ...inert, exit2: 'endTurn', decision: 'endTurn', specific: context },
  UserPromptSubmit: {
    ...gate,
    plain: 'context',
    halt: 'block',
    specific: { ...context, suppressOriginalPrompt: boolean, sessionTitle: string },
  },
  UserPromptExpansion: { ...gate, specific: context },
  PreSkillShellCommand: { ...inert, exit2: 'block', reader: 'model', specific: permission },
  SessionStart: {
    ...inert,
    exit2: 'person',
    plain: 'context',
    specific: {
      ...context,
      initialUserMessage: string,
      sessionTitle: string,
      watchPaths: listOf(string),
      reloadSkills: boolean,
    },
  },
  Setup: { ...inert, exit2: 'person', specific: context },
  InstructionsLoaded: inert,
  Stop: stop,
  SubagentStop: stop,
  SubagentStart: { ...inert, exit2: 'person', specific: context },
  StopFailure: inert,
  SessionEnd: inert,
  PreCompact: { ...gate, plain: 'context' },
  PostCompact: inert,
  PreModelSwitch: { ...inert, exit2: 'block', specific: permission },
  PostModelSwitch: { ...inert, specific: context },
  Notification: inert,
  TaskCreated: { ...gate, reader: 'model' },
  TaskCompleted: { ...gate, reader: 'model' },
  Elicitation: { ...inert, exit2: 'block', specific: answerForm },
  ElicitationResult: { ...inert, exit2: 'block', specific: answerForm },
  ConfigChange: gate,
  CwdChanged: { ...inert, specific: { watchPaths: listOf(string) } },
  FileChanged: { ...inert, specific: { watchPaths: listOf(string) } },
  DirectoryAdded: inert,
  WorktreeCreate: { ...inert, plain: 'path' },
  WorktreeRemove: inert,
  MessageDisplay: { ...inert, specific: { displayContent: string } },
  TeammateIdle: { ...inert, exit2: 'block', reader: 'model', halt: 'endTurn' },
}

/** Section 2, PermissionRequest: the object under `hookSpecificOutput.decision`. */
export const PERMISSION_DECISION: Fields = {
  behavior: oneOf('allow', 'deny'),
  updatedInput: object,
  updatedPermissions: array,
  message: string,
  interrupt: boolean,
}

export const STOP_EVENTS: ReadonlySet<string> = new Set(['Stop', 'SubagentStop'])

/** Section 1.6. */
export const ON_FAILURE_IGNORED: ReadonlySet<string> = new Set(['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'])

/** The keys without which a replaced Bash output is "partial" and ignored (section 5, PostToolUse; captures). */
export const BASH_OUTPUT: Fields = { stdout: string, stderr: string, interrupted: boolean, isImage: boolean }
