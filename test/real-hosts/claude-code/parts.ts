import { fileURLToPath } from 'node:url'
import type { ToolCall } from '../../../hosts/live.js'
import { call, SUBAGENT_PROMPT, type Session } from '../scenario.js'
import type { ClaudeOptions } from './host.js'

export type ClaudeSession = Session<ClaudeOptions>

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
