import { once, rowsWith } from '../shared/rows.js'
import type { Carrier, HostDescriptor } from '../types.js'

/**
 * Facts: Cursor's hooks reference and public recordings up to CLI 2026.10.01 and IDE 3.21. Silence on a permission
 * event blocks the call in some builds, so every event has a neutral document. `partial` marks keys that were
 * observed or read from the shipped program but are not documented.
 */

const ALLOWED = { permission: 'allow' }
const FULL_DENY: Carrier = { support: 'native', set: { permission: 'deny', user_message: '$text', agent_message: '$text' } }
const USER_DENY: Carrier = { support: 'native', set: { permission: 'deny', user_message: '$text' } }
const BARE_DENY: Carrier = { support: 'partial', set: { permission: 'deny' }, note: 'the reason cannot be carried' }
const CONTEXT: Carrier = { support: 'native', set: { additional_context: '$text' } }
const OBSERVED_CONTEXT: Carrier = { ...CONTEXT, support: 'partial', note: 'observed, not documented' }
const EARLY_CONTEXT: Carrier = {
  ...OBSERVED_CONTEXT,
  onlyOn: 'cli',
  note: 'taken by the command-line program; elsewhere it arrives after the call',
}
const REWRITE: Carrier = {
  support: 'partial',
  set: { permission: 'allow', updated_input: '$value' },
  note: 'documented; no recording of it is known',
}
const REPLACE_MCP: Carrier = { support: 'native', set: { updated_mcp_tool_output: '$value' } }
const GO_ON: Carrier = { support: 'native', set: { followup_message: '$text' } }

const row = rowsWith(60_000)

const rows = once(() => [
  row('sessionStart', 'SessionStart', { context: CONTEXT }),
  row('beforeSubmitPrompt', 'UserPromptSubmit', {
    neutral: { continue: true },
    deny: { support: 'native', set: { continue: false, user_message: '$text' } },
    context: OBSERVED_CONTEXT,
  }),
  row('preToolUse', 'PreToolUse', { neutral: ALLOWED, deny: FULL_DENY, context: EARLY_CONTEXT, rewrite: REWRITE }),
  row('beforeShellExecution', 'PreToolUse', { neutral: ALLOWED, deny: FULL_DENY, announcement: 'again' }),
  row('beforeMCPExecution', 'PreToolUse', { neutral: ALLOWED, deny: FULL_DENY, announcement: 'again-except-server' }),
  row('beforeReadFile', 'PreToolUse', { neutral: ALLOWED, deny: USER_DENY, announcement: 'again' }),
  row('beforeTabFileRead', 'PreToolUse', { neutral: ALLOWED, deny: BARE_DENY }),
  row('postToolUse', 'PostToolUse', { deny: CONTEXT, context: CONTEXT, replaceMcp: REPLACE_MCP }),
  row('postToolUseFailure', 'PostToolUse', { deny: CONTEXT, context: CONTEXT }),
  row('afterShellExecution', 'PostToolUse', { announcement: 'again' }),
  row('afterMCPExecution', 'PostToolUse', { announcement: 'again-except-server' }),
  row('afterFileEdit', 'PostToolUse', { announcement: 'again' }),
  row('afterTabFileEdit', 'PostToolUse'),
  row('preCompact', 'PreCompact', { notice: { support: 'native', set: { user_message: '$text' } } }),
  row('subagentStart', 'SubagentStart', { neutral: ALLOWED, deny: USER_DENY }),
  row('subagentStop', 'SubagentStop', { deny: GO_ON }),
  row('stop', 'Stop', { deny: GO_ON }),
  row('sessionEnd', 'SessionEnd'),
  row('afterAgentResponse', undefined),
  row('afterAgentThought', undefined),
  row('workspaceOpen', undefined),
])

export const descriptor: HostDescriptor = {
  id: 'cursor',
  title: 'Cursor',
  verifiedAgainst: 'documentation and recordings, CLI 2026.10.01, IDE 3.21',
  documentation: 'https://cursor.com/docs/hooks',
  contextChars: 10_000,
  hidesSubagents: true,
  // Its default limit is 5, and the fifth follow-up is not followed.
  maxStopRounds: 4,
  neutral: {},
  get events() {
    return rows()
  },
}
