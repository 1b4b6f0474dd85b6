import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, describe, expect, it } from 'vitest'
import { shape } from '../../src/shapes/install.js'
import { shape as uninstallShape } from '../../src/shapes/uninstall.js'
import { manyCommands } from '../support/commands.mjs'
import { HOSTS } from '../support/payloads.mjs'
import { entryOf, eventNames, freshFile, lineOf } from './install-files.expected.js'
import { personIn, put, settingsOf, tempFolder, type Person } from './install-run.js'

/** `install` and `uninstall` beside the files' text: what they find, refuse, remember and give back. */

const commands = manyCommands()
afterAll(() => commands.end())

interface Here extends Person {
  folder: string
  root: string
  file: (host: (typeof HOSTS)[number]) => string
  act: (args: readonly string[], cwd?: string, env?: Record<string, string>) => ReturnType<typeof commands.run>
}

const here = (): Here => {
  const folder = tempFolder()
  const person = personIn(folder)
  const root = join(folder, 'project')
  mkdirSync(root)
  return {
    ...person,
    folder,
    root,
    file: (host) => join(person.home, settingsOf(host)),
    act: (args, cwd = root, env = {}) => commands.run(args, { cwd, env: { ...person.env, ...env } }),
  }
}

/** Every path below a folder with its mode and content, or where it leads. */
const treeOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => {
        const stats = lstatSync(path)
        const content = stats.isSymbolicLink()
          ? readlinkSync(path)
          : stats.isFile()
            ? createHash('sha1').update(readFileSync(path)).digest('hex')
            : ''
        return [path, `${stats.mode.toString(8)} ${content}`]
      }),
  )

describe('which hosts', () => {
  it('none is found: it says so and does nothing', async () => {
    const { act, home } = here()
    const ended = await act(['install'])
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^No agent is found here: none of Claude Code, Codex, Cursor has/)
    expect(readdirSync(home)).toEqual([])
  })

  it('those whose folder is there, or whose program is on PATH', async () => {
    const { act, home, folder, file } = here()
    mkdirSync(join(home, '.cursor'))
    put(join(folder, 'bin/codex'), '#!/bin/sh\n', 0o755)
    put(join(folder, 'bin/claude'), 'no program\n', 0o644)
    const ended = await act(['install', '--json'], undefined, { PATH: `${folder}/bin:/usr/bin` })
    expect(shape.parse(JSON.parse(ended.stdout)).hosts.map(({ host }) => host)).toEqual(['codex', 'cursor'])
    expect(existsSync(file('codex')) && existsSync(file('cursor'))).toBe(true)
    expect(existsSync(file('claude-code'))).toBe(false)
  })

  it.each([
    [['install', 'emacs'], /emacs/],
    [['install', '--scope', 'world'], /world/],
    [['install', 'codex', '--status', '--dry-run'], /cannot be used together/],
    [['install', 'codex', '--store', 'here'], /--store/],
    [['uninstall', 'codex', '--purge'], /cannot be used together/],
  ])('%j is wrong usage', async (args, says) => {
    const { act, home } = here()
    const ended = await act(args)
    expect(ended.exitCode).toBe(2)
    expect(ended.stderr).toMatch(says)
    expect(readdirSync(home)).toEqual([])
  })

  it('a variable that names the folder by a relative path is not guessed', async () => {
    const { act } = here()
    expect(await act(['install', 'codex'], undefined, { CODEX_HOME: 'x' })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('CODEX_HOME'),
    })
  })

  it.each(['local', 'shared'])('--scope %s is about a workspace, and the home is none', async (scope) => {
    const { act, home, folder } = here()
    for (const cwd of [home, folder]) expect((await act(['install', 'codex', '--scope', scope], cwd)).exitCode).toBe(2)
    expect(readdirSync(home)).toEqual([])
  })
})

describe('--dry-run and --status', () => {
  it('show what would be done and touch nothing', async () => {
    const { act, home, root, folder } = here()
    put(join(home, '.codex/hooks.json'), '{\n  "hooks": {}\n}\n')
    mkdirSync(join(home, '.cursor'))
    const before = treeOf(folder)
    const dry = await act(['install', '--dry-run'])
    expect(dry.exitCode).toBe(0)
    expect(dry.stdout).toContain(`    +    "PreToolUse": [`)
    expect(dry.stdout).toContain('would be registered for 15 events')
    const status = await act(['install', '--status'], undefined, { COLUMNS: '400' })
    expect(status.exitCode).toBe(1)
    expect(status.stdout.split('\n').map((line) => line.split(/ +/)[0])).toEqual(['absent', 'absent', 'absent', 'absent', 'absent', ''])
    expect((await act(['uninstall', '--dry-run'])).exitCode).toBe(0)
    expect((await act(['uninstall', '--dry-run', '--purge'])).exitCode).toBe(0)
    expect(treeOf(folder)).toEqual(before)
    expect(readdirSync(root)).toEqual([])
  })

  const entry = (event: string, launcher: string, change: object = {}): object => entryOf('codex', event, launcher, change)
  it.each([
    ['current', (launcher: string) => entry('Stop', launcher)],
    ['stale', () => entry('Stop', '/old/place/acuvo-hooks.cjs')],
    ['stale', () => entry('Stop', '/old/place/acuvo-hooks')],
    ['edited', (launcher: string) => entry('Stop', launcher, { timeout: 5 })],
    ['edited', (launcher: string) => entry('Stop', launcher, { command: `${lineOf('codex', 'Stop', launcher)}; true` })],
    ['edited', (launcher: string) => ({ matcher: 'x', ...entry('Stop', launcher) })],
    ['edited', (launcher: string) => ({ ...entry('Stop', launcher, { async: true }) })],
    ['absent', () => ({ hooks: [{ type: 'command', command: 'other' }] })],
    ['foreign', () => undefined],
  ] as const)('an entry is %s', async (state, make) => {
    const { act, file, launcher } = here()
    await act(['install', 'codex'])
    const document = JSON.parse(readFileSync(file('codex'), 'utf8')) as { hooks: Record<string, unknown> }
    const made = make(launcher)
    document.hooks.Stop = made === undefined ? 'x' : [made]
    writeFileSync(file('codex'), JSON.stringify(document))
    const ended = await act(['install', '--status', 'codex', '--json'])
    const [host] = shape.parse(JSON.parse(ended.stdout)).hosts
    expect(host?.events.find(({ event }) => event === 'Stop')?.state).toBe(state)
    expect(ended.exitCode).toBe(state === 'current' ? 0 : 1)
    const words = (await act(['install', '--status', 'codex'], undefined, { COLUMNS: '400' })).stdout
    if (state === 'edited' || state === 'stale') expect(words).toMatch(new RegExp(`\\n  ${state} +Stop\\n`))
  })

  it('a gate whose line names its shell without its place is stale, and replaced', async () => {
    const { act, file, launcher } = here()
    await act(['install', 'codex'])
    writeFileSync(file('codex'), readFileSync(file('codex'), 'utf8').replaceAll('"/bin/sh -c', '"sh -c'))
    const [host] = shape.parse(JSON.parse((await act(['install', 'codex', '--json'])).stdout)).hosts
    expect(host?.events.filter(({ state }) => state !== 'current')).toEqual([{ event: 'PreToolUse', state: 'stale' }])
    expect(readFileSync(file('codex'), 'utf8')).toBe(freshFile('codex', launcher))
  })

  it('the line of another scope in the same file is stale, and replaced', async () => {
    const { act, root, launcher } = here()
    await act(['install', 'codex', '--scope', 'local'])
    const file = join(root, '.codex/hooks.json')
    expect(readFileSync(file, 'utf8')).toBe(freshFile('codex', launcher))
    const [host] = shape.parse(JSON.parse((await act(['install', 'codex', '--scope', 'shared', '--json'])).stdout)).hosts
    expect(new Set(host?.events.map(({ state }) => state))).toEqual(new Set(['stale']))
    expect(readFileSync(file, 'utf8')).not.toContain(launcher)
  })

  it('a launcher that somebody changed is put back', async () => {
    const { act, launcher } = here()
    await act(['install', 'codex'])
    const text = readFileSync(launcher, 'utf8')
    for (const [change, state] of [
      [() => writeFileSync(launcher, '#!/bin/sh\nexit 0\n'), 'foreign'],
      [() => writeFileSync(launcher, text.replace('exec ', 'exec true ')), 'stale'],
      [() => chmodSync(launcher, 0o644), 'stale'],
      [() => rmSync(launcher), 'absent'],
    ] as const) {
      change()
      expect((await act(['install', '--status', 'codex'])).stdout).toMatch(new RegExp(`^${state} +launcher`, 'm'))
      await act(['install', 'codex'])
      expect(readFileSync(launcher, 'utf8')).toBe(text)
      expect(statSync(launcher).mode & 0o777).toBe(0o700)
    }
  })
})

describe('files that are not plain', () => {
  it('a link stays one, and its target is written with its mode', async () => {
    const { act, home, folder, file, launcher } = here()
    const target = put(join(folder, 'dotfiles/claude.json'), '{\n  "a": 1\n}\n', 0o600)
    mkdirSync(join(home, '.claude'))
    symlinkSync('../../dotfiles/between.json', file('claude-code'))
    symlinkSync('claude.json', join(folder, 'dotfiles/between.json'))
    expect((await act(['install', 'claude-code'])).exitCode).toBe(0)
    expect(readlinkSync(file('claude-code'))).toBe('../../dotfiles/between.json')
    expect(lstatSync(join(folder, 'dotfiles/between.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toContain(JSON.stringify(lineOf('claude-code', 'Stop', launcher)))
    expect(statSync(target).mode & 0o777).toBe(0o600)
    expect(readdirSync(dirname(target)).sort()).toEqual(['between.json', 'claude.json'])
    await act(['uninstall', 'claude-code'])
    expect(readFileSync(target, 'utf8')).toBe('{\n  "a": 1\n}\n')
    expect(readlinkSync(file('claude-code'))).toBe('../../dotfiles/between.json')
  })

  it('a link whose target is not there yet makes it', async () => {
    const { act, home, folder, file, launcher } = here()
    mkdirSync(join(home, '.codex'))
    mkdirSync(join(folder, 'dotfiles'))
    symlinkSync(join(folder, 'dotfiles/hooks.json'), file('codex'))
    expect((await act(['install', 'codex'])).exitCode).toBe(0)
    expect(readFileSync(join(folder, 'dotfiles/hooks.json'), 'utf8')).toBe(freshFile('codex', launcher))
    await act(['uninstall', 'codex'])
    expect(readdirSync(join(folder, 'dotfiles'))).toEqual([])
    expect(lstatSync(file('codex')).isSymbolicLink()).toBe(true)
  })

  it('a linked folder is gone through', async () => {
    const { act, home, folder, launcher } = here()
    mkdirSync(join(folder, 'dotfiles'))
    symlinkSync(join(folder, 'dotfiles'), join(home, '.codex'))
    expect((await act(['install', 'codex'])).exitCode).toBe(0)
    expect(readFileSync(join(folder, 'dotfiles/hooks.json'), 'utf8')).toBe(freshFile('codex', launcher))
  })

  it.each([
    ['is read-only', (file: string) => put(file, '{}', 0o444), /is read-only/],
    ['is a folder', (file: string) => mkdirSync(file), /not a regular file/],
    ['is a FIFO', (file: string) => execFileSync('mkfifo', [file]), /not a regular file/],
    ['is a link in a circle', (file: string) => symlinkSync(basename(file), file), /leads nowhere/],
    ['is a link into a folder that is not there', (file: string) => symlinkSync('/nowhere/at/all.json', file), /leads nowhere/],
    ['is too large', (file: string) => put(file, `{"a": "${'x'.repeat(4_194_304)}"}`), /too large/],
  ])('one that %s is left as it is', async (_what, make, says) => {
    const { act, file, home } = here()
    mkdirSync(join(home, '.codex'))
    make(file('codex'))
    const before = treeOf(join(home, '.codex'))
    const ended = await act(['install', 'codex'])
    expect(ended.exitCode).toBe(1)
    expect(ended.stdout).toMatch(says)
    expect(ended.stdout).toContain('"PreToolUse": [')
    expect(treeOf(join(home, '.codex'))).toEqual(before)
  })

  it("a workspace's link out of it is not followed", async () => {
    const { act, root, home, folder } = here()
    put(join(home, '.claude/settings.json'), '{}')
    mkdirSync(join(root, '.claude'))
    symlinkSync(join(home, '.claude/settings.json'), join(root, '.claude/settings.json'))
    symlinkSync(join(folder, 'other'), join(root, '.cursor'))
    mkdirSync(join(folder, 'other'))
    const ended = await act(['install', 'claude-code', 'cursor', '--scope', 'shared'])
    expect(ended.exitCode).toBe(1)
    expect(ended.stdout.replace(/\n +/g, ' ').match(/is a link out of the workspace/g)).toHaveLength(2)
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe('{}')
    expect(readdirSync(join(folder, 'other'))).toEqual([])
  })

  it('one host that is left does not keep the others from being registered', async () => {
    const { act, file, launcher } = here()
    put(file('claude-code'), '{ // no\n}')
    expect((await act(['install', 'claude-code', 'codex'])).exitCode).toBe(1)
    expect(readFileSync(file('codex'), 'utf8')).toBe(freshFile('codex', launcher))
  })
})

describe('uninstall', () => {
  it('after somebody else changed the file takes out ours alone', async () => {
    const { act, file } = here()
    put(file('cursor'), '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "mine" }]\n  }\n}\n')
    await act(['install', 'cursor'])
    const installed = readFileSync(file('cursor'), 'utf8')
    writeFileSync(file('cursor'), installed.replace('"version": 1,', '"version": 1,\n  "added": true,'))
    expect(uninstallShape.parse(JSON.parse((await act(['uninstall', 'cursor', '--json'])).stdout)).files[0]?.done).toBe('taken-out')
    expect(readFileSync(file('cursor'), 'utf8')).toBe(
      '{\n  "version": 1,\n  "added": true,\n  "hooks": {\n    "stop": [{ "command": "mine" }]\n  }\n}\n',
    )
  })

  it('of a file that we made and somebody added to leaves what was added', async () => {
    const { act, file } = here()
    await act(['install', 'claude-code'])
    writeFileSync(file('claude-code'), readFileSync(file('claude-code'), 'utf8').replace('{\n', '{\n  "model": "opus",\n'))
    await act(['uninstall', 'claude-code'])
    expect(readFileSync(file('claude-code'), 'utf8')).toBe('{\n  "model": "opus"\n}\n')
  })

  it('of a file that we made and somebody only laid out anew removes it, with its folder', async () => {
    const { act, file } = here()
    await act(['install', 'cursor'])
    writeFileSync(file('cursor'), JSON.stringify(JSON.parse(readFileSync(file('cursor'), 'utf8'))))
    await act(['uninstall', 'cursor'])
    expect(existsSync(dirname(file('cursor')))).toBe(false)
  })

  it('a folder that holds something else stays', async () => {
    const { act, file } = here()
    await act(['install', 'cursor'])
    put(join(dirname(file('cursor')), 'mcp.json'), '{}')
    await act(['uninstall', 'cursor'])
    expect(readdirSync(dirname(file('cursor')))).toEqual(['mcp.json'])
  })

  it('an installation on top of a changed file does not bring old bytes back', async () => {
    const { act, file } = here()
    put(file('codex'), '{ "hooks": {} }')
    await act(['install', 'codex'])
    const changed = JSON.parse(readFileSync(file('codex'), 'utf8')) as { hooks: Record<string, unknown> }
    changed.hooks.Stop = [{ hooks: [{ type: 'command', command: 'new one' }] }]
    writeFileSync(file('codex'), JSON.stringify(changed))
    await act(['install', 'codex'])
    await act(['uninstall', 'codex'])
    expect(JSON.parse(readFileSync(file('codex'), 'utf8'))).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'new one' }] }] },
    })
  })

  it('without a record, or with a backup that is gone, takes out ours', async () => {
    const { act, file, home } = here()
    put(file('codex'), '{\n  "hooks": {}\n}\n')
    await act(['install', 'codex'])
    rmSync(join(home, '.local/state/acuvo-hooks/backups'), { recursive: true })
    await act(['uninstall', 'codex'])
    expect(readFileSync(file('codex'), 'utf8')).toBe('{\n}\n'.replace('\n}', '}'))
    await act(['install', 'codex'])
    rmSync(join(home, '.local/state/acuvo-hooks'), { recursive: true })
    await act(['uninstall', 'codex'])
    expect(readFileSync(file('codex'), 'utf8')).toBe('{}\n')
  })

  it('backups are for nobody else, and go with the last use', async () => {
    const { act, file, home } = here()
    const backups = join(home, '.local/state/acuvo-hooks/backups')
    put(file('codex'), '{"hooks": {}}')
    await act(['install', 'codex'])
    const [name] = readdirSync(backups)
    expect(readFileSync(join(backups, name as string), 'utf8')).toBe('{"hooks": {}}')
    expect(statSync(join(backups, name as string)).mode & 0o777).toBe(0o600)
    await act(['uninstall', 'codex'])
    expect(readdirSync(backups)).toEqual([])
  })

  it('what cannot be read is left, and said', async () => {
    const { act, file } = here()
    await act(['install', 'codex'])
    const text = `// note\n${readFileSync(file('codex'), 'utf8')}`
    writeFileSync(file('codex'), text)
    const ended = await act(['uninstall', 'codex'])
    expect(ended.exitCode).toBe(1)
    expect(ended.stdout.replace(/\n/g, ' ')).toContain('take out by hand every entry that runs acuvo-hooks')
    expect(readFileSync(file('codex'), 'utf8')).toBe(text)
  })

  it('where nothing of ours is, nothing happens', async () => {
    const { act, file, folder } = here()
    put(file('codex'), '{ "hooks": { } }')
    const before = treeOf(folder)
    expect((await act(['uninstall'])).exitCode).toBe(0)
    expect(treeOf(folder)).toEqual(before)
  })
})

describe('uninstall --purge', () => {
  it('gives everything back, in every scope, and leaves nothing of ours', async () => {
    const { act, home, root, folder } = here()
    execFileSync('git', ['init', '-q', root])
    put(join(home, '.claude/settings.json'), '{ "a": 1 }')
    put(join(home, '.config/acuvo/hooks.json'), '{"hooks": []}')
    const before = treeOf(folder)
    for (const host of HOSTS) await act(['install', host])
    await act(['install', 'codex', '--scope', 'local', '--trust-codex'])
    await act(['install', 'claude-code', '--scope', 'shared'])
    await act(['trust', '--user', '--yes'])
    await act(['record', 'on'])
    for (const name of ['hooks/x', 'recordings/y', 'denied/z', 'log.ndjson', 'log.ndjson.1', '.log.ndjson.12-ab', 'sessions/s'])
      put(join(home, '.local/state/acuvo-hooks', name), 'x')
    const ended = await act(['uninstall', '--purge', '--json'], home)
    const document = uninstallShape.parse(JSON.parse(ended.stdout))
    expect(ended.exitCode, ended.stdout).toBe(0)
    expect(document.left).toEqual([])
    const after = treeOf(folder)
    for (const path of Object.keys(after)) if (/\/\.local(?:\/|$)/.test(path)) delete after[path]
    expect(after).toEqual(before)
    expect(existsSync(join(home, '.local/share/acuvo-hooks')) || existsSync(join(home, '.local/state/acuvo-hooks'))).toBe(false)
  })

  it('follows no link and removes nothing that is not ours', async () => {
    const { act, home, folder } = here()
    await act(['install', 'codex'])
    const treasure = put(join(folder, 'treasure/file'), 'x')
    rmSync(join(home, '.local/share/acuvo-hooks/current'))
    symlinkSync(dirname(treasure), join(home, '.local/share/acuvo-hooks/current'))
    symlinkSync(dirname(treasure), join(home, '.local/share/acuvo-hooks/versions/link'))
    put(join(home, '.local/share/acuvo-hooks/notes.txt'), 'mine')
    const ended = await act(['uninstall', '--purge', '--json'])
    expect(ended.exitCode).toBe(1)
    expect(uninstallShape.parse(JSON.parse(ended.stdout)).left).toEqual([join(home, '.local/share/acuvo-hooks')])
    expect(readFileSync(treasure, 'utf8')).toBe('x')
    expect(readdirSync(join(home, '.local/share/acuvo-hooks'))).toEqual(['notes.txt'])
  })

  it('takes along what a killed install was putting in place', async () => {
    const { act, home } = here()
    await act(['install', 'codex'])
    const installed = join(home, '.local/share/acuvo-hooks')
    symlinkSync('versions/gone', join(installed, 'current.12-ab3'))
    put(join(installed, '.acuvo-hooks.12-ab3'), '#!/bin/sh\n')
    mkdirSync(join(installed, 'versions/.0.1.0-x.12-ab3'))
    expect((await act(['uninstall', '--purge'])).exitCode).toBe(0)
    expect(existsSync(installed)).toBe(false)
  })

  it.each(['.local/share/acuvo-hooks', '.local/state/acuvo-hooks'])('leaves what stands behind a link in place of %s', async (place) => {
    const { act, home, folder } = here()
    await act(['install', 'codex'])
    await act(['uninstall', 'codex'])
    for (const name of ['versions/a', 'backups/b', 'approvals/c', 'log.ndjson']) put(join(folder, 'mine', name), 'x')
    rmSync(join(home, place), { recursive: true })
    symlinkSync(join(folder, 'mine'), join(home, place))
    const before = treeOf(join(folder, 'mine'))
    const ended = await act(['uninstall', '--purge'])
    expect(ended.exitCode).toBe(1)
    expect(ended.stdout).toContain(`left ${join(home, place)}`)
    expect(treeOf(join(folder, 'mine'))).toEqual(before)
  })
})

describe('an install that is killed', () => {
  const SETTINGS = '{"a" : 1,\n\t"hooks" : {}}'

  it.each(['before', 'after'] as const)('%s it wrote the settings: they can be given back', async (when) => {
    const { act, home, folder, file } = here()
    put(file('claude-code'), SETTINGS)
    const spy = put(
      join(folder, 'kill.cjs'),
      `const fs = require('node:fs')
      const rename = fs.renameSync
      fs.renameSync = (from, to) => {
        const isIt = to.endsWith('/.claude/settings.json')
        if (!isIt || ${when === 'after'}) rename(from, to)
        if (isIt) process.kill(process.pid, 'SIGKILL')
      }`,
    )
    // In a process of its own: the one that is killed may not be shared.
    const person = personIn(folder)
    const killed = await person.run(['install', 'claude-code'], home, { NODE_OPTIONS: `--require ${spy}`, BUN_OPTIONS: `--preload ${spy}` })
    expect(killed.exitCode).not.toBe(0)
    expect(readFileSync(file('claude-code'), 'utf8') === SETTINGS).toBe(when === 'before')
    // Its owner is gone, and nobody waits for it here.
    rmSync(join(home, '.local/state/acuvo-hooks/install.lock'), { force: true })
    expect((await act(['install', 'claude-code'])).exitCode).toBe(0)
    expect((await act(['uninstall', 'claude-code'])).exitCode).toBe(0)
    expect(readFileSync(file('claude-code'), 'utf8')).toBe(SETTINGS)
  })
})

describe('--scope local', () => {
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, encoding: 'utf8' })

  it.each(HOSTS)('of %s is kept out of commits, from a folder below and in a linked worktree, and goes again', async (host) => {
    const { act, root, folder } = here()
    git(root, 'init', '-q')
    put(join(root, 'src/a.ts'), '')
    git(root, 'add', '.')
    git(root, 'commit', '-qm', 'x')
    git(root, 'worktree', 'add', '-q', join(folder, 'linked'))
    const exclude = join(root, '.git/info/exclude')
    const before = readFileSync(exclude, 'utf8')
    const name = host === 'claude-code' ? '.claude/settings.local.json' : settingsOf(host)
    for (const cwd of [join(root, 'src'), join(folder, 'linked')]) {
      const ended = await act(['install', host, '--scope', 'local'], cwd)
      expect(ended.exitCode, ended.stdout).toBe(0)
      expect(git(cwd, 'status', '--porcelain', '-uall')).toBe('')
      expect(readFileSync(exclude, 'utf8')).toBe(`${before}/${name}\n`)
    }
    expect(existsSync(join(root, name)) && existsSync(join(folder, 'linked', name))).toBe(true)
    for (const cwd of [join(root, 'src'), join(folder, 'linked')])
      expect((await act(['uninstall', host, '--scope', 'local'], cwd)).exitCode).toBe(0)
    expect(readFileSync(exclude, 'utf8')).toBe(before)
    expect(existsSync(join(root, dirname(name)))).toBe(false)
  })

  it('two hosts have a line each, and one goes without the other', async () => {
    const { act, root } = here()
    git(root, 'init', '-q')
    rmSync(join(root, '.git/info'), { recursive: true, force: true })
    await act(['install', 'codex', '--scope', 'local'])
    await act(['install', 'cursor', '--scope', 'local'])
    expect(readFileSync(join(root, '.git/info/exclude'), 'utf8')).toBe('/.codex/hooks.json\n/.cursor/hooks.json\n')
    await act(['uninstall', 'codex', '--scope', 'local'])
    expect(readFileSync(join(root, '.git/info/exclude'), 'utf8')).toBe('/.cursor/hooks.json\n')
    await act(['uninstall', 'cursor', '--scope', 'local'])
    expect(existsSync(join(root, '.git/info'))).toBe(false)
  })

  it('a file that is committed is not changed', async () => {
    const { act, root } = here()
    git(root, 'init', '-q')
    put(join(root, '.codex/hooks.json'), '{"hooks": {}}')
    git(root, 'add', '.')
    const ended = await act(['install', 'codex', '--scope', 'local'])
    expect(ended.exitCode).toBe(1)
    expect(ended.stdout.replace(/\n +/g, ' ')).toContain('use --scope shared')
    expect(git(root, 'diff')).toBe('')
  })

  it('without git is just written', async () => {
    const { act, root, launcher } = here()
    expect((await act(['install', 'cursor', '--scope', 'local'])).exitCode).toBe(0)
    expect(readFileSync(join(root, '.cursor/hooks.json'), 'utf8')).toBe(freshFile('cursor', launcher))
  })
})

describe('--trust-codex', () => {
  /** hosts/codex.md section 3: key and hash of one handler. */
  const trusted = (file: string, launcher: string): Record<string, { trusted_hash: string }> =>
    Object.fromEntries(
      eventNames('codex').map((event) => {
        const snake = event.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
        const seconds = /--host-timeout (\d+)$/.exec(lineOf('codex', event, launcher))?.[1]
        const command = JSON.stringify(lineOf('codex', event, launcher))
        const text = `{"event_name":"${snake}","hooks":[{"async":false,"command":${command},"timeout":${seconds},"type":"command"}]}`
        return [`${file}:${snake}:0:0`, { trusted_hash: `sha256:${createHash('sha256').update(text).digest('hex')}` }]
      }),
    )

  const CONFIGS: readonly [name: string, text: string | undefined][] = [
    ['no file', undefined],
    ['an empty one', ''],
    [
      'comments and tables',
      '# mine\nmodel = "gpt-5.5" # best\n\n[projects."/x y"]\ntrust_level = "trusted"\n\n[mcp_servers.a]\ncommand = "x"\n',
    ],
    ['no last newline', 'model = "x"'],
    ['CRLF', 'model = "x"\r\n[features]\r\nhooks = true\r\n'],
    [
      'other hooks that are trusted',
      '[hooks.state."/other/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:aa"\nenabled = false\n\n[tui]\nx = 1979-05-27T07:32:00Z\nbig = 9007199254740993\n',
    ],
    [
      'hooks of its own',
      '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = """\n[hooks.state."x"]\n"""\n',
    ],
  ]

  it.each(CONFIGS)('writes what codex would, into a config.toml with %s', async (_name, text) => {
    const { act, home, file, launcher } = here()
    const config = join(home, '.codex/config.toml')
    if (text !== undefined) put(config, text, 0o600)
    const ended = await act(['install', 'codex', '--trust-codex', '--json'])
    expect(ended.exitCode, ended.stdout).toBe(0)
    const after = readFileSync(config, 'utf8')
    expect(after.startsWith(text ?? '')).toBe(true)
    const { hooks, ...others } = parse(after, { integersAsBigInt: 'asNeeded' }) as { hooks: { state: object } }
    const { hooks: formerHooks, ...formerOthers } = parse(text ?? '', { integersAsBigInt: 'asNeeded' }) as { hooks?: { state?: object } }
    expect(others).toEqual(formerOthers)
    expect(hooks.state).toEqual({ ...formerHooks?.state, ...trusted(file('codex'), launcher) })
    if (text?.includes('\r')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    const again = shape.parse(JSON.parse((await act(['install', 'codex', '--trust-codex', '--json'])).stdout))
    expect(again).toMatchObject({ changes: false, hosts: [{ trust: { state: 'current', changes: false } }] })
    expect(readFileSync(config, 'utf8')).toBe(after)
    await act(['uninstall', 'codex'])
    expect(existsSync(config) ? readFileSync(config, 'utf8') : undefined).toBe(text)
  })

  it('an old hash is replaced, and what somebody switched off stays so', async () => {
    const { act, home, file, launcher } = here()
    const key = `${file('codex')}:stop:0:0`
    const config = put(join(home, '.codex/config.toml'), `[hooks.state."${key}"] # note\nenabled = false\ntrusted_hash = "sha256:old"\n`)
    await act(['install', 'codex', '--trust-codex'])
    const hash = trusted(file('codex'), launcher)[key]?.trusted_hash
    expect(readFileSync(config, 'utf8')).toContain(`[hooks.state."${key}"] # note\nenabled = false\ntrusted_hash = "${hash}"\n`)
  })

  it('after a change of the file takes out what it wrote', async () => {
    const { act, home } = here()
    const config = put(join(home, '.codex/config.toml'), 'model = "x"\n')
    await act(['install', 'codex', '--trust-codex'])
    writeFileSync(config, `${readFileSync(config, 'utf8')}\n[tui]\na = 1\n`)
    await act(['uninstall', 'codex'])
    expect(readFileSync(config, 'utf8')).toBe('model = "x"\n\n[tui]\na = 1\n')
  })

  it.each([
    ['broken', 'model = \n'],
    ['with inline tables', 'hooks = { state = {} }\n'],
    ['not UTF-8', Buffer.from([0x23, 0xff, 0x0a])],
  ])('leaves one that is %s and prints what to add', async (_what, text) => {
    const { act, home, file } = here()
    const config = put(join(home, '.codex/config.toml'), '')
    writeFileSync(config, text)
    const ended = await act(['install', 'codex', '--trust-codex'])
    expect(ended.exitCode).toBe(1)
    expect(ended.stdout).toContain(`[hooks.state."${file('codex')}:pre_tool_use:0:0"]`)
    expect(readFileSync(config)).toEqual(Buffer.from(text))
  })

  it('is not written unasked; the two gates are explained, and projects are never trusted', async () => {
    const { act, home } = here()
    const ended = await act(['install', 'codex'])
    expect(ended.stdout).toContain('--trust-codex')
    expect(ended.stdout.replace(/\n +/g, ' ')).toContain('It is never written for you.')
    expect(existsSync(join(home, '.codex/config.toml'))).toBe(false)
    await act(['install', 'codex', '--scope', 'shared', '--trust-codex'])
    expect(readFileSync(join(home, '.codex/config.toml'), 'utf8')).not.toContain('trust_level')
  })
})
