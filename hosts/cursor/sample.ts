import { plainInput, OLD_TEXT, type HostSample, type InputTable, type SampleParts, type SampleTool } from '../shared/sample.js'
import { PATCH_TOOL } from './tools.js'

/** What Cursor sends, as its command-line program 2026.10.01 was recorded (fixtures/captures/cursor; hosts/cursor.md section 4). */

const VERSION = '2026.10.01-e373342'

/** Events that were never recorded: as the reference of IDE 3.21 shows them. */
const DOCUMENTED = ['beforeMCPExecution', 'afterMCPExecution', 'beforeTabFileRead', 'afterTabFileEdit', 'preCompact']
const DOCUMENTED_VERSION = '3.21.18'

const patchOf = ({ command, path, content }: SampleTool): string =>
  command.trimStart().startsWith('*** Begin Patch')
    ? command
    : `*** Begin Patch\n*** Update File: ${path}\n@@\n-${OLD_TEXT}\n${content
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `+${line}`)
        .join('\n')}\n*** End Patch`

const INPUTS: InputTable = {
  // An empty folder is the session's own; a command elsewhere names it.
  Shell: ({ command }) => ({ command, cwd: '', timeout: 30_000 }),
  Write: ({ path, content }) => ({ file_path: path, content }),
  StrReplace: ({ path, content }) => ({ path, old_string: OLD_TEXT, new_string: content }),
  Edit: ({ path, content }) => ({ file_path: path, old_string: OLD_TEXT, new_string: content }),
  EditNotebook: ({ path, content }) => ({ file_path: path, old_string: OLD_TEXT, new_string: content }),
  [PATCH_TOOL]: (tool) => ({ command: patchOf(tool) }),
  Delete: ({ path }) => ({ file_path: path }),
  Read: ({ path }) => ({ file_path: path }),
  ReadFile: ({ path }) => ({ file_path: path }),
  Grep: ({ path }) => ({ pattern: 'TODO', file_path: path, glob: '**/*', output_mode: 'files_with_matches' }),
  Glob: ({ path }) => ({ glob_pattern: '**/*', file_path: path }),
  List: ({ path }) => ({ file_path: path }),
  WebFetch: ({ path }) => ({ url: path }),
  Fetch: ({ path }) => ({ url: path }),
  WebSearch: () => ({ query: 'example' }),
  Task: () => ({ description: 'Look around', prompt: 'Please look around', model: 'inherit', subagent_type: 'generalPurpose' }),
}

const RESULTS: Readonly<Record<string, (tool: SampleTool) => unknown>> = {
  Shell: ({ content, hasContent }) => ({ output: hasContent ? content : '', exitCode: 0 }),
  Write: ({ path }) => ({ file_path: path, success: true }),
  Read: ({ path, content }) => ({ file_path: path, content_length: content.length }),
  Grep: () => ({ pattern: 'TODO', success: true }),
}

const inputOf = (tool: SampleTool): Record<string, unknown> => (INPUTS[tool.name] ?? plainInput)(tool)

/** Results are JSON texts. */
const resultOf = (tool: SampleTool): string =>
  JSON.stringify(
    tool.kind === 'mcp'
      ? { content: [{ type: 'text', text: tool.content }], isError: false }
      : (RESULTS[tool.name]?.(tool) ?? { success: true }),
  )

/** Shell calls alone name their folder. */
const callOf = ({ tool, input, cwd }: SampleParts): object => {
  if (tool === undefined) return {}
  const isShell = tool.name === 'Shell'
  return {
    tool_name: tool.name,
    tool_input: { ...inputOf(tool), ...(isShell ? { cwd } : {}), ...input },
    tool_use_id: 'tool_33333333-3333-4333-8333-00000000001',
    ...(isShell ? { cwd } : {}),
  }
}

/** The events about one server's call carry the arguments as a text, and name the server. */
const serverCallOf = ({ tool, input }: SampleParts): object => ({
  tool_name: tool?.mcp?.tool ?? '',
  tool_input: JSON.stringify({ ...(tool === undefined ? {} : inputOf(tool)), ...input }),
  mcp_server_name: tool?.mcp?.server ?? 'sample-server',
})

const theAgent = ({ agentId, agentType, prompt, session }: SampleParts): object => ({
  subagent_id: agentId ?? 'sample-agent',
  subagent_type: agentType,
  task: prompt,
  parent_conversation_id: session,
})

const path = ({ tool }: SampleParts): string => tool?.path ?? ''
const content = ({ tool }: SampleParts): string => tool?.content ?? ''
/** A new file arrives as edits of an empty text. */
const old = ({ tool }: SampleParts): string => (tool?.kind === 'write_file' ? '' : OLD_TEXT)

const FIELDS: Readonly<Record<string, (parts: SampleParts) => object>> = {
  sessionStart: () => ({ is_background_agent: false }),
  sessionEnd: () => ({ reason: 'completed', duration_ms: 21_843, is_background_agent: false, final_status: 'completed' }),
  beforeSubmitPrompt: (parts) => ({ prompt: parts.prompt, attachments: [] }),
  preToolUse: callOf,
  postToolUse: (parts) => ({ ...callOf(parts), tool_output: parts.tool === undefined ? '' : resultOf(parts.tool), duration: 10.5 }),
  postToolUseFailure: (parts) => ({
    ...callOf(parts),
    error_message: parts.tool?.hasContent === true ? content(parts) : 'It failed',
    failure_type: 'error',
    duration: 10.5,
    is_interrupt: false,
  }),
  beforeShellExecution: (parts) => ({ command: parts.tool?.command ?? '', cwd: parts.cwd, sandbox: false }),
  afterShellExecution: (parts) => ({
    command: parts.tool?.command ?? '',
    output: parts.tool?.hasContent === true ? content(parts) : '',
    duration: 10.5,
    sandbox: false,
  }),
  beforeMCPExecution: (parts) => ({ ...serverCallOf(parts), command: 'npx -y sample-server' }),
  afterMCPExecution: (parts) => ({
    ...serverCallOf(parts),
    result_json: JSON.stringify({ content: [{ type: 'text', text: content(parts) }] }),
    duration: 10,
  }),
  beforeReadFile: (parts) => ({ content: content(parts), file_path: path(parts), attachments: [] }),
  beforeTabFileRead: (parts) => ({ file_path: path(parts), content: content(parts) }),
  afterFileEdit: (parts) => ({ file_path: path(parts), edits: [{ old_string: old(parts), new_string: content(parts) }] }),
  afterTabFileEdit: (parts) => ({
    file_path: path(parts),
    edits: [
      {
        old_string: OLD_TEXT,
        new_string: content(parts),
        range: { start_line_number: 1, start_column: 1, end_line_number: 1, end_column: OLD_TEXT.length + 1 },
        old_line: OLD_TEXT,
        new_line: content(parts),
      },
    ],
  }),
  preCompact: () => ({
    trigger: 'auto',
    context_usage_percent: 85,
    context_tokens: 120_000,
    context_window_size: 128_000,
    message_count: 45,
    messages_to_compact: 30,
    is_first_compaction: true,
  }),
  subagentStart: (parts) => ({
    ...theAgent(parts),
    tool_call_id: parts.agentId ?? 'sample-agent',
    subagent_model: 'default',
    is_parallel_worker: false,
  }),
  subagentStop: (parts) => ({
    ...theAgent(parts),
    status: 'completed',
    duration_ms: 25_995,
    message_count: 0,
    tool_call_count: 0,
    loop_count: 0,
    description: 'Look around',
    agent_transcript_path: null,
  }),
  stop: () => ({
    status: 'completed',
    loop_count: 0,
    input_tokens: 18_234,
    output_tokens: 412,
    cache_read_tokens: 16_000,
    cache_write_tokens: 0,
  }),
}

/** The two tools of completion are known by their events only. */
const TAB_EVENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TabRead: { PreToolUse: 'beforeTabFileRead' },
  TabWrite: { PostToolUse: 'afterTabFileEdit' },
}
const SERVER_EVENTS: Readonly<Record<string, string>> = { PreToolUse: 'beforeMCPExecution', PostToolUse: 'afterMCPExecution' }

export const sample: HostSample = {
  tools: {
    run_command: 'Shell',
    write_file: 'Write',
    edit_file: 'StrReplace',
    delete_file: 'Delete',
    read_file: 'Read',
    search_files: 'Grep',
    fetch_url: 'WebFetch',
    web_search: 'WebSearch',
    run_agent: 'Task',
  },
  reportedAs: {},
  unreported: {},
  serverTool: ({ tool }) => `MCP:${tool}`,
  events: {
    beforeShellExecution: { kinds: ['run_command'], usual: 'Shell' },
    afterShellExecution: { kinds: ['run_command'], usual: 'Shell' },
    beforeMCPExecution: { kinds: ['mcp'] },
    afterMCPExecution: { kinds: ['mcp'] },
    beforeReadFile: { kinds: ['read_file'], usual: 'Read' },
    beforeTabFileRead: { kinds: ['read_file'], usual: 'TabRead', only: true },
    afterFileEdit: { kinds: ['write_file', 'edit_file'], usual: 'Write' },
    afterTabFileEdit: { kinds: ['edit_file'], usual: 'TabWrite', only: true },
  },
  nativeEvent: (event, { name, mcp }) => TAB_EVENTS[name]?.[event] ?? (mcp?.server === undefined ? undefined : SERVER_EVENTS[event]),
  lack: (nativeEvent, { tool }) => {
    if (tool === undefined || !(tool.name in TAB_EVENTS) || Object.values(TAB_EVENTS[tool.name] ?? {}).includes(nativeEvent))
      return undefined
    return `${tool.name} is not announced there`
  },
  payload: (nativeEvent, parts) => {
    const isDocumented = DOCUMENTED.includes(nativeEvent)
    return {
      conversation_id: parts.session,
      generation_id: `${parts.session}-generation`,
      model: 'default',
      ...(isDocumented ? { model_id: 'default', model_params: [] } : { session_id: parts.session }),
      ...FIELDS[nativeEvent]?.(parts),
      hook_event_name: nativeEvent,
      cursor_version: isDocumented ? DOCUMENTED_VERSION : VERSION,
      workspace_roots: [parts.root],
      user_email: 'dev@example.com',
      transcript_path: null,
    }
  },
}
