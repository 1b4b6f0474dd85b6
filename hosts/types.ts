import type { Decision, Rendered } from '../src/protocol/decision.js'
import type { Announcement, HostId, ProtocolEvent } from '../src/protocol/event.js'
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

/** `$text`: the text to carry. `$event`: the incoming event name, verbatim. Anything else is written as it is. */
type Template = string | boolean

export interface Carrier {
  support: Support
  /** Output key (dots nest) to template. These are the only keys a host is ever sent. */
  set: Readonly<Record<string, Template>>
  /** The limit, or where the fact comes from when it is not documented by the host. */
  note?: string
}

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
  /** Text for the model. */
  context?: Carrier
  /** Text for the person. */
  notice?: Carrier
  /** The host's own limit for a hook of this event where its settings name none, in milliseconds. */
  defaultTimeoutMs: number
}

export interface HostDescriptor {
  id: HostId
  title: string
  /** Version the table was held against, and where the facts stand. */
  verifiedAgainst: string
  documentation: string
  /** How many characters of context the host takes whole. */
  contextChars: number
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

export interface HostAdapter {
  id: HostId
  descriptor: HostDescriptor
  tools: HostTools
  settings: HostSettings
  recognise: (payload: Payload) => Recognition
  read: (payload: Payload, context: ReadingContext) => Reading
  render: (nativeEvent: string, decision: Decision) => Rendered
  /** Environment variables that name the session's own root, best first. */
  rootVariables: readonly string[]
  /** True when our own line for this host is registered too, so that being started from another host's line repeats it. */
  hasOwnLine?: (event: ProtocolEvent, context: ReadingContext) => boolean
}
