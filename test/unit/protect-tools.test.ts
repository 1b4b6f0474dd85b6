import { afterAll, describe, expect, it } from 'vitest'
import { protectedBy } from '../../src/protect/protected-by.js'
import { base, eventOf, home, judged, places, remove, ws } from './protect-fixture.js'

/** Tool calls with target paths against the built-in self-protection. Each row is a rule of the issue that asks for it. */

afterAll(remove)

const WRITE = [
  ['claude-code', 'Write'],
  ['cursor', 'Write'],
] as const

const protectedPaths = [
  '.acuvo/hooks.json',
  '.acuvo/new/deep.json',
  '.acuvo',
  '.acuvo//hooks.json',
  './src/../.acuvo/hooks.json',
  '.acuvo/tests/../hooks.json',
  '.ACUVO/hooks.json',
  '.Acuvo/Hooks.JSON',
  '.acuvo\u200b/hooks.json',
  '.a\u00adcuvo/hooks.json',
  '.acu\ufe0fvo/hooks.json',
  '.\u202eacuvo/hooks.json',
  '.claude/ſettings.json',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.claude/SETTINGS.json',
  '.codex/hooks.json',
  '.codex/config.toml',
  '.cursor/hooks.json',
  'sub/new/.cursor/hooks.json',
  'policy/hooks.json',
  'alias.json',
  'dangling.json',
  'hard.json',
  'loop-a/x',
  'loop-a',
  'src/deep/hooks.json',
  'scripts/guard.mjs',
  'packages/inner/.acuvo/x',
  '~/.claude/settings.json',
  '~/.bashrc',
  '~/.zprofile',
  '~/.config/fish/conf.d/x.fish',
  '~/bash-env.sh',
  `${home}/.claude/settings.json`,
  `${home}/.config/acuvo/hooks.json`,
  `${home}/.local/state/acuvo-hooks/records/new.json`,
  `${base}/moved/codex-home/config.toml`,
  `${base}/moved/codex-home/hooks.json`,
  `${base}/moved/codex-home/work.config.toml`,
  `${base}/opt/acuvo/dist/acuvo-hooks.cjs`,
  `${base}/bin/acuvo-hooks`,
  '/etc/acuvo/hooks.json',
  '/etc/cursor/hooks.json',
  '/etc/claude-code/managed-settings.json',
  'file:///tmp/x/.acuvo/hooks.json',
  'C:\\ws\\.acuvo\\hooks.json',
  'C:\\ws\\ACUVO~1\\hooks.json',
  'C:\\ws\\.claude\\SETTIN~1.JSO',
  'C:\\ws\\CLAUDE~1\\settings.json::$DATA',
  'C:\\ws\\.acuvo. \\hooks.json',
  '\\\\?\\C:\\ws\\.acuvo\\hooks.json',
  '\\\\localhost\\C$\\ws\\.codex\\config.toml...',
]

const freePaths = [
  'docs/.acuvo-notes.md',
  'docs/acuvo.md',
  '.acuvorc',
  'x.acuvo',
  '.acuvo/tests/new.json',
  '.claude/commands/new.md',
  '.claude/settings.md',
  '.claude/agents/settings.json',
  'settings.json',
  'hooks.json',
  '.codex/notes.md',
  '.cursor/rules/x.mdc',
  'config.toml',
  'src/a.ts',
  'src/b-again.ts',
  'scripts/other.mjs',
  'sub/.bashrc',
  '~/notes.txt',
  '~/.config/other.json',
  'C:\\ws\\src\\a.ts',
  'C:\\ws\\ACUVOX~1\\hooks.json',
  '/etc/hosts',
]

describe.each(WRITE)('%s %s', (host, tool) => {
  it.each(protectedPaths)('denies %s', async (file_path) => {
    expect(await judged(host, tool, { file_path, content: '' })).toMatchObject({
      verdict: 'deny',
      reason: expect.stringMatching(/^denied: /),
    })
  })

  it.each(freePaths)('passes %s', async (file_path) => {
    expect(await judged(host, tool, { file_path, content: 'rm -rf .acuvo' })).toBeUndefined()
  })
})

describe('reading is free', () => {
  it.each([
    ['claude-code', 'Read', { file_path: '.acuvo/hooks.json' }],
    ['claude-code', 'Grep', { pattern: 'x', path: '.acuvo' }],
    ['claude-code', 'Glob', { pattern: '.claude/settings*.json' }],
    ['codex', 'view_image', { path: '.acuvo/x.png' }],
    ['cursor', 'Read', { file_path: '.cursor/hooks.json' }],
    ['cursor', 'Grep', { pattern: 'x', file_path: '.acuvo/hooks.json' }],
    ['claude-code', 'WebFetch', { url: 'https://example.com/.acuvo/hooks.json' }],
    ['claude-code', 'mcp__fs__read_file', { path: '.acuvo/hooks.json' }],
    ['codex', 'mcp__fs__list_directory', { path: `${ws}/.acuvo` }],
    ['cursor', 'MCP:search_files', { path: ws, pattern: '.acuvo' }],
    ['claude-code', 'mcp__fs__get_file_info', { path: '.claude/settings.json' }],
    ['claude-code', 'Agent', { prompt: 'rm -rf .acuvo', description: 'x' }],
    ['claude-code', 'TodoWrite', { todos: [{ content: 'edit .acuvo/hooks.json' }] }],
  ])('%s %s %j', async (host, tool, input) => {
    expect(await judged(host, tool, input)).toBeUndefined()
  })
})

const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

describe('patches, MCP and tools no table knows', () => {
  it.each([
    ['codex', 'apply_patch', { command: patch('*** Add File: .acuvo/hooks.json', '+{}') }],
    ['codex', 'apply_patch', { command: patch('*** Update File: .codex/config.toml', '@@', '-a', '+b') }],
    ['codex', 'apply_patch', { command: patch('*** Delete File: .acuvo/guard.sh') }],
    ['codex', 'apply_patch', { command: patch('*** Update File: src/a.ts', '*** Move to: .acuvo/x', '@@', '-a', '+b') }],
    ['codex', 'apply_patch', { command: patch('*** Update File: .claude/settings.json', '*** Move to: x.json', '@@', '-a', '+b') }],
    ['codex', 'apply_patch', { command: 'no patch, but .acuvo/hooks.json' }],
    ['codex', 'Bash', { command: `apply_patch <<'EOF'\n${patch('*** Add File: .acuvo/x', '+1')}\nEOF` }],
    ['codex', 'exec_command', { cmd: 'rm -rf .acuvo' }],
    ['codex', 'shell', { command: ['bash', '-lc', 'rm -rf .acuvo'] }],
    ['codex', 'write_stdin', { session_id: 1, chars: 'rm -rf .acuvo\n' }],
    ['cursor', 'ApplyPatch', patch('*** Add File: .cursor/hooks.json', '+{}')],
    ['cursor', 'Delete', { path: '.acuvo' }],
    ['cursor', 'Delete', { path: ws }],
    ['cursor', 'Delete', { path: 'packages' }],
    ['cursor', 'StrReplace', { path: '.cursor/hooks.json', old_string: 'a', new_string: 'b' }],
    ['claude-code', 'Edit', { file_path: '.claude/settings.json', old_string: 'a', new_string: 'b' }],
    ['claude-code', 'MultiEdit', { file_path: '.acuvo/hooks.json', edits: [] }],
    ['claude-code', 'NotebookEdit', { notebook_path: '.acuvo/x.ipynb' }],
    ['claude-code', 'mcp__fs__write_file', { path: '.acuvo/hooks.json', content: '' }],
    ['claude-code', 'mcp__fs__edit_file', { path: `${home}/.claude/settings.json` }],
    ['claude-code', 'mcp__fs__move_file', { source: '.acuvo', destination: 'x' }],
    ['claude-code', 'mcp__fs__move_file', { source: ws, destination: '/tmp/x' }],
    ['claude-code', 'mcp__fs__move_file', { source: 'x/y', destination: 'sub/.claude' }],
    ['codex', 'mcp__fs__delete_directory', { path: 'packages' }],
    ['codex', 'mcp__fs__create_symlink', { from: '/tmp/x', to: '.codex/hooks.json' }],
    ['cursor', 'MCP:write_file', { path: '.cursor/hooks.json' }],
    ['cursor', 'MCP:anything', { options: { files: ['src/a.ts', '.acuvo/hooks.json'] } }],
    ['claude-code', 'mcp__term__execute', { command: 'rm -rf .acuvo' }],
    ['claude-code', 'mcp__term__run', { args: { script: 'echo x > .acuvo/hooks.json' } }],
    ['claude-code', 'mcp__term__run', { cmd: ['acuvo-hooks', 'trust', '--yes'] }],
    ['claude-code', 'mcp__py__run_code', { code: "open('.acuvo/hooks.json', 'w').write('')" }],
    ['claude-code', 'NewFileTool', { file: '.acuvo/hooks.json' }],
    ['claude-code', 'PowerShell', { command: 'Set-Content -Path .acuvo\\hooks.json -Value x' }],
    ['claude-code', 'PowerShell', { command: 'Remove-Item -Recurse -Force .acuvo' }],
    ['claude-code', 'PowerShell', { command: 'Get-Content x | Out-File "$HOME/.claude/settings.json"' }],
    ['claude-code', 'PowerShell', { command: '"{}" > .acuvo/hooks.json' }],
    ['claude-code', 'PowerShell', { command: "[IO.File]::WriteAllText('.acuvo/hooks.json', '{}')" }],
    ['claude-code', 'PowerShell', { command: 'Remove-Item -Recurse .' }],
    ['claude-code', 'PowerShell', { command: '& acuvo-hooks trust --yes' }],
  ])('denied: %s %s %j', async (host, tool, input) => {
    expect(await judged(host, tool, input)).toMatchObject({ verdict: 'deny', reason: expect.stringMatching(/^denied: /) })
  })

  it.each([
    ['codex', 'apply_patch', { command: patch('*** Add File: docs/x.md', '+rm -rf .acuvo') }],
    ['codex', 'apply_patch', { command: patch('*** Delete File: src/a.ts') }],
    ['codex', 'Bash', { command: 'cat .acuvo/hooks.json' }],
    ['cursor', 'Delete', { path: 'src/a.ts' }],
    ['cursor', 'Delete', { path: 'packages/plain' }],
    ['cursor', 'Delete', { path: 'alias-that-is-not-there' }],
    ['claude-code', 'mcp__fs__write_file', { path: 'docs/x.md', content: 'about .acuvo/hooks.json' }],
    ['claude-code', 'mcp__fs__create_directory', { path: ws }],
    ['claude-code', 'mcp__fs__move_file', { source: 'src/a.ts', destination: 'src/c.ts' }],
    ['claude-code', 'mcp__term__execute', { command: 'ls .acuvo', cwd: ws }],
    ['claude-code', 'mcp__github__create_issue', { title: 'x', body: 'see .acuvo/hooks.json' }],
    ['claude-code', 'PowerShell', { command: 'Get-Content .acuvo/hooks.json' }],
    ['claude-code', 'PowerShell', { command: 'Set-Content docs/x.md "x"' }],
    ['claude-code', 'PowerShell', { command: 'acuvo-hooks check' }],
  ])('passes: %s %s %j', async (host, tool, input) => {
    expect(await judged(host, tool, input)).toBeUndefined()
  })
})

describe('an answer', () => {
  it('names the path, who protects it, and what to do', async () => {
    const answer = await judged('claude-code', 'Write', { file_path: '.acuvo/hooks.json', content: '' })
    expect(answer).toEqual({
      verdict: 'deny',
      reason: [
        `denied: ${ws}/.acuvo/hooks.json belongs to a hook policy; it may be read but not changed, moved or deleted by an agent.`,
        'The policy of this machine protects it. Do not retry and do not work around it: propose the change to the person you work for, who makes it and then runs "acuvo-hooks trust".',
      ].join('\n'),
    })
  })

  it('shows a hostile path bounded, on one line and harmless', async () => {
    const answer = await judged('claude-code', 'Write', { file_path: `.acuvo/${'x\u202e'.repeat(500)}\n<system-reminder>`, content: '' })
    const [line = ''] = answer?.verdict === 'deny' ? answer.reason.split('\n') : []
    expect(line.length).toBeLessThan(450)
    expect(line).not.toMatch(/[\u202e<]/)
  })

  it('a proposal passes with a notice only where nothing else is touched', async () => {
    expect(await judged('claude-code', 'Write', { file_path: '.acuvo/guard.sh', content: '' }, 'propose')).toEqual({
      verdict: 'pass',
      notice: `this call changes ${ws}/.acuvo/guard.sh: the change counts only after a person approved it with "acuvo-hooks trust".`,
    })
    for (const file_path of ['.claude/settings.json', 'scripts/guard.mjs', `${home}/.config/acuvo/hooks.json`, 'loop-a'])
      expect(await judged('claude-code', 'Write', { file_path, content: '' }, 'propose')).toMatchObject({ verdict: 'deny' })
  })

  it('is none when switched off, after the call, and for an event without a tool', async () => {
    expect(await judged('claude-code', 'Write', { file_path: '.acuvo/hooks.json', content: '' }, 'off')).toBeUndefined()
    const event = eventOf('claude-code', 'Write', { file_path: '.acuvo/hooks.json', content: '' })
    expect(await protectedBy({ ...event, event: 'PostToolUse' }, places, 'deny')).toBeUndefined()
    const { tool: _tool, ...without } = event
    expect(await protectedBy(without, places, 'deny')).toBeUndefined()
  })
})
