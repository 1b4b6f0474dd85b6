import type { HostId } from '../src/protocol/event.js'
import { isToolEvent, type EventName } from '../src/protocol/events.js'
import { isToolKind, type ToolKind } from '../src/protocol/tools.js'
import { isAbsolutePath, toAbsolute } from '../src/paths/absolute.js'
import { sample as claudeCode } from './claude-code/sample.js'
import { sample as codex } from './codex/sample.js'
import { sample as cursor } from './cursor/sample.js'
import { HOSTS, hostOf, isHostId } from './index.js'
import { nativeNameOf, rowOf } from './shared/rows.js'
import type { HostSample, SampleParts, SampleTool } from './shared/sample.js'
import { kindsOf, mcpPartsOf } from './shared/tool-names.js'
import type { HostAdapter, Payload } from './types.js'

/** The payload a host would send, made from a short form. For the commands only: nothing that a call loads may import this. */
const SAMPLES: Readonly<Record<HostId, HostSample>> = { 'claude-code': claudeCode, codex, cursor }

export interface ShortCall {
  host: HostId
  /** Canonical, or native to the host. */
  event: string
  /** A protocol name, a native name of any host, or `server.tool` (also `mcp__server__tool`, `MCP:tool`). May be absent beside a command. */
  tool?: string | undefined
  command?: string | undefined
  /** Absolute, or relative to `cwd`. For a tool that fetches: the address. */
  path?: string | undefined
  /** What is written, or after the call what it printed, held or failed with. */
  content?: string | undefined
  prompt?: string | undefined
  /** Further arguments of the tool, in the host's own words. */
  input?: Readonly<Record<string, unknown>> | undefined
  /** The session's root, absolute. */
  root: string
  /** Absent: the root. */
  cwd?: string | undefined
  /** The person's home folder, for `~/`. */
  home?: string | undefined
  session?: string | undefined
  agentId?: string | undefined
  agentType?: string | undefined
}

export interface Sample {
  payload: Payload
  nativeEvent: string
  event: EventName
  /** How the host would start us: its working directory, and the variables by which it names the session's root. */
  start: { cwd: string; env: Readonly<Record<string, string>> }
}

/** `host`, `event`, `tool`: there is no such thing. `field`: the short form lacks something. `why` is half a sentence; it may hold the short form's own words. */
export interface Lack {
  lacks: 'host' | 'event' | 'tool' | 'field'
  why: string
}

/** @returns the payload, or why the host would never send one. Never throws. */
export const sampleOf = (call: ShortCall): Sample | Lack => {
  const own = isHostId(call.host) && Object.hasOwn(SAMPLES, call.host) ? SAMPLES[call.host] : undefined
  if (own === undefined) return { lacks: 'host', why: `there is no host "${call.host}"` }
  const host = hostOf(call.host)
  const named = nativeNameOf(host.descriptor, call.event)
  const event = named === undefined ? undefined : rowOf(host.descriptor, named)?.event
  if (named === undefined) return { lacks: 'event', why: `${host.descriptor.title} has no event "${call.event}"` }
  if (event === undefined) return { lacks: 'event', why: `no hook can be run at ${named}` }

  const tool = isToolEvent(event) ? toolOf(call, host, own, named) : undefined
  if (tool !== undefined && 'lacks' in tool) return tool
  // A canonical name stands for whatever native event is about this tool.
  const nativeEvent = (tool !== undefined && call.event === event ? own.nativeEvent?.(event, tool) : undefined) ?? named
  const parts = partsOf(call, tool)
  const why = (tool === undefined ? undefined : unfit(own, nativeEvent, tool)) ?? own.lack?.(nativeEvent, parts)
  if (why !== undefined) return { lacks: 'tool', why: `${host.descriptor.title} at ${nativeEvent}: ${why}` }
  const env = Object.fromEntries(host.rootVariables.map((name) => [name, call.root]))
  return { payload: own.payload(nativeEvent, parts), nativeEvent, event, start: { cwd: call.root, env } }
}

const partsOf = (call: ShortCall, tool: SampleTool | undefined): SampleParts => ({
  root: call.root,
  cwd: call.cwd ?? call.root,
  session: call.session ?? 'sample-session',
  agentId: call.agentId,
  agentType: call.agentType ?? 'general-purpose',
  prompt: call.prompt ?? 'Please look around',
  tool,
  input: call.input,
})

const unfit = ({ events }: HostSample, nativeEvent: string, { name, kind }: SampleTool): string | undefined => {
  const about = events[nativeEvent]
  const fits = about === undefined || (about.kinds.includes(kind) && (about.only === undefined || name === about.usual))
  return fits ? undefined : `it is not announced for ${name}`
}

/** Arguments without which a call of the kind says nothing. */
const NEEDS: Readonly<Partial<Record<SampleTool['kind'], 'command' | 'path'>>> = {
  run_command: 'command',
  write_file: 'path',
  edit_file: 'path',
  delete_file: 'path',
  read_file: 'path',
}

const toolOf = (call: ShortCall, host: HostAdapter, own: HostSample, named: string): SampleTool | Lack => {
  const wanted = call.tool ?? own.events[named]?.usual ?? (call.command === undefined ? undefined : 'run_command')
  if (wanted === undefined) return { lacks: 'field', why: 'a tool is needed' }
  const found = serverToolOf(wanted, host, own) ?? nativeToolOf(wanted, host, own)
  if ('lacks' in found) return found
  const need = NEEDS[found.kind]
  // A whole patch may be given in place of a path.
  const isPatch = found.name in host.tools.varying && call.command !== undefined
  if (need !== undefined && call[need] === undefined && call.input === undefined && !isPatch) {
    return { lacks: 'field', why: `${wanted} needs a ${need}` }
  }
  return {
    ...found,
    command: call.command ?? '',
    path: pathOf(found.kind, call, own),
    content: call.content ?? (found.kind === 'edit_file' ? 'after' : 'hello\n'),
    hasContent: call.content !== undefined,
  }
}

const pathOf = (kind: SampleTool['kind'], call: ShortCall, own: HostSample): string => {
  if (kind === 'fetch_url') return call.path ?? 'https://example.com/'
  const spelled = call.path ?? (kind === 'search_files' ? '.' : '')
  // What a server's tool takes for a path is its own matter.
  if (spelled === '' || kind === 'mcp' || kind === 'unknown' || isAbsolutePath(spelled)) return spelled
  if (own.passesRelativePaths && !spelled.startsWith('~')) return spelled
  return toAbsolute(spelled, call.cwd ?? call.root, call.home)
}

type FoundTool = Pick<SampleTool, 'name' | 'kind' | 'mcp'>

const SERVER_TOOL = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_.-]+)$/
const BARE_SERVER_TOOL = /^MCP:([^]+)$/

const isKnown = ({ tools }: HostAdapter, name: string): boolean => kindsOf(tools, name).length > 0 || tools.others.includes(name)

/** A server's tool; undefined for any other name. */
const serverToolOf = (wanted: string, host: HostAdapter, own: HostSample): FoundTool | Lack | undefined => {
  if (HOSTS.some((one) => isKnown(one, wanted))) return undefined
  const bare = BARE_SERVER_TOOL.exec(wanted)?.[1]
  const [, server, tool] = SERVER_TOOL.exec(wanted) ?? []
  const mcp = bare !== undefined ? { tool: bare } : server !== undefined && tool !== undefined ? { server, tool } : mcpPartsOf(wanted)
  if (mcp === undefined) return undefined
  const name = own.serverTool(mcp)
  return name === undefined
    ? { lacks: 'tool', why: `${host.descriptor.title} names the server of a tool: server.${mcp.tool}` }
    : { name, kind: 'mcp', mcp }
}

/** A protocol name, or a native one: of this host, or of another, for whose kinds it stands here (as in a policy's "tools"). */
const nativeToolOf = (wanted: string, host: HostAdapter, own: HostSample): FoundTool | Lack => {
  const { title } = host.descriptor
  if (isToolKind(wanted)) {
    const name = own.tools[wanted]
    return name === undefined ? { lacks: 'tool', why: `${title} has no tool for ${wanted}` } : { name, kind: wanted }
  }
  const given = wanted.replace(/^native:/, '')
  const unreported = own.unreported[given]
  if (unreported !== undefined) return { lacks: 'tool', why: `${title}, ${given}: ${unreported}` }
  if (isKnown(host, given) || wanted !== given)
    return { name: own.reportedAs[given] ?? given, kind: kindsOf(host.tools, given)[0] ?? 'unknown' }
  const kinds = [...new Set(HOSTS.flatMap(({ tools }) => kindsOf(tools, given)))]
  const kind = kinds.find((one: ToolKind) => own.tools[one] !== undefined)
  return kind === undefined ? { lacks: 'tool', why: `${title} has no tool "${given}"` } : { name: own.tools[kind] as string, kind }
}
