import { OLD_TEXT, plainInput, type HostSample, type InputTable, type SampleParts, type SampleTool } from '../shared/sample.js'

/** What Claude Code 2.1.332 sends (recordings in fixtures/captures/claude-code). */

const INPUTS: InputTable = {
  Bash: ({ command }) => ({ command, description: 'Run a command' }),
  PowerShell: ({ command }) => ({ command }),
  Monitor: ({ command }) => ({ command }),
  Write: ({ path, content }) => ({ file_path: path, content }),
  // The parsed input always has replace_all.
  Edit: ({ path, content }) => ({ file_path: path, old_string: OLD_TEXT, new_string: content, replace_all: false }),
  MultiEdit: ({ path, content }) => ({
    file_path: path,
    edits: [{ old_string: OLD_TEXT, new_string: content, replace_all: false }],
  }),
  NotebookEdit: ({ path, content }) => ({ notebook_path: path, new_source: content }),
  Read: ({ path }) => ({ file_path: path }),
  NotebookRead: ({ path }) => ({ notebook_path: path }),
  Grep: ({ path }) => ({ pattern: 'TODO', path }),
  Glob: ({ path }) => ({ pattern: '**/*', path }),
  LS: ({ path }) => ({ path }),
  WebFetch: ({ path }) => ({ url: path, prompt: 'Summarise' }),
  WebSearch: () => ({ query: 'example' }),
  Agent: () => ({ description: 'Look around', prompt: 'Please look around', subagent_type: 'general-purpose', run_in_background: false }),
}

const shellResult = ({ content, hasContent }: SampleTool): unknown => ({
  stdout: hasContent ? content : '',
  stderr: '',
  interrupted: false,
  isImage: false,
  noOutputExpected: false,
})
const RESULTS: Readonly<Record<string, (tool: SampleTool) => unknown>> = {
  Bash: shellResult,
  PowerShell: shellResult,
  Write: ({ path, content }) => ({ type: 'create', filePath: path, content, structuredPatch: [], originalFile: null, userModified: false }),
  Edit: ({ path, content }) => ({
    filePath: path,
    oldString: OLD_TEXT,
    newString: content,
    originalFile: OLD_TEXT,
    structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${OLD_TEXT}`, `+${content}`] }],
    userModified: false,
    replaceAll: false,
  }),
  Read: ({ path, content }) => {
    const lines = content.split('\n').length
    return { type: 'text', file: { filePath: path, content, numLines: lines, startLine: 1, totalLines: lines } }
  },
  WebSearch: () => ({ query: 'example', results: [], durationSeconds: 0.01, searchCount: 0 }),
}

const inputOf = (tool: SampleTool): Record<string, unknown> => (INPUTS[tool.name] ?? plainInput)(tool)

const resultOf = (tool: SampleTool): unknown =>
  tool.kind === 'mcp' ? [{ type: 'text', text: tool.content }] : (RESULTS[tool.name]?.(tool) ?? { success: true })

const inAgent = ({ agentId, agentType }: SampleParts): object => (agentId === undefined ? {} : { agent_id: agentId, agent_type: agentType })
const theAgent = ({ agentId, agentType }: SampleParts): object => ({ agent_id: agentId ?? 'sampleagent000001', agent_type: agentType })
const MODE = { permission_mode: 'default' }
const EFFORT = { effort: { level: 'medium' } }
const STOPPED = { stop_hook_active: false, last_assistant_message: 'All done.', background_tasks: [], session_crons: [] }

const callOf = (tool: SampleTool | undefined, input: SampleParts['input']): object =>
  tool === undefined
    ? {}
    : { tool_name: tool.name, tool_input: { ...inputOf(tool), ...input }, tool_use_id: 'toolu_01SampleSampleSampleSample' }
const serverOf = (tool: SampleTool | undefined): object =>
  tool?.mcp?.server === undefined ? {} : { mcp_server: { name: tool.mcp.server, source: 'dynamic' } }

/** The fields of each event behind the envelope. */
const FIELDS: Readonly<Record<string, (parts: SampleParts) => object>> = {
  SessionStart: () => ({ source: 'startup' }),
  SessionEnd: () => ({ reason: 'other' }),
  UserPromptSubmit: (parts) => ({ ...MODE, prompt: parts.prompt }),
  PreToolUse: (parts) => ({ ...MODE, ...inAgent(parts), ...EFFORT, ...callOf(parts.tool, parts.input), ...serverOf(parts.tool) }),
  PreSkillShellCommand: (parts) => ({
    ...MODE,
    ...EFFORT,
    ...callOf(parts.tool, parts.input),
    tool_input: { command: parts.tool?.command ?? '', ...parts.input },
    command_name: 'review',
    command_source: 'projectSettings',
    invoked_by: 'user',
  }),
  PostToolUse: (parts) => ({
    ...MODE,
    ...inAgent(parts),
    ...EFFORT,
    ...callOf(parts.tool, parts.input),
    tool_response: parts.tool === undefined ? {} : resultOf(parts.tool),
    duration_ms: 10,
    ...serverOf(parts.tool),
  }),
  PostToolUseFailure: (parts) => ({
    ...MODE,
    ...inAgent(parts),
    ...EFFORT,
    ...callOf(parts.tool, parts.input),
    error: parts.tool?.hasContent === true ? parts.tool.content : 'Exit code 1',
    is_interrupt: false,
    duration_ms: 10,
    ...serverOf(parts.tool),
  }),
  PreCompact: () => ({ trigger: 'auto', custom_instructions: null }),
  SubagentStart: theAgent,
  SubagentStop: (parts) => ({
    ...MODE,
    ...theAgent(parts),
    ...EFFORT,
    ...STOPPED,
    agent_transcript_path: `/home/dev/.claude/projects/-home-dev-project/${parts.session}/subagents/agent-sample.jsonl`,
  }),
  Stop: () => ({ ...MODE, ...EFFORT, ...STOPPED }),
  Notification: (parts) => ({ message: parts.prompt, notification_type: 'permission_prompt' }),
}

export const sample: HostSample = {
  tools: {
    run_command: 'Bash',
    write_file: 'Write',
    edit_file: 'Edit',
    read_file: 'Read',
    search_files: 'Grep',
    fetch_url: 'WebFetch',
    web_search: 'WebSearch',
    run_agent: 'Agent',
  },
  reportedAs: { Task: 'Agent' },
  unreported: {},
  serverTool: ({ server, tool }) => (server === undefined ? undefined : `mcp__${server}__${tool}`),
  events: { PreSkillShellCommand: { kinds: ['run_command'], usual: 'Bash' } },
  payload: (nativeEvent, parts) => ({
    session_id: parts.session,
    transcript_path: `/home/dev/.claude/projects/-home-dev-project/${parts.session}.jsonl`,
    cwd: parts.cwd,
    ...(nativeEvent === 'SessionStart' ? {} : { prompt_id: `${parts.session}-prompt` }),
    hook_event_name: nativeEvent,
    ...FIELDS[nativeEvent]?.(parts),
  }),
}
