import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTS } from '../support/payloads.mjs'
import {
  add,
  claude,
  cursor,
  cursorReadEvent,
  move,
  onEachHost,
  patch,
  readOf,
  remove,
  typedPatch,
  update,
  writeOf,
  type ProtectionRow,
} from './self-protection.calls.js'
import { PROTECTED } from './self-protection-files.rows.js'

/** Calls of file tools that look like the denied ones and are nobody's business: each gets no opinion. */

const EACH_READ: readonly ProtectionRow[] = HOSTS.flatMap((host) =>
  PROTECTED.map(([name, path]) => ({ name: `read of ${name}`, call: readOf(host, path) })),
)

const ORDINARY_FILES: readonly string[] = [
  'docs/.acuvo-notes.md',
  '.acuvo/tests/x.json',
  '.acuvo/tests/deeper/y.json',
  '.acuvo/lib/../tests/x.json',
  '.claude/commands/x.md',
  '.claude/agents/x.md',
  '.cursor/rules/x.mdc',
  '.cursor/mcp.json',
  '.codex/prompts/x.md',
  'src/settings.json',
  '.vscode/settings.json',
  'hooks.json',
  'config/hooks.json',
  'config.toml',
  'acuvo/readme.md',
  'my.acuvo/x',
  '.acuvo.md',
  '.acuvo2/hooks.json',
  '.acuv\u00f3/hooks.json',
  'claude/settings.json',
  '.bashrc',
  'home/.profile',
  'acuvo-hooks/dist/acuvo-hooks.cjs',
]

const EACH_WRITE: readonly ProtectionRow[] = ORDINARY_FILES.map((path, index) => ({
  name: `write of ${path}`,
  call: writeOf(HOSTS[index % HOSTS.length] ?? 'codex', `{root}/${path}`),
}))

const MENTION = 'rm -rf .acuvo; acuvo-hooks trust --yes; mv .claude/settings.json x'

const SINGLE: readonly ProtectionRow[] = [
  { name: 'Grep in the policy', call: claude('Grep', { pattern: 'deny', path: '{root}/.acuvo/hooks.json' }) },
  { name: 'Grep in .acuvo', call: cursor('Grep', { pattern: 'deny', path: '.acuvo', output_mode: 'content' }) },
  { name: 'Glob in .acuvo', call: claude('Glob', { pattern: '**/*.sh', path: '{root}/.acuvo' }) },
  { name: 'Glob of settings', call: claude('Glob', { pattern: '.claude/settings*.json' }) },
  { name: 'LSP in .acuvo', call: claude('LSP', { operation: 'hover', file_path: '{root}/.acuvo/guard.sh', line: 1, character: 1 }) },
  { name: 'List of .cursor', call: cursor('List', { path: '{root}/.cursor' }) },
  { name: 'view_image in .acuvo', call: { host: 'codex', tool: 'view_image', input: { path: '{root}/.acuvo/logo.png' } } },
  { name: 'read event of the policy', call: cursorReadEvent('{root}/.acuvo/hooks.json') },
  { name: 'Write of a text that names the policy', call: claude('Write', { file_path: '{root}/docs/a.md', content: MENTION }) },
  { name: 'Write of code that names the policy', call: cursor('Write', { file_path: 'src/a.ts', content: "rmSync('.acuvo/hooks.json')" }) },
  {
    name: 'Edit of a text that names the policy',
    call: claude('Edit', { file_path: '{root}/docs/a.md', old_string: '.acuvo/hooks.json', new_string: MENTION }),
  },
  { name: 'patch of a text that names the policy', call: patch('*** Update File: docs/a.md', '@@', '-x', `+${MENTION}`) },
  {
    name: 'patch whose context quotes a patch',
    call: patch('*** Update File: docs/a.md', '@@', ' *** Delete File: .acuvo/hooks.json', '-x', '+y'),
  },
  { name: 'patch that moves an ordinary file', call: patch(...move('src/a.ts', 'src/settings.json')) },
  { name: 'patch that deletes an ordinary file', call: patch(...remove('hooks.json')) },
  { name: 'patch on several ordinary files', call: patch(...update('src/a.ts'), ...add('.claude/commands/a.md'), ...remove('b.ts')) },
  { name: 'typed patch on ordinary files', call: typedPatch('', ...update('src/settings.json')) },
  { name: 'typed patch after a cd to an ordinary folder', call: typedPatch('cd config && ', ...update('hooks.json')) },
  { name: 'Delete of an ordinary file', call: cursor('Delete', { file_path: '{root}/hooks.json' }) },
  { name: 'Delete of an ordinary folder', call: cursor('Delete', { file_path: 'build' }) },
  { name: 'Delete of an old test', call: cursor('Delete', { file_path: '.acuvo/tests/old.json' }) },
  { name: 'NotebookEdit', call: claude('NotebookEdit', { notebook_path: '{root}/a.ipynb', new_source: MENTION }) },
  {
    name: 'an agent that is told of the policy',
    call: claude('Task', { prompt: MENTION, description: 'x', subagent_type: 'general-purpose' }),
  },
  { name: 'a list of things to do that names the policy', call: claude('TodoWrite', { todos: [{ content: MENTION, status: 'pending' }] }) },
]

const LINKS: readonly ProtectionRow[] = [
  ...onEachHost('read through a link to the policy', (host) => readOf(host, '{root}/notes.json')).map((row) => ({
    ...row,
    before: ({ root }: { root: string }): void => symlinkSync('.acuvo/hooks.json', join(root, 'notes.json')),
  })),
  ...onEachHost('write through a link to an ordinary file', (host) => writeOf(host, '{root}/notes.md')).map((row) => ({
    ...row,
    before: ({ root }: { root: string }): void => symlinkSync('docs/a.md', join(root, 'notes.md')),
  })),
  {
    name: 'write through a link to the tests',
    call: claude('Write', { file_path: '{root}/expectations/x.json', content: 'x' }),
    before: ({ root }) => {
      mkdirSync(join(root, '.acuvo/tests'), { recursive: true })
      symlinkSync('.acuvo/tests', join(root, 'expectations'))
    },
  },
]

export const FILE_TOOLS_PASSED: readonly ProtectionRow[] = [...EACH_READ, ...EACH_WRITE, ...SINGLE, ...LINKS]
