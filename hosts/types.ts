import type { Decision, RenderedDecision, Replacement } from '../src/protocol/decision.js'
import type { Announcement, HostId, ProtocolEvent, Surface } from '../src/protocol/event.js'
import type { EventName } from '../src/protocol/events.js'
import type { ToolKind } from '../src/protocol/tools.js'

/** A payload that is one JSON object; nothing else about it is known yet. */
export type Payload = Record<string, unknown>

/** What an adapter may know besides the payload. Passed in, so that reading a payload stays a pure function of it. */
export interface ReadingContext {
  env: Readonly<Record<string, string | undefined>>
  /** Our own working directory; absent when it was deleted. */
  processCwd?: string
  /** The person's home folder, for `~`. */
  home?: string
  /** Whether a file or folder stands at an absolute path (a link counts). */
  exists: (path: string) => boolean
  /** Text of a small file, or undefined when it cannot be read. */
  readText: (path: string) => string | undefined
  /** The native event name of the registered line, to use where the payload has none or an unknown one. */
  eventHint?: string
}

/**
 * Result of reading a payload. `other`: an event that has no row in the protocol, or at which no hook may run.
 * `named`: whether the payload itself names the event by a name the host has; otherwise the registered line did.
 */
export type Reading =
  | { kind: 'event'; event: ProtocolEvent; named: boolean }
  | { kind: 'other'; nativeEvent: string; why: string }
  | { kind: 'unreadable'; nativeEvent?: string; why: string }

/** How well a host carries a kind of answer. `partial`: works with a limit, or is observed but not documented. */
export type Support = 'native' | 'partial' | 'none' | 'unknown'

/** `$text`: the text to carry; `$value`: the input or output to carry. `$event`: the incoming event name, verbatim. Anything else is written as it is. */
type Template = string | boolean

export interface Carrier {
  support: Support
  /** Output key (dots nest) to template. These are the only keys a host is ever sent. */
  set: Readonly<Record<string, Template>>
  /** The limit, or where the fact comes from when it is not documented by the host. */
  note?: string
  /** Carried for certain on this surface only; elsewhere a text is kept for the event after the call. */
  onlyOn?: Surface
}

/** What a hook can answer, and so what a row has a carrier for. */
export const ANSWERS = ['deny', 'ask', 'allow', 'context', 'notice', 'rewrite', 'replace', 'replaceMcp', 'endsTurn'] as const
export type AnswerName = (typeof ANSWERS)[number]

/** One native event of a host: what it becomes, and what its answer can carry. Rendering reads nothing else. */
export interface NativeEvent {
  name: string
  /** Absent: no row in the protocol; it gets the neutral answer. */
  event?: EventName
  announcement: Announcement
  /** The document that says "no opinion" at this event; absent: the host's own. */
  neutral?: Readonly<Record<string, Template>>
  /** Deny: stop the call, refuse the prompt; after a tool: feedback to the model; at a stop event: go on. */
  deny?: Carrier
  /** Ask the person first. */
  ask?: Carrier
  /** Run the call without the host's own question. */
  allow?: Carrier
  /** Text for the model. */
  context?: Carrier
  /** Text for the person. */
  notice?: Carrier
  /** Run the call with another input. */
  rewrite?: Carrier
  /** Give the model another output of a built-in tool; of an MCP tool, where that has a carrier of its own. */
  replace?: Carrier
  replaceMcp?: Carrier
  /** Beside a deny: end the turn too. */
  endsTurn?: Carrier
  /** The host's own limit for a hook of this event where its settings name none, in milliseconds. */
  defaultTimeoutMs: number
  /** The longest that its settings may name; absent: any. */
  maxTimeoutMs?: number
}

export interface HostDescriptor {
  id: HostId
  title: string
  /** Version the table was held against, and where the facts stand. */
  verifiedAgainst: string
  documentation: string
  /** How many UTF-16 units of context the host takes whole. */
  contextChars: number
  /** It counts bytes of UTF-8 instead. */
  contextInBytes?: true
  /** Whether calls of subagents cannot be told to be the session's. */
  hidesSubagents?: true
  /**
   * It records what stands on disk already and changes nothing there: it has no session, what happens to each file is judged and
   * answered by itself, and the built-in protection has nothing to guard.
   */
  recordsFiles?: true
  /** How often the host lets hooks send the agent on for one prompt; absent: without end. */
  maxStopRounds?: number
  /** The document that says "no opinion", also at an event the table does not have; absent: silence says it. */
  neutral?: Readonly<Record<string, Template>>
  events: readonly NativeEvent[]
}

/** A host's tools by protocol kind. Names in one `aliases` group are one tool under the names it has had. */
export interface HostTools {
  kinds: Readonly<Partial<Record<ToolKind, readonly string[]>>>
  aliases: readonly (readonly string[])[]
  /** Tools whose kind depends on the call, with the kinds they may be. */
  varying: Readonly<Record<string, readonly ToolKind[]>>
  /** Known tools without a protocol kind. */
  others: readonly string[]
  /** Those of `others` that may write a file or run a command. */
  writing: readonly string[]
}

/** `named`: the payload itself says which host it is. `certain`: only this host sends such fields. `unsure`: neither, so it may be any. */
export type Recognition = 'named' | 'certain' | 'unsure'

/** One start of a host from a shell. */
export interface HostStart {
  /** The words behind the program; undefined for one that only run time tells. */
  args: readonly (string | undefined)[]
  /** Variables set for it. Undefined for a value that only run time tells. */
  variables: Readonly<Record<string, string | undefined>>
}

/** Where a host keeps what registers its hooks, and how it is started without them. Data for the built-in self-protection. */
export interface HostSettings {
  /** Name of the folder, in a project or in HOME, whose `files` are the settings. */
  folder: string
  /** Names in that folder; `*` stands for any characters. */
  files: readonly string[]
  /** Variables that name the user-level folder in place of `~/<folder>`. */
  folderVariables: readonly string[]
  /** Files and folders of the machine's owner, absolute, of every platform. */
  system: readonly string[]
  /** Names of its program, and of the packages that a package runner starts it from. */
  programs: readonly string[]
  /** True when this start leaves out hooks that are registered now. */
  hooksOff: (start: HostStart) => boolean
}

export interface RenderSetting {
  event: ProtocolEvent
  /** Characters of one hook's context; absent: as many as the host takes. */
  contextChars?: number
  /** Puts a text that must be cut where it stands whole; returns its path, or undefined where there is no room. */
  keep?: (text: string) => string | undefined
}

export interface PayloadChange {
  input?: Record<string, unknown> | undefined
  output?: { value: unknown } | undefined
}

/** Why a host's new settings must not be taken over. */
export interface SettingsRefusal {
  /** Hooks are switched off, no file has our line before tool calls, or one that may have it does not load. */
  why: 'switched off' | 'no line' | 'does not load'
  /** Which file it is about, where one is. Absolute. */
  file?: string
}

/** A built-in rule for the event at which a host asks whether changed settings count. */
export interface SettingsRule {
  /** Native name of the event, which has no row in the protocol but can carry a deny. */
  event: string
  /** @returns undefined where the settings may be taken over */
  refuses: (payload: Payload, context: ReadingContext) => Promise<SettingsRefusal | undefined>
}

export interface HostAdapter {
  id: HostId
  descriptor: HostDescriptor
  tools: HostTools
  settings: HostSettings
  recognise: (payload: Payload) => Recognition
  read: (payload: Payload, context: ReadingContext) => Reading
  /** @param setting absent for an answer without an event */
  render: (nativeEvent: string, decision: Decision, setting?: RenderSetting) => RenderedDecision
  /** A replacement in the shape that the host takes at this event; undefined where it takes none. Absent: any value. */
  fitOutput?: (event: ProtocolEvent, output: Replacement) => unknown
  /** The key of a payload that holds the call's arguments. */
  inputKey: string
  /** The payload with another input or output of the call, as the host would have sent it. @param event as it was read from the payload */
  payloadWith: (payload: Payload, event: ProtocolEvent, change: PayloadChange) => Payload
  /** Variables that the host sets for its hooks and that are no secret: for hooks that read the host's own payload. */
  hookVariables: readonly string[]
  /** Environment variables that name the session's own root, best first. */
  rootVariables: readonly string[]
  /** What we say where the host asks whether changed settings count; absent for a host that does not ask. */
  settingsRule?: SettingsRule
  /** True when our own line for this host is registered too, so that being started from another host's line repeats it. */
  hasOwnLine?: (event: ProtocolEvent, context: ReadingContext) => boolean
}
