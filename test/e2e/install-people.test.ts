import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HostName } from '../oracle/index.js'
import { HOSTS, shellCall } from '../support/payloads.mjs'
import { isStandalone, PACKAGE, PROGRAM, runProgram, startLine as programLine } from '../support/program.mjs'
import { everyCallStarts } from '../support/standing.mjs'
import { BARE_PATH, personIn, put, settingsOf, startLine, startRegistered, tempFolder, type Person, type Started } from './install-run.js'

/** From nothing to a proven policy, and a team: what is registered, started as the hosts start it, in homes of every kind. */

// Whose program runs, and by which Node, is what these tests are about.
everyCallStarts()

const POLICY = JSON.stringify({ hooks: [{ event: 'PreToolUse', name: 'g', commands: ['rm *'], deny: 'nothing is removed here' }] })

/** A payload that was recorded in the host, about this workspace and this command. */
const recorded = (host: HostName, root: string, command: string): Record<string, unknown> => {
  const name = { 'claude-code': 'PreToolUse.Bash.json', codex: 'PreToolUse.Bash.json', cursor: undefined }[host]
  if (name === undefined) return shellCall(host, root, command)
  const payload = JSON.parse(readFileSync(new URL(`../../fixtures/captures/${host}/${name}`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >
  return { ...payload, cwd: root, tool_input: { command } }
}

const workspaceAt = (root: string): string => {
  put(join(root, '.acuvo/hooks.json'), POLICY)
  return root
}

const trust = async (person: Person, root: string): Promise<void> => expect((await person.run(['trust', '--yes'], root)).exitCode).toBe(0)

const expectDenied = ({ judgement }: Started): void => {
  expect(judgement).toMatchObject({ blocked: true, widened: false, valid: true })
  expect(judgement.modelSees.join('\n')).toContain('nothing is removed here')
}
const expectPassed = ({ judgement, stderr }: Started): void => {
  expect(stderr).toBe('')
  expect(judgement).toMatchObject({ blocked: false, widened: false, valid: true, modelSees: [] })
}

describe.each(HOSTS)('a newcomer with %s', (host) => {
  it('installs it in an empty home, and what the policy denies is denied', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    const root = workspaceAt(join(folder, 'project'))
    const installed = await person.run(['install', host])
    expect(installed, installed.stdout).toMatchObject({ exitCode: 0, stderr: '' })
    const file = join(person.home, settingsOf(host))
    const start = (command: string) => startRegistered(host, file, recorded(host, root, command), { env: person.env, cwd: root })
    const held = await start('ls')
    expect(held.judgement.blocked).toBe(true)
    expect(held.judgement.modelSees.join('\n')).toMatch(/run: acuvo-hooks trust \S+project'?$/m)
    await trust(person, root)
    expectDenied(await start('rm -rf build'))
    expectPassed(await start('ls'))
  })
})

/** Names of homes that a shell would read. */
const HOMES = [
  'a home with blanks',
  "it's mine",
  '$HOME',
  '`id`',
  'a"b',
  'a\\b',
  "a\\'b",
  'a;exit 0;b',
  'a&b|c',
  'ä ü',
  '-x',
  'a\nb',
  '*?[x]',
  '~',
  '#x',
  '!x',
  '%PATH%',
]

describe('a home whose name a shell would read', () => {
  it.each(HOMES)('%j', async (name) => {
    const folder = tempFolder()
    const person = personIn(folder, name)
    const root = workspaceAt(join(folder, 'project'))
    expect((await person.run(['install', 'codex'])).exitCode).toBe(0)
    await trust(person, root)
    const file = join(person.home, settingsOf('codex'))
    for (const shell of ['/bin/sh', '/bin/bash']) {
      expectDenied(await startRegistered('codex', file, recorded('codex', root, 'rm x'), { env: person.env, cwd: root, shell }))
    }
    const stop = { ...recorded('codex', root, ''), hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'x' }
    expect(await startRegistered('codex', file, stop, { env: person.env, cwd: root })).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: '',
    })
  })
})

/** Values that would change or break the runtime if it saw them. */
const dangerous = (folder: string): [string, string][] => {
  const spy = put(join(folder, 'spy.cjs'), 'process.exit(0)')
  return [
    ['NODE_OPTIONS', `--require ${spy}`],
    ['NODE_PATH', folder],
    ['NODE_EXTRA_CA_CERTS', join(folder, 'missing.pem')],
    ['NODE_V8_COVERAGE', join(folder, 'coverage')],
    ['NODE_COMPILE_CACHE', join(folder, 'cache')],
    ['BUN_OPTIONS', `--preload ${spy}`],
    ['BUN_BE_BUN', '1'],
    ['NODE_DEBUG', 'fs,module,net'],
    ['NODE_CHANNEL_FD', '3'],
    ['NODE_REDIRECT_WARNINGS', join(folder, 'warnings')],
    ['NODE_PRESERVE_SYMLINKS_MAIN', '1'],
    ['OPENSSL_CONF', join(folder, 'spy.cjs')],
    ['XDG_STATE_HOME', join(folder, 'elsewhere')],
    ['XDG_CONFIG_HOME', join(folder, 'elsewhere')],
    ['CDPATH', folder],
    ['IFS', '/'],
  ]
}

describe('a team with --scope shared', () => {
  it('has the same verdicts everywhere: without the tool, with it, after an upgrade, without the old Node, with any variable set', async () => {
    const folder = tempFolder()
    const first = personIn(folder, 'first')
    const root = workspaceAt(join(folder, 'project'))
    execFileSync('git', ['init', '-q'], { cwd: root })
    for (const host of HOSTS) expect((await first.run(['install', host, '--scope', 'shared'], root)).exitCode).toBe(0)
    const committed = HOSTS.map((host) => readFileSync(join(root, settingsOf(host)), 'utf8'))

    // Another person, another clone, nothing installed.
    const second = personIn(folder, 'second home')
    const clone = join(folder, 'their clone')
    cpSync(root, clone, { recursive: true })
    const start = (host: HostName, command: string, env: Record<string, string> = {}, shell = '/bin/sh') =>
      startRegistered(host, join(clone, settingsOf(host)), recorded(host, clone, command), {
        env: { ...second.env, ...env },
        cwd: clone,
        shell,
      })
    for (const host of HOSTS) {
      for (const shell of ['/bin/sh', '/bin/bash']) {
        const without = await start(host, 'ls', {}, shell)
        expect(without.judgement.blocked).toBe(true)
        expect(without.judgement.modelSees.join('\n')).toContain(`npx acuvo-hooks install ${host} --scope shared`)
      }
      const end = { ...recorded(host, clone, ''), hook_event_name: host === 'cursor' ? 'sessionEnd' : 'SessionEnd', reason: 'other' }
      expect(await startRegistered(host, join(clone, settingsOf(host)), end, { env: second.env, cwd: clone })).toMatchObject({
        exitCode: 0,
        stdout: '',
        stderr: '',
      })
    }

    // What the line says; the committed files stay as they are.
    for (const host of HOSTS) {
      const ended = await second.run(['install', host, '--scope', 'shared'], clone)
      expect(ended.exitCode, ended.stdout).toBe(0)
    }
    expect(HOSTS.map((host) => readFileSync(join(clone, settingsOf(host)), 'utf8'))).toEqual(committed)
    await trust(second, clone)
    const verdicts = async (env: Record<string, string> = {}): Promise<void> => {
      for (const host of HOSTS) {
        expectDenied(await start(host, 'rm x', env))
        expectPassed(await start(host, 'ls', env))
      }
    }
    await verdicts()
    for (const [name, value] of dangerous(folder)) {
      // Each with one host, in turn; a denied call proves that nothing was loaded in our place.
      const host = HOSTS[name.length % HOSTS.length] as HostName
      expectDenied(await start(host, 'rm x', { [name]: value }))
      expectPassed(await start(host, 'ls', { [name]: value }))
    }
    expect(existsSync(join(folder, 'coverage')) || existsSync(join(folder, 'cache')) || existsSync(join(folder, 'warnings'))).toBe(false)

    // An upgrade: other bytes, another number; the settings do not change by a byte.
    const upgraded = otherBuild(folder)
    const before = readFileSync(second.launcher, 'utf8')
    const ended = await runBuild(upgraded, ['install', 'codex', '--scope', 'shared'], second, clone)
    expect(ended).toContain('0.1.0')
    expect(readFileSync(second.launcher, 'utf8')).toBe(before)
    expect(readFileSync(join(second.home, '.local/share/acuvo-hooks/current', PART)).includes('another build')).toBe(true)
    expect(HOSTS.map((host) => readFileSync(join(clone, settingsOf(host)), 'utf8'))).toEqual(committed)
    await verdicts()
  })
})

/** A program of the same number whose files are others. */
const otherBuild = (folder: string): string => {
  const other = join(folder, 'other-build')
  const program = join(other, isStandalone ? 'acuvo-hooks' : basename(PROGRAM))
  mkdirSync(other)
  if (isStandalone) copyFileSync(PROGRAM, program)
  else cpSync(dirname(PROGRAM), other, { recursive: true })
  appendFileSync(join(other, PART), '\n// another build\n')
  return program
}

/** A file of the program, the only one of the executable. */
const PART = isStandalone ? 'acuvo-hooks' : 'main.cjs'

const runBuild = (program: string, args: string[], person: Person, cwd: string, node = process.execPath): string => {
  const words = program.endsWith('.cjs') ? [node, program] : [program]
  return execFileSync(words[0] as string, [...words.slice(1), ...args], { cwd, env: person.env, encoding: 'utf8' })
}

describe('a Node that is gone', () => {
  it('another one is found; without any the call is stopped in words, and elsewhere nothing is', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    const root = workspaceAt(join(folder, 'project'))
    const node = join(person.home, '.nvm/versions/node/v20.20.2/bin/node')
    mkdirSync(dirname(node), { recursive: true })
    copyFileSync(process.execPath, node)
    chmodSync(node, 0o755)
    runBuild(PACKAGE, ['install', 'claude-code'], person, root, node)
    await trust(person, root)
    const launcher = readFileSync(person.launcher, 'utf8')
    expect(launcher).toContain(`# node: ${node}\n`)
    const file = join(person.home, settingsOf('claude-code'))
    const start = (command: string) =>
      startRegistered('claude-code', file, recorded('claude-code', root, command), { env: person.env, cwd: root })
    expectDenied(await start('rm x'))

    // Moved to another place of the version manager, among others that are too old or no programs.
    const moved = join(person.home, '.nvm/versions/node/v22.3.0/bin/node')
    mkdirSync(dirname(moved), { recursive: true })
    renameSync(node, moved)
    for (const version of ['v9.11.2', 'v18.20.0', 'v20.11.1'])
      put(join(person.home, `.nvm/versions/node/${version}/bin/node`), '#!/bin/sh\necho old >&2\nexit 0\n', 0o755)
    put(join(person.home, '.nvm/versions/node/v24.0.0/bin/node'), 'not a program\n', 0o644)
    put(join(person.home, '.nvm/versions/node/v99.x/bin/node'), '#!/bin/sh\nexit 0\n', 0o755)
    expectDenied(await start('rm x'))
    expectPassed(await start('ls'))

    // Only the one of the system is left.
    rmSync(join(person.home, '.nvm'), { recursive: true })
    expectDenied(await start('rm x'))
    expectPassed(await start('ls'))
    const status = await runProgram(['install', '--status', 'claude-code'], {
      ...person,
      cwd: person.home,
      start: [process.execPath, [PACKAGE]],
    })
    expect(status.exitCode, 'another Node would be recorded').toBe(1)

    // None at all: the places of the system taken out of the text.
    writeFileSync(person.launcher, launcher.replaceAll(/\/(?:usr|opt|home|snap|run)\/(?!share)[\w./-]*\/node(?:js)?\b/g, '/nowhere/node'))
    const stopped = await start('ls')
    expect(stopped.judgement.blocked).toBe(true)
    expect(stopped.stderr).toBe(
      'acuvo-hooks could not run: neither the Node it was installed with nor another one from 20.12 on is found. Install Node, then run: npx acuvo-hooks install\n',
    )
    for (const [args, exitCode] of [
      [['run', '--host', 'claude-code', '--event', 'PreToolUse'], 2],
      [['run', '--host=claude-code', '--event=PreSkillShellCommand'], 2],
      [['run', '--host', 'cursor', '--event', 'beforeReadFile'], 2],
      [['run', '--host', 'cursor', '--event', 'preToolUse'], 2],
      [['run', '--host', 'codex'], 2],
      [['run'], 2],
      [['run', '--host', 'cursor', '--event', 'beforeSubmitPrompt'], 1],
      [['run', '--host', 'claude-code', '--event', 'Stop'], 1],
      [['run', '--host', 'claude-code', '--event=PostToolUse'], 1],
      [['trust'], 1],
      [[], 1],
    ] as const) {
      const line = ["'" + person.launcher + "'", ...args].join(' ')
      expect((await startLine('claude-code', line, { hook_event_name: 'PreToolUse' }, { env: person.env, cwd: root })).exitCode, line).toBe(
        exitCode,
      )
    }
  })

  it('a Node that is too old says so', async () => {
    const folder = tempFolder()
    const entry = readFileSync(PACKAGE, 'utf8')
    const program = put(
      join(folder, 'entry.cjs'),
      `Object.defineProperty(process.versions, 'node', { value: '20.11.1' });${entry.replace(/^#!.*\n/, '')}`,
    )
    const ended = await startLine(
      'codex',
      `'${process.execPath}' '${program}' run --event PreToolUse`,
      { hook_event_name: 'PreToolUse' },
      { env: { PATH: BARE_PATH }, cwd: folder },
    )
    expect(ended).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: 'acuvo-hooks could not run: it needs Node 20.12 or newer, and this is 20.11.1\n',
    })
  })
})

describe('the copy of the program', () => {
  it('is switched whole: the folder of a running version stays, and one whose bytes changed is not used again', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    const installed = join(person.home, '.local/share/acuvo-hooks')
    const versions = join(installed, 'versions')
    await person.run(['install', 'codex'])
    const [first] = readdirSync(versions)
    runBuild(otherBuild(folder), ['install', 'codex'], person, person.home)
    const second = readlinkSync(join(installed, 'current'))
    expect(readdirSync(versions)).toHaveLength(2)
    expect(second).not.toBe(`versions/${first}`)
    // Back to the first, whose folder was damaged meanwhile.
    writeFileSync(join(versions, first as string, PART), 'throw new Error("half")')
    await person.run(['install', 'codex'])
    expect(readlinkSync(join(installed, 'current'))).toBe(`versions/${first}.2`)
    const whole = isStandalone ? PROGRAM : join(dirname(PROGRAM), PART)
    expect(readFileSync(join(installed, 'current', PART)).equals(readFileSync(whole))).toBe(true)
    expect((await person.run(['install', '--status', 'codex'])).exitCode).toBe(0)
  })

  it('is put back where somebody took it away, and a call says so meanwhile', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    const root = workspaceAt(join(folder, 'project'))
    await person.run(['install', 'codex'])
    const file = join(person.home, settingsOf('codex'))
    const start = () => startRegistered('codex', file, recorded('codex', root, 'ls'), { env: person.env, cwd: root })
    rmSync(join(person.home, '.local/share/acuvo-hooks/current'))
    const stopped = await start()
    expect(stopped.judgement.blocked).toBe(true)
    expect(stopped.stderr).toBe('acuvo-hooks could not run: its files are gone. To put them back, run: npx acuvo-hooks install\n')
    expect((await person.run(['install', '--status', 'codex'])).stdout).toMatch(/^absent +program/)
    await person.run(['install', 'codex'])
    await trust(person, root)
    expectPassed(await start())
  })

  it('installed by the copy itself changes nothing', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    await person.run(['install', 'codex'])
    const said = execFileSync(person.launcher, ['install', 'codex', '--json'], { cwd: person.home, env: person.env, encoding: 'utf8' })
    expect(JSON.parse(said)).toMatchObject({ changes: false, program: { state: 'current' }, launcher: { state: 'current' } })
  })
})

describe('what the launcher hands on', () => {
  it('a CA file reaches hooks under its own name, and nothing else of ours does', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    const root = join(folder, 'project')
    put(join(root, '.acuvo/hooks.json'), JSON.stringify({ hooks: [{ event: 'PreToolUse', name: 'g', command: 'env >&2; exit 2' }] }))
    await person.run(['install', 'codex'])
    await trust(person, root)
    const file = join(person.home, settingsOf('codex'))
    const env = { ...person.env, NODE_EXTRA_CA_CERTS: '/etc/ssl/own.pem', ACUVO_EXTRA_CA_CERTS: '/etc/ssl/other.pem' }
    const { judgement } = await startRegistered('codex', file, recorded('codex', root, 'ls'), { env, cwd: root })
    const said = judgement.modelSees.join('\n')
    expect(said).toContain('NODE_EXTRA_CA_CERTS=/etc/ssl/own.pem')
    expect(said).not.toContain('ACUVO_EXTRA_CA_CERTS')
  })

  it('the places of install time, whatever the variables say; they are named where a person would look elsewhere', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    const root = workspaceAt(join(folder, 'project'))
    const state = join(folder, 'state')
    await person.run(['install', 'codex'], root, { XDG_STATE_HOME: state })
    const file = join(person.home, settingsOf('codex'))
    const start = (env: Record<string, string>) =>
      startRegistered('codex', file, recorded('codex', root, 'ls'), { env: { ...person.env, ...env }, cwd: root })
    const elsewhere: Record<string, string>[] = [{}, { XDG_STATE_HOME: join(folder, 'other') }, { XDG_CONFIG_HOME: join(folder, 'other') }]
    for (const env of elsewhere)
      expect((await start(env)).judgement.modelSees.join('\n')).toContain(`acuvo-hooks trust ${root} --store ${state}/acuvo-hooks`)
    expect((await person.run(['trust', '--yes'], root, { XDG_STATE_HOME: state })).exitCode).toBe(0)
    for (const env of elsewhere) expectPassed(await start(env))
  })

  it('a line that names a store keeps to it', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    const root = workspaceAt(join(folder, 'project'))
    await person.run(['install', 'codex'])
    await trust(person, root)
    const line = `${person.launcher} run --host codex --event PreToolUse --store ${join(folder, 'empty')}`
    const { judgement } = await startLine('codex', line, recorded('codex', root, 'ls'), { env: person.env, cwd: root })
    expect(judgement.blocked, 'approved in the other store only').toBe(true)
  })

  it('needs nothing of PATH', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    const root = workspaceAt(join(folder, 'project'))
    await person.run(['install', 'codex'])
    await trust(person, root)
    for (const PATH of ['/nowhere', '']) {
      const line = `${person.launcher} run --host codex --event PreToolUse`
      expectDenied(await startLine('codex', line, recorded('codex', root, 'rm x'), { env: { ...person.env, PATH }, cwd: root }))
    }
  })

  it('a link to the launcher starts it too', async () => {
    const folder = tempFolder()
    const person = personIn(folder)
    await person.run(['install', 'codex'])
    symlinkSync(person.launcher, join(folder, 'acuvo'))
    expect(execFileSync(join(folder, 'acuvo'), ['--version'], { env: person.env, encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+/)
    expect(programLine()[0]).toBe(isStandalone ? PROGRAM : process.execPath)
  })
})
