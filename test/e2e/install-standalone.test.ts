import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shape as doctorShape } from '../../src/shapes/doctor.js'
import { shape } from '../../src/shapes/install.js'
import { shellCall } from '../support/payloads.mjs'
import { isStandalone, PACKAGE, runProgram } from '../support/program.mjs'
import { elfThatRuns, executableIn } from '../support/stand-in.mjs'
import { personIn, put, settingsOf, startRegistered, tempFolder, type Person } from './install-run.js'

/** The standalone executable where hosts find it: put there by the package or by itself, told from the package, looked after. */

const POLICY = JSON.stringify({ hooks: [{ event: 'PreToolUse', commands: ['rm *'], deny: 'nothing is removed here' }] })

/** Runs the package, whichever artefact the suite is about. */
const byPackage = (person: Person, args: string[], env: Record<string, string> = {}) =>
  runProgram(args, { cwd: person.home, env: { ...person.env, ...env }, start: [process.execPath, [PACKAGE]] })

const installedBy = (person: Person): string => join(person.home, '.local/share/acuvo-hooks')

const make = (): { folder: string; person: Person; root: string; executable: string } => {
  const folder = tempFolder()
  const root = join(folder, 'project')
  put(join(root, '.acuvo/hooks.json'), POLICY)
  return { folder, person: personIn(folder), root, executable: executableIn(join(folder, 'downloads')) }
}

/** What the registered line answers to a call that the policy denies, and to one that it passes. */
const verdicts = async (person: Person, root: string, env: Record<string, string> = {}): Promise<string[]> => {
  const file = join(person.home, settingsOf('claude-code'))
  const start = (command: string) =>
    startRegistered('claude-code', file, shellCall('claude-code', root, command), { env: { ...person.env, ...env }, cwd: root })
  const [denied, passed] = [await start('rm x'), await start('ls')]
  expect(denied.judgement).toMatchObject({ blocked: true, widened: false, valid: true })
  expect(denied.judgement.modelSees.join('\n')).toContain('nothing is removed here')
  expect(passed.judgement).toMatchObject({ blocked: false, widened: false, valid: true, modelSees: [] })
  return [denied.stdout, passed.stdout]
}

const findings = async (run: Person['run'], root: string): Promise<string[]> => {
  const { stdout, stderr } = await run(['doctor', '--json'], root)
  if (stdout === '') throw new Error(stderr)
  return doctorShape.parse(JSON.parse(stdout)).findings.map(({ id }) => id)
}

describe('install --standalone', () => {
  it('puts the executable where hosts find it, under the same launcher; the package keeps it, and takes its place when told to', async () => {
    const { person, root, executable } = make()
    const first = await byPackage(person, ['install', 'claude-code', '--standalone', executable, '--json'])
    expect(first.stderr).toBe('')
    expect(shape.parse(JSON.parse(first.stdout))).toMatchObject({ program: { version: '0.1.0', kind: 'standalone', state: 'absent' } })
    const current = join(installedBy(person), 'current')
    expect(readlinkSync(current)).toMatch(/^versions\/0\.1\.0-[0-9a-f]{12}$/)
    expect(readFileSync(join(current, 'acuvo-hooks')).equals(readFileSync(executable))).toBe(true)
    expect(statSync(join(current, 'acuvo-hooks')).mode & 0o777).toBe(0o700)
    expect(execFileSync(person.launcher, ['--version'], { env: person.env, encoding: 'utf8' })).toBe('0.1.0 (standalone, bun 1.4.5)\n')
    expect((await person.run(['trust', '--yes'], root)).exitCode).toBe(0)
    const answers = await verdicts(person, root)
    expect(await findings(person.run, root)).toEqual([])

    // Another host, by the package: the executable stays.
    const second = await byPackage(person, ['install', 'codex'])
    expect(second.stdout).toMatch(/^program: 0\.1\.0 \(standalone\) in\s[^,]+, as it should/)
    expect((await byPackage(person, ['install', '--status', 'claude-code'])).stdout).toMatch(/^current +program 0\.1\.0 \(standalone\)/)
    expect(existsSync(join(current, 'acuvo-hooks.cjs'))).toBe(false)

    // The package in its place, and back.
    const settings = readFileSync(join(person.home, settingsOf('claude-code')))
    expect((await byPackage(person, ['install', 'claude-code', '--no-standalone'])).exitCode).toBe(0)
    expect(existsSync(join(current, 'acuvo-hooks'))).toBe(false)
    expect(await verdicts(person, root)).toEqual(answers)
    expect((await byPackage(person, ['install', '--standalone', executable, 'claude-code'])).exitCode).toBe(0)
    expect(await verdicts(person, root)).toEqual(answers)
    expect(readFileSync(join(person.home, settingsOf('claude-code'))).equals(settings)).toBe(true)

    expect((await byPackage(person, ['uninstall', '--purge'])).exitCode).toBe(0)
    expect(existsSync(installedBy(person))).toBe(false)
  })

  it('without a file takes the one beside the package, and a host behind it is a host', async () => {
    const { folder, person, executable } = make()
    const dist = join(folder, 'package', 'dist')
    execFileSync('cp', ['-r', dirname(PACKAGE), `${put(join(folder, 'package', 'x'), '')}/../dist`.replace('/x/..', '')])
    const start: [string, string[]] = [process.execPath, [join(dist, 'acuvo-hooks.cjs')]]
    const run = (args: string[]) => runProgram(args, { cwd: person.home, env: person.env, start })
    const none = await run(['install', '--standalone', 'codex'])
    expect(none).toMatchObject({ exitCode: 2, stdout: '' })
    expect(none.stderr.replace(/\s+/g, ' ')).toContain('npm run build:standalone')
    const beside = join(folder, 'package', 'dist-standalone', `${process.platform}-${process.arch}`, 'acuvo-hooks')
    put(beside, '')
    writeFileSync(beside, readFileSync(executable))
    chmodSync(beside, 0o755)
    const { exitCode, stdout } = await run(['install', '--standalone', 'codex', '--json'])
    expect(exitCode).toBe(0)
    expect(shape.parse(JSON.parse(stdout))).toMatchObject({ program: { kind: 'standalone' }, hosts: [{ host: 'codex' }] })
  })

  it.each<[string, (file: string) => void, RegExp]>([
    ['is not there', (file) => rmSync(file), /is no file/],
    [
      'is a script',
      (file) => writeFileSync(file, '#!/bin/sh\necho "0.1.0 (standalone, bun 1.4.5)"\n'),
      /is no executable for this machine/,
    ],
    ['is made for another machine', (file) => writeFileSync(file, elfThatRuns('/bin/true', 243)), /is no executable for this machine/],
    ['is another program', (file) => writeFileSync(file, elfThatRuns('/dev/null')), /is no standalone acuvo-hooks/],
    ['cannot be started', (file) => chmodSync(file, 0o644), /does not start/],
    [
      'is another version',
      (file) => writeFileSync(file, elfThatRuns(put(`${file}.sh`, "echo '0.0.9 (standalone, bun 1.4.5)'\n"))),
      /is version 0\.0\.9, and this is 0\.1\.0/,
    ],
  ])('refuses a file that %s, and changes nothing', async (_what, spoil, says) => {
    const { folder, person } = make()
    const file = join(folder, 'file')
    writeFileSync(file, elfThatRuns('/dev/null'))
    chmodSync(file, 0o755)
    spoil(file)
    const ended = await byPackage(person, ['install', 'codex', '--standalone', file])
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ended.stderr.replace(/\s+/g, ' ')).toMatch(says)
    expect(existsSync(installedBy(person))).toBe(false)
    expect(existsSync(join(person.home, settingsOf('codex')))).toBe(false)
  })
})

describe('the doctor on an installed executable', () => {
  it.each<[string, string[], (file: string) => void]>([
    ['changed', ['program-damaged'], (file) => appendFileSync(file, '\n')],
    ['emptied', ['probe-not-held', 'probe-not-refused', 'program-damaged'], (file) => writeFileSync(file, '')],
    ['gone', ['probe-not-passed', 'program-missing'], (file) => rmSync(file)],
    ['not executable', ['probe-not-passed', 'program-not-executable'], (file) => chmodSync(file, 0o600)],
  ])('that is %s', async (_what, ids, spoil) => {
    const { person, root, executable } = make()
    await byPackage(person, ['install', 'claude-code', '--standalone', executable])
    await person.run(['trust', '--yes'], root)
    spoil(join(installedBy(person), 'current', 'acuvo-hooks'))
    const run = (args: readonly string[], cwd?: string) =>
      runProgram(args, { cwd: cwd ?? root, env: person.env, start: [process.execPath, [PACKAGE]] })
    expect([...new Set(await findings(run, root))].sort()).toEqual(ids)
    await byPackage(person, ['install', 'claude-code', '--standalone', executable])
    expect(await findings(run, root)).toEqual([])
  })
})

describe('what the launcher takes away from the executable', () => {
  it('every variable that a Bun obeys, whatever else is set', async () => {
    const { folder, person, root, executable } = make()
    await byPackage(person, ['install', 'claude-code', '--standalone', executable])
    await person.run(['trust', '--yes'], root)
    const spy = put(join(folder, 'spy.js'), `require('fs').writeFileSync(${JSON.stringify(join(folder, 'spied'))}, '')`)
    const answers = await verdicts(person, root)
    const set: Record<string, string>[] = [
      { BUN_OPTIONS: `--preload ${spy}` },
      { BUN_OPTIONS: '--version' },
      { BUN_BE_BUN: '1' },
      { BUN_JSC_watchdog: '1' },
      { BUN_JSC_dumpOptions: '2' },
      { BUN_BYTECODE_ORDER_OUT: join(folder, 'spied') },
      { BUN_INSPECT: 'ws://127.0.0.1:1/x', BUN_INSPECT_PRELOAD: spy },
      { MIMALLOC_VERBOSE: '1', MIMALLOC_SHOW_STATS: '1' },
      { A: 'x\nexport HOME=/nowhere\nexport BUN_Z=1', BUN_JSC_watchdog: "'\n$(touch spied)`touch spied`" },
    ]
    for (const env of set) expect(await verdicts(person, root, env), JSON.stringify(env)).toEqual(answers)
    for (const at of [folder, root]) expect(existsSync(join(at, 'spied'))).toBe(false)
  })

  it('and where its Bun is, which hooks may be granted, stays', async () => {
    const { person, root, executable } = make()
    put(
      join(root, '.acuvo/hooks.json'),
      JSON.stringify({ hooks: [{ event: 'PreToolUse', env: ['BUN_INSTALL', 'BUN_ENV'], command: 'env >&2; exit 2' }] }),
    )
    await byPackage(person, ['install', 'claude-code', '--standalone', executable])
    await person.run(['trust', '--yes'], root)
    const file = join(person.home, settingsOf('claude-code'))
    const env = { ...person.env, BUN_INSTALL: '/home/x/.bun', BUN_ENV: 'test' }
    const { judgement } = await startRegistered('claude-code', file, shellCall('claude-code', root, 'ls'), { env, cwd: root })
    const said = judgement.modelSees.join('\n')
    expect(said).toContain('BUN_INSTALL=/home/x/.bun')
    expect(said).not.toContain('BUN_ENV')
  })
})

it('the executable installs itself', async () => {
  const { person, root, executable } = make()
  // The stand-in is started as the package that it is.
  const args = isStandalone ? ['install', 'claude-code'] : ['install', 'claude-code', '--standalone', executable]
  expect(spawnSync(executable, args, { cwd: person.home, env: person.env }).status).toBe(0)
  expect(readFileSync(join(installedBy(person), 'current', 'acuvo-hooks')).equals(readFileSync(executable))).toBe(true)
  await person.run(['trust', '--yes'], root)
  await verdicts(person, root)
  if (isStandalone) {
    const refused = await person.run(['install', 'claude-code', '--no-standalone'])
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
    expect(refused.stderr).toContain('npx acuvo-hooks install')
  }
})
