import type { ToolCall } from '../../src/protocol/event.js'
import { compact, isConflicting, recordOrDecoded, textOf, wordOf } from '../shared/fields.js'
import { callOf, mcpCallOf, type RawCall } from '../shared/generic-tool.js'
import { effectOfPatch, type Existed } from '../shared/patch-call.js'
import type { PathPlace } from '../shared/paths.js'
import type { HostReader } from '../shared/read.js'
import { mcpPartsOf, namesOf } from '../shared/tool-names.js'
import type { Payload } from '../types.js'
import { PATCH_TOOL, tools } from './tools.js'

/** `MCP:tool` on the generic tool events; which server it is only the MCP events say. */
const MCP_PREFIX = 'MCP:'

/** Native events that are about one tool and name it by their own name: that tool, and the payload fields that are its input. */
const NAMED_BY_EVENT: Readonly<Record<string, { nativeName: string; input: readonly string[] }>> = {
  beforeShellExecution: { nativeName: 'Shell', input: ['command', 'cwd'] },
  afterShellExecution: { nativeName: 'Shell', input: ['command'] },
  beforeReadFile: { nativeName: 'Read', input: ['file_path'] },
  beforeTabFileRead: { nativeName: 'TabRead', input: ['file_path'] },
  afterFileEdit: { nativeName: 'Write', input: ['file_path', 'edits'] },
  afterTabFileEdit: { nativeName: 'TabWrite', input: ['file_path', 'edits'] },
}

export const tool: HostReader['tool'] = (payload, row, { workspace }, context) => {
  const call = rawCallOf(payload, row.name)
  if (typeof call === 'string') return call
  const place = { cwd: workspace.cwd, home: context.home, exists: context.exists }
  const existed: Existed = (path) => (row.event === 'PreToolUse' ? context.exists(path) : wasThereBefore(payload))

  if (row.name === 'beforeMCPExecution' || row.name === 'afterMCPExecution') {
    const server = wordOf(payload.mcp_server_name)
    const mcp = compact({ server, tool: call.nativeName })
    return mcpCallOf({ ...call, nativeName: MCP_PREFIX + call.nativeName }, mcp as NonNullable<ToolCall['mcp']>, place, true)
  }
  if (call.nativeName.startsWith(MCP_PREFIX)) return mcpCallOf(call, { tool: call.nativeName.slice(MCP_PREFIX.length) }, place, true)
  const native = mcpPartsOf(call.nativeName)
  if (native !== undefined) return mcpCallOf(call, native, place, false)
  return call.nativeName === PATCH_TOOL ? patchCall(call, place, existed) : callOf(tools, call, place, existed)
}

const rawCallOf = (payload: Payload, nativeEvent: string): RawCall | string => {
  const callId = wordOf(payload.tool_use_id)
  const named = NAMED_BY_EVENT[nativeEvent]
  if (named !== undefined) {
    const [needed = ''] = named.input
    if (typeof payload[needed] !== 'string') return `the payload has no ${needed}`
    const input = Object.fromEntries(named.input.filter((key) => key in payload).map((key) => [key, payload[key]]))
    return { nativeName: named.nativeName, callId, input }
  }
  const nativeName = wordOf(payload.tool_name)
  if (nativeName === undefined) return 'the payload names no tool'
  const input = inputOf(nativeName, nativeEvent, payload.tool_input)
  return input === undefined ? 'the payload has no readable tool input' : { nativeName, callId, input }
}

/** An object, or a text that holds one; the patch tool also takes the bare patch, and an MCP tool without arguments an empty text. */
const inputOf = (nativeName: string, nativeEvent: string, value: unknown): Record<string, unknown> | undefined => {
  if (isConflicting(value)) return undefined
  if (nativeName === PATCH_TOOL && typeof value === 'string') return recordOrDecoded(value) ?? { command: value }
  return value === '' && /MCPExecution$/.test(nativeEvent) ? {} : recordOrDecoded(value)
}

/** This host's patch tool edits; what else it does stands in the patch. */
const patchCall = (call: RawCall, place: PathPlace, existed: Existed): ToolCall => {
  const { kinds, paths, pathsUnreadable } = effectOfPatch(call.input, place, existed)
  const names = namesOf(tools, call.nativeName, [...new Set(['edit_file' as const, ...kinds])])
  return compact({ ...call, names, kind: 'edit_file' as const, paths, pathsUnreadable })
}

/** A new file arrives as edits of an empty text (recorded on CLI 2026.09.23); the write's own result does not say. */
const wasThereBefore = (payload: Payload): boolean | undefined => {
  if (!Array.isArray(payload.edits)) return undefined
  return payload.edits.some((edit) => textOf((edit as Payload | null)?.old_string) !== '')
}
