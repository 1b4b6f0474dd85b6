/** What `check` must find, rule by rule: written from the contract, before any output was seen. */

export interface RuleRow {
  id: string
  /** What the hooks do, in a few words. */
  what: string
  /** How severe; absent: the rule stays silent. */
  finds?: 'error' | 'warning' | 'info'
  /** JSON path where it is found. */
  at?: string
  hooks: readonly Record<string, unknown>[]
  /** Further keys of the file. */
  file?: Record<string, unknown>
  /** Files below the root: text, or text and mode. */
  files?: Record<string, string | [text: string, mode: number]>
  /** Words of the message. */
  says?: readonly string[]
}

export const gate = (more: Record<string, unknown>): Record<string, unknown> => ({ event: 'PreToolUse', ...more })
export const no = { deny: 'no' }
const SHELL_GATE = gate({ tools: ['run_command'], commands: ['rm'], ...no })
const MCP_GATE = gate({ tools: ['files.*'], ...no })
const closing = [SHELL_GATE, MCP_GATE]
const EVERY_WRITE = ['write_file', 'edit_file', 'delete_file']

export const REACH_ROWS: readonly RuleRow[] = [
  // hooks that can never fire
  {
    id: 'never-announced',
    what: 'Notification in Codex alone',
    finds: 'warning',
    at: 'hooks[0].event',
    hooks: [{ event: 'Notification', hosts: ['codex'], command: 'true' }],
    says: ['codex', 'Notification'],
  },
  {
    id: 'never-announced',
    what: 'Notification everywhere',
    finds: 'info',
    at: 'hooks[0].event',
    hooks: [{ event: 'Notification', command: 'true' }],
    says: ['codex, cursor'],
  },
  {
    id: 'never-announced',
    what: 'Notification in Claude Code',
    hooks: [{ event: 'Notification', hosts: ['claude-code'], command: 'true' }],
  },
  {
    id: 'tools-nowhere',
    what: 'Claude Code deletes nothing by a tool',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: ['delete_file'], hosts: ['claude-code'], ...no })],
    says: ['claude-code', 'delete_file'],
  },
  {
    id: 'tools-nowhere',
    what: 'Codex fetches nothing',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: ['WebFetch', 'web_search'], hosts: ['codex'], ...no })],
  },
  {
    id: 'tools-nowhere',
    what: 'Codex deletes by a patch',
    hooks: [gate({ tools: ['delete_file'], hosts: ['codex', 'claude-code'], ...no })],
  },
  {
    id: 'tools-nowhere',
    what: 'a name taken unchecked, or of a server',
    hooks: [gate({ tools: ['native:X'], hosts: ['codex'], ...no }), gate({ tools: ['x.y'], hosts: ['codex'], ...no })],
  },
  {
    id: 'paths-take-nothing',
    what: 'the negation takes everything',
    finds: 'warning',
    at: 'hooks[0].paths',
    hooks: [gate({ paths: ['src/**', '!**'], ...no })],
  },
  {
    id: 'paths-take-nothing',
    what: 'the negation takes the folder',
    finds: 'warning',
    at: 'hooks[0].paths',
    hooks: [gate({ paths: ['src/a.ts', 'src/b/*.ts', '!src/**'], ...no })],
  },
  {
    id: 'paths-take-nothing',
    what: 'the negation takes a part',
    hooks: [gate({ paths: ['src/**', '!src/docs/**'], ...no }), gate({ paths: ['!docs/**'], ...no })],
  },
  {
    id: 'paths-of-no-tool',
    what: 'paths of a search of the web',
    finds: 'warning',
    at: 'hooks[0].paths',
    hooks: [gate({ tools: ['web_search', 'WebFetch'], paths: ['a/**'], ...no })],
  },
  {
    id: 'paths-of-no-tool',
    what: 'paths of reads beside it',
    hooks: [gate({ tools: ['web_search', 'read_file'], paths: ['a/**'], ...no })],
  },
  {
    id: 'commands-take-nothing',
    what: 'the negation takes them all',
    finds: 'warning',
    at: 'hooks[0].commands',
    hooks: [gate({ commands: ['git push --force', '!git push'], ...no })],
  },
  { id: 'commands-take-nothing', what: 'the negation takes some', hooks: [gate({ commands: ['git push', '!git push --dry-run'], ...no })] },
  {
    id: 'shadowed',
    what: 'a deny of everything stands before',
    finds: 'warning',
    at: 'hooks[1]',
    hooks: [gate({ name: 'wall', ...no }), gate({ tools: ['run_command'], command: 'true' })],
    says: ['"wall"'],
  },
  {
    id: 'shadowed',
    what: 'the same match twice',
    finds: 'warning',
    at: 'hooks[1]',
    hooks: [
      gate({ tools: ['Write', 'edit_file'], paths: ['a/**', 'b'], ...no }),
      gate({ tools: ['Write'], paths: ['b', 'a/**'], ask: 'sure?' }),
    ],
  },
  {
    id: 'shadowed',
    what: 'the first is narrower, on trial, off, asks, or is of another host',
    hooks: [
      gate({ tools: ['run_command'], ...no, hosts: ['codex'] }),
      gate({ ...no, mode: 'warn' }),
      gate({ ...no, mode: 'off' }),
      gate({ ask: 'sure?' }),
      gate({ paths: ['a/**'], ...no }),
      gate({ command: 'true' }),
    ],
  },
  { id: 'mode-off', what: 'off', finds: 'info', at: 'hooks[0].mode', hooks: [gate({ ...no, mode: 'off' })] },
  { id: 'mode-off', what: 'enforced', hooks: [gate({ ...no, mode: 'enforce' })] },
  { id: 'mode-warn', what: 'on trial', finds: 'info', at: 'hooks[0].mode', hooks: [gate({ ...no, mode: 'warn' })] },
  { id: 'mode-warn', what: 'off', hooks: [gate({ ...no, mode: 'off' })] },

  // gates that leave something open
  {
    id: 'gate-leaves-shell-open',
    what: 'writes are guarded',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: EVERY_WRITE, paths: ['infra/**'], ...no })],
    says: ['run_command'],
  },
  {
    id: 'gate-leaves-shell-open',
    what: "a host's own names for writes",
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: ['Write', 'Edit'], command: 'true' })],
  },
  {
    id: 'gate-leaves-shell-open',
    what: 'reads are guarded by paths',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: ['read_file'], paths: ['.env'], ...no })],
  },
  {
    id: 'gate-leaves-shell-open',
    what: 'a shell gate of another host',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: EVERY_WRITE, ...no }), { ...SHELL_GATE, hosts: ['codex'] }],
  },
  {
    id: 'gate-leaves-shell-open',
    what: 'run_command is named, all tools are meant, another gate looks, or nothing is gated',
    hooks: [gate({ tools: [...EVERY_WRITE, 'run_command'], paths: ['a'], ...no }), gate({ paths: ['a'], command: 'true' })],
  },
  { id: 'gate-leaves-shell-open', what: 'another gate looks at commands', hooks: [gate({ tools: EVERY_WRITE, ...no }), SHELL_GATE] },
  {
    id: 'gate-leaves-shell-open',
    what: 'no gate',
    hooks: [gate({ tools: EVERY_WRITE, notice: 'x' }), { event: 'PostToolUse', tools: EVERY_WRITE, command: 'true' }],
  },
  {
    id: 'gate-leaves-mcp-open',
    what: 'writes are guarded',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: [...EVERY_WRITE, 'run_command'], paths: ['infra/**'], ...no })],
  },
  {
    id: 'gate-leaves-mcp-open',
    what: 'a server is named',
    hooks: [gate({ tools: [...EVERY_WRITE, 'files.*'], paths: ['infra/**'], ...no })],
  },
  { id: 'gate-leaves-mcp-open', what: 'another gate looks at a server', hooks: [gate({ tools: EVERY_WRITE, ...no }), MCP_GATE] },
  {
    id: 'write-without-edit',
    what: 'a gate of write_file',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: ['write_file'], ...no }), ...closing],
  },
  {
    id: 'write-without-edit',
    what: 'a formatter of write_file',
    finds: 'info',
    at: 'hooks[0].tools',
    hooks: [{ event: 'PostToolUse', tools: ['write_file'], command: 'true' }],
  },
  {
    id: 'write-without-edit',
    what: 'both, in two hooks',
    hooks: [gate({ tools: ['write_file'], ...no }), gate({ tools: ['edit_file'], command: 'true' }), ...closing],
  },
  {
    id: 'edit-without-write',
    what: 'a gate of Edit',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: ['Edit'], paths: ['a'], ...no }), ...closing],
  },
  {
    id: 'edit-without-write',
    what: 'the other gate is for other paths',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: ['edit_file'], paths: ['a'], ...no }), gate({ tools: ['write_file'], paths: ['b'], ...no })],
  },
  { id: 'edit-without-write', what: 'a patch is both', hooks: [gate({ tools: ['apply_patch'], ...no })] },
  {
    id: 'write-without-delete',
    what: 'a gate with paths',
    finds: 'warning',
    at: 'hooks[0].tools',
    hooks: [gate({ tools: ['write_file', 'edit_file'], paths: ['a'], ...no }), ...closing],
  },
  {
    id: 'write-without-delete',
    what: 'without paths, or on a host that has no delete',
    hooks: [
      gate({ tools: ['write_file', 'edit_file'], ...no }),
      gate({ tools: ['write_file', 'edit_file'], paths: ['a'], hosts: ['claude-code'], ...no }),
    ],
  },
  {
    id: 'one-path-of-several',
    what: 'in the command of a gate',
    finds: 'warning',
    at: 'hooks[0].command',
    hooks: [gate({ tools: EVERY_WRITE, command: 'test "$ACUVO_TOOL_ARG_PATH" != x' })],
  },
  {
    id: 'one-path-of-several',
    what: 'in its script',
    finds: 'warning',
    at: 'hooks[0].command',
    hooks: [gate({ command: 'sh .acuvo/g.sh' })],
    files: { '.acuvo/g.sh': 'echo "$ACUVO_TOOL_ARG_PATH"\n' },
  },
  {
    id: 'one-path-of-several',
    what: 'in a formatter',
    finds: 'info',
    at: 'hooks[0].command',
    hooks: [{ event: 'PostToolUse', tools: ['write_file', 'edit_file'], command: 'echo "$ACUVO_TOOL_ARG_PATH"' }],
  },
  {
    id: 'one-path-of-several',
    what: 'for each path, with all paths, or where a call has one',
    hooks: [
      gate({ command: 'echo "$ACUVO_TOOL_ARG_PATH"', each: 'path' }),
      gate({ command: 'echo "$ACUVO_TOOL_ARG_PATH" "$ACUVO_TOOL_PATHS"' }),
      gate({ tools: ['Write', 'Edit'], hosts: ['claude-code'], command: 'echo "$ACUVO_TOOL_ARG_PATH"' }),
    ],
  },
]
