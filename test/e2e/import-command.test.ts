import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { shape, type ImportDocument } from '../../src/shapes/import.js'
import type { Ended } from '../support/program.mjs'
import { askProgram, everyCallStarts } from '../support/standing.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { environmentOf, workspaceWith, type Json } from './judged.js'

/** What `import` reads, prints and writes. */

// Expressions of matchers are run apart, with a limit of time.
everyCallStarts()

const put = (file: string, content: unknown): string => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const importing = (workspace: Workspace, args: readonly string[], more: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Ended> =>
  askProgram(['import', ...args], { cwd: more.cwd ?? workspace.root, env: { ...environmentOf('codex', workspace), ...more.env } })

const documentOf = (ended: Ended): ImportDocument => shape.parse(JSON.parse(ended.stdout))

const entry = { type: 'command', command: './guard.sh' }
const claude = (event: string, groups: unknown): object => ({ hooks: { [event]: groups } })
const one = (more: object = {}, group: object = {}, event = 'PreToolUse'): object =>
  claude(event, [{ ...group, hooks: [{ ...entry, ...more }] }])

/** The one hook that a settings file becomes, without its name. */
const hookOf = async (
  host: 'claude-code' | 'codex' | 'cursor',
  settings: unknown,
): Promise<{ hook: Json | undefined; document: ImportDocument; stderr: string }> => {
  const workspace = workspaceWith()
  const file = put(join(workspace.base, host === 'claude-code' ? 'settings.json' : 'hooks.json'), settings)
  const ended = await importing(workspace, [host, file, '--json'])
  expect(ended.exitCode, ended.stderr).toBe(0)
  const document = documentOf(ended)
  workspace.change('.acuvo/hooks.json', JSON.stringify(document.policy))
  expect(workspace.approve(), 'the policy is valid').toBe(true)
  return { hook: document.policy.hooks[0], document, stderr: ended.stderr }
}

it.each([
  [
    'a tool',
    one({}, { matcher: 'Bash' }),
    { event: 'PreToolUse', hosts: ['claude-code'], tools: ['Bash'], command: './guard.sh', stdin: 'host', mayAllow: true },
  ],
  ['every tool', one({}, { matcher: '.*' }), { tools: undefined }],
  ['names of tools that are gone', one({}, { matcher: 'Write|Edit|MultiEdit' }), { tools: ['Write', 'Edit', 'MultiEdit'] }],
  ['a server', one({}, { matcher: '^mcp__my_notes__.*$' }), { tools: ['mcp__my_notes__*'] }],
  ['a server beside a tool', one({}, { matcher: 'mcp__notes__.*|Bash' }), { tools: ['Bash', 'BashOutput', 'mcp__notes__*'] }],
  ['a name that nobody knows', one({}, { matcher: 'Brandnew' }), { tools: ['native:Brandnew'] }],
  ["another host's name", one({}, { matcher: 'Shell' }), { tools: ['native:Shell'] }],
  ['a timeout', one({ timeout: 30 }), { timeoutMs: undefined }],
  ['a shorter timeout', one({ timeout: 1.5 }), { timeoutMs: 1_500 }],
  ["the host's own timeout", one(), { timeoutMs: 120_000 }],
  ['the end of a session', one({}, {}, 'SessionEnd'), { timeoutMs: 1_500 }],
  ['a long timeout after a call', one({ timeout: 900 }, {}, 'PostToolUse'), { timeoutMs: 600_000 }],
  ['in the background', one({ async: true }, {}, 'Stop'), { background: true, timeoutMs: undefined }],
  ['failing closed at a prompt', one({ onFailure: 'block' }, {}, 'UserPromptSubmit'), { onFailure: 'deny' }],
  ['words', one({ args: ['--strict', 'a b'] }), { command: ['./guard.sh', '--strict', 'a b'] }],
  [
    'words with a variable',
    one({ args: ["${CLAUDE_PROJECT_DIR}/it's.mjs"] }),
    { command: `exec ./guard.sh "\${CLAUDE_PROJECT_DIR}"'/it'\\''s.mjs'` },
  ],
  ['PowerShell', one({ shell: 'powershell' }), { shellProgram: 'pwsh' }],
  ['switched off', { disableAllHooks: true, ...one() }, { mode: 'off' }],
  [
    'a variable of the file',
    { env: { TOKEN: 'x', OTHER: 'y', PATH: '/x' }, ...one({ command: 'guard "$TOKEN" $PATH' }) },
    { env: ['TOKEN'] },
  ],
  ['an answer after', one({}, {}, 'PostToolUse'), { command: '[ "$ACUVO_EVENT_NATIVE" = PostToolUse ] || exit 0; ./guard.sh' }],
])('becomes a hook: %s', async (_what, settings, expected) => {
  const { hook } = await hookOf('claude-code', settings)
  for (const [key, value] of Object.entries(expected)) expect(hook?.[key], key).toEqual(value)
})

it.each([
  ['an event without a counterpart', one({}, {}, 'PermissionRequest'), 'event'],
  ['one that is never registered', one({}, {}, 'WorktreeCreate'), 'event'],
  ['a prompt', claude('PreToolUse', [{ hooks: [{ type: 'prompt', prompt: 'safe?' }] }]), 'type'],
  ['a condition', one({ if: 'Bash(rm *)' }), 'condition'],
  ['a gate in the background', one({ async: true }), 'background-gate'],
  ['an expression that takes nothing', one({}, { matcher: '^Nothing$' }), 'matcher-nothing'],
  ['an expression that is none', one({}, { matcher: '(' }), 'matcher-nothing'],
  ['any MCP tool', one({}, { matcher: 'mcp__.*' }), 'matcher-mcp'],
  ['a tool of any server', one({}, { matcher: 'mcp__.*__write' }), 'matcher-mcp'],
  ['some starts', one({}, { matcher: 'startup' }, 'SessionStart'), 'matcher-subject'],
  ['some subagents', one({}, { matcher: 'reviewer' }, 'SubagentStop'), 'matcher-subject'],
])('is not carried, and said: %s', async (_what, settings, because) => {
  const { document, stderr } = await hookOf('claude-code', settings)
  expect(document).toMatchObject({
    policy: { hooks: [] },
    carried: [],
    notCarried: [{ because, path: ['hooks', expect.any(String), 0, 'hooks', 0] }],
  })
  expect(stderr).toContain('not carried:')
})

it('says what of an expression is lost, and what it stands for', async () => {
  const { document } = await hookOf('claude-code', one({}, { matcher: '^(?!Bash)' }))
  expect(document.notCarried).toMatchObject([{ because: 'matcher-mcp-part' }])
  expect(document.carried[0]?.expanded).toContain('Write')
  expect(document.carried[0]?.expanded).not.toContain('Bash')
})

it.each([
  ['claude-code', 'mcp__github|Ba.*'],
  ['claude-code', 'mcp__github__create|Ba.*'],
  ['claude-code', '(Bash|Edit|fs__write)'],
  ['claude-code', 'Bash|.*__delete.*'],
  ['claude-code', '.*([Ww]rite|edit).*'],
  ['codex', '(Bash|delete)'],
  ['codex', '(?i)write|Bash'],
  ['cursor', 'Shell|delete'],
  ['cursor', 'MCP:create_issue|Delete'],
  ['cursor', 'create_issue'],
] as const)('says that an expression takes tools of MCP servers too: %s %s', async (host, matcher) => {
  const settings = host === 'cursor' ? { version: 1, hooks: { preToolUse: [{ command: './guard.sh', matcher }] } } : one({}, { matcher })
  const { document } = await hookOf(host, settings)
  expect(document.carried).toHaveLength(1)
  expect(document.notCarried).toMatchObject([{ because: 'matcher-mcp-part' }])
})

it.each([
  ['claude-code', 'Bash|mcp__github__create_issue|Brandnew'],
  ['claude-code', 'mcp__notes__.*|^Bash$'],
  ['claude-code', 'Notebook.*'],
  ['codex', 'Bash|mcp__fs__write_file'],
  ['codex', '^Ba|^apply'],
  ['cursor', 'Shell|Write'],
] as const)('says nothing of MCP servers where it takes no more than its names: %s %s', async (host, matcher) => {
  const settings = host === 'cursor' ? { version: 1, hooks: { preToolUse: [{ command: './guard.sh', matcher }] } } : one({}, { matcher })
  const { document } = await hookOf(host, settings)
  expect(document.carried).toHaveLength(1)
  expect(document.notCarried).toEqual([])
})

it.each([
  ['claude-code', '.claude/settings.json', '.claude/settings.local.json', '.claude/settings.json'],
  ['codex', '.codex/hooks.json', '.codex/config.toml', '.codex/hooks.json'],
  ['cursor', '.cursor/hooks.json', undefined, '.cursor/hooks.json'],
] as const)('names the files of the host with hooks that it did not read: %s', async (host, first, second, own) => {
  const workspace = workspaceWith()
  const json = host === 'cursor' ? { version: 1, hooks: { preToolUse: [{ command: './guard.sh' }] } } : one()
  const toml = '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "./guard.sh"\n'
  const file = put(join(workspace.root, first), json)
  const others = [
    ...(second === undefined ? [] : [put(join(workspace.root, second), second.endsWith('.toml') ? toml : json)]),
    put(join(workspace.home, own), json),
  ]
  const ended = await importing(workspace, [host, '--json'])
  expect(documentOf(ended)).toMatchObject({ file, otherFiles: others })
  for (const other of others) expect(ended.stderr.replaceAll(/\s+/g, '')).toContain(`notread:${other}`)
  expect(documentOf(await importing(workspace, [host, file, '--json'])).otherFiles).toEqual([])
})

it('names the variables of the file that no hook gets, and says that hooks run in turn', async () => {
  const settings = {
    env: { GUARDED: 'infra', TOKEN: 'x' },
    ...claude('PreToolUse', [{ hooks: [entry, { ...entry, command: 'other "$TOKEN"' }] }]),
  }
  const { document, stderr } = await hookOf('claude-code', settings)
  expect(document.variables).toEqual(['GUARDED'])
  expect(stderr).toContain('they do not get GUARDED')
  expect(stderr).toContain('one after the other')
})

it("says where a gate that is let through at its timeout has less time than the host's default", async () => {
  const { document } = await hookOf('codex', one({}, {}, 'UserPromptSubmit'))
  expect(document.carried).toMatchObject([{ loweredFromMs: 600_000 }])
})

it('takes every known start for all of them', async () => {
  const { document } = await hookOf('claude-code', one({}, { matcher: 'startup|resume|clear|compact|fork' }, 'SessionStart'))
  expect(document).toMatchObject({ carried: [{ event: 'SessionStart' }], notCarried: [] })
})

it("pins scripts that stand behind the host's variable", async () => {
  const commands = [
    '"$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh x',
    'node "${CLAUDE_PROJECT_DIR}/my hooks/b.mjs"',
    '$CLAUDE_PROJECT_DIR/../c.sh',
    '$OTHER/d.sh',
  ]
  const settings = claude('PreToolUse', [
    {
      hooks: [...commands.map((command) => ({ ...entry, command })), { ...entry, command: 'node', args: ['${CLAUDE_PROJECT_DIR}/e.mjs'] }],
    },
  ])
  const { document } = await hookOf('claude-code', settings)
  expect(document.policy.pins).toEqual(['.claude/hooks/a.sh', 'my hooks/b.mjs', 'e.mjs'])
})

it('reads TOML', async () => {
  const workspace = workspaceWith()
  const text =
    '[[hooks.PreToolUse]]\nmatcher = "Edit|Write"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "./guard.sh"\ntimeout = 5\n'
  const file = put(join(workspace.root, '.codex/config.toml'), text)
  expect(documentOf(await importing(workspace, ['codex', '--json']))).toMatchObject({
    file,
    policy: { hooks: [{ event: 'PreToolUse', hosts: ['codex'], tools: ['apply_patch'], timeoutMs: 5_000 }] },
  })
})

it("starts a person's own hooks of Cursor in their folder", async () => {
  const workspace = workspaceWith()
  const folder = dirname(put(join(workspace.home, '.cursor/hooks.json'), { version: 1, hooks: { stop: [{ command: './s.sh' }] } }))
  const { policy } = documentOf(await importing(workspace, ['cursor', '--json']))
  expect(policy.hooks[0]).toMatchObject({ event: 'Stop', command: `cd ${folder} || exit 1; ./s.sh` })
})

it('leaves our own lines out, and pieces that the host leaves out', async () => {
  const settings = claude('PreToolUse', [
    { hooks: [{ type: 'command', command: '"/x y/acuvo-hooks" run --host claude-code --event PreToolUse' }] },
    { hooks: [entry] },
  ])
  const { document } = await hookOf('claude-code', { hooks: { ...(settings as { hooks: object }).hooks, Nope: [] } })
  expect(document).toMatchObject({
    ownLines: 1,
    carried: [{ name: 'guard.sh' }],
    notLoaded: [{ code: 'unknown-event', path: ['hooks', 'Nope'] }],
  })
})

it('gives every hook a name of its own, and a file no more than it holds', async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ hooks: [{ type: 'command', command: `sh .claude/guard.sh ${at}` }] }))
  const { document } = await hookOf('claude-code', claude('PreToolUse', [...many, many[0]]))
  const names = document.carried.map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['guard.sh', 'guard.sh 2', 'guard.sh 3'])
  expect(new Set(names).size).toBe(32)
  expect(document.notCarried.map(({ because }) => because)).toEqual([...Array.from({ length: 8 }, () => 'too-many'), 'same-again'])
})

it("looks for the workspace's file on the way up, then for the person's own", async () => {
  const workspace = workspaceWith()
  mkdirSync(join(workspace.root, 'a/b'), { recursive: true })
  const own = put(join(workspace.home, '.claude/settings.json'), one({ command: 'own' }))
  const at = async (): Promise<string> =>
    documentOf(await importing(workspace, ['claude-code', '--json'], { cwd: join(workspace.root, 'a/b') })).file
  expect(await at()).toBe(own)
  put(join(workspace.root, '.claude/settings.json'), { permissions: {} })
  expect(await at(), 'a file without hooks').toBe(own)
  const local = put(join(workspace.root, '.claude/settings.local.json'), one({ command: 'local' }))
  expect(await at()).toBe(local)
  const project = put(join(workspace.root, '.claude/settings.json'), one({ command: 'project' }))
  expect(await at()).toBe(project)
  const moved = put(join(workspace.base, 'codex/hooks.json'), claude('Stop', [{ hooks: [entry] }]))
  const codex = await importing(workspace, ['codex', '--json'], { env: { CODEX_HOME: dirname(moved) } })
  expect(documentOf(codex).file).toBe(moved)
})

it('prints the policy on stdout and the remarks on stderr', async () => {
  const workspace = workspaceWith()
  put(join(workspace.root, '.claude/settings.json'), one({}, { matcher: 'Bash' }))
  const { stdout, stderr, exitCode } = await importing(workspace, ['claude-code'], { env: { COLUMNS: '40' } })
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ hooks: [{ name: 'guard.sh' }] })
  expect(stderr.replace(/\n\s+/g, ' ')).toContain('"guard.sh": any exit other than 0 and 2')
  for (const line of stderr.split('\n')) if (!line.includes(workspace.root)) expect(line.length, line).toBeLessThanOrEqual(40)
})

it('writes where there is nothing, and never over anything', async () => {
  const workspace = workspaceWith()
  put(join(workspace.root, '.claude/settings.json'), one())
  const written = await importing(workspace, ['claude-code', '--write'])
  const file = join(workspace.root, '.acuvo/hooks.json')
  expect(written).toMatchObject({ exitCode: 0, stdout: `written: ${file}\n` })
  const before = readFileSync(file, 'utf8')
  expect(workspace.approve(), 'it is valid as it stands').toBe(true)
  expect(readdirSync(dirname(file)).sort()).toEqual(['.gitignore', 'hooks.json', 'hooks.schema.json'])
  put(join(workspace.root, '.claude/settings.json'), one({ command: 'other' }))
  expect(await importing(workspace, ['claude-code', '--write'])).toMatchObject({ exitCode: 1, stdout: '' })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it('writes no link away, and nothing into HOME', async () => {
  const workspace = workspaceWith()
  put(join(workspace.root, '.claude/settings.json'), one())
  mkdirSync(join(workspace.base, 'elsewhere'))
  symlinkSync(join(workspace.base, 'elsewhere'), join(workspace.root, '.acuvo'))
  expect(await importing(workspace, ['claude-code', '--write'])).toMatchObject({ exitCode: 1 })
  expect(readdirSync(join(workspace.base, 'elsewhere'))).toEqual([])
  rmSync(join(workspace.root, '.acuvo'))
  mkdirSync(join(workspace.root, '.acuvo'))
  symlinkSync(join(workspace.base, 'elsewhere.json'), join(workspace.root, '.acuvo/hooks.json'))
  expect(await importing(workspace, ['claude-code', '--write'])).toMatchObject({ exitCode: 1 })
  put(join(workspace.home, '.claude/settings.json'), one())
  const { exitCode, stderr } = await importing(workspace, ['claude-code', '--write'], { cwd: workspace.home })
  expect({ exitCode, says: stderr.includes('HOME') }).toEqual({ exitCode: 1, says: true })
})

it.each([
  ['no file at all', undefined, [], 2, 'no hook settings of Claude Code here'],
  ['a file that is not there', undefined, ['nowhere.json'], 2, 'cannot be read (ENOENT)'],
  ['a folder', undefined, ['.'], 2, 'cannot be read (EISDIR)'],
  ['a file that the host cannot read', '{\n  "hooks": {},\n}', [], 1, 'settings.json:3:1'],
  [
    'a file of which the host loads nothing',
    one({ timeout: '5' }),
    [],
    1,
    'hooks.PreToolUse[0].hooks[0], line 1: guard-entry-invalid (timeout)',
  ],
  ['a file without hooks', {}, [], 0, 'there is nothing to carry'],
])('%s', async (_what, settings, args, exit, says) => {
  const workspace = workspaceWith()
  if (settings !== undefined) put(join(workspace.root, '.claude/settings.json'), settings)
  const { exitCode, stderr } = await importing(workspace, ['claude-code', ...args], { env: { COLUMNS: '400' } })
  expect(stderr).toContain(says)
  expect(exitCode).toBe(exit)
})

it('never shows what a settings file holds as values, nor lets its keys reach a terminal as they are', async () => {
  const key = 'Pre\u001b[31mTool'
  const { stderr } = await hookOf('claude-code', `{"hooks":{${JSON.stringify(key)}:["sk-secret-value"]}}`)
  expect(stderr).not.toContain('\u001b')
  expect(stderr).not.toContain('sk-secret-value')
})
