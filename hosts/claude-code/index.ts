import type { Surface, ToolCall } from '../../src/protocol/event.js'
import { compact, isRecord, recordOf, recordOrDecoded, textOf, wordOf } from '../shared/fields.js'
import { callOf, mcpCallOf } from '../shared/generic-tool.js'
import { readWith, snakeCaseFields, type HostReader } from '../shared/read.js'
import { renderFrom } from '../shared/render.js'
import { INPUT_KEY, payloadWith } from '../shared/payload-with.js'
import { rowOf } from '../shared/rows.js'
import { mcpPartsOf } from '../shared/tool-names.js'
import { workspaceOf } from '../shared/workspace.js'
import type { HostAdapter, Payload, Recognition } from '../types.js'
import { descriptor } from './descriptor.js'
import { fitOutput } from './output.js'
import { settings } from './settings.js'
import { tools } from './tools.js'

/** Names that another host sends as well; any other name in the table is a mark of this host. */
const SHARED_EVENTS =
  /^(?:SessionStart|SessionEnd|UserPromptSubmit|PreToolUse|PermissionRequest|PostToolUse|PreCompact|PostCompact|SubagentStart|SubagentStop|Stop)$/

const recognise = (payload: Payload): Recognition => {
  const name = wordOf(payload.hook_event_name)
  const ownMark =
    wordOf(payload.prompt_id) !== undefined ||
    isRecord(payload.effort) ||
    isRecord(payload.mcp_server) ||
    /^toolu_/.test(textOf(payload.tool_use_id) ?? '') ||
    /[\\/]\.claude[\\/]/.test(textOf(payload.transcript_path) ?? '') ||
    (name !== undefined && !SHARED_EVENTS.test(name) && rowOf(descriptor, name) !== undefined)
  return ownMark ? 'certain' : 'unsure'
}

const surfaceOf = (entrypoint: string | undefined): Surface | undefined => {
  if (entrypoint === undefined) return undefined
  if (/vscode|jetbrains|ide/i.test(entrypoint)) return 'ide'
  return /desktop/i.test(entrypoint) ? 'desktop' : 'cli'
}

const fields: HostReader['fields'] = (payload, row, context) => ({
  ...snakeCaseFields(payload, row),
  surface: surfaceOf(wordOf(context.env.CLAUDE_CODE_ENTRYPOINT)),
  promptId: wordOf(payload.prompt_id),
  workspace: workspaceOf([context.env.CLAUDE_PROJECT_DIR], [payload.cwd], context),
})

const tool: HostReader['tool'] = (payload, row, { workspace }, context) => {
  const nativeName = wordOf(payload.tool_name)
  if (nativeName === undefined) return 'the payload names no tool'
  const input = recordOrDecoded(payload.tool_input)
  if (input === undefined) return 'the payload has no readable tool input'
  const call = { nativeName, callId: wordOf(payload.tool_use_id), input }
  const place = { cwd: workspace.cwd, home: context.home, exists: context.exists }
  const server = wordOf(recordOf(payload.mcp_server)?.name)
  const mcp = mcpPartsOf(nativeName, server)
  if (mcp !== undefined) return mcpCallOf(call, mcp, place, mcp.server === server)
  return callOf(tools, call, place, (path) => (row.event === 'PreToolUse' ? context.exists(path) : wasThereBefore(payload.tool_response)))
}

/** Write's result says `create` or `update`. */
const wasThereBefore = (response: unknown): boolean | undefined => {
  const type = recordOf(response)?.type
  if (type === 'create') return false
  return type === 'update' ? true : undefined
}

/** A failed call has an event of its own. */
const result = (payload: Payload, row: { name: string }, _tool: ToolCall) =>
  row.name === 'PostToolUseFailure'
    ? compact({ ok: false, error: textOf(payload.error) })
    : compact({ ok: true, output: payload.tool_response ?? undefined })

/** What its hooks are documented to find, without the names of sockets and tokens. */
const HOOK_VARIABLES = [
  'CLAUDE_PROJECT_DIR',
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_REMOTE',
  'CLAUDE_CODE_AGENT',
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_EFFORT',
  'CLAUDE_ENV_FILE',
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_PLUGIN_DATA',
]

const reader: HostReader = {
  descriptor,
  // A compaction runs as a subagent without a type: the person never started one.
  silent: (payload, row) => (row.event === 'SubagentStop' && payload.agent_type === '' ? 'a compaction, not a subagent' : undefined),
  fields,
  tool,
  result,
}

export const claudeCode: HostAdapter = {
  id: 'claude-code',
  descriptor,
  tools,
  settings,
  recognise,
  read: readWith(reader),
  render: renderFrom(descriptor, fitOutput),
  fitOutput,
  inputKey: INPUT_KEY,
  payloadWith: payloadWith(['tool_response'], (event, value) => fitOutput(event, { value }) ?? value),
  rootVariables: ['CLAUDE_PROJECT_DIR'],
  hookVariables: HOOK_VARIABLES,
  settingsRule: {
    event: 'ConfigChange',
    refuses: async (payload, context) => (await import('./config-change.js')).refusesSettings(payload, context),
  },
}
