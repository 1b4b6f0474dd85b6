import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveTry } from '../../src/shapes/doctor-live.js'
import { isGoneWithin, startLine } from '../support/program.mjs'
import { DoctorSetup } from './doctor.setup.js'

/**
 * `doctor --live` where a host is not started, or does not do what it is asked for: a stand-in has its place. Whether real hosts obey is
 * shown in test/real-hosts.
 */

let setup: DoctorSetup
let temp: string
beforeAll(async () => {
  setup = await DoctorSetup.make(['claude-code', 'codex'])
  temp = join(setup.workspace.base, 'tmp')
  mkdirSync(temp)
})
afterEach(() => {
  setup.restore()
  setup.program('claude-code', '2.1.332 (Claude Code)')
  setup.program('codex', 'codex-cli 0.171.0')
})
afterAll(() => setup.remove())

/** A host's program that says its version, and does something else when it is asked for more. */
const standIn = (name: 'claude' | 'codex', version: string, does: string): void => {
  const file = join(setup.bin, name)
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = --version ]; then echo '${version}'; exit; fi\n${does}\n`)
  chmodSync(file, 0o755)
}

const live = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ live: LiveTry; ids: string[]; exitCode: number | null; isUntouched: boolean; left: string[] }> => {
  const { document, ids, exitCode, isUntouched } = await setup.examine([...args, '--live'], { TMPDIR: temp, ...env })
  const [one] = document.live ?? []
  if (one === undefined || document.live?.length !== 1) throw new Error('one host was asked for')
  return { live: one, ids, exitCode, isUntouched, left: readdirSync(temp) }
}

describe('a host that is not started', () => {
  it.each<[what: string, finds: string, host: 'claude-code' | 'codex', plant: () => void]>([
    ['it has no program', 'live-no-program', 'claude-code', () => rmSync(join(setup.bin, 'claude'))],
    ['its program says no version', 'live-no-version', 'codex', () => setup.program('codex', 'hello')],
    [
      'its line is not what install writes',
      'live-line-edited',
      'claude-code',
      () =>
        setup.edit(setup.settings('claude-code'), ({ hooks }) => {
          hooks.PreToolUse[0].hooks[0].command += ' --host-timeout 129'
        }),
    ],
  ])('%s: %s', async (_what, finds, host, plant) => {
    plant()
    const { live: one, ids, exitCode, isUntouched, left } = await live([host])
    expect(ids).toContain(finds)
    expect({ verdict: one.verdict, because: one.because, calls: one.calls }).toEqual({ verdict: 'undecided', because: [finds], calls: [] })
    expect({ exitCode, isUntouched, left }).toEqual({ exitCode: 3, isUntouched: true, left: [] })
  })

  it('Cursor cannot be started without a person, and that is said', async () => {
    await setup.run(['install', 'cursor'])
    setup.program('cursor', '2026.10.01-e373342')
    const { live: one, ids, exitCode } = await live(['cursor'])
    expect({ verdict: one.verdict, because: one.because, exitCode }).toEqual({
      verdict: 'undecided',
      because: ['live-no-way'],
      exitCode: 3,
    })
    expect(ids).toEqual(['live-no-way'])
  })

  it('an error that was found without it counts all the same', async () => {
    rmSync(join(setup.bin, 'claude'))
    await setup.run(['uninstall', 'claude-code'])
    const { live: one, exitCode } = await live(['claude-code'])
    expect(one).toMatchObject({ verdict: 'not-obeyed', because: ['not-registered'], calls: [] })
    expect(exitCode).toBe(1)
  })

  it('--fix and --live do not go together', async () => {
    const { stdout, stderr, exitCode } = await setup.run(['doctor', 'claude-code', '--live', '--fix'])
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toContain('mend first')
  })
})

describe('a host that is started', () => {
  it('and ends before it asks the model shows nothing, and its last words are told', async () => {
    standIn('claude', '2.1.332 (Claude Code)', 'echo "no such option" >&2; exit 7')
    const { live: one, ids, exitCode, isUntouched, left } = await live(['claude-code'])
    expect({ verdict: one.verdict, because: one.because }).toEqual({ verdict: 'undecided', because: ['live-not-run'] })
    expect(one.calls.map(({ happened }) => happened)).toEqual(['nothing', 'nothing', 'nothing', 'nothing'])
    expect({ ids, exitCode, isUntouched, left }).toEqual({ ids: ['live-not-run'], exitCode: 3, isUntouched: true, left: [] })
    const { stdout } = await setup.run(['doctor', 'claude-code', '--live'], { TMPDIR: temp, COLUMNS: '200' })
    expect(stdout).toContain('exit 7')
    expect(stdout).toContain('no such option')
    expect(stdout).toContain('could not decide')
  })

  it('and does what it likes without asking anybody is not obeyed', async () => {
    standIn('claude', '2.1.332 (Claude Code)', 'touch forbidden-by-shell.txt')
    const { live: one, exitCode } = await live(['claude-code'])
    expect(one.verdict).toBe('not-obeyed')
    expect(one.because[0]).toBe('live-not-obeyed')
    expect(one.calls[0]).toEqual({ call: 'shell', policy: 'forbids', happened: 'carried-out' })
    expect(exitCode).toBe(1)
  })

  it('that does not tell about trust leaves it to what its files say', async () => {
    standIn('codex', 'codex-cli 0.171.0', 'exit 1')
    const { live: one, ids, exitCode } = await live(['codex'])
    expect(ids).toEqual(['live-not-run', 'live-trust-unread'])
    expect(one.trust).toBeUndefined()
    expect(exitCode).toBe(3)
  })

  it('sees nothing of the person: no key, no proxy, no home, no setting', async () => {
    const seen = join(setup.workspace.base, 'seen.txt')
    standIn('claude', '2.1.332 (Claude Code)', `{ env; echo "cwd=$PWD"; } > '${seen}'`)
    const secret = 'a-secret-of-the-person'
    await live(['claude-code'], {
      ANTHROPIC_API_KEY: secret,
      ANTHROPIC_AUTH_TOKEN: secret,
      ANTHROPIC_BASE_URL: `https://${secret}.example`,
      AWS_SECRET_ACCESS_KEY: secret,
      GITHUB_TOKEN: secret,
      HTTPS_PROXY: `http://${secret}.example:1`,
      NODE_OPTIONS: `--title=${secret}`,
    })
    const lines = readFileSync(seen, 'utf8').split('\n')
    const valueOf = (name: string): string => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
    expect(lines.join('\n')).not.toContain(secret)
    for (const name of ['HOME', 'CLAUDE_CONFIG_DIR', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'cwd'])
      expect(valueOf(name), name).toMatch(new RegExp(`^${temp}/acuvo-live-`))
    for (const name of ['ANTHROPIC_BASE_URL', 'HTTP_PROXY', 'HTTPS_PROXY'])
      expect(valueOf(name), name).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(valueOf('CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC')).toBe('1')
  })

  it('is ended when we are, with everything that it started, and nothing is left behind', async () => {
    const pid = join(setup.workspace.base, 'pid.txt')
    standIn('claude', '2.1.332 (Claude Code)', `sleep 300 & echo "$$ $!" > '${pid}.new'; mv '${pid}.new' '${pid}'; wait`)
    const [program, first] = startLine()
    const env = { PATH: `${setup.bin}:/usr/bin:/bin`, HOME: setup.home, TMPDIR: temp }
    const child = spawn(program, [...first, 'doctor', 'claude-code', '--live'], { cwd: setup.root, env, stdio: 'ignore' })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    while (!existsSync(pid)) await new Promise((resolve) => setTimeout(resolve, 50))
    child.kill('SIGINT')
    expect(await ended).toBe(3)
    for (const one of readFileSync(pid, 'utf8').trim().split(' ')) expect(await isGoneWithin(Number(one), 1000), one).toBe(true)
    expect(readdirSync(temp)).toEqual([])
  })
})
