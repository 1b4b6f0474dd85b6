import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shape, type Explained } from '../../src/shapes/explain.js'
import { oracles } from '../oracle/index.js'
import { payload, shellCall, writeCall } from '../support/payloads.mjs'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** `explain`: why a call comes to what it comes to. */

let workspace: Workspace
beforeEach(() => {
  workspace = makeWorkspace()
})
afterEach(() => workspace.remove())

const cli = (
  args: readonly string[],
  { stdin, cwd = workspace.root, env = {} }: { stdin?: object; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> => askProgram(['explain', ...args], { env: { ...workspace.env, ...env }, cwd, ...(stdin === undefined ? {} : { stdin }) })
const explained = async (args: readonly string[], options: Parameters<typeof cli>[1] = {}): Promise<Explained> => {
  const { stdout, stderr } = await cli([...args, '--json'], options)
  expect(stderr).toBe('')
  return shape.parse(JSON.parse(stdout))
}
const WRITE = ['--host', 'claude-code', '--event', 'PreToolUse', '--tool', 'write_file', '--path']
const SHELL = ['--host', 'codex', '--event', 'PreToolUse', '--tool', 'run_command', '--command']
const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

describe('a hook matches or not, and it is said why', () => {
  const rows: [what: string, hook: object, call: string[], mismatch: string | undefined, cause: string][] = [
    ['for everything', {}, [...WRITE, 'a'], undefined, 'it is for every PreToolUse'],
    ['of another event', { event: 'Stop', command: 'true' }, [...WRITE, 'a'], 'event', 'it is for Stop, and this is PreToolUse'],
    ['switched off', { mode: 'off' }, [...WRITE, 'a'], 'off', 'is switched off (mode: off)'],
    ['of another host', { hosts: ['cursor', 'git'] }, [...WRITE, 'a'], 'host', 'it is for "cursor", "git", and this is "claude-code"'],
    ['of another tool', { tools: ['read_file'] }, [...WRITE, 'a'], 'tool', 'it is for "read_file", and this tool is "write_file", "Write"'],
    ['of this tool', { tools: ['delete_file', 'Write'] }, [...WRITE, 'a'], undefined, 'it names the tool as "Write"'],
    ['of another path', { paths: ['infra/**'] }, [...WRITE, 'a'], 'path', '"infra/**" matches none of the paths: {root}/a'],
    ['of this path', { paths: ['x', 'infra/**'] }, [...WRITE, 'infra/a'], undefined, '"infra/**" matches {root}/infra/a'],
    [
      'of a path that is excluded',
      { paths: ['infra/**', '!infra/docs/**'] },
      [...WRITE, 'infra/docs/a'],
      'path',
      'it is excluded by "!infra/docs/**"',
    ],
    ['of another command', { commands: ['git push'] }, [...SHELL, 'git pull'], 'command', 'the command runs none of "git push"'],
    ['of this command', { commands: ['rm', 'git push'] }, [...SHELL, 'cd x && git push origin'], undefined, 'the command runs "git push"'],
    ['of a command, at a write', { commands: ['git push'] }, [...WRITE, 'a'], 'command', 'it is for "git push", and no command is run'],
    [
      'of tool and path',
      { tools: ['write_file'], paths: ['a'] },
      [...WRITE, 'a'],
      undefined,
      'it names the tool as "write_file"; "a" matches {root}/a',
    ],
  ]
  it.each(rows)('%s', async (_what, hook, call, mismatch, cause) => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'one', ...('command' in hook ? {} : { notice: 'seen' }), ...hook }] })
    const { hooks, verdict } = await explained(call)
    expect(hooks).toHaveLength(1)
    expect(hooks[0]).toMatchObject({ hook: 'one', matched: mismatch === undefined, cause: cause.replace('{root}', workspace.root) })
    expect(hooks[0]?.mismatch).toBe(mismatch)
    expect(verdict).toBe('pass')
  })

  it('on an event that the host announces again', async () => {
    workspace.policy({ hooks: [{ event: 'PostToolUse', name: 'format', command: 'true' }] })
    const { hooks } = await explained(['--host', 'cursor', '--event', 'afterFileEdit', '--path', 'a', '--content', 'x'])
    expect(hooks[0]).toMatchObject({ matched: false, mismatch: 'announced' })
  })
})

describe('config files', () => {
  it('in their order, each with why it applies, its hash and its approval', async () => {
    const user = workspace.userPolicy({ hooks: [{ event: 'PreToolUse', notice: 'u' }] })
    const outer = workspace.policy({ hooks: [{ event: 'PreToolUse', notice: 'o' }] })
    const inner = workspace.change('part/.acuvo/hooks.json', '{"hooks":[]}')
    workspace.change('elsewhere/.acuvo/hooks.json', '{"hooks":[]}')
    const { config, absent, root } = await explained([...WRITE, 'part/deep/a'])
    expect(root).toBe(workspace.root)
    expect(config.map(({ path, layer, state, why }) => ({ path, layer, state, why }))).toEqual([
      { path: user, layer: 'user', state: 'approved', why: ["the person's own policy applies everywhere"] },
      {
        path: outer,
        layer: 'workspace',
        state: 'approved',
        why: [
          "the session's root is in its tree",
          'the call takes place in its tree',
          `the call is about a path in its tree: ${join(workspace.root, 'part/deep/a')}`,
        ],
      },
      {
        path: inner,
        layer: 'workspace',
        state: 'unapproved',
        why: [`the call is about a path in its tree: ${join(workspace.root, 'part/deep/a')}`],
      },
    ])
    for (const { path, hash } of config) expect(hash).toBe(sha256(path))
    expect(config[1]?.approvedHash).toBe(sha256(outer))
    expect(absent).toEqual([{ path: '/etc/acuvo/hooks.json', layer: 'managed' }])
  })

  it('of a recorded payload in a folder below, of a worktree, and through a link', async () => {
    workspace.policy({ hooks: [] })
    const below = join(workspace.root, 'below')
    mkdirSync(below)
    const recorded = { ...shellCall('claude-code', workspace.root, 'ls'), cwd: below }
    expect((await explained(['-'], { stdin: recorded, cwd: workspace.home, env: { CLAUDE_PROJECT_DIR: below } })).root).toBe(below)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b', ...args], { cwd: workspace.root, env: workspace.env })
    git('init', '-q')
    git('commit', '-q', '--allow-empty', '-m', 'x')
    git('worktree', 'add', '-q', join(workspace.base, 'linked'))
    const inWorktree = await explained(SHELL.concat('ls'), { cwd: join(workspace.base, 'linked') })
    expect(inWorktree.config[0]).toMatchObject({
      path: join(workspace.root, '.acuvo/hooks.json'),
      root: join(workspace.base, 'linked'),
      why: expect.arrayContaining([expect.stringContaining('main checkout')]) as string[],
    })
    mkdirSync(join(workspace.base, 'other'))
    symlinkSync(workspace.root, join(workspace.base, 'other/link'))
    const through = await explained([...WRITE, 'link/a'], { cwd: join(workspace.base, 'other') })
    expect(through.config[0]?.why).toEqual([`the call is about a path in its tree: ${join(workspace.base, 'other/link/a')}`])
  })

  const states: [state: string, change: () => void, stopped: boolean][] = [
    ['approved', () => undefined, false],
    ['changed', () => workspace.change('.acuvo/hooks.json', '{"hooks":[{"event":"PreToolUse","deny":"x"}]}'), true],
    ['broken', () => workspace.change('.acuvo/hooks.json', '{"hooks":[{"event":"PreTool"}]}'), true],
    ['gone', () => execFileSync('rm', ['-r', join(workspace.root, '.acuvo')]), false],
  ]
  it.each(states)('that is %s', async (state, change, stopped) => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'note', notice: 'n' }] })
    change()
    const document = await explained([...WRITE, 'a'])
    expect(document.config[0]?.state).toBe(state)
    expect(document.stopped).toBe(stopped)
    expect(document.verdict).toBe(stopped ? 'deny' : 'pass')
    expect(document.held).toHaveLength(stopped ? 1 : 0)
    expect(document.hooks[0]).toMatchObject({ hook: 'note', matched: true })
    if (state === 'broken') expect(document.config[0]?.errors.join()).toContain('"PreTool" is not an event')
  })

  it('that nobody approved is looked at only where a person says so, and approved by nobody', async () => {
    workspace.change('.acuvo/hooks.json', '{"hooks":[{"event":"PreToolUse","name":"new","command":"touch ran"}]}')
    expect((await explained([...WRITE, 'a'])).hooks).toEqual([])
    const { hooks, stopped } = await explained([...WRITE, 'a', '--unapproved'])
    expect(hooks[0]).toMatchObject({ hook: 'new', matched: true, command: 'touch ran' })
    expect(stopped).toBe(false)
    expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
    expect((await explained([...WRITE, 'a'])).config[0]?.state).toBe('unapproved')
  })
})

describe('what a command would start', () => {
  beforeEach(() => {
    workspace.change('.acuvo/guard.mjs', 'process.exit(0)\n')
    workspace.change('tools/lint.sh', '#!/bin/sh\n', 0o755)
    workspace.policy({
      hooks: [
        {
          event: 'PreToolUse',
          name: 'guard',
          command: 'node .acuvo/guard.mjs && ./tools/lint.sh && no-such-program && exit 0',
          timeoutMs: 5000,
          env: ['MY_TOKEN', 'NOT_SET'],
        },
        { event: 'PreToolUse', name: 'words', command: ['node', 'gone.mjs'], onFailure: 'ask' },
      ],
    })
  })

  it('program by program and file by file, with what it is now', async () => {
    const script = join(workspace.root, '.acuvo/guard.mjs')
    utimesSync(script, 1_767_225_600.6789, 1_767_225_600.6789)
    const { hooks } = await explained([...WRITE, 'a'], { env: { MY_TOKEN: 'secret-value' } })
    const [guard, words] = hooks
    expect(guard).toMatchObject({
      timeoutMs: 5000,
      onFailure: 'deny',
      grants: ['MY_TOKEN'],
      resolved: { shell: '/bin/sh' },
      notAsApproved: [],
    })
    const node = guard?.resolved?.programs.find(({ name }) => name === 'node')
    expect(node?.sha256).toBe(sha256(node?.path ?? ''))
    expect(guard?.resolved?.programs).toContainEqual({ name: 'no-such-program', missing: true })
    expect(guard?.resolved?.programs).toContainEqual({ name: 'exit', builtIn: true })
    expect(guard?.resolved?.files).toEqual([
      { path: script, use: 'runs', sha256: sha256(script), mtime: '2026-01-01T00:00:00.678Z', pinned: true },
      expect.objectContaining({ path: join(workspace.root, 'tools/lint.sh'), use: 'runs', pinned: true }),
    ])
    expect(words?.resolved).not.toHaveProperty('shell')
    expect(words?.resolved?.files).toEqual([{ path: join(workspace.root, 'gone.mjs'), use: 'runs', missing: true, pinned: true }])
  })

  it('but for what a runner finds itself', async () => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'npx eslint . && true' }] })
    const { hooks } = await explained([...WRITE, 'a'])
    expect(hooks[0]?.resolved).toMatchObject({ programs: [{ name: 'true', builtIn: true }], unknown: ['npx eslint .'] })
  })

  it('and that a script is not as it was approved', async () => {
    workspace.change('.acuvo/guard.mjs', 'process.exit(1)\n')
    const { hooks, stopped, verdict } = await explained([...WRITE, 'a'])
    expect(hooks[0]?.notAsApproved.join()).toContain('.acuvo/guard.mjs')
    expect({ stopped, verdict }).toEqual({ stopped: true, verdict: 'deny' })
  })

  it('where the PATH that hooks get has it, not where an agent could put it', async () => {
    workspace.change('bin/node', '#!/bin/sh\n', 0o755)
    const { hooks } = await explained([...WRITE, 'a'], { env: { PATH: `${join(workspace.root, 'bin')}:${process.env.PATH}` } })
    expect(hooks[0]?.resolved?.programs.find(({ name }) => name === 'node')?.path).not.toContain(workspace.root)
  })

  it('with the last time that it ran', async () => {
    await askProgram(['run', '--host', 'codex'], {
      env: workspace.env,
      cwd: workspace.root,
      stdin: shellCall('codex', workspace.root, 'ls'),
    })
    const { hooks } = await explained([...WRITE, 'a'])
    expect(hooks[0]?.lastRun).toMatchObject({ outcome: 'failed', id: expect.stringMatching(/^[0-9a-z]{8}$/) as string })
  })

  it('and names of variables that it would not get, never a value', async () => {
    const { stdout } = await cli([...WRITE, 'a', '--json'], { env: { MY_SECRET: 'hunter2', LC_X: 'x' } })
    const { droppedVariables } = shape.parse(JSON.parse(stdout))
    expect(droppedVariables).toContain('MY_SECRET')
    for (const name of ['LC_X', 'HOME', 'PATH', 'CLAUDE_PROJECT_DIR', 'CURSOR_PROJECT_DIR']) expect(droppedVariables).not.toContain(name)
    expect(stdout).not.toContain('hunter2')
  })
})

describe('nothing runs', () => {
  beforeEach(() => {
    workspace.policy({
      hooks: [
        { event: 'PreToolUse', name: 'runs', command: 'touch ran' },
        { event: 'PreToolUse', name: 'gate', paths: ['infra/**'], deny: '${path} is not yours' },
        { event: 'PreToolUse', name: 'later', notice: 'n' },
      ],
    })
  })

  it('and the host would receive what the texts come to', async () => {
    const document = await explained([...WRITE, 'infra/a'])
    expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
    expect(document).toMatchObject({ ran: false, verdict: 'deny', effect: 'The host stops this.' })
    expect(document.hooks.map(({ hook, outcome }) => [hook, outcome?.outcome])).toEqual([
      ['runs', undefined],
      ['gate', 'denied'],
      ['later', 'skipped'],
    ])
    expect(document.receives.stdout).toContain('denied by \\"gate\\": infra/a is not yours')
  })

  it('until a person says so, and then it is what replay says', async () => {
    const file = join(workspace.base, 'payload.json')
    writeFileSync(file, JSON.stringify(writeCall('claude-code', workspace.root, join(workspace.root, 'infra/a'))))
    const document = await explained([file, '--run'])
    expect(existsSync(join(workspace.root, 'ran'))).toBe(true)
    const { stdout } = await askProgram(['replay', file, '--json'], { env: workspace.env, cwd: workspace.root })
    const replayed = JSON.parse(stdout) as { outcomes: { hook: string; outcome: string }[]; receives: object; verdict: string }
    expect(document.ran).toBe(true)
    expect(document.receives).toEqual(replayed.receives)
    expect(document.hooks.map(({ hook, outcome }) => [hook, outcome?.outcome])).toEqual(
      replayed.outcomes.map(({ hook, outcome }) => [hook, outcome]),
    )
  })

  it('and nothing is written', async () => {
    const all = (folder: string): string[] => (readdirSync(folder, { recursive: true }) as string[]).sort()
    const before = all(workspace.base)
    await cli([...WRITE, 'infra/a'])
    await cli(['-'], { stdin: payload('codex', 'SessionStart', workspace.root) })
    expect(all(workspace.base).filter((name) => !name.endsWith('/run'))).toEqual(before)
  })
})

describe('limits', () => {
  it('of time and of what the host can carry', async () => {
    workspace.policy({
      budgetMs: 7000,
      contextChars: 100,
      stopLimit: 2,
      hooks: [
        { event: 'PreToolUse', name: 'asks', ask: 'sure?' },
        { event: 'Stop', command: 'true' },
      ],
    })
    const document = await explained([...SHELL, 'ls', '--host-timeout', '130'])
    expect(document.limits).toEqual({ budgetMs: 7000, hostTimeoutMs: 130_000, contextChars: 100, contextMax: 10_000 })
    expect(document.hooks[0]?.limits).toEqual(['cannot ask there, so the call is denied instead'])
    expect(document.dropped).toEqual(['ask'])
    const stop = await explained(['--host', 'codex', '--event', 'Stop'])
    expect(stop.limits).toMatchObject({ stopLimit: 2, hostTimeoutMs: 600_000 })
  })

  it('of the built-in protection', async () => {
    workspace.policy({ hooks: [] })
    const { protection, stopped, verdict } = await explained([...WRITE, '.acuvo/hooks.json'])
    expect(protection?.verdict).toBe('deny')
    expect({ stopped, verdict }).toEqual({ stopped: true, verdict: 'deny' })
    expect(await explained([...WRITE, 'a'])).not.toHaveProperty('protection')
  })
})

describe('what it is asked about', () => {
  it('exits by what comes of it', async () => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', paths: ['no'], deny: 'x' }] })
    expect((await cli([...WRITE, 'a'])).exitCode).toBe(0)
    expect((await cli([...WRITE, 'no'])).exitCode).toBe(1)
    expect((await cli(['-'], { stdin: { hook_event_name: 'PreToolUse' } })).exitCode).toBe(3)
    const unreadable = await explained(['-'], { stdin: { hook_event_name: 'PreToolUse' } })
    expect(unreadable).toMatchObject({ unreadable: true, hooks: [], config: [] })
  })

  it.each([
    ['nothing', []],
    ['an event without a host', ['--event', 'PreToolUse', '--tool', 'run_command', '--command', 'ls']],
    ['a host without an event', ['--host', 'codex']],
    ['a file and a call in short', ['x.json', '--event', 'Stop']],
    ['a file that is not there', ['gone.json']],
    ['an event that the host does not have', ['--host', 'codex', '--event', 'Notification']],
    ['a tool that nobody has', ['--host', 'codex', '--event', 'PreToolUse', '--tool', 'no_such_tool']],
    ['a call without what it needs', ['--host', 'codex', '--event', 'PreToolUse', '--tool', 'write_file']],
    ['no number of seconds', [...SHELL, 'ls', '--host-timeout', 'long']],
  ])('%s is wrong usage', async (_what, args) => {
    const { exitCode, stdout, stderr } = await cli(args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it.each(['claude-code', 'codex', 'cursor'] as const)('a short call of %s is answered as that host reads it', async (host) => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', commands: ['git push'], deny: 'no' }] })
    const { receives, host: told } = await explained(['--host', host, '--event', 'PreToolUse', '--command', 'git push'])
    expect(told).toBe(host)
    expect(oracles[host].judge(host === 'cursor' ? 'preToolUse' : 'PreToolUse', receives)).toMatchObject({ blocked: true, valid: true })
  })
})

describe('for people', () => {
  it('says the same in words, on a narrow terminal too, without a colour or a control', async () => {
    workspace.change('.acuvo/guard.mjs', '')
    workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'gu\u001b[31mard', command: 'node .acuvo/guard.mjs' }] })
    for (const [columns, indent] of [
      ['100', '           '],
      ['40', '  '],
    ] as const) {
      const { stdout, exitCode } = await cli([...WRITE, 'a'], { env: { COLUMNS: columns, LC_ALL: 'C' } })
      expect(exitCode).toBe(0)
      expect(stdout).not.toContain('\u001b')
      expect(stdout).toContain(`\n${indent}  $ node .acuvo/guard.mjs\n`)
      const words = stdout.replace(/\s+/g, ' ')
      for (const part of [
        'would run "gu<U+001B>[31mard": it is for every PreToolUse',
        "because the session's root is in its tree",
        `no managed policy: /etc/acuvo/hooks.json is not there`,
        `runs ${join(workspace.root, '.acuvo/guard.mjs')} (SHA-256 ${sha256(join(workspace.root, '.acuvo/guard.mjs')).slice(0, 16)}…`,
        'nothing was run; --run runs it',
        'No opinion: the rules of the host itself decide.',
      ])
        expect(words).toContain(part)
    }
  })
})
