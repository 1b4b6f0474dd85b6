import type { EventName } from '../../src/protocol/events.js'
import type { SettingsEntry } from './settings-report.js'

/** What differs between a hook in a host's own settings and the same hook here: what `import` needs to know of a host. */

/**
 * Where the host lets a call go on and we deny. `exit`: an exit other than 0 and 2; `exit-two`: exit 2, which the
 * host does not heed there; `failure`: it cannot be started, is killed or
 * takes too long; `answer`: an answer with a key or value that means nothing, or garbled; `ask`: an ask, which the host does not
 * know there; `silent-exit`: exit 2 without a reason on stderr; `end-turn`: `continue: false`, before which the call still runs.
 */
export type OpenCase = 'exit' | 'exit-two' | 'failure' | 'answer' | 'ask' | 'silent-exit' | 'end-turn'

/**
 * Where the host stops a call and we let it go on. `silence`: exit 0 without an answer; `text`: exit 0 and something that is no
 * document. `output`: what a hook says after the call stands beside the output here, which it hides in the host; `turn`: `continue: false` after the
 * call ends the turn in the host; `start`: the same at the start of a session; `context`: a context at the end makes the agent go on in the
 * host; `crash`: an answer that a hook printed before it crashed counts in the host.
 */
export type ClosedCase = 'silence' | 'text' | 'output' | 'turn' | 'start' | 'context' | 'crash'

export interface ImportRules {
  /** Names of settings files in the host's folder of a project, and in a person's. */
  projectFiles: readonly string[]
  userFiles: readonly string[]
  /** The variable that moves the person's folder. */
  userFolderVariable?: string
  /** Tools by the names that hooks are started for today. */
  toolNames: readonly string[]
  /** Names that a matcher may have for one of them, and that are no tool's own. */
  matcherAliases: readonly string[]
  /** A call of an MCP tool that nobody has, by the host's spelling. */
  someMcpTool: string
  /** The MCP server of which an expression takes every tool; undefined for any other expression. */
  serverOf: (expression: string) => string | undefined
  /** Events that are about one kind of call each, and so have no matcher for its name: the tools they are about; none: any. */
  toolsOfEvents: Readonly<Record<string, readonly string[]>>
  /** All that a matcher is held against, at events that are about no tool and have a known list. */
  subjects: Readonly<Record<string, readonly string[]>>
  /** Names of the protocol that stand for several of the host's events with much the same payload. */
  sharesPayload: readonly EventName[]
  /** The shell that reads a command, where it is not the plain one. */
  shellFor: (entry: SettingsEntry, accountShell: string, platform: NodeJS.Platform) => 'bash' | 'pwsh' | undefined
  /** Words of a program's arguments that the host fills in: the variable it takes them from. */
  placeholder?: RegExp
  /** Whether hooks of a person's own file are started in the folder of that file. */
  userHooksRunInFolder: boolean
  /** Whether hooks are started in the agent's current folder, not in the root. */
  followsAgent: boolean
  /** @param nativeEvent one with a row in the protocol */
  opensAt: (entry: SettingsEntry, event: EventName) => readonly OpenCase[]
  closesAt: (entry: SettingsEntry, event: EventName) => readonly ClosedCase[]
}

/** Every name of a host's tables, once. */
export const allToolNames = (tools: { kinds: object; varying: object; others: readonly string[] }): string[] => [
  ...new Set([...(Object.values(tools.kinds) as (readonly string[])[]).flat(), ...Object.keys(tools.varying), ...tools.others]),
]

/** The server in `mcp__server__.*` and its like. */
export const mcpServerOf = (expression: string): string | undefined =>
  /^\^?mcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__(?:\.?[*+])?\$?$/.exec(expression)?.[1]
