import type { PathGlobs } from '../globs/compile.js'
import type { HostId } from '../protocol/event.js'
import type { EventName } from '../protocol/events.js'
import type { CommandPattern } from '../shell/command-pattern.js'
import type { PolicyText } from './locate.js'

/** The hooks of one file, compiled: all that running them needs, as plain data. */

/** Which tools a hook fires for: for each host the names that a call must have one of, and MCP servers' tools. */
export interface ToolMatcher {
  names: Readonly<Record<HostId, readonly string[]>>
  /** `tool` is `*` for all tools of the server. */
  servers: readonly { server: string; tool: string }[]
}

export type FailurePolicy = 'deny' | 'notice' | 'ask'

/** A text for the shell, or words run without one. */
export type Command = string | readonly string[]

export type ShellProgram = 'sh' | 'bash' | 'pwsh' | 'cmd'

/** The keys of a hook that answer by themselves. */
export type DeclaredAnswer = 'deny' | 'ask' | 'notice' | 'context'

export interface Hook {
  /** The name in messages and logs, e.g. `guard` or `PreToolUse #1`. */
  label: string
  event: EventName
  /** Absent: every tool. */
  tools?: ToolMatcher
  /** Absent: every host. */
  hosts?: readonly HostId[]
  /** Absent: any path, or none. */
  paths?: PathGlobs
  /** What a shell call must run. Absent: anything. */
  commands?: readonly CommandPattern[]
  /** What is run; absent where the hook answers by itself. */
  command?: Command
  /** In its place on Windows. */
  commandWindows?: Command
  /** Which shell reads a text; absent: the platform's own. */
  shellProgram?: ShellProgram
  /** The answer itself. */
  says?: { answer: DeclaredAnswer; text: string }
  /** Added to a deny: what to do instead. */
  instead?: string
  /** Run once for each matching path. */
  each?: 'path'
  timeoutMs: number
  onFailure: FailurePolicy
  /** Absent: `enforce`. */
  mode?: 'warn' | 'off'
  /** Further variables that it may see. */
  env?: readonly string[]
  /** It reads the host's bytes; absent: the protocol event. */
  stdin?: 'host'
  /** It is not waited for and has no answer. */
  background?: true
  /** What it leaves running lives on. */
  detach?: true
  /** Its explicit allow counts. */
  mayAllow?: true
  why?: string
  /** Tools, paths and commands as the file spells them, for people. */
  toolNames?: readonly string[]
  pathTexts?: readonly string[]
  commandTexts?: readonly string[]
}

/** What a file says for everything, not for one hook. */
export interface FileSettings {
  /** What the built-in protection of policies, settings and program does. Absent: `deny`. The person's own file only. */
  selfProtect?: SelfProtect
  /** What the log keeps. Absent: `on`. The person's own file only. */
  log?: LogMode
  /** The chain's deadline, from our own start. Of these three the smallest of all files holds. */
  budgetMs?: number
  /** How often a stop hook may send the agent on for one prompt. */
  stopLimit?: number
  /** How long one hook's context may be, in UTF-16 units. */
  contextChars?: number
}

/** What of calls the log keeps: all that had anything to report, nothing, or only denies, questions and failures. */
export type LogMode = 'on' | 'off' | 'denied' | 'full'

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
  /** Of each hook, in the same order. */
  origins: readonly HookOrigin[]
  settings?: FileSettings
  /** The files that it extends, directly or not, with what stands there. */
  extended: readonly ExtendedFile[]
  /** Globs of further files whose change needs approval, relative to the root. */
  pins: readonly string[]
}

/** Where a hook stands, for what is said about it. */
export interface HookOrigin {
  /** Absolute. */
  file: string
  /** Its place in the `hooks` of that file. */
  index: number
  /** As it is written there: only the keys that are. */
  raw: Readonly<Record<string, unknown>>
  source: PolicyText
}

export interface ExtendedFile {
  /** Absolute. */
  file: string
  bytes: Buffer
}
