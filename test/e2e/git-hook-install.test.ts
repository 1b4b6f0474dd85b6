import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shape } from '../../src/shapes/git-hook.js'
import { makeRepository, type Repository } from './git-repository.js'

/** `git-hook install` and `uninstall`. */

let repository: Repository
beforeEach(() => {
  repository = makeRepository([{ event: 'PreToolUse', name: 'gate', paths: ['gated'], deny: 'no' }], { install: false })
})
afterEach(() => repository.remove())

const hookFile = (): string => join(repository.root, '.git/hooks/pre-commit')
const install = (...args: string[]) => repository.program(['git-hook', 'install', ...args])
const uninstall = (...args: string[]) => repository.program(['git-hook', 'uninstall', ...args])

const putFileForFolder = (folder: string): void => {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
}

describe('install', () => {
  it('puts a script in that refuses what the policy denies, twice the same, and uninstall takes it away', () => {
    expect(install()).toMatchObject({ exitCode: 0, stdout: `installed: ${hookFile()}\n`, stderr: '' })
    const text = readFileSync(hookFile(), 'utf8')
    expect(lstatSync(hookFile()).mode & 0o777).toBe(0o755)
    expect(install()).toMatchObject({ exitCode: 0, stdout: `installed already: ${hookFile()}\n` })
    expect(readFileSync(hookFile(), 'utf8')).toBe(text)
    repository.stage('gated')
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(1)
    expect(uninstall()).toMatchObject({ exitCode: 0, stdout: `removed: ${hookFile()}\n` })
    expect(existsSync(hookFile())).toBe(false)
    expect(uninstall()).toMatchObject({ exitCode: 0 })
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(0)
  })

  it('works in a folder below, in a linked worktree, and where there is no folder of hooks', () => {
    rmSync(join(repository.root, '.git/hooks'), { recursive: true })
    const below = join(repository.root, 'below')
    mkdirSync(below)
    expect(repository.program(['git-hook', 'install'], { cwd: below }).exitCode).toBe(0)
    repository.git(['commit', '-q', '--allow-empty', '-m', 'x'])
    const linked = join(repository.base, 'linked')
    repository.git(['worktree', 'add', '-q', linked])
    expect(repository.program(['git-hook', 'install'], { cwd: linked })).toMatchObject({
      exitCode: 0,
      stdout: `installed already: ${hookFile()}\n`,
    })
  })

  it('goes where core.hooksPath says inside the repository, and says what that means', () => {
    repository.git(['config', 'core.hooksPath', '.githooks'])
    const { exitCode, stdout, stderr } = install()
    expect(exitCode).toBe(0)
    expect(stdout).toBe(`installed: ${join(repository.root, '.githooks/pre-commit')}\n`)
    expect(stderr).toContain('every clone gets this file')
    repository.stage('gated')
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(1)
    expect(uninstall().exitCode).toBe(0)
  })

  it('goes into a folder of several repositories only where a person says so', () => {
    const shared = join(repository.base, 'shared')
    repository.git(['config', '--global', 'core.hooksPath', shared])
    const { exitCode, stdout, stderr } = install()
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('--yes')
    expect(existsSync(shared)).toBe(false)
    expect(install('--yes').exitCode).toBe(0)
    expect(existsSync(join(shared, 'pre-commit'))).toBe(true)
  })

  it.each([
    ['a setting that names no folder', () => repository.git(['config', 'core.hooksPath', '/dev/null'])],
    ['a file in its place', () => putFileForFolder(join(repository.root, '.git/hooks'))],
    [
      'a link that leads nowhere',
      () => {
        rmSync(join(repository.root, '.git/hooks'), { recursive: true })
        symlinkSync(join(repository.base, 'nowhere/hooks'), join(repository.root, '.git/hooks'))
      },
    ],
  ])('says that git starts no hooks: %s', (_what, change) => {
    change()
    const { exitCode, stdout, stderr } = install('--yes')
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('which is no folder')
  })

  it('goes nowhere that git itself would not look', () => {
    // An empty folder's name is none at all: git starts `/pre-commit`.
    repository.git(['config', 'core.hooksPath', ''])
    const { exitCode, stdout, stderr } = install()
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('outside this repository')
    expect(existsSync(join(repository.root, 'pre-commit'))).toBe(false)
  })

  it('carries the places it was given', () => {
    const store = join(repository.base, 'other store')
    expect(install('--store', store).exitCode).toBe(0)
    repository.stage('gated')
    // Nothing is approved there.
    expect(repository.git(['commit', '-qm', 'x']).stderr).toContain('was never approved')
    expect(existsSync(join(store, 'log.ndjson'))).toBe(true)
    expect(install('--store', 'relative').exitCode).toBe(2)
  })

  it("leaves another tool's hook as it is, and says what to add", () => {
    const foreign = '#!/bin/sh\necho theirs\n'
    writeFileSync(hookFile(), foreign, { mode: 0o755 })
    const { exitCode, stdout } = install()
    expect(exitCode).toBe(1)
    expect(readFileSync(hookFile(), 'utf8')).toBe(foreign)
    const line = /^ {2}(.* git-hook pre-commit \|\| exit 1)$/m.exec(stdout)?.[1] ?? 'missing'
    expect(uninstall()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('nothing to remove') as string })
    // With that line it works, and counts as there.
    writeFileSync(hookFile(), `#!/bin/sh\n${line}\necho theirs\n`, { mode: 0o755 })
    repository.stage('gated')
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(1)
    expect(install()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('installed already') as string })
    expect(uninstall().exitCode).toBe(1)
    expect(readFileSync(hookFile(), 'utf8')).toContain('theirs')
  })

  it('never writes through a link, and takes no folder for a hook', () => {
    const target = join(repository.base, 'target')
    writeFileSync(target, 'theirs')
    symlinkSync(target, hookFile())
    expect(install().exitCode).toBe(1)
    expect(readFileSync(target, 'utf8')).toBe('theirs')
    rmSync(hookFile())
    mkdirSync(hookFile())
    expect(install().exitCode).toBe(1)
  })

  it('mends one that is not executable or of another place, and not one that was edited', () => {
    install()
    const text = readFileSync(hookFile(), 'utf8')
    chmodSync(hookFile(), 0o644)
    expect(install()).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^installed: /) as string })
    expect(lstatSync(hookFile()).mode & 0o111).not.toBe(0)
    writeFileSync(hookFile(), text.replace(/^set -- .*$/m, 'set -- /gone/acuvo-hooks git-hook pre-commit'))
    expect(install().exitCode).toBe(0)
    expect(readFileSync(hookFile(), 'utf8')).toBe(text)
    writeFileSync(hookFile(), `${text}echo mine\n`)
    expect(install().exitCode).toBe(1)
    expect(uninstall().exitCode).toBe(1)
    expect(readFileSync(hookFile(), 'utf8')).toBe(`${text}echo mine\n`)
  })

  it('says that there is no repository', () => {
    const { exitCode, stdout, stderr } = repository.program(['git-hook', 'install'], { cwd: repository.base })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('no working tree')
  })

  it('--json is one document of a known shape', () => {
    const documents = [install('--json'), install('--json'), uninstall('--json'), uninstall('--json')].map(({ stdout }) =>
      shape.parse(JSON.parse(stdout)),
    )
    expect(documents.map(({ state, did }) => [state, did])).toEqual([
      ['absent', 'written'],
      ['current', 'nothing'],
      ['current', 'removed'],
      ['absent', 'nothing'],
    ])
  })
})

describe('the script', () => {
  it.each([
    ['missing', 'set -- /gone/acuvo-hooks git-hook pre-commit'],
    ['without its file', 'set -- /bin/sh /gone/acuvo-hooks.cjs git-hook pre-commit'],
    ['killed', "set -- /bin/sh -c 'kill -9 $$' git-hook pre-commit"],
    ['another program', "set -- /bin/sh -c 'exit 3' git-hook pre-commit"],
  ])('refuses, and says so, where the program is %s', (_what, line) => {
    install()
    writeFileSync(
      hookFile(),
      readFileSync(hookFile(), 'utf8').replace(/^set -- .*$/m, () => line),
    )
    repository.stage('a')
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('acuvo-hooks could not run')
    expect(repository.commits()).toBe(0)
  })

  it('works with a home and a store whose names hold anything', () => {
    const store = join(repository.base, `it's "a" $store`)
    expect(install('--store', store).exitCode).toBe(0)
    repository.stage('a')
    repository.git(['commit', '-qm', 'x'])
    expect(existsSync(join(store, 'log.ndjson'))).toBe(true)
  })
})
