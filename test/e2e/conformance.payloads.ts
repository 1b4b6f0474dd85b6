import { isAbsolute, join } from 'node:path'
import type { HostName } from '../oracle/index.js'
import { nativeName, payload, shellCall } from '../support/payloads.mjs'
import type { Json } from './judged.js'

/** Payloads of the conformance rows: one situation in each host's own form. */

export interface RowTool {
  kind?: 'run_command' | 'write_file' | 'edit_file' | 'delete_file' | 'read_file' | 'search_files' | 'mcp'
  command?: string
  path?: string
  glob?: string
  server?: string
  tool?: string
  name?: string
  input?: unknown
  output?: unknown
}

const absolute = (root: string, path: string): string => (isAbsolute(path) || path.startsWith('~') ? path : join(root, path))

const PATCHES: Readonly<Record<string, (path: string) => string>> = {
  write_file: (path) => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`,
  edit_file: (path) => `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch`,
  delete_file: (path) => `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch`,
}

const NAMES: Readonly<Record<HostName, Readonly<Record<string, string>>>> = {
  'claude-code': { write_file: 'Write', edit_file: 'Edit', read_file: 'Read', search_files: 'Grep' },
  codex: { read_file: 'view_image' },
  cursor: { write_file: 'Write', edit_file: 'StrReplace', delete_file: 'Delete', read_file: 'Read', search_files: 'Grep' },
}

const INPUTS: Readonly<Record<string, Json>> = {
  write_file: { content: 'x\n' },
  edit_file: { old_string: 'a', new_string: 'b' },
  search_files: { pattern: 'x' },
}

const RESULT: Readonly<Record<HostName, Json>> = {
  'claude-code': { tool_response: { stdout: 'out', stderr: '', interrupted: false, isImage: false } },
  codex: { tool_response: 'out\n' },
  cursor: { tool_output: '{"output":"out\\n","exitCode":0}', duration: 1.5 },
}

/** The name and the arguments by which a host calls a tool. */
const called = (host: HostName, root: string, { kind, command, path, glob, server, tool, name, input }: RowTool): [string, unknown] => {
  if (name !== undefined) return [name, input]
  if (kind === 'mcp') return [host === 'cursor' ? `MCP:${tool}` : `mcp__${server}__${tool}`, input ?? {}]
  if (kind === 'run_command' || kind === undefined) {
    const { tool_name, tool_input } = shellCall(host, root, command ?? 'ls')
    return [tool_name, tool_input]
  }
  const target = path === undefined ? undefined : absolute(root, path)
  const patch = host === 'codex' ? PATCHES[kind] : undefined
  if (patch !== undefined) return ['apply_patch', { command: patch(target ?? '') }]
  const key = kind === 'search_files' || host === 'codex' ? 'path' : 'file_path'
  return [
    NAMES[host][kind] ?? kind,
    { ...INPUTS[kind], ...(target === undefined ? {} : { [key]: target }), ...(glob === undefined ? {} : { glob }) },
  ]
}

export interface Situation {
  event: string
  native?: string
  tool?: RowTool
  payload?: Json
}

export const payloadOf = (host: HostName, root: string, { event, native, tool, payload: more = {} }: Situation): Json => {
  const hook_event_name = native ?? nativeName(host, event)
  if (tool === undefined) return { ...payload(host, event, root), hook_event_name, ...more }
  const [tool_name, tool_input] = called(host, root, tool)
  const resultKey = host === 'cursor' ? 'tool_output' : 'tool_response'
  const failed = /Failure$/.test(hook_event_name)
  const result = event !== 'PostToolUse' || failed ? {} : tool.output === undefined ? RESULT[host] : { [resultKey]: tool.output }
  const { tool_use_id } = shellCall(host, root, 'ls')
  return { ...payload(host, event, root), hook_event_name, tool_name, tool_input, tool_use_id, ...result, ...more }
}
