import type { ToolCall } from '../../src/protocol/event.js'
import type { ToolKind } from '../../src/protocol/tools.js'
import { toAbsolute } from '../../src/paths/absolute.js'
import { compact, decodedJson, isConflicting, isRecord, recordOf, wordOf } from '../shared/fields.js'
import { callOf, mcpCallOf, type RawCall } from '../shared/generic-tool.js'
import { operationsOf, typedPatchOf } from '../shared/patch.js'
import { effectOf, effectOfPatch, patchTextOf, type Existed } from '../shared/patch-call.js'
import type { PathPlace } from '../shared/paths.js'
import type { HostReader } from '../shared/read.js'
import { kindOf, mcpPartsOf, namesOf } from '../shared/tool-names.js'
import { PATCH_TOOL, tools } from './tools.js'

export const tool: HostReader['tool'] = (payload, row, { workspace }, context) => {
  const nativeName = wordOf(payload.tool_name)
  if (nativeName === undefined) return 'the payload names no tool'
  const input = inputOf(nativeName, payload.tool_input)
  if (input === undefined) return 'the payload has no readable tool input'
  const call = { nativeName, callId: wordOf(payload.tool_use_id), input }
  const place = { cwd: workspace.cwd, home: context.home, exists: context.exists }
  const existed: Existed = (path) => (row.event === 'PreToolUse' ? context.exists(path) : undefined)

  const mcp = mcpPartsOf(nativeName)
  if (mcp !== undefined) return mcpCallOf(call, mcp, place, false)
  if (nativeName === PATCH_TOOL) return patchCall(call, place, existed)
  const plain = callOf(tools, call, place, existed)
  return plain.kind === 'run_command' ? withTypedPatch(plain, place, existed) : plain
}

/** `tool_input` may be any JSON value: an object; a text that is JSON, a patch or a command; an argv array. */
const inputOf = (nativeName: string, value: unknown): Record<string, unknown> | undefined => {
  if (isRecord(value)) return value
  if (isConflicting(value)) return undefined
  const takesText = nativeName === PATCH_TOOL || kindOf(tools, nativeName) === 'run_command'
  const decoded = typeof value === 'string' ? recordOf(decodedJson(value)) : undefined
  if (decoded !== undefined || value === null || value === undefined) return decoded
  if (takesText && (typeof value === 'string' || Array.isArray(value))) return { command: value as unknown }
  // A tool that no table knows may take anything; of one that is known it says that something is wrong.
  return kindOf(tools, nativeName) === 'unknown' && nativeName !== PATCH_TOOL && mcpPartsOf(nativeName) === undefined
    ? { input: value }
    : undefined
}

const patchCall = (call: RawCall, place: PathPlace, existed: Existed): ToolCall => {
  const { kinds, paths, pathsUnreadable } = effectOfPatch(call.input, place, existed)
  return compact({ ...call, names: namesOf(tools, call.nativeName, kinds), kind: kinds[0] as ToolKind, paths, pathsUnreadable })
}

/** Codex applies `apply_patch` typed into a shell itself and reports a shell call: such a call is both. */
const withTypedPatch = (call: ToolCall, place: PathPlace, existed: Existed): ToolCall => {
  const argv = call.input.command
  const typed =
    Array.isArray(argv) && argv[0] === PATCH_TOOL
      ? { operations: operationsOf(patchTextOf(call.input)), folders: [] }
      : typedPatchOf(call.command ?? '')
  if (typed === undefined) return call
  const cwd = typed.folders.reduce((folder, next) => toAbsolute(next, folder, place.home), place.cwd)
  const effect = effectOf(typed.operations, { ...place, cwd }, existed)
  // A folder that only the shell can compute leaves the paths unknown.
  const computed = typed.folders.some((folder) => /[$`*?]/.test(folder)) ? (true as const) : undefined
  const names = namesOf(tools, call.nativeName, ['run_command', ...effect.kinds], [PATCH_TOOL])
  return compact({ ...call, names, paths: effect.paths, pathsUnreadable: effect.pathsUnreadable ?? computed })
}
