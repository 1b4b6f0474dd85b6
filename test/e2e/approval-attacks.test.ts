import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOSTS, shellCall, writeCall } from '../support/payloads.mjs'
import { ask, askFor, CHANGED_SCRIPT, denying, endOf, expectHeld, expectTrusted, git, statusOf, takeNotes, trust } from './approval.js'
import { environmentOf, modelText, workspaceWith } from './judged.js'

/** Ways around approval that were tried on the program. Each ends in a gate that holds. */

describe('a script that a command runs in a roundabout way is pinned', () => {
  it.each<[string, string | string[], string]>([
    ['behind a cluster of shell options', 'bash -euo pipefail scripts/g.sh', 'scripts/g.sh'],
    ['behind words that start a shell', ['bash', '-c', 'sh scripts/g.sh'], 'scripts/g.sh'],
    ['behind a wrapper without a shell', ['timeout', '5', 'sh', 'scripts/g.sh'], 'scripts/g.sh'],
    ['on the stdin of an interpreter', 'sh < scripts/g.sh', 'scripts/g.sh'],
    ['by a name without its ending', 'node scripts/g', 'scripts/g.js'],
    ['loaded before another one', 'node --require=./scripts/pre.js -e 0', 'scripts/pre.js'],
  ])('%s', async (_name, command, script) => {
    const workspace = workspaceWith()
    workspace.change(script, script.endsWith('.js') ? '' : 'exit 0\n')
    workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'guard', command }] })
    expect(endOf(await askFor('codex', 'shell', workspace))).toBe('passes')
    const planted = `require("fs").writeFileSync("ran.codex", "NEW")\n`
    workspace.change(script, script.endsWith('.js') ? planted : CHANGED_SCRIPT)
    expectHeld(await askFor('codex', 'shell', workspace), workspace.root, script)
    expect(takeNotes(workspace.root, 'codex')).toEqual([])
    expect(await statusOf(workspace)).toBe(1)
  })
})

it('a file that a glob of "pins" matches is a change as soon as it is there', async () => {
  const workspace = workspaceWith()
  workspace.change('lib/a.sh', 'exit 0\n')
  workspace.policy({ pins: ['lib/**'], hooks: [{ event: 'PreToolUse', name: 'all', command: 'for f in lib/*.sh; do . "./$f"; done' }] })
  expect(endOf(await askFor('cursor', 'shell', workspace))).toBe('passes')
  workspace.change('lib/z.sh', CHANGED_SCRIPT)
  expectHeld(await askFor('cursor', 'shell', workspace), workspace.root, /lib\/z\.sh.*added/)
  expect(takeNotes(workspace.root, 'cursor')).toEqual([])
})

describe.each(HOSTS)('an approved root in %s', (host) => {
  const gated = () => workspaceWith({ hooks: [denying('guard', ['run_command'])] })

  it('that is a file now is gone, and its gate holds', async () => {
    const workspace = gated()
    renameSync(workspace.root, `${workspace.root}.moved`)
    writeFileSync(workspace.root, '')
    const answered = await ask(host, shellCall(host, workspace.root, 'ls'), workspace, { cwd: workspace.base })
    expect(endOf(answered), modelText(answered)).not.toBe('passes')
  })

  it('that is a link to another approved one is gone, and its gate holds', async () => {
    const workspace = gated()
    const other = join(workspace.base, 'other')
    mkdirSync(join(other, '.acuvo'), { recursive: true })
    writeFileSync(join(other, '.acuvo', 'hooks.json'), '{}')
    expect(workspace.approve(other)).toBe(true)
    renameSync(workspace.root, `${workspace.root}.moved`)
    symlinkSync(other, workspace.root)
    expect(endOf(await ask(host, shellCall(host, workspace.root, 'ls'), workspace, { cwd: workspace.base }))).toBe('denied')
  })

  it('is not held up by long files in the place of git’s own', async () => {
    const workspace = gated()
    const deepest = join(workspace.root, ...Array.from({ length: 6 }, () => 's'))
    mkdirSync(deepest, { recursive: true })
    for (let folder = deepest; folder !== workspace.root; folder = dirname(folder))
      writeFileSync(join(folder, '.git'), `gitdir: a${' '.repeat(65_000)}b`)
    const answered = await ask(host, shellCall(host, deepest, 'ls'), workspace)
    expect(endOf(answered)).toBe('denied')
    expect(answered.ms).toBeLessThan(5_000)
  })
})

it('the file that ties a worktree to its main checkout is protected', async () => {
  const workspace = workspaceWith({ hooks: [denying('guard', ['run_command'])] })
  writeFileSync(join(workspace.root, '.gitignore'), '.acuvo\n')
  git(workspace, workspace.root, 'init', '-q')
  git(workspace, workspace.root, 'add', '.gitignore')
  git(workspace, workspace.root, 'commit', '-qm', 'x')
  const tree = join(workspace.base, 'tree')
  git(workspace, workspace.root, 'worktree', 'add', '-q', tree)
  const from = { cwd: tree, env: { ...environmentOf('claude-code', workspace), CLAUDE_PROJECT_DIR: tree } }
  expect(endOf(await ask('claude-code', shellCall('claude-code', tree, 'ls'), workspace, from))).toBe('denied')
  expect(modelText(await ask('claude-code', writeCall('claude-code', tree, join(tree, '.git')), workspace, from))).toMatch(/^denied: /)
  expect(endOf(await ask('claude-code', writeCall('claude-code', tree, join(tree, 'notes.md')), workspace, from))).toBe('passes')
})

it('--same-as compares what a link leads to, not only the link', async () => {
  const workspace = workspaceWith()
  workspace.change('scripts/real.sh', 'exit 0\n')
  workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: [{ event: 'PreToolUse', command: 'sh .acuvo/g.sh' }] }))
  symlinkSync('../scripts/real.sh', join(workspace.root, '.acuvo', 'g.sh'))
  git(workspace, workspace.root, 'init', '-q')
  git(workspace, workspace.root, 'add', '.')
  git(workspace, workspace.root, 'commit', '-qm', 'base')
  git(workspace, workspace.root, 'branch', 'base')
  await expectTrusted(workspace, ['--same-as', 'base'])
  workspace.change('scripts/real.sh', CHANGED_SCRIPT)
  const ended = await trust(workspace, ['--same-as', 'base'])
  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toContain('.acuvo/g.sh')
})

it('a setting of the person’s own file is shown before it is approved', async () => {
  const workspace = workspaceWith()
  workspace.userPolicy('{')
  writeFileSync(join(workspace.home, '.config', 'acuvo', 'hooks.json'), '{ "selfProtect": "off" }')
  expect((await trust(workspace, ['--user', '--yes'])).stdout).toMatch(/selfProtect: off/)
  expect(JSON.parse((await trust(workspace, ['--user', '--yes', '--json'])).stdout)).toMatchObject({ selfProtect: 'off' })
})

it('what the person’s own file extends is found from where that file stands, also when it changes', async () => {
  const workspace = workspaceWith()
  const file = workspace.userPolicy('{}')
  writeFileSync(join(dirname(file), 'base.json'), JSON.stringify({ hooks: [denying('mine', ['run_command'])] }))
  writeFileSync(file, '{ "extends": "./base.json" }')
  await expectTrusted(workspace, ['--user', '--yes'])
  expect(endOf(await askFor('codex', 'shell', workspace))).toBe('denied')
  writeFileSync(file, '{ "extends": "./base.json", "hooks": [{ "event": "Stop", "command": "true" }] }')
  expect(endOf(await askFor('codex', 'shell', workspace))).toBe('denied')
  expect(endOf(await askFor('codex', 'write', workspace)), 'a change that adds no gate holds nothing').toBe('passes')
})

it('an installed package that is a link can be extended', async () => {
  const workspace = workspaceWith()
  const developed = join(workspace.base, 'policy-package')
  mkdirSync(developed)
  writeFileSync(join(developed, 'hooks.json'), JSON.stringify({ hooks: [denying('team', ['run_command'])] }))
  mkdirSync(join(workspace.root, 'node_modules', '@team'), { recursive: true })
  symlinkSync(developed, join(workspace.root, 'node_modules', '@team', 'policy'))
  workspace.policy({ extends: ['npm:@team/policy'] })
  expect(await statusOf(workspace)).toBe(0)
  expect(endOf(await askFor('claude-code', 'shell', workspace))).toBe('denied')
})

it('a lock from the future, and a script that changed in every line, do not hold up a person', async () => {
  const workspace = workspaceWith()
  const lines = (word: string): string => Array.from({ length: 60_000 }, (_, index) => `# ${word} ${index}\n`).join('')
  workspace.change('.acuvo/g.sh', lines('old'))
  workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'sh .acuvo/g.sh' }] })
  workspace.change('.acuvo/g.sh', lines('new'))
  const { stdout } = await trust(workspace, ['--list', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ approvals: [{ root: workspace.root }] })
  const [folder = ''] = readdirSync(join(workspace.store, 'approvals'))
  const lock = join(workspace.store, 'approvals', folder, 'record.json.lock')
  writeFileSync(lock, '')
  const tomorrow = new Date(Date.now() + 86_400_000)
  utimesSync(lock, tomorrow, tomorrow)
  const ended = await expectTrusted(workspace)
  expect(ended.stdout).toContain('# new 59999')
  expect(existsSync(lock)).toBe(false)
})

describe('a write that only a close look can tell', () => {
  it.each<[string, (workspace: ReturnType<typeof workspaceWith>) => string]>([
    [
      'to a pinned script through the folder that its folder is a link to',
      (workspace) => {
        workspace.change('real/g.sh', 'exit 0\n')
        symlinkSync('real', join(workspace.root, 'scripts'))
        workspace.policy({ hooks: [{ event: 'Stop', command: 'sh scripts/g.sh' }] })
        return join(workspace.root, 'real', 'g.sh')
      },
    ],
    [
      'to a start-up file whose folder is a link',
      ({ home }) => {
        mkdirSync(join(home, 'dot', 'fish'), { recursive: true })
        mkdirSync(join(home, '.config'), { recursive: true })
        symlinkSync('../dot/fish', join(home, '.config', 'fish'))
        return join(home, 'dot', 'fish', 'config.fish')
      },
    ],
  ])('is denied %s', async (_name, make) => {
    const workspace = workspaceWith()
    const target = make(workspace)
    for (const host of HOSTS) {
      const answered = await ask(host, writeCall(host, workspace.root, target), workspace)
      expect(answered.judgement.blocked, host).toBe(true)
      expect(modelText(answered)).toMatch(/^denied: /)
    }
  })
})

it('a call on more files than can be looked at in time is held', async () => {
  const workspace = workspaceWith({ hooks: [] })
  const files = Array.from({ length: 5_000 }, (_, index) => `*** Add File: f${index}\n+x\n`).join('')
  const call = { ...writeCall('codex', workspace.root, 'a'), tool_input: { command: `*** Begin Patch\n${files}*** End Patch` } }
  const answered = await ask('codex', call, workspace)
  expect(endOf(answered)).toBe('held')
  expect(answered.ms).toBeLessThan(10_000)
})
