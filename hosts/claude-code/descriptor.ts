import { once, rowsWith } from '../shared/rows.js'
import type { Carrier, HostDescriptor } from '../types.js'

/** Facts: Claude Code 2.1.332 and 2.1.197, measured. Fields in a wrong place or a null void the whole answer there. */

const PERMISSION_DENY: Carrier = {
  support: 'native',
  set: {
    'hookSpecificOutput.hookEventName': '$event',
    'hookSpecificOutput.permissionDecision': 'deny',
    'hookSpecificOutput.permissionDecisionReason': '$text',
  },
}
/** The other decisions of the same answer. */
const permission = (decision: string): Carrier => ({
  support: 'native',
  set: { ...PERMISSION_DENY.set, 'hookSpecificOutput.permissionDecision': decision },
})
const ASK: Carrier = { ...permission('ask'), support: 'partial', note: 'print mode turns it into a denial' }
const REWRITE: Carrier = {
  support: 'native',
  set: { 'hookSpecificOutput.hookEventName': '$event', 'hookSpecificOutput.updatedInput': '$value' },
}
const END_TURN: Carrier = { support: 'native', set: { continue: false, stopReason: '$text' } }
const REPLACE: Carrier = {
  support: 'partial',
  set: { 'hookSpecificOutput.hookEventName': '$event', 'hookSpecificOutput.updatedToolOutput': '$value' },
  note: "built-in tools only in the tool's own shape; a text replaces what a shell tool printed",
}
const REPLACE_MCP: Carrier = {
  support: 'native',
  set: { 'hookSpecificOutput.hookEventName': '$event', 'hookSpecificOutput.updatedMCPToolOutput': '$value' },
}
const BLOCK: Carrier = { support: 'native', set: { decision: 'block', reason: '$text' } }
const CONTEXT: Carrier = {
  support: 'native',
  set: { 'hookSpecificOutput.hookEventName': '$event', 'hookSpecificOutput.additionalContext': '$text' },
}
const NOTICE: Carrier = { support: 'native', set: { systemMessage: '$text' } }
const INTERACTIVE_NOTICE: Carrier = { ...NOTICE, support: 'partial', note: 'ignored in print mode' }

const row = rowsWith(600_000)

/** Events without a row in the protocol. WorktreeCreate has no neutral answer: it is never registered. */
const WITHOUT_ROW = [
  'PostToolBatch',
  'UserPromptExpansion',
  'StopFailure',
  'PostCompact',
  'PreModelSwitch',
  'PostModelSwitch',
  'PermissionRequest',
  'PermissionDenied',
  'Setup',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'Elicitation',
  'ElicitationResult',
  'WorktreeCreate',
  'WorktreeRemove',
  'InstructionsLoaded',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded',
  'MessageDisplay',
]

const rows = once(() => [
  row('SessionStart', 'SessionStart', { context: CONTEXT, notice: INTERACTIVE_NOTICE }),
  row('UserPromptSubmit', 'UserPromptSubmit', { deny: BLOCK, context: CONTEXT, notice: NOTICE, defaultTimeoutMs: 30_000 }),
  row('PreToolUse', 'PreToolUse', {
    deny: PERMISSION_DENY,
    ask: ASK,
    allow: permission('allow'),
    context: CONTEXT,
    notice: NOTICE,
    rewrite: REWRITE,
    endsTurn: END_TURN,
  }),
  row('PreSkillShellCommand', 'PreToolUse', { deny: PERMISSION_DENY, notice: INTERACTIVE_NOTICE }),
  row('PostToolUse', 'PostToolUse', { deny: BLOCK, context: CONTEXT, notice: NOTICE, replace: REPLACE, replaceMcp: REPLACE_MCP }),
  row('PostToolUseFailure', 'PostToolUse', { deny: BLOCK, context: CONTEXT, notice: NOTICE }),
  row('PreCompact', 'PreCompact', { deny: BLOCK, notice: NOTICE }),
  row('SubagentStart', 'SubagentStart', { context: CONTEXT, notice: INTERACTIVE_NOTICE }),
  row('SubagentStop', 'SubagentStop', { deny: BLOCK, notice: NOTICE }),
  row('Stop', 'Stop', { deny: BLOCK, notice: NOTICE }),
  row('Notification', 'Notification'),
  row('SessionEnd', 'SessionEnd', { defaultTimeoutMs: 1_500, maxTimeoutMs: 60_000 }),
  ...WITHOUT_ROW.map((name) => row(name, undefined)),
  // No hook has it: a built-in rule refuses settings under which nobody would ask us (measured: they are not applied).
  row('ConfigChange', undefined, { deny: BLOCK }),
])

export const descriptor: HostDescriptor = {
  id: 'claude-code',
  title: 'Claude Code',
  verifiedAgainst: '2.1.332',
  documentation: 'https://code.claude.com/docs/en/hooks',
  contextChars: 10_000,
  // Its own cap is 8.
  maxStopRounds: 7,
  get events() {
    return rows()
  },
}
