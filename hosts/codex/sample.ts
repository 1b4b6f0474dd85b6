import { plainInput, OLD_TEXT, type HostSample, type InputTable, type SampleParts, type SampleTool } from '../shared/sample.js'
import { PATCH_TOOL } from './tools.js'

/** What Codex 0.171.0 sends (recordings in fixtures/captures/codex; hosts/codex.md section 2). */

const isWhole = (command: string): boolean => command.trimStart().startsWith('*** Begin Patch')
const added = (text: string): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `+${line}`)
    .join('\n')

/** Its one tool for files takes a patch. A whole patch may be given as the command. */
const patchOf = ({ kind, command, path, content }: SampleTool): string => {
  if (isWhole(command)) return command
  const body =
    kind === 'delete_file'
      ? `*** Delete File: ${path}`
      : kind === 'write_file'
        ? `*** Add File: ${path}\n${added(content)}`
        : `*** Update File: ${path}\n@@\n-${OLD_TEXT}\n${added(content)}`
  return `*** Begin Patch\n${body}\n*** End Patch`
}

const LETTERS: Readonly<Record<string, string>> = { write_file: 'A', delete_file: 'D' }

const INPUTS: InputTable = {
  Bash: ({ command }) => ({ command }),
  [PATCH_TOOL]: (tool) => ({ command: patchOf(tool) }),
  view_image: ({ path }) => ({ path }),
  spawn_agent: () => ({ message: 'Please look around', agent_type: 'explorer' }),
  multi_agent_v1wait_agent: () => ({ targets: ['sample-agent'], timeout_ms: 20_000 }),
  create_goal: () => ({ objective: 'x' }),
}

/** A shell's raw output, without its exit code. */
const RESULTS: Readonly<Record<string, (tool: SampleTool) => unknown>> = {
  Bash: ({ content, hasContent }) => (hasContent ? content : ''),
  [PATCH_TOOL]: ({ kind, path }) =>
    `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n${LETTERS[kind] ?? 'M'} ${path}\n`,
  spawn_agent: () => '{"agent_id":"sample-agent","nickname":"Gibbs"}',
}

const inputOf = (tool: SampleTool): Record<string, unknown> => (INPUTS[tool.name] ?? plainInput)(tool)

const resultOf = (tool: SampleTool): unknown =>
  tool.kind === 'mcp' ? { content: [{ type: 'text', text: tool.content }], isError: false } : (RESULTS[tool.name]?.(tool) ?? {})

const callOf = (tool: SampleTool | undefined, input: SampleParts['input']): object =>
  tool === undefined ? {} : { tool_name: tool.name, tool_input: { ...inputOf(tool), ...input }, tool_use_id: 'call_SampleSampleSample' }

const inAgent = ({ agentId, agentType }: SampleParts): object => (agentId === undefined ? {} : { agent_id: agentId, agent_type: agentType })
const theAgent = ({ agentId, agentType }: SampleParts): object => ({ agent_id: agentId ?? 'sample-agent', agent_type: agentType })
const STOPPED = { stop_hook_active: false, last_assistant_message: 'All done.' }

const FIELDS: Readonly<Record<string, (parts: SampleParts) => object>> = {
  SessionStart: () => ({ source: 'startup' }),
  UserPromptSubmit: (parts) => ({ ...inAgent(parts), prompt: parts.prompt }),
  PreToolUse: (parts) => ({ ...inAgent(parts), ...callOf(parts.tool, parts.input) }),
  PostToolUse: (parts) => ({
    ...inAgent(parts),
    ...callOf(parts.tool, parts.input),
    tool_response: parts.tool === undefined ? '' : resultOf(parts.tool),
  }),
  PreCompact: () => ({ trigger: 'auto' }),
  SubagentStart: theAgent,
  SubagentStop: (parts) => ({
    ...theAgent(parts),
    ...STOPPED,
    agent_transcript_path: '/home/dev/.codex/sessions/2026/01/15/rollout-2026-01-15T10-30-00-sample-agent.jsonl',
  }),
  Stop: () => STOPPED,
}

const envelope = (nativeEvent: string, { session, cwd }: SampleParts): Record<string, unknown> => {
  const all = {
    session_id: session,
    transcript_path: `/home/dev/.codex/sessions/2026/01/15/rollout-2026-01-15T10-30-00-${session}.jsonl`,
    cwd,
    hook_event_name: nativeEvent,
  }
  if (nativeEvent === 'SessionEnd') return { ...all, reason: 'other' }
  return {
    ...all,
    ...(nativeEvent === 'SessionStart' ? {} : { turn_id: `${session}-turn` }),
    model: 'gpt-5.5',
    ...(nativeEvent === 'PreCompact' ? {} : { permission_mode: 'default' }),
  }
}

export const sample: HostSample = {
  tools: {
    run_command: 'Bash',
    write_file: PATCH_TOOL,
    edit_file: PATCH_TOOL,
    delete_file: PATCH_TOOL,
    read_file: 'view_image',
    run_agent: 'spawn_agent',
  },
  reportedAs: {
    shell: 'Bash',
    shell_command: 'Bash',
    local_shell: 'Bash',
    exec_command: 'Bash',
    unified_exec: 'Bash',
    'container.exec': 'Bash',
    multi_agent_v1spawn_agent: 'spawn_agent',
    wait_agent: 'multi_agent_v1wait_agent',
  },
  unreported: { write_stdin: 'no hook is started for what is typed into a running command', tool_search: 'no hook is started for it' },
  serverTool: ({ server, tool }) => (server === undefined ? undefined : `mcp__${server}__${tool}`),
  passesRelativePaths: true,
  events: {},
  lack: (_nativeEvent, { tool }) =>
    tool?.name === PATCH_TOOL && /[\n\r]/.test(tool.path) ? 'a patch cannot name a path with a line break' : undefined,
  payload: (nativeEvent, parts) => ({ ...envelope(nativeEvent, parts), ...FIELDS[nativeEvent]?.(parts) }),
}
