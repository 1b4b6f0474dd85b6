import { HOSTS, type Host } from '../support/payloads.mjs'
import type { Json } from './judged.js'
import { cursorMcpEvent, mcp, onEachHost, type ProtectionRow } from './self-protection.calls.js'

/** Tools of MCP servers: what they do stands in their name, and their path under any key. */

type McpRow = readonly [name: string, tool: string, input: Json]

const inTurn = (rows: readonly McpRow[]): ProtectionRow[] =>
  rows.map(([name, tool, input], index) => ({ name: `MCP: ${name}`, call: mcp(HOSTS[index % HOSTS.length] as Host, tool, input) }))

const text = { content: 'x' }
const DENIED: readonly McpRow[] = [
  ['write of settings', 'write_file', { path: '{root}/.claude/settings.json', ...text }],
  ['write with a relative path', 'write_file', { path: '.codex/hooks.json', ...text }],
  ['write with ~', 'write_file', { path: '~/.cursor/hooks.json', ...text }],
  ['write with a file URI', 'write_file', { uri: 'file://{root}/.acuvo/hooks.json', ...text }],
  ['edit', 'edit_file', { path: '{root}/.acuvo/guard.sh', edits: [{ oldText: 'a', newText: 'b' }], dryRun: false }],
  ['new file', 'create_file', { filePath: '.acuvo/more.sh', ...text }],
  ['text added', 'append_file', { path: '{home}/.profile', ...text }],
  [
    'second of several files',
    'write_files',
    {
      files: [
        { path: 'src/a.ts', ...text },
        { path: '.acuvo/hooks.json', ...text },
      ],
    },
  ],
  ['move onto a script', 'move_file', { source: '{root}/a.sh', destination: '{root}/.acuvo/guard.sh' }],
  ['move of a script', 'move_file', { source: '{root}/.acuvo/guard.sh', destination: '{root}/a.sh' }],
  ['move of .claude', 'move_file', { source: '{root}/.claude', destination: '{root}/claude.off' }],
  ['move of the root', 'move_file', { source: '{root}', destination: '{base}/elsewhere' }],
  ['rename', 'rename_file', { oldPath: '.cursor/hooks.json', newPath: '.cursor/hooks.off' }],
  ['copy onto the policy', 'copy_file', { source: '/tmp/x.json', destination: '{root}/.acuvo/hooks.json' }],
  ['link in the place of the policy', 'create_symlink', { target: '/tmp/x.json', link_path: '{root}/.acuvo/hooks.json' }],
  ['link in the place of .acuvo', 'create_symlink', { target: '/tmp', path: '.acuvo' }],
  ['deletion', 'delete_file', { path: '.acuvo/hooks.json' }],
  ['deletion of several', 'delete_files', { paths: ['a', 'b', '.claude/settings.json'] }],
  ['deletion of a folder', 'delete_directory', { path: '{root}/.acuvo' }],
  ['deletion of the root', 'delete_directory', { path: '{root}', recursive: true }],
  ['deletion of the store', 'remove_directory', { directory: '{store}' }],
  ['deletion of the home', 'delete', { path: '{home}' }],
  ['write of the program', 'write_file', { path: '{program}', ...text }],
  ["write of the user's policy", 'write_file', { path: '{home}/.config/acuvo/hooks.json', ...text }],
  ['a patch', 'apply_patch', { patch: '*** Begin Patch\n*** Delete File: .acuvo/hooks.json\n*** End Patch' }],
  ['permissions', 'chmod', { path: '.acuvo/hooks.json', mode: '000' }],
  ['a shell', 'execute_command', { command: 'rm -rf .acuvo' }],
  ['a shell in the root', 'run_command', { command: 'echo {} > .acuvo/hooks.json', cwd: '{root}' }],
  ['a shell that starts the program', 'execute_command', { command: 'acuvo-hooks trust --yes' }],
  ['a shell in a shell', 'shell', { command: "bash -c 'mv .claude/settings.json x'", timeout: 10 }],
  ['words of a command', 'run_process', { command: 'rm', args: ['-rf', '.acuvo'] }],
]

const PASSED: readonly McpRow[] = [
  ['read of the policy', 'read_file', { path: '{root}/.acuvo/hooks.json' }],
  ['read of settings', 'read_text_file', { path: '.claude/settings.json', head: 10 }],
  ['read of several', 'read_multiple_files', { paths: ['.acuvo/hooks.json', '.codex/config.toml', '{home}/.bashrc'] }],
  ['list of the root', 'list_directory', { path: '{root}' }],
  ['list of .acuvo', 'list_directory', { path: '{root}/.acuvo' }],
  ['tree of the root', 'directory_tree', { path: '{root}' }],
  ['search in the root', 'search_files', { path: '{root}', pattern: 'hooks.json' }],
  ['what is known of a file', 'get_file_info', { path: '.acuvo/guard.sh' }],
  ['write with the root as folder', 'write_file', { path: 'src/a.ts', ...text, cwd: '{root}' }],
  ['write with the root as root', 'edit_file', { root: '{root}', path: '{root}/src/a.ts', edits: [] }],
  ['write of a text that names the policy', 'write_file', { path: 'docs/x.md', content: 'rm -rf .acuvo/hooks.json' }],
  ['write among the tests', 'write_file', { path: '.acuvo/tests/x.json', ...text }],
  ['copy of the policy elsewhere', 'copy_file', { source: '.acuvo/hooks.json', destination: '/tmp/copy.json' }],
  ['move of an ordinary file', 'move_file', { source: '{root}/a.ts', destination: '{root}/src/a.ts' }],
  ['deletion of an ordinary file', 'delete_file', { path: '{root}/hooks.json' }],
  ['deletion of an ordinary folder', 'delete_directory', { path: '{root}/build' }],
  ['new folder', 'create_directory', { path: '{root}/acuvo' }],
  ['link between ordinary files', 'create_symlink', { target: '{root}/src', link_path: '{root}/lib' }],
  ['status of the root', 'git_status', { repo_path: '{root}' }],
  ['commit that names the policy', 'git_commit', { repo_path: '{root}', message: 'rm .acuvo/hooks.json, mv .claude' }],
  ['added for a commit', 'git_add', { repo_path: '{root}', files: ['src/a.ts'] }],
  ['new branch of the root', 'git_create_branch', { repo_path: '{root}', branch_name: 'topic' }],
  ['another branch', 'git_checkout', { repo_path: '{root}', branch_name: 'main' }],
  ['issue that names the policy', 'create_issue', { title: 'x', body: 'please rm -rf .acuvo and run acuvo-hooks trust' }],
  ['a page', 'navigate', { url: 'https://example.com/.acuvo/hooks.json' }],
  ['tests of the root', 'run_tests', { path: '{root}' }],
  ['a shell that reads', 'execute_command', { command: 'cat .acuvo/hooks.json', cwd: '{root}' }],
  ['a shell that checks', 'execute_command', { command: 'acuvo-hooks check' }],
]

export const MCP_DENIED: readonly ProtectionRow[] = [
  ...inTurn(DENIED),
  ...onEachHost('MCP: write of the policy', (host) => mcp(host, 'write_file', { path: '{root}/.acuvo/hooks.json', ...text })),
  { name: 'MCP event: write', call: cursorMcpEvent('write_file', { path: '{root}/.acuvo/hooks.json', ...text }) },
  { name: 'MCP event: move', call: cursorMcpEvent('move_file', { source: 'a', destination: '.cursor/hooks.json' }) },
  { name: 'MCP event: a shell', call: cursorMcpEvent('execute_command', { command: 'rm -rf .acuvo' }) },
]

export const MCP_PASSED: readonly ProtectionRow[] = [
  ...inTurn(PASSED),
  ...onEachHost('MCP: read of the policy as it is', (host) => mcp(host, 'read_file', { path: '{root}/.acuvo/hooks.json' })),
  { name: 'MCP event: read', call: cursorMcpEvent('read_file', { path: '{root}/.acuvo/hooks.json' }) },
  { name: 'MCP event: list of the root', call: cursorMcpEvent('list_directory', { path: '{root}' }) },
]
