import type { HostId } from '../protocol/event.js'
import type { EventName } from '../protocol/events.js'

/** The hooks of one file, compiled: all that running them needs, as plain data. */

/** Which tools a hook fires for: for each host the names that a call must have one of, and MCP servers' tools. */
export interface ToolMatcher {
  names: Readonly<Record<HostId, readonly string[]>>
  /** `tool` is `*` for all tools of the server. */
  servers: readonly { server: string; tool: string }[]
}

export type FailurePolicy = 'deny' | 'notice' | 'ask'

export interface Hook {
  /** The name in messages and logs, e.g. `guard` or `PreToolUse #1`. */
  label: string
  event: EventName
  /** Absent: every tool. */
  tools?: ToolMatcher
  /** Absent: every host. */
  hosts?: readonly HostId[]
  /** A text for the shell, or words run without one. */
  command: string | readonly string[]
  timeoutMs: number
  onFailure: FailurePolicy
  why?: string
  /** The tools as the file names them, for people; absent: every tool. */
  toolNames?: readonly string[]
}

/** What the user's own file may say for everything. */
export interface UserSettings {
  /** What the built-in protection of policies, settings and program does. Absent: `deny`. */
  selfProtect?: SelfProtect
}

export type SelfProtect = 'deny' | 'propose' | 'off'

export type Layer = 'managed' | 'user' | 'workspace'

/** A policy file that stands somewhere, with what was found there. */
export interface PolicyFile {
  layer: Layer
  /** Absolute path of the hooks file. */
  file: string
  /** The root it governs: its hooks' working directory. Absolute. */
  root: string
  /** Whose approval counts: the real path of the folder that `.acuvo` stands in, or of the managed or user file. */
  approvedAs: string
  content: PolicyContent | { gone: true }
}

/** What stands in a policy file's place. `folder`: it is the `.acuvo` folder itself that is no use. */
export type PolicyContent = { bytes: Buffer } | { broken: string; folder?: true }

/** One fault of a policy file. The offending text is the file's own and nobody vouches for it. */
export interface PolicyError {
  /** Stable, for machines. */
  code: PolicyErrorCode
  /** The file it stands in, where that is not the policy file itself but one that it extends. Absolute. */
  file?: string
  /** JSON path of known keys and indexes, e.g. `hooks[1].tools[0]`; empty for the document. */
  path: string
  /** 1-based; absent where the fault has no place in the text. */
  line?: number
  column?: number
  /** The offending text. */
  offender?: string
  /** Our own words. */
  message: string
  /** The valid name that is nearest to the offending one. */
  nearest?: string
}

export type PolicyErrorCode =
  | 'unreadable'
  | 'not_json'
  | 'duplicate_key'
  | 'unknown_key'
  | 'not_supported_yet'
  | 'missing'
  | 'wrong_type'
  | 'bad_value'
  | 'unknown_event'
  | 'unknown_tool'
  | 'unknown_host'
  | 'not_here'
  | 'out_of_range'
  | 'too_many'

export type LoadedPolicy = ValidPolicy | { errors: readonly PolicyError[] }

export interface ValidPolicy {
  /** In order: those of the files that it extends first. */
  hooks: readonly Hook[]
  settings?: UserSettings
  /** The files that it extends, directly or not, with what stands there. */
  extended: readonly ExtendedFile[]
  /** Globs of further files whose change needs approval, relative to the root. */
  pins: readonly string[]
}

export interface ExtendedFile {
  /** Absolute. */
  file: string
  bytes: Buffer
}
