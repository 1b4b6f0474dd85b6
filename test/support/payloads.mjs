/**
 * Payloads of all three hosts for one situation, written from the hosts' documents. `host` is what the registered
 * line says.
 */

/** @typedef {'claude-code' | 'codex' | 'cursor'} Host */
/** @type {readonly Host[]} */
export const HOSTS = ['claude-code', 'codex', 'cursor']

/** The events of the contract, written here once for all tests: what the code says they are is not asked. */
export const EVENTS = /** @type {const} */ ([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'SubagentStart',
  'SubagentStop',
  'Notification',
  'Stop',
  'SessionEnd',
])

/**
 * @param {Host} host
 * @param {string} root
 * @returns {Record<string, unknown>}
 */
const envelope = (host, root) => {
  if (host === 'cursor') {
    return {
      conversation_id: 'c-1',
      generation_id: 'g-1',
      model: 'default',
      session_id: 'c-1',
      cursor_version: '2026.10.01-e373342',
      workspace_roots: [root],
      user_email: 'dev@example.com',
      transcript_path: null,
    }
  }
  const common = { session_id: 's-1', cwd: root, permission_mode: 'acceptEdits' }
  return host === 'codex'
    ? { ...common, turn_id: 't-1', model: 'gpt-5.5', transcript_path: '/x/rollout-1.jsonl' }
    : { ...common, prompt_id: 'p-1', transcript_path: '/x/.claude/projects/p/s-1.jsonl' }
}

/** @type {Record<Host, Record<string, string>>} */
const NATIVE = {
  'claude-code': {},
  codex: {},
  cursor: {
    SessionStart: 'sessionStart',
    UserPromptSubmit: 'beforeSubmitPrompt',
    PreToolUse: 'preToolUse',
    PostToolUse: 'postToolUse',
    PreCompact: 'preCompact',
    SubagentStart: 'subagentStart',
    SubagentStop: 'subagentStop',
    Stop: 'stop',
    SessionEnd: 'sessionEnd',
  },
}

/**
 * @param {Host} host
 * @param {string} event canonical
 */
export const nativeName = (host, event) => NATIVE[host][event] ?? event

/** @type {Record<string, Record<Host, Record<string, unknown>>>} */
const OWN_FIELDS = {
  SessionStart: { 'claude-code': { source: 'startup' }, codex: { source: 'startup' }, cursor: { is_background_agent: false } },
  UserPromptSubmit: { 'claude-code': { prompt: 'hello' }, codex: { prompt: 'hello' }, cursor: { prompt: 'hello', attachments: [] } },
  PreCompact: { 'claude-code': { trigger: 'auto', custom_instructions: null }, codex: { trigger: 'auto' }, cursor: { trigger: 'auto' } },
  SubagentStart: {
    'claude-code': { agent_id: 'a-1', agent_type: 'general-purpose' },
    codex: { agent_id: 'a-1', agent_type: 'explorer' },
    cursor: { subagent_id: 'a-1', subagent_type: 'general-purpose', task: 'x', parent_conversation_id: 'c-1' },
  },
  SubagentStop: {
    'claude-code': { agent_id: 'a-1', agent_type: 'general-purpose', stop_hook_active: false, last_assistant_message: 'done' },
    codex: { agent_id: 'a-1', agent_type: 'explorer', stop_hook_active: false, last_assistant_message: 'done' },
    cursor: { subagent_id: 'a-1', subagent_type: 'general-purpose', status: 'completed', loop_count: 0 },
  },
  Notification: { 'claude-code': { message: 'm', notification_type: 'idle_prompt' }, codex: {}, cursor: {} },
  Stop: {
    'claude-code': { stop_hook_active: false, last_assistant_message: 'done' },
    codex: { stop_hook_active: false, last_assistant_message: 'done' },
    cursor: { status: 'completed', loop_count: 0 },
  },
  SessionEnd: {
    'claude-code': { reason: 'other' },
    codex: { reason: 'other' },
    cursor: { reason: 'completed', final_status: 'completed' },
  },
}

/**
 * @param {Host} host
 * @param {string} event canonical, not about a tool
 * @param {string} root
 * @param {Record<string, unknown>} [more]
 */
export const payload = (host, event, root, more = {}) => ({
  ...envelope(host, root),
  hook_event_name: nativeName(host, event),
  ...OWN_FIELDS[event]?.[host],
  ...more,
})

/**
 * A shell call before (or, with a result, after) it runs.
 *
 * @param {Host} host
 * @param {string} root
 * @param {string} command
 * @param {'PreToolUse' | 'PostToolUse'} [event]
 */
export const shellCall = (host, root, command, event = 'PreToolUse') => ({
  ...envelope(host, root),
  hook_event_name: nativeName(host, event),
  tool_name: host === 'cursor' ? 'Shell' : 'Bash',
  tool_input: host === 'cursor' ? { command, cwd: '', timeout: 30000 } : { command },
  tool_use_id: host === 'codex' ? 'call_1' : 'toolu_1',
  ...(event === 'PostToolUse' ? RESULT[host] : {}),
})

/** @type {Record<Host, Record<string, unknown>>} */
const RESULT = {
  'claude-code': { tool_response: { stdout: 'out', stderr: '', interrupted: false, isImage: false } },
  codex: { tool_response: 'out\n' },
  cursor: { tool_output: '{"output":"out\\n","exitCode":0}', duration: 1.5 },
}

/**
 * A write of one file, in the way that host writes.
 *
 * @param {Host} host
 * @param {string} root
 * @param {string} path
 * @param {'PreToolUse' | 'PostToolUse'} [event]
 */
export const writeCall = (host, root, path, event = 'PreToolUse') => ({
  ...envelope(host, root),
  hook_event_name: nativeName(host, event),
  tool_name: host === 'codex' ? 'apply_patch' : 'Write',
  tool_input:
    host === 'codex' ? { command: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` } : { file_path: path, content: 'x\n' },
  tool_use_id: host === 'codex' ? 'call_1' : 'toolu_1',
  ...(event === 'PostToolUse' ? WRITTEN[host] : {}),
})

/** @type {Record<Host, Record<string, unknown>>} */
const WRITTEN = {
  'claude-code': { tool_response: { type: 'create', filePath: 'x' } },
  codex: { tool_response: 'Exit code: 0\nSuccess. Updated the following files:\nA x\n' },
  cursor: { tool_output: '{"success":true}', duration: 1.5 },
}
