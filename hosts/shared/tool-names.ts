import type { ToolCall } from '../../src/protocol/event.js'
import { TOOL_KINDS, isToolKind, type ToolKind } from '../../src/protocol/tools.js'
import type { HostTools } from '../types.js'

/** The protocol kind of a native tool; `unknown` when no table has it. A tool that bears a protocol name is of that kind. */
export const kindOf = (tools: HostTools, nativeName: string): ToolKind | 'unknown' => {
  for (const kind of TOOL_KINDS) if (tools.kinds[kind]?.includes(nativeName)) return kind
  return isToolKind(nativeName) ? nativeName : 'unknown'
}

/** Every kind a native tool may be; none when the table does not have it. */
export const kindsOf = (tools: HostTools, nativeName: string): readonly ToolKind[] => {
  const kind = kindOf(tools, nativeName)
  return tools.varying[nativeName] ?? (kind === 'unknown' ? [] : [kind])
}

/** All names a call can be matched by: its kinds, its native name, and the names that tool has had. */
export const namesOf = (tools: HostTools, nativeName: string, kinds: readonly ToolKind[], further: readonly string[] = []): string[] => {
  const group = tools.aliases.find((names) => names.includes(nativeName)) ?? []
  return [...new Set([...kinds, nativeName, ...group, ...further])]
}

/** `mcp__server__tool`, taken apart. The server's real name settles where it ends when it holds `__` itself. */
export const mcpPartsOf = (nativeName: string, serverName?: string): ToolCall['mcp'] => {
  if (!nativeName.startsWith('mcp__')) return undefined
  const rest = nativeName.slice('mcp__'.length)
  if (serverName !== undefined && rest.startsWith(`${serverName}__`)) {
    return { server: serverName, tool: rest.slice(serverName.length + 2) }
  }
  const end = rest.indexOf('__')
  return end <= 0 ? undefined : { server: rest.slice(0, end), tool: rest.slice(end + 2) }
}

/**
 * The names an MCP call can be matched by. Without a server only the tool's own name is known. Where a native name can
 * be taken apart in several ways and nobody says which is meant, every way is a name.
 *
 * @param certain the host itself named the server
 */
export const mcpNamesOf = (nativeName: string, { server, tool }: NonNullable<ToolCall['mcp']>, certain: boolean): string[] => {
  if (server === undefined) return [nativeName]
  const names = [`${server}.${tool}`, `mcp__${server}__${tool}`, nativeName]
  if (certain) return [...new Set(names)]
  const parts = nativeName.split('__').slice(1)
  const ways = parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('__')}.${parts.slice(index + 1).join('__')}`)
  return [...new Set([...names, ...ways])]
}
