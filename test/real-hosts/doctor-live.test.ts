import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveTry } from '../../src/shapes/doctor-live.js'
import { DoctorSetup } from '../e2e/doctor.setup.js'
import { versionsOf, type PinnedHost } from './programs.mjs'

/** `doctor --live` on a person's machine that has the real host: what it says of a healthy setup, and of what is planted in it. */

type Host = PinnedHost['host']

const PROGRAMS = { 'claude-code': 'claude', codex: 'codex' } as const
const SECRET = 'sk-a-real-key-of-the-person'

/** What a host that obeys does with the four calls. */
const OBEYED = ['forbids shell stopped', 'forbids write stopped', 'allows shell carried-out', 'allows write carried-out']
const ALL_CARRIED_OUT = OBEYED.map((call) => call.replace(/\S+$/, 'carried-out'))
const ALL_STOPPED = OBEYED.map((call) => call.replace(/\S+$/, 'stopped'))

interface Row {
  what: string
  hosts?: readonly Host[]
  plant?: (setup: DoctorSetup, host: Host) => void | Promise<void>
  verdict: LiveTry['verdict']
  /** Among the reasons, at least. */
  because?: readonly string[]
  calls: readonly string[]
  exitCode: 0 | 1 | 3
  /** States that a host which asks for trust gives, once each. */
  trust?: readonly string[]
}

const launcherOf = ({ home }: DoctorSetup): string => join(home, '.local', 'share', 'acuvo-hooks', 'acuvo-hooks')
const configOf = ({ home }: DoctorSetup): string => join(home, '.codex', 'config.toml')
/** Keeps the mark of a launcher, so that what stands in it still counts as one. */
const launcherThat = (setup: DoctorSetup, does: string): void => {
  writeFileSync(launcherOf(setup), readFileSync(launcherOf(setup), 'utf8').split('\n').slice(0, 3).join('\n') + `\n${does}\n`)
  chmodSync(launcherOf(setup), 0o755)
}
const replaceIn = (file: string, pattern: RegExp, by: string): void => {
  const text = readFileSync(file, 'utf8')
  if (!pattern.test(text)) throw new Error(`${file} has no ${pattern}`)
  writeFileSync(file, text.replace(pattern, by))
}

const ROWS: readonly Row[] = [
  { what: 'a healthy setup', verdict: 'obeyed', calls: OBEYED, exitCode: 0, trust: ['trusted'] },
  {
    what: 'the registration is taken out',
    plant: async (setup, host) => void (await setup.run(['uninstall', host])),
    verdict: 'not-obeyed',
    because: ['not-registered', 'live-not-obeyed'],
    calls: ALL_CARRIED_OUT,
    exitCode: 1,
  },
  {
    what: 'the policy of the workspace was changed and not approved again',
    plant: (setup) => void setup.workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: [{ event: 'PreToolUse', deny: 'no' }] })),
    verdict: 'not-obeyed',
    because: ['policy-changed'],
    calls: OBEYED,
    exitCode: 1,
  },
  {
    what: 'the program prints garbage',
    plant: (setup) => launcherThat(setup, 'echo hello there'),
    verdict: 'not-obeyed',
    because: ['probe-not-held', 'live-not-obeyed'],
    calls: ALL_CARRIED_OUT,
    exitCode: 1,
  },
  {
    what: 'the program is gone: nothing goes any more',
    plant: (setup) => rmSync(join(setup.home, '.local', 'share', 'acuvo-hooks', 'versions'), { recursive: true }),
    verdict: 'not-obeyed',
    because: ['program-missing', 'live-reason-lost', 'live-allowed-stopped'],
    calls: ALL_STOPPED,
    exitCode: 1,
  },
  {
    what: 'a matcher leaves the shell out',
    hosts: ['claude-code'],
    plant: (setup) => setup.edit(setup.settings('claude-code'), ({ hooks }) => (hooks.PreToolUse[0].matcher = 'Write')),
    verdict: 'not-obeyed',
    because: ['matcher-leaves-tools-out', 'live-not-obeyed'],
    calls: ['forbids shell carried-out', ...OBEYED.slice(1)],
    exitCode: 1,
  },
  {
    what: 'one line was never trusted, of one another text was, and one is switched off',
    hosts: ['codex'],
    plant: (setup) => {
      replaceIn(configOf(setup), /\[hooks\.state\."[^"]*:post_tool_use:0:0"\]\ntrusted_hash = ".*"\n/, '')
      replaceIn(configOf(setup), /(pre_tool_use:0:0"\]\ntrusted_hash = "sha256:).{8}/, '$100000000')
      replaceIn(configOf(setup), /(stop:0:0"\]\n)/, '$1enabled = false\n')
    },
    verdict: 'not-obeyed',
    because: ['hook-not-trusted', 'hook-trust-outdated', 'hook-switched-off'],
    calls: OBEYED,
    exitCode: 1,
    trust: ['trusted', 'untrusted', 'outdated', 'off'],
  },
]

const cases = (['claude-code', 'codex'] as const).flatMap((host) =>
  versionsOf(host).map((pinned) => [host, pinned.version, pinned] as const),
)

describe.each(cases)('%s %s', (host, version, pinned) => {
  let setup: DoctorSetup
  let temp: string
  beforeAll(async () => {
    setup = await DoctorSetup.make([host])
    temp = join(setup.workspace.base, 'tmp')
    mkdirSync(temp)
  })
  afterEach(() => {
    setup.restore()
    rmSync(temp, { recursive: true })
    mkdirSync(temp)
  })
  afterAll(() => setup.remove())

  const useRealHost = (): void => {
    const file = join(setup.bin, PROGRAMS[host])
    rmSync(file, { force: true })
    symlinkSync(pinned.program, file)
  }

  const told = (calls: LiveTry['calls'], policy: 'forbids' | 'allows'): string[] =>
    calls.filter((call) => call.policy === policy).map((call) => call.told ?? '')

  it.each(ROWS.filter(({ hosts = [host] }) => hosts.includes(host)))('$what: $verdict', async (row) => {
    await row.plant?.(setup, host)
    useRealHost()
    const { document, exitCode, isUntouched } = await setup.examine([host, '--live'], {
      TMPDIR: temp,
      ANTHROPIC_API_KEY: SECRET,
      OPENAI_API_KEY: SECRET,
    })
    const [live] = document.live ?? []
    if (live === undefined) throw new Error('nothing was tried live')
    const { verdict, because, calls } = live
    expect(calls.map(({ policy, call, happened }) => `${policy} ${call} ${happened}`)).toEqual(row.calls)
    expect({ verdict, exitCode, isUntouched, version: live.version }).toEqual({
      verdict: row.verdict,
      exitCode: row.exitCode,
      isUntouched: true,
      version,
    })
    expect(because).toEqual(row.because === undefined ? [] : expect.arrayContaining([...row.because]))
    if (row.calls === OBEYED) for (const text of told(calls, 'forbids')) expect(text).toMatch(/acuvo-doctor-[0-9a-f]{8}/)
    if (host === 'codex' && row.trust !== undefined)
      expect([...new Set(live.trust?.map(({ state }) => state))].sort()).toEqual([...row.trust].sort())
    expect(JSON.stringify(document)).not.toContain(SECRET)
    expect(readdirSync(temp)).toEqual([])
  })

  it.runIf(host === 'codex')('lines in its config.toml are obeyed too', async () => {
    const { hooks } = JSON.parse(readFileSync(setup.settings(host), 'utf8')) as { hooks: Record<string, { hooks: object[] }[]> }
    const tables = Object.entries(hooks).flatMap(([event, groups]) =>
      groups.flatMap((group) => [
        `[[hooks.${event}]]`,
        ...group.hooks.flatMap((hook) => [
          `[[hooks.${event}.hooks]]`,
          ...Object.entries(hook).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
        ]),
      ]),
    )
    // What is trusted is kept by the file that it stands in.
    const trusted = readFileSync(configOf(setup), 'utf8').replaceAll('/hooks.json:', '/config.toml:')
    writeFileSync(configOf(setup), `${trusted}\n${tables.join('\n')}\n`)
    rmSync(setup.settings(host))
    useRealHost()
    const { document, exitCode } = await setup.examine([host, '--live'], { TMPDIR: temp })
    const [live] = document.live ?? []
    expect(live?.calls.map(({ policy, call, happened }) => `${policy} ${call} ${happened}`)).toEqual(OBEYED)
    expect(new Set(live?.trust?.map(({ state }) => state))).toEqual(new Set(['trusted']))
    expect({ verdict: live?.verdict, because: live?.because, exitCode }).toEqual({ verdict: 'obeyed', because: [], exitCode: 0 })
  })

  it('lines that everybody in the repository shares are obeyed too', async () => {
    await setup.run(['uninstall', host])
    await setup.run(['install', host, '--scope', 'shared', '--trust-codex'])
    if (host === 'codex')
      writeFileSync(
        configOf(setup),
        `${existsSync(configOf(setup)) ? readFileSync(configOf(setup), 'utf8') : ''}\n[projects."${setup.root}"]\ntrust_level = "trusted"\n`,
      )
    useRealHost()
    const { document, exitCode } = await setup.examine([host, '--live'], { TMPDIR: temp })
    const [live] = document.live ?? []
    expect(live?.calls.map(({ policy, call, happened }) => `${policy} ${call} ${happened}`)).toEqual(OBEYED)
    expect({ verdict: live?.verdict, because: live?.because, exitCode }).toEqual({ verdict: 'obeyed', because: [], exitCode: 0 })
  })
})
