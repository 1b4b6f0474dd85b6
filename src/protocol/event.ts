import type { EventName } from './events.js'
import type { ToolKind } from './tools.js'

/**
 * The one event that every host's payload becomes. It is what a hook reads on stdin, as one JSON document.
 * A field the host does not send is absent, never null. Texts are the host's own, unchanged.
 */

export const PROTOCOL_VERSION = 1

/** The name of a host: its folder in `hosts/`. */
export type HostId = string

export type Surface = 'cli' | 'desktop' | 'ide'

/**
 * A host may announce one call several times. `first` is the primary announcement; at `again` only hooks on
 * gate events run; `again-except-server` is primary for hooks that name an MCP server and `again` for all others.
 */
export type Announcement = 'first' | 'again' | 'again-except-server'

export type PathKind = 'add' | 'update' | 'delete' | 'move' | 'read' | 'unknown'

/** One file or folder that a call is about. `unknown`: the tool is one whose effect no table knows (MCP, new tools). */
export interface TargetPath {
  /** Absolute and normalised (`..`, `.`, doubled slashes, `~`, `file://` resolved), links not followed. */
  path: string
  /** As the host spelled it. */
  spelled: string
  kind: PathKind
  /** On the old place of a moved file: the new one, absolute. */
  movedTo?: string
  /** By which kinds of tools a hook can name what happens to this path; absent: by every name of the call. */
  names?: readonly string[]
  /** A file with the content that is to be judged, where that is not what stands at the path. Absolute. */
  contentFile?: string
}

export interface ToolCall {
  /** Every name by which a hook can name this call: protocol kinds first, then native names and their aliases. */
  names: string[]
  /** The host's own name of the tool, verbatim. */
  nativeName: string
  /** What the call chiefly is. `mcp`: a tool of an MCP server. `unknown`: in no table. */
  kind: ToolKind | 'mcp' | 'unknown'
  /** The host's id of the call. Any text: may hold newlines. */
  callId?: string
  /** The arguments, verbatim; one level of JSON text decoded where the host sends a text. */
  input: Record<string, unknown>
  /** `run_command`: the text a shell will read, with the host's own shell wrapper taken off. */
  command?: string
  /** Target paths in the order they appear. */
  paths: TargetPath[]
  /** True when the call writes or reads files but which ones could not be read from its input. */
  pathsUnreadable?: true
  /** `search_files`: the globs that narrow the search, as spelled, relative to the searched path. */
  searchGlobs?: readonly string[]
  /** MCP only. The server is absent where the host does not name it. */
  mcp?: { server?: string; tool: string }
}

export interface ToolResult {
  /** Absent where the host does not say whether the call succeeded. */
  ok?: boolean
  error?: string
  /** The host's own result: any JSON value. */
  output?: unknown
}

export interface StopState {
  /** `completed`, `aborted`, `error` or a newer word of the host; absent where it does not say. */
  status?: string
  /** How many times this turn was already continued by a hook. */
  rounds?: number
  /** True while the agent is already going on because a hook said so. */
  active?: boolean
  lastMessage?: string
}

export interface Written {
  paths: TargetPath[]
  /** False where writes may have gone unseen, so that `paths` is not all. */
  isComplete: boolean
}

export interface ProtocolEvent {
  protocolVersion: typeof PROTOCOL_VERSION
  host: HostId
  hostVersion?: string
  surface?: Surface
  event: EventName
  /** The host's own event name, verbatim as it came in. */
  nativeEvent: string
  announcement: Announcement
  sessionId?: string
  parentSessionId?: string
  /** The host's key of the user's prompt (turn): stays the same until the next prompt. */
  promptId?: string
  /** Present inside a subagent. */
  agentId?: string
  agentType?: string
  task?: string
  permissionMode?: string
  model?: string
  transcriptPath?: string
  /** SessionStart: `startup`, `resume`, `clear`, `compact`, … SessionEnd: the host's reason is in `endReason`. */
  startSource?: string
  endReason?: string
  workspace: {
    /** For a hook: the root its file stands in. Otherwise the session's own root. Absolute. */
    root: string
    /** All roots of the session, as the host names them. Absolute. */
    roots: string[]
    /** Where the call takes place. Absolute; the folder may be gone. */
    cwd: string
  }
  tool?: ToolCall
  result?: ToolResult
  /** Stop events: what was written since the last user prompt, where a hook asks for it. */
  written?: Written
  prompt?: string
  stop?: StopState
  notification?: { type?: string; message?: string; title?: string }
  compaction?: { trigger?: string; instructions?: string }
}
