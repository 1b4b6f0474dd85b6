import { once, rowsWith } from '../shared/rows.js'
import type { Carrier, HostDescriptor } from '../types.js'

/** Facts: Codex 0.171.0, measured. Its answer objects are closed: one unknown key voids the answer, a deny included. */

const CONTEXT: Carrier = {
  support: 'native',
  set: { 'hookSpecificOutput.hookEventName': '$event', 'hookSpecificOutput.additionalContext': '$text' },
}
const NOTICE: Carrier = {
  support: 'partial',
  set: { systemMessage: '$text' },
  note: 'shown by the terminal interface and app clients, not by exec',
}
const BLOCK: Carrier = { support: 'native', set: { decision: 'block', reason: '$text' } }

const REWRITE: Carrier = {
  support: 'native',
  set: {
    'hookSpecificOutput.hookEventName': '$event',
    'hookSpecificOutput.permissionDecision': 'allow',
    'hookSpecificOutput.updatedInput': '$value',
  },
  // Measured: rules, sandbox and approval prompts judge the changed call, so that nothing is allowed by it.
  note: 'with an allow that lifts no approval prompt',
}
const REPLACE: Carrier = { support: 'native', set: { decision: 'block', reason: '$value' }, note: 'as a text' }

const row = rowsWith(600_000)

const rows = once(() => [
  row('SessionStart', 'SessionStart', { context: CONTEXT, notice: NOTICE }),
  row('UserPromptSubmit', 'UserPromptSubmit', { deny: BLOCK, context: CONTEXT, notice: NOTICE }),
  row('PreToolUse', 'PreToolUse', {
    deny: {
      support: 'native',
      set: {
        'hookSpecificOutput.hookEventName': '$event',
        'hookSpecificOutput.permissionDecision': 'deny',
        'hookSpecificOutput.permissionDecisionReason': '$text',
      },
    },
    context: CONTEXT,
    notice: NOTICE,
    rewrite: REWRITE,
  }),
  row('PostToolUse', 'PostToolUse', {
    deny: { ...CONTEXT, note: 'as context, because decision block would hide the real output' },
    context: CONTEXT,
    notice: NOTICE,
    replace: REPLACE,
  }),
  row('PreCompact', 'PreCompact', { deny: { support: 'native', set: { continue: false, stopReason: '$text' } }, notice: NOTICE }),
  row('SubagentStart', 'SubagentStart', { context: CONTEXT, notice: NOTICE }),
  row('SubagentStop', 'SubagentStop', { deny: BLOCK, notice: NOTICE }),
  row('Stop', 'Stop', { deny: BLOCK, notice: NOTICE }),
  row('SessionEnd', 'SessionEnd', { defaultTimeoutMs: 1_000, maxTimeoutMs: 3_000 }),
  row('PermissionRequest', undefined),
  row('PostCompact', undefined),
  row('Interrupt', undefined, { defaultTimeoutMs: 1_000, maxTimeoutMs: 3_000 }),
])

export const descriptor: HostDescriptor = {
  id: 'codex',
  title: 'Codex',
  verifiedAgainst: '0.171.0',
  documentation: 'https://developers.openai.com/codex/hooks',
  // Of one hook's context 10,000 bytes of UTF-8 go through whole.
  contextChars: 10_000,
  contextInBytes: true,
  get events() {
    return rows()
  },
}
