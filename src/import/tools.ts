import { importRulesOf, type ImportRules } from '../../hosts/import-rules.js'
import { hostOf } from '../../hosts/index.js'
import { startsFor, type SettingsEntry } from '../../hosts/settings-readers.js'
import { kindsOf } from '../../hosts/shared/tool-names.js'
import { faultOfToolName } from '../config/tool-names.js'
import type { HostId } from '../protocol/event.js'

/** A matcher as the names in `tools`, which are whole names and never a pattern. */

export interface ToolNames {
  /** Absent: every tool. */
  tools?: string[]
  /** The matcher is an expression, and these are the names it takes of those that are known today. */
  isExpanded: boolean
  /** It also takes tools of MCP servers that no name can stand for. */
  losesMcp: boolean
}

/** A tool that no host will ever have. */
const NOBODYS_TOOL = 'Zq'
const SOME_TOOL = 'zq'

/** @returns undefined names where the matcher starts the entry for no tool that a name can stand for */
export const toolNamesOf = (host: HostId, entry: SettingsEntry): ToolNames | { none: 'nothing' | 'mcp' } => {
  const rules = importRulesOf(host)
  const starts = (name: string): boolean => startsFor(host, entry, name)
  const known = rules.toolNames.filter(starts)
  const isMcp = starts(rules.someMcpTool)
  if (known.length === rules.toolNames.length && isMcp && starts(NOBODYS_TOOL)) return { isExpanded: false, losesMcp: false }

  const parts = (entry.matcher ?? '').split(/[|,]/).map((part) => part.trim())
  const isName = (part: string): boolean => /^[\w:.-]+$/.test(part) && starts(part)
  const literals = parts.filter((part) => isName(part) && isLive(host, part, rules))
  const serverOf = (part: string): string | undefined => {
    const server = rules.serverOf(part)
    return server !== undefined && starts(`mcp__${server}__${SOME_TOOL}`) ? server : undefined
  }
  const servers = parts.flatMap((part) => serverOf(part) ?? [])
  const { aliases } = hostOf(host).tools
  // Our own matching knows a tool's other names.
  const further = known.filter(
    (name) => !literals.some((literal) => aliases.some((group) => group.includes(literal) && group.includes(name))),
  )
  const tools = [...new Set([...literals, ...further])].map((name) => spelled(name, rules))
  tools.push(...new Set(servers.map((server) => `mcp__${server}__*`)))
  const losesMcp =
    isMcp ||
    parts.some((part) => /mcp/i.test(part) && !isName(part) && serverOf(part) === undefined) ||
    takesFurtherMcp(entry.matcher ?? '', { known, servers, starts, someMcpTool: rules.someMcpTool })
  if (tools.length === 0) return { none: losesMcp ? 'mcp' : 'nothing' }
  const isExpanded = further.some((name) => !literals.includes(name)) && !parts.every((part) => rules.matcherAliases.includes(part))
  return { tools, isExpanded, losesMcp }
}

/** Tools that many servers have, in their spelling: an expression that takes one of them is meant for it, or may be. */
const USUAL_MCP_TOOLS = 'write_file edit_file create_file delete_file move_file read_file run_command execute_command search fetch query'
/** Of a longer matcher nobody looks at each word. */
const MOST_WORDS = 100

/**
 * Whether an expression, which hosts do not anchor, takes tools of MCP servers by a word in it: `delete`, `mcp__github`, or a tool's
 * whole name, of which it takes every longer one as well. A word of a built-in tool that it takes means that tool.
 */
const takesFurtherMcp = (
  matcher: string,
  given: { known: readonly string[]; servers: readonly string[]; starts: (name: string) => boolean; someMcpTool: string },
): boolean => {
  const { known, servers, starts, someMcpTool } = given
  const tool = (name: string): string => someMcpTool.slice(0, -SOME_TOOL.length) + name
  const isOfServer = (word: string): boolean => servers.some((server) => word.startsWith(`mcp__${server}__`))
  const isBuiltIn = (word: string): boolean => known.some((name) => name.toLowerCase().includes(word.toLowerCase()))
  const all = new Set((matcher.match(/[\w-]{2,}/g) ?? []).filter((word) => !isOfServer(word) && !isBuiltIn(word)))
  const takes = (word: string): boolean =>
    [
      tool(`${word}_${SOME_TOOL}`),
      tool(`${SOME_TOOL}_${word}`),
      someMcpTool.replace(SOME_TOOL, word),
      `${word}__${SOME_TOOL}`,
      `${word}_${SOME_TOOL}`,
    ].some(starts)
  return all.size > MOST_WORDS || USUAL_MCP_TOOLS.split(' ').some((name) => starts(tool(name))) || [...all].some(takes)
}

/** Not a name by which the host speaks of another tool, nor one that a tool had and hooks are no longer started by. */
const isLive = (host: HostId, name: string, { toolNames, matcherAliases }: ImportRules): boolean => {
  const { tools } = hostOf(host)
  const isKnown = kindsOf(tools, name).length > 0 || tools.others.includes(name)
  return toolNames.includes(name) || !(isKnown || matcherAliases.includes(name))
}

/** A name that this host's table does not have is taken as it is: on another host it may stand for a kind of tool. */
const spelled = (name: string, { toolNames }: ImportRules): string =>
  faultOfToolName(name) === undefined && (toolNames.includes(name) || name.startsWith('mcp__')) ? name : `native:${name}`
