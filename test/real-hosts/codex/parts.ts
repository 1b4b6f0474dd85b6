import { fileURLToPath } from 'node:url'
import type { ModelRequest, ToolCall, Turn } from '../../../hosts/live.js'
import { deepEqual } from '../checks.js'
import { call, type Check, type Seen, type Session } from '../scenario.js'
import type { CodexOptions } from './host.js'

export interface CodexSession extends Session<CodexOptions> {
  /** How often the main model is asked in each start: a wrong word at the end of a turn would be one more. */
  asks?: readonly number[]
}

/** With that number as a part of every scenario. */
export const counted = (session: CodexSession): CodexSession => {
  const { asks, scenarios } = session
  if (asks === undefined) return session
  const withCount =
    (check: Check): Check =>
    (first, later) => {
      check(first, later)
      deepEqual(
        [first, ...later].map(({ requests }) => requests.filter(({ kind }) => kind === 'main').length),
        asks,
      )
    }
  return { ...session, scenarios: Object.fromEntries(Object.entries(scenarios).map(([title, check]) => [title, withCount(check)])) }
}

/** All that the main model was told up to its request of that number, from 0. */
export const mainRequest = ({ requests }: Seen, at: number): string =>
  JSON.stringify(requests.filter(({ kind }) => kind === 'main')[at]?.body ?? '')

/** Its shell tool; hooks are told `Bash` (hosts/codex.md 2). */
export const shell = (label: string, cmd: string, more: object = {}): ToolCall => call(label, 'exec_command', { cmd, ...more })

/** Its patch tool, which takes free text. @param lines between the first and the last line of a patch */
export const patch = (label: string, ...lines: readonly string[]): ToolCall => call(label, 'apply_patch', patchText(...lines))

export const patchText = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

export const added = (path: string, ...lines: readonly string[]): string[] => [`*** Add File: ${path}`, ...lines.map((line) => `+${line}`)]

/** A patch as a shell command: Codex applies it itself and reports a shell call. */
export const typedPatch = (label: string, before: string, ...lines: readonly string[]): ToolCall =>
  shell(label, `${before}apply_patch <<'EOF'\n${patchText(...lines)}\nEOF`)

/** A tool of the server `notes`. */
export const noted = (label: string, tool: string, input: Readonly<Record<string, unknown>>): ToolCall => ({
  ...call(label, tool, input),
  namespace: 'mcp__notes',
})

/** Settings of the command line that give it the server `notes`. */
export const NOTES_WORDS = [
  ...['-c', `mcp_servers.notes.command=${JSON.stringify(process.execPath)}`],
  ...['-c', `mcp_servers.notes.args=${JSON.stringify([fileURLToPath(new URL('../mcp-notes.mjs', import.meta.url))])}`],
]

export const NOTES: CodexOptions = { words: NOTES_WORDS }

/** The turn of a request's round; the last one repeats. A function is asked when its turn is due, as one that looks at the request has to be. */
export const turnAt = ({ round }: ModelRequest, ...list: readonly (Turn | (() => Turn))[]): Turn => {
  const turn = list[Math.min(round, list.length - 1)] ?? []
  return typeof turn === 'function' ? turn() : turn
}

/** What it adds to every deny of a call. */
export const POLICY = 'This is a policy of the workspace: do not retry the same call; take another way or ask the person you work for.'

/** A model for which it offers tools that start subagents. */
export const AGENT_MODEL = 'gpt-5.1-codex'
