import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DOCTOR_FINDINGS } from '../../src/text/doctor-texts.js'
import { CODEX_ROWS, CURSOR_ROWS } from './doctor-hosts.rows.js'
import { INSTALLED_ROWS, launcherOf, REGISTRATION_ROWS, type FaultRow } from './doctor.rows.js'
import { DoctorSetup, type HostName } from './doctor.setup.js'

/** The same for the other hosts; what `--fix` mends and what it leaves; how it is told. */

const VERSIONS = { codex: 'codex-cli 0.171.0', cursor: '2026.10.01-e373342' } as const

describe.each([
  ['codex', CODEX_ROWS],
  ['cursor', CURSOR_ROWS],
] as const)('%s', (host, rows: readonly FaultRow[]) => {
  let setup: DoctorSetup
  beforeAll(async () => {
    setup = await DoctorSetup.make([host])
  }, 60_000)
  afterEach(() => {
    setup.restore()
    setup.program(host, VERSIONS[host])
  })
  afterAll(() => setup.remove())

  it('a healthy setup has nothing', async () => {
    const { document, exitCode, isUntouched } = await setup.examine([host])
    expect(document.findings).toEqual([])
    expect(document.probes.length).toBeGreaterThanOrEqual(4)
    expect(document.probes.every(({ passed }) => passed)).toBe(true)
    expect({ exitCode, isUntouched }).toEqual({ exitCode: 0, isUntouched: true })
  })

  it.each(rows)('$what: $finds', async ({ finds, plant, says = [], exitCode = 1 }) => {
    plant(setup)
    const found = await setup.examine([host])
    expect(found.ids).toEqual(finds)
    expect(found.exitCode).toBe(exitCode)
    expect(found.isUntouched).toBe(true)
    const told = found.document.findings.map(({ what }) => what).join('\n')
    for (const words of says) expect(told).toContain(words)
  })
})

describe('all hosts together', () => {
  let setup: DoctorSetup
  const HOSTS: readonly HostName[] = ['claude-code', 'codex', 'cursor']
  beforeAll(async () => {
    setup = await DoctorSetup.make(HOSTS)
  }, 60_000)
  afterEach(() => setup.restore())
  afterAll(() => setup.remove())

  it('are healthy beside one another, and found without being named', async () => {
    const { document, isUntouched } = await setup.examine()
    expect(document.findings).toEqual([])
    expect(document.hosts.map(({ host }) => host)).toEqual(HOSTS)
    expect(isUntouched).toBe(true)
  })

  it('one that is named is examined alone', async () => {
    rmSync(setup.settings('codex'))
    const { document } = await setup.examine(['cursor'])
    expect(document.hosts.map(({ host }) => host)).toEqual(['cursor'])
    expect(document.findings).toEqual([])
  })

  it('says in 40 columns what it saw', async () => {
    rmSync(setup.settings('codex'))
    const { stdout, exitCode } = await setup.run(['doctor'], { COLUMNS: '40', NO_COLOR: '1', LC_ALL: 'C' })
    expect(exitCode).toBe(1)
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain('[not-registered]')
    for (const line of stdout.split('\n').filter((one) => one.trim().includes(' '))) expect(line.length).toBeLessThanOrEqual(60)
  })

  it('a person reads what was tried', async () => {
    const { stdout, exitCode } = await setup.run(['doctor', 'claude-code'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Claude Code 2.1.332')
    expect(stdout).toContain('5 of 5 tries')
    expect(stdout).toContain('nothing found')
  })

  it('wrong usage is 2', async () => {
    expect((await setup.run(['doctor', 'emacs'])).exitCode).toBe(2)
    expect((await setup.run(['doctor', '--store', 'relative'])).exitCode).toBe(2)
  })
})

describe('--fix', () => {
  let setup: DoctorSetup
  beforeAll(async () => {
    setup = await DoctorSetup.make(['claude-code'])
  }, 60_000)
  afterEach(() => setup.restore())
  afterAll(() => setup.remove())

  const planted = (what: string): void => [...REGISTRATION_ROWS, ...INSTALLED_ROWS].find((row) => row.what === what)?.plant(setup)
  const fixed = async (): Promise<{ ids: string[]; fixed: readonly string[] }> => {
    const { ids, document } = await setup.examine(['--fix'])
    return { ids, fixed: document.fixed ?? [] }
  }

  it.each([
    ['a launcher that cannot be started', 'acuvo-hooks'],
    ['a line of an earlier installation', 'claude-code'],
    ['a program that is gone', 'claude-code'],
    ['a script that is not executable', 'g.sh'],
    ['a store that others can write', 'approvals'],
  ])('mends %s', async (what, named) => {
    planted(what)
    const after = await fixed()
    expect(after.ids).toEqual([])
    expect(after.fixed).toEqual([expect.stringContaining(named)])
    expect((await setup.examine()).ids).toEqual([])
  })

  it('mends line endings, and a person approves the script as it is then', async () => {
    planted('a script saved with CRLF')
    expect(await fixed()).toEqual({ ids: ['pinned-file-changed'], fixed: [expect.stringContaining('g.sh')] })
    expect(readFileSync(join(setup.root, 'g.sh'), 'utf8')).toBe('#!/bin/sh\n')
    expect(statSync(join(setup.root, 'g.sh')).mode & 0o777).toBe(0o755)
  })

  it.each(['nothing is registered', 'an edited line', 'hooks are off', 'a policy that nobody approved', 'a shorter timeout', 'npx'])(
    'leaves to a person: %s',
    async (what) => {
      planted(what)
      const before = setup.listing()
      const { document } = await setup.examine(['--fix'])
      expect(document.findings.length).toBeGreaterThan(0)
      expect(document.fixed).toEqual([])
      expect(setup.listing()).toBe(before)
    },
  )

  it.each([
    ['is not executable', '#!/bin/sh\n', 0o644],
    ['is saved with CRLF', '#!/bin/sh\r\n', 0o755],
  ])('leaves what a policy that nobody approved has behind a link and %s', async (_what, text, mode) => {
    const outside = join(setup.home, 'mine.sh')
    writeFileSync(outside, text)
    chmodSync(outside, mode)
    mkdirSync(join(setup.root, '.acuvo'), { recursive: true })
    symlinkSync(outside, join(setup.root, 'g.sh'))
    writeFileSync(join(setup.root, '.acuvo/hooks.json'), '{"hooks":[{"event":"PreToolUse","command":"./g.sh"}]}')
    const { document } = await setup.examine(['--fix'])
    expect(document.findings.map(({ id }) => id)).toContain(mode === 0o644 ? 'script-not-executable' : 'carriage-return-in-shebang')
    expect(document.fixed).toEqual([])
    expect(readFileSync(outside, 'utf8')).toBe(text)
    expect(statSync(outside).mode & 0o777).toBe(mode)
  })

  it('without --fix the same is left', async () => {
    planted('a script that is not executable')
    expect((await setup.examine()).isUntouched).toBe(true)
  })
})

describe('an edited line', () => {
  let setup: DoctorSetup
  beforeAll(async () => {
    setup = await DoctorSetup.make(['claude-code'])
  }, 60_000)
  afterEach(() => setup.restore())
  afterAll(() => setup.remove())

  const replaced = (line: (was: string) => string): void =>
    setup.edit(setup.settings('claude-code'), (document: { hooks: Record<string, { hooks: { command: string }[] }[]> }) => {
      for (const { hooks } of document.hooks.PreToolUse ?? []) for (const entry of hooks) entry.command = line(entry.command)
    })

  it('is not started: a repository could have written it', async () => {
    const mark = join(setup.workspace.base, 'started')
    replaced((line) => `touch ${mark}; ${line}`)
    const { ids, document } = await setup.examine()
    expect(ids).toEqual(['line-edited'])
    expect(document.probes.map(({ event }) => event)).not.toContain('PreToolUse')
    expect(existsSync(mark)).toBe(false)
  })

  it('is started where a person says so, and leaves no record', async () => {
    const mark = join(setup.workspace.base, 'started')
    replaced((line) => `touch ${mark}; ${line}`)
    const { ids, document, isUntouched } = await setup.examine(['--run-edited'])
    expect(ids).toEqual(['line-edited'])
    expect(document.probes.filter(({ event, passed }) => event === 'PreToolUse' && passed)).toHaveLength(3)
    expect(existsSync(mark)).toBe(true)
    expect(isUntouched).toBe(true)
  })

  it('that swallows the answer is found out', async () => {
    replaced((line) => `${line} > /dev/null 2>&1 || true`)
    expect((await setup.examine()).ids).toEqual(['line-edited'])
  })

  it.each([(line: string) => `${line} # mine`, (line: string) => `${line} | cat`])(
    'whose words do not reach us is never started (%#)',
    async (line) => {
      replaced(line)
      const { document, isUntouched } = await setup.examine(['--run-edited'])
      expect(document.probes.map(({ event }) => event)).not.toContain('PreToolUse')
      expect(isUntouched).toBe(true)
    },
  )
})

describe('where nothing is', () => {
  it('says that there is no host', async () => {
    const setup = await DoctorSetup.make([])
    try {
      const { ids, exitCode, isUntouched } = await setup.examine()
      expect(ids).toEqual(['no-host'])
      expect({ exitCode, isUntouched }).toEqual({ exitCode: 1, isUntouched: true })
    } finally {
      setup.remove()
    }
  })

  it('a host that is here and was never registered is told of', async () => {
    const setup = await DoctorSetup.make([])
    try {
      setup.program('cursor', VERSIONS.cursor)
      const { ids } = await setup.examine()
      expect(ids).toEqual(['not-registered'])
      expect(existsSync(launcherOf(setup))).toBe(false)
    } finally {
      setup.remove()
    }
  })
})

it('every id of the table has a row, or is one that a test cannot plant', () => {
  const planted = new Set([...REGISTRATION_ROWS, ...INSTALLED_ROWS, ...CODEX_ROWS, ...CURSOR_ROWS].flatMap(({ finds }) => finds))
  // Those of `--live` have tests of their own, with stand-ins and with the real hosts.
  const left = Object.keys(DOCTOR_FINDINGS).filter((id) => !planted.has(id) && !id.startsWith('live-'))
  // The machine owner's file, a shell that is not there, a line that hangs (test/unit/doctor-probe.test.ts), and the one above.
  expect(left.sort()).toEqual(['managed-hooks-only', 'no-host', 'probe-not-started', 'probe-timed-out'])
})

it('every id of `--live` is looked for in its tests, but for those that take files of the machine’s owner, two minutes or a full disk', () => {
  const tests = ['doctor-live.test.ts', '../real-hosts/doctor-live.test.ts']
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const left = Object.keys(DOCTOR_FINDINGS).filter((id) => id.startsWith('live-') && !tests.includes(`'${id}'`))
  expect(left.sort()).toEqual(['live-failed', 'live-not-apart', 'live-not-ended', 'live-owner-policy', 'live-owner-settings'])
})
