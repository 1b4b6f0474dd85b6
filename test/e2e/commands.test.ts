import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOSTS, shellCall } from '../support/payloads.mjs'
import { runProgram, type Ended } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** The commands for people: replay, check, --version, --help. */

let workspace: Workspace
beforeEach(() => {
  workspace = makeWorkspace({
    hooks: [
      { event: 'PreToolUse', name: 'first', command: 'echo seen' },
      { event: 'PreToolUse', name: 'guard', tools: ['run_command'], command: 'echo "not this" >&2; exit 2' },
      { event: 'PreToolUse', name: 'after', command: 'touch ran' },
      { event: 'PreToolUse', name: 'reader', tools: ['read_file'], command: 'true' },
      { event: 'Stop', name: 'stop', command: 'true' },
    ],
  })
})
afterEach(() => workspace.remove())

const cli = (args: string[], stdin?: string | object, cwd = workspace.root): Promise<Ended> =>
  runProgram(args, { env: workspace.env, cwd, ...(stdin === undefined ? {} : { stdin }) })

const recorded = (payload: object): string => {
  const file = join(workspace.base, 'payload.json')
  writeFileSync(file, JSON.stringify(payload))
  return file
}

describe('replay of a policy that nobody approved', () => {
  const payload = () => recorded(shellCall('codex', workspace.root, 'ls'))
  beforeEach(() => {
    workspace = makeWorkspace()
    workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: [{ event: 'PreToolUse', name: 'guard', command: 'touch ran; exit 2' }] }))
  })

  it('runs nothing of it, whatever the environment says', async () => {
    const ended = await runProgram(['replay', payload()], { env: { ...workspace.env, CI: '1' }, cwd: workspace.root })
    expect(ended.exitCode).toBe(1)
    expect(ended.stdout).toContain('held:')
    expect(ended.stdout).toContain(`acuvo-hooks trust ${workspace.root}`)
    expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
  })

  it('runs it where a person says so, and approves nothing', async () => {
    const ended = await cli(['replay', payload(), '--unapproved'])
    expect(ended.exitCode).toBe(1)
    expect(ended.stdout).toContain('denied by "guard"')
    expect(existsSync(join(workspace.root, 'ran'))).toBe(true)
    expect((await cli(['trust', '--status'])).exitCode).toBe(1)
  })
})

describe('replay', () => {
  it.each(HOSTS)('explains a payload of %s: recognised, each hook, what the host receives and does', async (host) => {
    const { exitCode, stdout, stderr } = await cli(['replay', recorded(shellCall(host, workspace.root, 'git push'))])
    expect(exitCode).toBe(1)
    expect(stderr).toBe('')
    for (const part of [
      { 'claude-code': 'Claude Code', codex: 'Codex', cursor: 'Cursor' }[host],
      'PreToolUse',
      'run_command',
      'git push',
      workspace.root,
      'hooks.json: valid, 5 hooks',
      'passed "first" (exit 0',
      'denied "guard" (exit 2',
      '| not this',
      'skipped "after"',
      'not run "reader" is for other tools',
      'not run "stop" is for another event',
      'exit 0',
      'denied by \\"guard\\": not this',
      'The host stops this.',
    ]) {
      expect(stdout).toContain(part)
    }
    expect(stdout).not.toContain('\u001b')
  })

  it('--json is one document with a version', async () => {
    const { exitCode, stdout } = await cli(['replay', '-', '--json'], shellCall('codex', workspace.root, 'ls'))
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      host: 'codex',
      verdict: 'deny',
      event: { event: 'PreToolUse', tool: { command: 'ls' } },
      policies: [{ root: workspace.root, layer: 'workspace', valid: true, hooks: 5 }],
      outcomes: [
        { hook: 'first', outcome: 'passed', exitCode: 0 },
        { hook: 'guard', outcome: 'denied', exitCode: 2 },
        { hook: 'after', outcome: 'skipped' },
      ],
      receives: { exitCode: 0 },
    })
  })

  it('a payload of another machine is judged as if the session were here', async () => {
    const { exitCode } = await cli(['replay', recorded({ ...shellCall('claude-code', '/home/dev/project', 'ls') })])
    expect(exitCode).toBe(1)
  })

  it('says that it cannot decide where it cannot', async () => {
    expect((await cli(['replay', '-'], 'garbage')).exitCode).toBe(3)
    expect((await cli(['replay', '-'], { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } })).exitCode).toBe(
      3,
    )
    expect(
      (await cli(['replay', '-', '--host', 'codex'], { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }))
        .exitCode,
    ).toBe(1)
  })

  it('says what is wrong with its own use', async () => {
    expect(await cli(['replay', join(workspace.base, 'missing.json')])).toMatchObject({ exitCode: 2, stdout: '' })
    expect((await cli(['replay'])).exitCode).toBe(2)
    expect((await cli(['replay', '-', '--host', 'emacs'])).exitCode).toBe(2)
    expect((await cli(['nonsense'])).exitCode).toBe(2)
  })

  it('passes with 0, and shows a broken policy', async () => {
    workspace.policy({ hooks: [] })
    expect((await cli(['replay', recorded(shellCall('cursor', workspace.root, 'ls'))])).exitCode).toBe(0)
    workspace.policy('{ "hooks": [{ "event": "PreTool", "command": "x" }] }')
    const broken = await cli(['replay', recorded(shellCall('cursor', workspace.root, 'ls'))])
    expect(broken.exitCode).toBe(1)
    expect(broken.stdout).toContain('"PreTool" is not an event; did you mean "PreToolUse"?')
  })
})

describe('check', () => {
  it('is fine with a valid policy and with none', async () => {
    expect(await cli(['check'])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('valid, 5 hooks') as string })
    expect(await cli(['check', workspace.home])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('no hooks.json applies') as string,
    })
    expect((await cli(['check', join(workspace.base, 'nowhere')])).exitCode).toBe(2)
  })

  it('shows the offending text whole to a person, and machines get one document', async () => {
    const typo = `run_commmand_${'x'.repeat(60)}`
    workspace.policy({ hooks: [{ event: 'PreToolUse', tools: [typo], command: 'x' }] })
    const { exitCode, stdout } = await cli(['check'])
    expect(exitCode).toBe(1)
    expect(stdout).toContain(`"${typo}" is not a tool`)
    const json = await cli(['check', '--json'])
    expect(json.exitCode).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: 1,
      files: [{ valid: false, errors: [{ code: 'unknown_tool', path: 'hooks[0].tools[0]', offender: typo }] }],
    })
  })

  it('does not run anything and does not wait for stdin', async () => {
    const ended = await runProgram(['check'], { env: workspace.env, cwd: workspace.root, leaveOpen: true })
    expect(ended.exitCode).toBe(0)
  })
})

describe('colour', () => {
  it.each([{}, { CI: 'true' }, { FORCE_COLOR: '1' }, { TERM: 'xterm-256color' }])(
    'is not used where no terminal reads, with %j',
    async (more) => {
      workspace.policy('{ broken')
      const ended = await runProgram(['check'], { env: { ...workspace.env, ...more }, cwd: workspace.root })
      expect(ended.exitCode).toBe(1)
      expect(ended.stdout + ended.stderr).not.toContain('\u001b')
    },
  )
})

describe('about itself', () => {
  it('--version and --help', async () => {
    expect(await cli(['--version'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+ \((?:node \d+\.\d+\.\d+|standalone, bun 1\.4\.5)\)\n$/) as string,
    })
    const help = await cli(['--help'])
    expect(help.exitCode).toBe(0)
    for (const word of ['run', 'replay', 'check', '3 could not decide']) expect(help.stdout).toContain(word)
    expect((await cli([])).exitCode).toBe(2)
  })
})
