import type { ToolKind } from '../../src/protocol/tools.js'
import type { Payload } from '../types.js'

/**
 * What a host would send, made from a few words: for tests of a policy, for explanations, and for probes of a registered line.
 * Data in `hosts/<host>/sample.ts`, true to the recordings in `fixtures/captures`; no call that a host makes loads it.
 */

/** What a sample is made of, when the event and the tool are settled. Every path is absolute, but where the host itself sends a relative one. */
export interface SampleParts {
  root: string
  cwd: string
  session: string
  agentId?: string | undefined
  agentType: string
  /** The prompt of a person, or of a subagent's task. */
  prompt: string
  tool?: SampleTool | undefined
  /** Further arguments of the tool, in the host's own words; they stand above ours. */
  input?: Readonly<Record<string, unknown>> | undefined
}

export interface SampleTool {
  /** As the host reports it. */
  name: string
  kind: ToolKind | 'mcp' | 'unknown'
  mcp?: { server?: string; tool: string }
  command: string
  path: string
  /** What is written, or what the tool returns. */
  content: string
  /** Absent: the sample's own text. */
  hasContent: boolean
}

/** Which tools a native event is about, where it is not about all. */
export interface SampleEvent {
  kinds: readonly SampleTool['kind'][]
  /** The tool meant where none is named; absent: none is. */
  usual?: string
  /** No other tool of these kinds. */
  only?: true
}

export interface HostSample {
  /** The tool by which the host does each kind of thing; absent: it has none. */
  tools: Readonly<Partial<Record<ToolKind, string>>>
  /** The name the host sends in place of another. */
  reportedAs: Readonly<Record<string, string>>
  /** Tools that it starts no hook for, with the reason. */
  unreported: Readonly<Record<string, string>>
  /** How it names a server's tool; undefined where it does not name one without its server. */
  serverTool: (mcp: { server?: string; tool: string }) => string | undefined
  /** It passes on the paths that its model wrote; others are absolute. */
  passesRelativePaths?: true
  /** Native events that are about some tools only. */
  events: Readonly<Record<string, SampleEvent>>
  /** The native event of a canonical one for this tool, where it is not the primary one. */
  nativeEvent?: (event: string, tool: SampleTool) => string | undefined
  /** A reason why the host cannot express it; undefined where it can. */
  lack?: (nativeEvent: string, parts: SampleParts) => string | undefined
  payload: (nativeEvent: string, parts: SampleParts) => Payload
}

/** Where a file tool carries its path in this host, and what else it takes. */
export type InputTable = Readonly<Record<string, (tool: SampleTool) => Record<string, unknown>>>

/** Arguments of a tool that no table describes: what was given. */
export const plainInput = ({ command, path }: SampleTool): Record<string, unknown> => ({
  ...(command === '' ? {} : { command }),
  ...(path === '' ? {} : { path }),
})

export const OLD_TEXT = 'before'
