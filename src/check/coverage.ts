import { ALL_HOSTS, HOSTS } from '../../hosts/index.js'
import type { HostAdapter } from '../../hosts/types.js'
import { kindsOfName } from '../config/tool-names.js'
import type { Hook } from '../config/types.js'
import type { ToolKind } from '../protocol/tools.js'

/** What a hook is about, and whether one hook covers what another one leaves open. */

/** The hosts that a hook is for; our git hook, which is no agent, where it names it. */
export const hostsOf = ({ hosts }: Hook): readonly HostAdapter[] =>
  ALL_HOSTS.filter((host) => hosts?.includes(host.id) ?? HOSTS.includes(host))

/** Whether any of them is an agent, which has other ways to a file. */
export const isForAgents = (hook: Hook): boolean => hostsOf(hook).some((host) => HOSTS.includes(host))

/** The protocol kinds that its tools name; undefined: every tool. */
export const kindsOf = ({ tools, toolNames }: Hook): ReadonlySet<ToolKind> | undefined =>
  tools === undefined ? undefined : new Set((toolNames ?? []).flatMap(kindsOfName))

/** Whether its tools name the kind; every tool is every kind. */
export const isAbout = (hook: Hook, kind: ToolKind): boolean => kindsOf(hook)?.has(kind) !== false

/** Whether it looks at tools of MCP servers, all or some. */
export const isAboutMcp = ({ tools }: Hook): boolean => tools === undefined || tools.servers.length > 0

/** A hook that can stop a tool call. */
export const isGate = ({ event, command, says }: Hook): boolean =>
  event === 'PreToolUse' && (command !== undefined || says?.answer === 'deny' || says?.answer === 'ask')

/** Whether one hook is for every host that another one is for. */
export const isForHostsOf = (wide: Hook, narrow: Hook): boolean => {
  const ids = new Set(hostsOf(wide).map(({ id }) => id))
  return hostsOf(narrow).every(({ id }) => ids.has(id))
}

const isSame = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  one !== undefined && other !== undefined && one.length === other.length && new Set([...one, ...other]).size === new Set(one).size

/** Whether it is about every path that the other one is about, as far as their globs are spelled alike. */
export const isForPathsOf = (wide: Hook, narrow: Hook): boolean => wide.pathTexts === undefined || isSame(wide.pathTexts, narrow.pathTexts)

export const isForCommandsOf = (wide: Hook, narrow: Hook): boolean =>
  wide.commandTexts === undefined || isSame(wide.commandTexts, narrow.commandTexts)

/** Whether it fires for every tool that the other one fires for. */
export const isForToolsOf = (wide: Hook, narrow: Hook): boolean => {
  if (wide.tools === undefined) return true
  if (narrow.tools === undefined) return false
  const { names, servers } = wide.tools
  return (
    Object.entries(narrow.tools.names).every(([host, of]) => of.every((name) => names[host]?.includes(name) === true)) &&
    narrow.tools.servers.every(({ server, tool }) =>
      servers.some((other) => other.server === server && (other.tool === '*' || other.tool === tool)),
    )
  )
}
