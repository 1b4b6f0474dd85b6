import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shape } from '../../src/shapes/record.js'
import { HOSTS, payload, shellCall, writeCall } from '../support/payloads.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** `record`: what is kept while a person says so, and what becomes of it. */

let workspace: Workspace
beforeEach(() => {
  workspace = makeWorkspace({
    hooks: [
      { name: 'push', event: 'PreToolUse', commands: ['git push --force'], deny: 'no force push' },
      { name: 'infra', event: 'PreToolUse', tools: ['write_file'], paths: ['infra/**'], ask: 'sure?' },
    ],
  })
})
afterEach(() => workspace.remove())

const at = (cwd = workspace.root) => ({ cwd, env: workspace.env })
const record = (...args: string[]) => askProgram(['record', ...args], at())
const status = async (...args: string[]) => shape.parse(JSON.parse((await record('status', '--json', ...args)).stdout))
const run = (stdin: object, host = 'claude-code') => askProgram(['run', '--host', host], { ...at(), stdin })
const ls = (command = 'ls') => shellCall('claude-code', workspace.root, command)

interface Case {
  name: string
  host: string
  payload: Record<string, unknown>
  expect: unknown
}
const saved = (name: string): Case[] =>
  (JSON.parse(readFileSync(join(workspace.root, `.acuvo/tests/${name}.json`), 'utf8')) as { cases: Case[] }).cases

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const SECRETS = {
  hunter2: 'curl -u u:hunter2 https://u:hunter2@h',
  IOSFODNN7: 'echo AKIAIOSFODNN7EXAMPLE',
  '16C7e42F': 'export T=ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  MIIEow: 'cat <<X\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\nX',
  s3cr3tword: 'mysql -ps3cr3tword -e x',
  Zk3v9QpL7: 'SESSION=Zk3v9QpL7xW2mN8rT5yB1c make',
  'dev@example.com': 'ls',
}

describe('while it is on', () => {
  it('nothing of a secret is anywhere in the store', async () => {
    await record('on')
    for (const host of HOSTS) {
      const command = Object.values(SECRETS).join('\n')
      await run(shellCall(host, workspace.root, command), host)
      const after = shellCall(host, workspace.root, 'env', 'PostToolUse')
      const output = host === 'cursor' ? { tool_output: JSON.stringify({ output: command, exitCode: 0 }) } : { tool_response: command }
      await run({ ...after, ...output }, host)
      await run(payload(host, 'UserPromptSubmit', workspace.root, { prompt: 'my password is hunter2, use it' }), host)
      const write = writeCall(host, workspace.root, 'a.env')
      await run({ ...write, tool_input: { ...(write.tool_input as object), content: 'DB_PASSWORD=hunter2\n' } }, host)
    }
    expect((await status()).recorded).toBe(12)
    await record('save', 'all', '--last', '500')
    const kept = [...filesIn(workspace.store), join(workspace.root, '.acuvo/tests/all.json')].map((file) => ({
      file,
      text: readFileSync(file, 'utf8'),
    }))
    for (const secret of [...Object.keys(SECRETS), workspace.home]) {
      const where = kept.filter(({ file, text }) => text.includes(secret) && !(secret === workspace.home && !file.includes('recordings')))
      expect(
        where.map(({ file }) => file),
        secret,
      ).toEqual([])
    }
    expect(kept.some(({ text }) => text.includes('[redacted]'))).toBe(true)
  })

  it('files are for nobody else, and calls at the same time never mix', async () => {
    await record('on')
    await Promise.all(Array.from({ length: 12 }, (_, index) => run(ls(`echo ${index} ${'x'.repeat(3_000)}`))))
    const { file, recorded } = await status()
    expect(recorded).toBe(12)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { verdict: string }).verdict)).toEqual(Array(12).fill('pass'))
  })

  it('the answer is the same as without it', async () => {
    const calls = [ls(), ls('git push --force'), writeCall('claude-code', workspace.root, 'infra/a')]
    const before = await Promise.all(calls.map((call) => run(call)))
    await record('on')
    const after = await Promise.all(calls.map((call) => run(call)))
    expect(after.map(({ stdout, exitCode }) => ({ stdout, exitCode }))).toEqual(
      before.map(({ stdout, exitCode }) => ({ stdout, exitCode })),
    )
  })

  it.each<[string, (file: string) => void]>([
    ['its switch is damaged', () => writeFileSync(join(workspace.store, 'recording.json'), '{')],
    ["its switch is somebody's", () => chmodSync(join(workspace.store, 'recording.json'), 0o666)],
    ['its folder is a file', () => writeFileSync(join(workspace.store, 'recordings'), '')],
    [
      'its file is a link',
      (file) => {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        symlinkSync(join(workspace.base, 'elsewhere'), file)
      },
    ],
    [
      'its file is a folder',
      (file) => {
        mkdirSync(file, { recursive: true, mode: 0o700 })
      },
    ],
  ])('nothing changes a verdict: %s', async (_name, spoil) => {
    await record('on')
    spoil((await status()).file)
    const { stdout, exitCode } = await run(ls('git push --force'))
    expect(exitCode).toBe(0)
    expect(stdout).toContain('"permissionDecision":"deny"')
    expect(existsSync(join(workspace.base, 'elsewhere'))).toBe(false)
  })

  it('large payloads are cut, and say so', async () => {
    await record('on')
    const call = writeCall('claude-code', workspace.root, 'a.txt')
    await run({ ...call, tool_input: { file_path: join(workspace.root, 'a.txt'), content: 'x'.repeat(3_000_000) } })
    const { file } = await status()
    expect(statSync(file).size).toBeLessThan(65_536)
    const { stdout } = await record('save', 'big')
    expect(stdout).toContain('1 of them holds texts that were cut')
    expect(JSON.stringify(saved('big'))).toMatch(/characters cut]/)
  })

  it('only calls of this workspace are kept', async () => {
    await record('on')
    const other = makeWorkspace({ hooks: [] })
    await askProgram(['run', '--host', 'claude-code'], {
      cwd: other.root,
      env: workspace.env,
      stdin: shellCall('claude-code', other.root, 'ls'),
    })
    other.remove()
    expect((await status()).recorded).toBe(0)
    mkdirSync(join(workspace.root, 'sub'))
    await run({ ...ls(), cwd: join(workspace.root, 'sub') })
    expect((await status()).recorded).toBe(1)
  })
})

describe('on, off and status', () => {
  it('is off until it is switched on, and off again when the time is over', async () => {
    await run(ls())
    expect(await status()).toMatchObject({ recording: false, recorded: 0 })
    expect(existsSync(join(workspace.store, 'recordings'))).toBe(false)
    const { stdout } = await record('on', '--hours', '0.5', '--json')
    const { until, recording, root } = shape.parse(JSON.parse(stdout))
    expect({ recording, root }).toEqual({ recording: true, root: workspace.root })
    expect(Math.abs(Date.parse(until ?? '') - Date.now() - 1_800_000)).toBeLessThan(60_000)
    // As when the time is over.
    const file = join(workspace.store, 'recording.json')
    writeFileSync(file, JSON.stringify({ version: 1, on: [{ root: workspace.root, untilMs: 1 }] }))
    await run(ls())
    expect(await status()).toMatchObject({ recording: false, recorded: 0 })
    // The next call need not look further than for this file.
    expect(existsSync(file)).toBe(false)
  })

  it('off ends it and keeps what there is; off --forget does not', async () => {
    await record('on')
    await run(ls())
    await record('off')
    await run(ls('pwd'))
    expect(await status()).toMatchObject({ recording: false, recorded: 1 })
    expect((await record('off', '--forget')).exitCode).toBe(0)
    expect(await status()).toMatchObject({ recorded: 0 })
  })

  it('two workspaces are switched by themselves', async () => {
    const other = makeWorkspace({ hooks: [] })
    const there = { cwd: other.root, env: workspace.env }
    await Promise.all([record('on'), askProgram(['record', 'on'], there)])
    await askProgram(['record', 'off'], there)
    expect(await status()).toMatchObject({ recording: true })
    other.remove()
  })

  it.each([
    [['on', '--hours', '25'], 'at most 24'],
    [['on', '--hours', '0'], 'more than 0'],
    [['on', '--hours', 'x'], 'more than 0'],
    [['save', '../x'], 'a name has'],
    [['save', 'x', '--last', '0'], 'from 1 to 500'],
    [['save', 'x', '--last', '1.5'], 'from 1 to 500'],
    [['save'], 'name'],
    [['start'], ''],
    [['on', '--store', 'x'], '--store'],
  ])('%j is wrong usage', async (args, text) => {
    const ended = await record(...args)
    expect(ended.exitCode).toBe(2)
    expect(ended.stderr).toContain(text)
    expect(existsSync(workspace.store) && existsSync(join(workspace.store, 'recording.json'))).toBe(false)
  })

  it('outside of every workspace there is nothing to record', async () => {
    expect(await askProgram(['record', 'on'], at(workspace.home))).toMatchObject({ exitCode: 2 })
  })
})

describe('save', () => {
  it('makes cases that pass as they are, elsewhere too', async () => {
    await record('on')
    for (const host of HOSTS) {
      await run(shellCall(host, workspace.root, 'git push --force'), host)
      await run(shellCall(host, workspace.root, `ls ${workspace.root}/src`), host)
      await run(writeCall(host, workspace.root, join(workspace.root, 'infra/a.tf')), host)
      await run(payload(host, 'SessionStart', workspace.root), host)
    }
    const { stdout, exitCode } = await record('save', 'day')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('12 cases saved')
    expect(stdout).toContain('Review it before you commit it')
    expect(saved('day')[0]).toMatchObject({ host: 'claude-code', expect: { decision: 'deny', by: 'push' } })
    expect(
      saved('day')
        .map(({ payload: one }) => JSON.stringify(one))
        .join(),
    ).not.toContain(workspace.root)
    const other = makeWorkspace()
    other.change('.acuvo/tests/day.json', readFileSync(join(workspace.root, '.acuvo/tests/day.json')))
    other.policy(readFileSync(join(workspace.root, '.acuvo/hooks.json'), 'utf8'))
    const tested = await askProgram(['test'], { cwd: other.root, env: other.env })
    expect(tested.stdout).toContain('12 passed, 0 failed')
    expect(tested.exitCode).toBe(0)
    other.remove()
  })

  it('the last ones, each once, oldest first', async () => {
    await record('on')
    for (const command of ['a', 'b', 'c', 'b', 'd']) await run(ls(command))
    await record('save', 'some', '--last', '3')
    expect(saved('some').map(({ name }) => name)).toEqual(['PreToolUse Bash c', 'PreToolUse Bash b', 'PreToolUse Bash d'])
  })

  it('never overwrites', async () => {
    await record('on')
    await run(ls())
    workspace.change('.acuvo/tests/mine.json', 'mine')
    expect(await record('save', 'mine')).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('is there already') })
    expect(await record('save', 'mine.json')).toMatchObject({ exitCode: 1 })
    expect(readFileSync(join(workspace.root, '.acuvo/tests/mine.json'), 'utf8')).toBe('mine')
  })

  it('is never written outside of the workspace, whatever the folder leads to', async () => {
    await record('on')
    await run(ls())
    for (const link of ['.acuvo/tests', '.acuvo/tests/deeper']) {
      const outside = join(workspace.base, 'outside')
      mkdirSync(outside, { recursive: true })
      rmSync(join(workspace.root, '.acuvo/tests'), { recursive: true, force: true })
      if (link === '.acuvo/tests') symlinkSync(outside, join(workspace.root, link))
      else symlinkSync(join(outside, 'not', 'there'), join(workspace.root, '.acuvo/tests'))
      const ended = await record('save', 'mine')
      expect(ended).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('outside of the workspace') })
      expect(readdirSync(outside)).toEqual([])
    }
  })

  it("leaves out what was not the policy's own verdict", async () => {
    await record('on')
    workspace.change('.acuvo/hooks.json', '{"hooks":[{"event":"PreToolUse","deny":"x"}]}')
    await run(ls())
    expect(await record('save', 'held')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('1 call left out: a policy was not as approved'),
    })
    workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'no-such-program-anywhere' }] })
    await run(ls('pwd'))
    const { stderr } = await record('save', 'held')
    expect(stderr).toContain('1 call left out: a hook could not run')
    expect(existsSync(join(workspace.root, '.acuvo/tests/held.json'))).toBe(false)
  })

  it('with nothing recorded', async () => {
    expect(await record('save', 'x')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('nothing to save') })
  })

  it('its document has a shape', async () => {
    await record('on')
    await run(ls())
    const { stdout } = await record('save', 'x', '--json')
    expect(shape.parse(JSON.parse(stdout)).saved).toMatchObject({ cases: 1, cut: 0, leftOut: { unapproved: 0, failed: 0 } })
  })
})
