import { fileURLToPath } from 'node:url'
import type { ToolCall } from '../../../hosts/live.js'
import { deepEqual } from '../checks.js'
import { call, DONE_WORDS, SUBAGENT_PROMPT, type Check, type Seen, type Session } from '../scenario.js'
import type { ClaudeOptions } from './host.js'

export type ClaudeSession = Session<ClaudeOptions>

/** As a part of every scenario: once the model has said that it is done, it is not asked again. A wrong word at the end of a turn would do that. */
export const endingWhenDone = (session: ClaudeSession): ClaudeSession => {
  const withEnd =
    (check: Check): Check =>
    (first, later) => {
      check(first, later)
      for (const seen of [first, ...later]) deepEqual(askedAfterDone(seen), [])
    }
  const scenarios = Object.entries(session.scenarios).map(([title, check]) => [title, withEnd(check)] as const)
  return { ...session, scenarios: Object.fromEntries(scenarios) }
}

const askedAfterDone = ({ requests }: Seen): number[] =>
  requests.flatMap(({ kind, body, round }) => {
    const messages = Array.isArray(body.messages) ? (body.messages as { role?: unknown }[]) : []
    const said = JSON.stringify(messages.filter(({ role }) => role === 'assistant'))
    return kind === 'main' && said.includes(DONE_WORDS) ? [round] : []
  })

export const bash = (label: string, command: string, more: object = {}): ToolCall =>
  call(label, 'Bash', { command, description: 'Do it', ...more })

export const write = (label: string, path: string, content: string): ToolCall => call(label, 'Write', { file_path: path, content })

export const read = (label: string, path: string): ToolCall => call(label, 'Read', { file_path: path })

export const agent = (label: string, description = 'Look around'): ToolCall =>
  call(label, 'Agent', { description, prompt: SUBAGENT_PROMPT, subagent_type: 'general-purpose', run_in_background: false })

/** Words that give the host the server `notes`. */
export const NOTES_WORDS = [
  '--mcp-config',
  JSON.stringify({
    mcpServers: { notes: { command: process.execPath, args: [fileURLToPath(new URL('../mcp-notes.mjs', import.meta.url))] } },
  }),
]

/** From which of the pinned versions on a notice is shown in print mode: 2.1.197 shows none. The versions between were not tried. */
export const SHOWS_NOTICES = '2.1.332'
