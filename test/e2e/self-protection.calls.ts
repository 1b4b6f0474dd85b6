import { HOSTS, shellCall, type Host } from '../support/payloads.mjs'
import { PROGRAM } from '../support/program.mjs'
import type { Workspace } from '../support/workspace.mjs'
import type { Json } from './judged.js'

/** Calls as a host announces them, for the rows of self-protection. */

/**
 * One call of one host. Its texts may hold `{root}`, `{home}` and `{base}` of the workspace, `{store}` and `{program}`,
 * which stand for absolute paths.
 */
export interface Call {
  host: Host
  tool: string
  input: unknown
  /** What differs in the payload besides tool and input. */
  more?: Json
}

export interface ProtectionRow {
  name: string
  call: Call
  /** Links and files that are there before the call. */
  before?: (workspace: Workspace) => void
  /** Where the row means something; default: without and with an approved policy. */
  only?: 'without a policy' | 'with an approved policy'
}

/** Names of files are told from texts by the caller; every text in the value is filled in. */
const filled = (value: unknown, places: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string') return value.replace(/\{(root|home|base|store|program)\}/g, (_, name: string) => places[name] as string)
  if (Array.isArray(value)) return value.map((entry) => filled(entry, places))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filled(entry, places)]))
}

/** The payload of a call in this workspace. */
export const payloadOf = ({ host, tool, input, more = {} }: Call, { root, home, base, store }: Workspace): Json => {
  const announced = { ...shellCall(host, root, ''), tool_name: tool, tool_input: input, ...more }
  return filled(announced, { root, home, base, store, program: PROGRAM }) as Json
}

export const claude = (tool: string, input: Json): Call => ({ host: 'claude-code', tool, input })
export const cursor = (tool: string, input: Json | string): Call => ({ host: 'cursor', tool, input })

const asPatch = (lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

/** Codex's patch tool; the lines between `*** Begin Patch` and `*** End Patch`. */
export const patch = (...lines: string[]): Call => ({ host: 'codex', tool: 'apply_patch', input: { command: asPatch(lines) } })

/** A patch that was typed into Codex's shell: it arrives as a shell call, and Codex applies it itself. */
export const typedPatch = (before: string, ...lines: string[]): Call =>
  shell('codex', `${before}apply_patch <<'EOF'\n${asPatch(lines)}\nEOF`)

export const add = (path: string): string[] => [`*** Add File: ${path}`, '+x']
export const update = (path: string): string[] => [`*** Update File: ${path}`, '@@', '-a', '+b']
export const remove = (path: string): string[] => [`*** Delete File: ${path}`]
export const move = (from: string, to: string): string[] => [`*** Update File: ${from}`, `*** Move to: ${to}`, '@@', '-a', '+b']

/** @param cwd where the call takes place, absolute; default the root */
export const shell = (host: Host, command: string, cwd = '{root}'): Call =>
  host === 'cursor'
    ? { host, tool: 'Shell', input: { command, cwd: cwd === '{root}' ? '' : cwd, timeout: 30_000 } }
    : { host, tool: 'Bash', input: { command }, more: { cwd } }

/** A tool of an MCP server, under the name that the host gives it. */
export const mcp = (host: Host, tool: string, input: Json): Call => ({
  host,
  tool: host === 'cursor' ? `MCP:${tool}` : `mcp__files__${tool}`,
  input,
})

/** Cursor's own event of an MCP call: the bare name, the server, the arguments as a text (cursor.md 4). */
export const cursorMcpEvent = (tool: string, input: Json): Call => ({
  host: 'cursor',
  tool,
  input: JSON.stringify(input),
  more: { hook_event_name: 'beforeMCPExecution', mcp_server_name: 'files', command: 'files-server', tool_use_id: undefined },
})

/** Cursor's own event of a shell call. */
export const cursorShellEvent = (command: string): Call => ({
  host: 'cursor',
  tool: 'Shell',
  input: undefined,
  more: { hook_event_name: 'beforeShellExecution', tool_name: undefined, command, cwd: '', sandbox: false, tool_use_id: undefined },
})

/** Cursor's own event of a read. */
export const cursorReadEvent = (path: string): Call => ({
  host: 'cursor',
  tool: 'Read',
  input: undefined,
  more: {
    hook_event_name: 'beforeReadFile',
    tool_name: undefined,
    file_path: path,
    content: 'x',
    attachments: [],
    tool_use_id: undefined,
  },
})

/** One file written in the way of each host. */
export const writeOf = (host: Host, path: string): Call => {
  if (host === 'codex') return patch(...add(path))
  return { host, tool: 'Write', input: { file_path: path, content: 'x\n' } }
}

/** One file read in the way of each host: Codex reads with its shell. */
export const readOf = (host: Host, path: string): Call =>
  host === 'codex' ? shell(host, `cat ${path}`) : { host, tool: 'Read', input: { file_path: path } }

/** Rows that no host reads in its own way: each goes to one host in turn. */
export const inTurn = (
  rows: readonly (readonly [name: string, text: string])[],
  call: (host: Host, text: string) => Call = shell,
): ProtectionRow[] => rows.map(([name, text], index) => ({ name, call: call(HOSTS[index % HOSTS.length] as Host, text) }))

/** The same call on every host. */
export const onEachHost = (name: string, call: (host: Host) => Call): ProtectionRow[] => HOSTS.map((host) => ({ name, call: call(host) }))

export const withPolicy = (rows: readonly ProtectionRow[]): ProtectionRow[] =>
  rows.map((row) => ({ ...row, only: 'with an approved policy' }))
