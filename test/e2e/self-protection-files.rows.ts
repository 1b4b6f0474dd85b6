import { HOSTS } from '../support/payloads.mjs'
import {
  add,
  claude,
  cursor,
  move,
  onEachHost,
  patch,
  remove,
  typedPatch,
  update,
  withPolicy,
  writeOf,
  type ProtectionRow,
} from './self-protection.calls.js'

/** Writes, edits, moves and deletions by the hosts' own file tools. All of them are denied. */

/** What is protected without any policy. */
export const PROTECTED: readonly (readonly [name: string, path: string])[] = [
  ["Claude Code's settings", '{root}/.claude/settings.json'],
  ["Claude Code's local settings", '{root}/.claude/settings.local.json'],
  ["Codex's hooks", '{root}/.codex/hooks.json'],
  ["Codex's configuration", '{root}/.codex/config.toml'],
  ["Cursor's hooks", '{root}/.cursor/hooks.json'],
  ["the user's Claude Code settings", '{home}/.claude/settings.json'],
  ["the user's Codex hooks", '{home}/.codex/hooks.json'],
  ["the user's Codex configuration", '{home}/.codex/config.toml'],
  ["the user's Cursor hooks", '{home}/.cursor/hooks.json'],
  ['the policy', '{root}/.acuvo/hooks.json'],
  ['a script beside the policy', '{root}/.acuvo/guard.sh'],
  ['a further file below .acuvo', '{root}/.acuvo/lib/rules.json'],
  ["the user's policy", '{home}/.config/acuvo/hooks.json'],
  ['a file of the store', '{store}/approvals/x.json'],
  ['the program', '{program}'],
  ['.bashrc', '{home}/.bashrc'],
  ['.zshenv', '{home}/.zshenv'],
  ['.profile', '{home}/.profile'],
]

const EACH_FILE: readonly ProtectionRow[] = HOSTS.flatMap((host) =>
  PROTECTED.map(([name, path]) => ({ name: `write of ${name}`, call: writeOf(host, path) })),
)

const edit = { old_string: 'a', new_string: 'b' }

const CLAUDE_CODE: readonly ProtectionRow[] = [
  { name: 'Edit of the policy', call: claude('Edit', { file_path: '{root}/.acuvo/hooks.json', ...edit }) },
  { name: 'MultiEdit of the settings', call: claude('MultiEdit', { file_path: '{root}/.claude/settings.json', edits: [edit] }) },
  { name: 'Edit of the start-up file', call: claude('Edit', { file_path: '{home}/.bashrc', ...edit }) },
  {
    name: 'NotebookEdit below .acuvo',
    call: claude('NotebookEdit', { notebook_path: '{root}/.acuvo/notes.ipynb', new_source: 'x', cell_id: 'c', edit_mode: 'replace' }),
  },
  { name: 'Write of settings of a further name', call: claude('Write', { file_path: '{root}/.claude/settings.team.json', content: '{}' }) },
  { name: 'Write of a new file below .acuvo', call: claude('Write', { file_path: '{root}/.acuvo/new.sh', content: 'x' }) },
  { name: "Write of .acuvo's own .gitignore", call: claude('Write', { file_path: '{root}/.acuvo/.gitignore', content: '*' }) },
  {
    name: 'Write beside tests, with a name that begins like it',
    call: claude('Write', { file_path: '{root}/.acuvo/tests.sh', content: 'x' }),
  },
  { name: 'Write of a file in the place of .acuvo', call: claude('Write', { file_path: '{root}/.acuvo', content: 'x' }) },
  { name: 'Write in a workspace inside', call: claude('Write', { file_path: '{root}/apps/web/.acuvo/hooks.json', content: '{}' }) },
  { name: 'Write in a workspace beside', call: claude('Write', { file_path: '{base}/other/.acuvo/hooks.json', content: '{}' }) },
  { name: 'Write with a relative path', call: claude('Write', { file_path: '.acuvo/hooks.json', content: '{}' }) },
]

const CURSOR: readonly ProtectionRow[] = [
  { name: 'StrReplace of the policy', call: cursor('StrReplace', { path: '{root}/.acuvo/hooks.json', ...edit }) },
  { name: 'Edit of its own hooks', call: cursor('Edit', { file_path: '{root}/.cursor/hooks.json', ...edit }) },
  { name: 'EditNotebook below .acuvo', call: cursor('EditNotebook', { target_notebook: '.acuvo/notes.ipynb', cell_idx: 0, ...edit }) },
  { name: 'EditNotebook, the path under another key', call: cursor('EditNotebook', { file_path: '{root}/.acuvo/x.ipynb', ...edit }) },
  { name: 'Write, the path under another key', call: cursor('Write', { path: '{root}/.cursor/hooks.json', contents: '{}' }) },
  { name: 'Write with two paths', call: cursor('Write', { file_path: '{root}/src/a.ts', path: '{root}/.acuvo/hooks.json', content: 'x' }) },
  { name: 'Write, the input as a text', call: cursor('Write', '{"file_path":".acuvo/hooks.json","content":"x"}') },
  { name: 'ApplyPatch on the policy', call: cursor('ApplyPatch', '*** Begin Patch\n*** Delete File: .acuvo/hooks.json\n*** End Patch') },
  ...[
    ['the policy', '{root}/.acuvo/hooks.json'],
    ["Claude Code's settings", '{root}/.claude/settings.json'],
    ['the start-up file', '{home}/.zshenv'],
    ['the program', '{program}'],
    ['.acuvo', '{root}/.acuvo'],
    ['.acuvo, written as a folder', '{root}/.acuvo/'],
    ['.acuvo, written as itself', '.acuvo/.'],
    ['.claude', '.claude'],
    ['.codex', '{root}/.codex'],
    ['.cursor', '{root}/.cursor'],
    ['the root', '{root}'],
    ['the root as a dot', '.'],
    ['the folder of the root', '{base}'],
    ['the home', '{home}'],
    ['the store', '{store}'],
    ['the folder of the program', '{program}/..'],
  ].map(([name, path]) => ({ name: `Delete of ${name}`, call: cursor('Delete', { file_path: path }) })),
]

const CODEX: readonly ProtectionRow[] = [
  { name: 'patch that adds the policy', call: patch(...add('.acuvo/hooks.json')) },
  { name: 'patch that updates the policy', call: patch(...update('.acuvo/hooks.json')) },
  { name: 'patch that deletes the policy', call: patch(...remove('.acuvo/hooks.json')) },
  { name: 'patch that moves a script away', call: patch(...move('.acuvo/guard.sh', 'docs/guard.sh')) },
  { name: 'patch that moves a file over a script', call: patch(...move('src/a.sh', '.acuvo/guard.sh')) },
  {
    name: 'patch whose last file is a protected one',
    call: patch(...update('src/a.ts'), ...add('src/b.ts'), ...update('.codex/config.toml')),
  },
  { name: 'patch with blanks around a line', call: patch('  *** Delete File: .codex/hooks.json  ') },
  { name: 'patch on an absolute path', call: patch(...update('{root}/.cursor/hooks.json')) },
  { name: "patch on the user's settings", call: patch(...update('{home}/.claude/settings.json')) },
  { name: 'patch that moves .acuvo', call: patch(...move('.acuvo', 'old')) },
  {
    name: 'patch as a bare text',
    call: { host: 'codex', tool: 'apply_patch', input: '*** Begin Patch\n*** Delete File: .acuvo/hooks.json\n*** End Patch' },
  },
  { name: 'typed patch that updates the policy', call: typedPatch('', ...update('.acuvo/hooks.json')) },
  { name: 'typed patch that adds a script', call: typedPatch('', ...add('.acuvo/more.sh')) },
  { name: 'typed patch after a cd', call: typedPatch('cd .acuvo && ', ...update('hooks.json')) },
  { name: 'typed patch on the home', call: typedPatch('cd ~ && ', ...update('.codex/config.toml')) },
  { name: 'typed patch that moves a file over the settings', call: typedPatch('', ...move('a.json', '.claude/settings.json')) },
  {
    name: 'typed patch as words',
    call: {
      host: 'codex',
      tool: 'shell',
      input: { command: ['apply_patch', '*** Begin Patch\n*** Delete File: .acuvo/hooks.json\n*** End Patch'] },
    },
  },
]

export const FILE_TOOLS_DENIED: readonly ProtectionRow[] = [
  ...EACH_FILE,
  ...CLAUDE_CODE,
  ...CURSOR,
  ...CODEX,
  ...withPolicy([{ name: "Delete of a folder above the user's policy", call: cursor('Delete', { file_path: '{home}/.config' }) }]),
  ...onEachHost('write of a nested file of a nested workspace', (host) => writeOf(host, '{root}/a/b/.acuvo/lib/x.sh')),
]
