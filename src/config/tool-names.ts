import { distance } from 'fastest-levenshtein'
import { HOSTS } from '../../hosts/index.js'
import { TOOL_KINDS, isToolKind, type ToolKind } from '../protocol/tools.js'
import type { ToolMatcher } from './types.js'

/**
 * Turns the names in `tools` into a matcher. Whole names only, never a pattern; a name that no host has is refused,
 * because a gate with a typo in it would never fire.
 */

const NATIVE_PREFIX = 'native:'
export const SERVER_TOOL = /^([A-Za-z0-9_-]+)\.(\*|[A-Za-z0-9_.-]+)$/
export const MCP_TOOL = /^mcp__[A-Za-z0-9.-]+(?:_+[A-Za-z0-9.-]+)*__(?:\*|[A-Za-z0-9_.-]+)$/

/** Every name a host has for a tool, with the kinds it stands for where a host lacks it. */
const NATIVE_KINDS: ReadonlyMap<string, ReadonlySet<ToolKind>> = (() => {
  const kinds = new Map<string, Set<ToolKind>>()
  const note = (name: string, of: readonly ToolKind[]): void => {
    kinds.set(name, new Set([...(kinds.get(name) ?? []), ...of]))
  }
  for (const { tools } of HOSTS) {
    for (const kind of TOOL_KINDS) for (const name of tools.kinds[kind] ?? []) note(name, [kind])
    for (const [name, of] of Object.entries(tools.varying)) note(name, of)
    for (const name of tools.others) note(name, [])
  }
  return kinds
})()

/** Every name that some host has for a tool. */
export const NATIVE_TOOL_NAMES: readonly string[] = [...NATIVE_KINDS.keys()]

const hasTool = (host: (typeof HOSTS)[number], name: string): boolean =>
  Object.values(host.tools.kinds).some((names) => names.includes(name)) || name in host.tools.varying || host.tools.others.includes(name)

export type ToolNameFault = { fault: 'unknown' | 'server-alone'; nearest?: string }

/** @returns undefined when the name is good */
export const faultOfToolName = (name: string): ToolNameFault | undefined => {
  const isNative = name.startsWith(NATIVE_PREFIX) && name.length > NATIVE_PREFIX.length
  if (name === '*' || isToolKind(name) || NATIVE_KINDS.has(name) || isNative || MCP_TOOL.test(name)) return undefined
  if (name.startsWith('mcp__')) {
    // The suggestion holds the file's own text, so only a short and plain name is one.
    const server = /^mcp__([A-Za-z0-9-]{1,24})(?:_|$)/.exec(name)?.[1]
    return { fault: /^mcp__[^_]+_*$/.test(name) ? 'server-alone' : 'unknown', ...(server === undefined ? {} : { nearest: `${server}.*` }) }
  }
  return SERVER_TOOL.test(name) ? undefined : unknown(name)
}

const unknown = (name: string): ToolNameFault => {
  const nearest = nearestOf(name, [...TOOL_KINDS, ...NATIVE_KINDS.keys()])
  return { fault: 'unknown', ...(nearest === undefined ? {} : { nearest }) }
}

/** The candidate that begins like the name, else the one that differs least, if it differs in little more than half of the name; upper and lower case count as one. */
export const nearestOf = (name: string, candidates: readonly string[]): string | undefined => {
  // A pattern or nothing at all is no name with a typo.
  if (name === '' || /[|*]/.test(name)) return undefined
  const wanted = name.toLowerCase()
  const begun = candidates.find((candidate) => wanted.length > 2 && candidate.toLowerCase().startsWith(wanted))
  if (begun !== undefined) return begun
  let best: { candidate: string; differs: number } | undefined
  for (const candidate of candidates) {
    const differs = distance(wanted, candidate.toLowerCase())
    if (best === undefined || differs < best.differs) best = { candidate, differs }
  }
  return best !== undefined && best.differs <= Math.max(2, Math.ceil(name.length * 0.6)) ? best.candidate : undefined
}

/** @returns undefined for every tool */
export const toolMatcherOf = (names: readonly string[]): ToolMatcher | undefined => {
  if (names.includes('*')) return undefined
  const servers = names.flatMap((name) => (NATIVE_KINDS.has(name) ? [] : serverToolsOf(name)))
  const namesAt = (host: (typeof HOSTS)[number]): string[] => [...new Set(names.flatMap((name) => standsFor(name, host)))]
  return { servers, names: Object.fromEntries(HOSTS.map((host) => [host.id, namesAt(host)])) }
}

/** The server and tool that a name names; every way to take `mcp__a__b__c` apart, because only the host knows which is meant. */
const serverToolsOf = (name: string): { server: string; tool: string }[] => {
  const [, server, tool] = SERVER_TOOL.exec(name) ?? []
  if (server !== undefined && tool !== undefined) return [{ server, tool }]
  if (!MCP_TOOL.test(name)) return []
  const parts = name.split('__').slice(1)
  if (parts.at(-1) === '*') return [{ server: parts.slice(0, -1).join('__'), tool: '*' }]
  return parts.slice(1).map((_, index) => ({ server: parts.slice(0, index + 1).join('__'), tool: parts.slice(index + 1).join('__') }))
}

/** A native name holds as it is; on a host without that name it stands for its protocol kinds as well. */
const standsFor = (name: string, host: (typeof HOSTS)[number]): readonly string[] => {
  if (name.startsWith(NATIVE_PREFIX)) return [name.slice(NATIVE_PREFIX.length)]
  return hasTool(host, name) ? [name] : [name, ...(NATIVE_KINDS.get(name) ?? [])]
}
