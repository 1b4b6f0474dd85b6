import { lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { regularText } from '../paths/regular-file.js'
import { realPathOf } from '../paths/real.js'
import { writeAtomically } from '../store/write-atomic.js'

/**
 * Keeps a folder out of git on this machine only: a line in `info/exclude` of the repository, which linked worktrees share. Git
 * itself is not started, so that nothing which the repository's settings name is either.
 */

const GITDIR = 'gitdir: '
/** Git's own link files hold one path. */
const MAX_LINK_BYTES = 8_192
const FILE_MODE = 0o644

export interface Repository {
  /** The top of the working tree. */
  top: string
  /** The file that `git rev-parse --git-path info/exclude` names. */
  exclude: string
}

/** @returns the repository that a folder stands in, of a linked worktree or a submodule too; undefined outside of any */
export const repositoryOf = (folder: string): Repository | undefined => {
  for (let top = folder; ; top = dirname(top)) {
    const common = commonDirOf(join(top, '.git'))
    if (common !== undefined) return { top, exclude: join(common, 'info', 'exclude') }
    if (top === dirname(top)) return undefined
  }
}

/** Where what all worktrees share stands. */
const commonDirOf = (git: string): string | undefined => {
  try {
    const stats = lstatSync(git, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    const dir = stats.isFile() ? linkedFrom(git) : realpathSync.native(git)
    if (dir === undefined || lstatSync(join(dir, 'HEAD'), { throwIfNoEntry: false }) === undefined) return undefined
    const common = regularText(join(dir, 'commondir'), MAX_LINK_BYTES)?.trim()
    return common === undefined || common === '' ? dir : resolve(dir, common)
  } catch {
    return undefined
  }
}

const linkedFrom = (file: string): string | undefined => {
  const [line = ''] = (regularText(file, MAX_LINK_BYTES) ?? '').split('\n', 1)
  return line.startsWith(GITDIR) ? resolve(dirname(file), line.slice(GITDIR.length).trim()) : undefined
}

/** A folder of the working tree as a pattern that means it alone. */
export const patternOf = (folder: string, { top }: Repository): string => {
  const path = relative(top, folder).split(sep).join('/')
  return `/${path.replace(/[\\*?[\]#!]/g, '\\$&').replace(/ $/, '\\ ')}/`
}

/**
 * @returns what takes the line away again: the file has its former bytes then, or is gone
 * @throws the system's error; nothing is changed then
 */
export const excludeFolder = (folder: string, repository: Repository): (() => void) => {
  const pattern = patternOf(folder, repository)
  const file = realPathOf(repository.exclude) ?? repository.exclude
  const before = bytesOf(file)
  const text = before?.toString('latin1') ?? ''
  if (text.split(/\r?\n/).includes(Buffer.from(pattern).toString('latin1'))) return () => undefined
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  const mode = before === undefined ? FILE_MODE : statSync(file).mode & 0o777
  mkdirSync(dirname(file), { recursive: true })
  writeAtomically(file, Buffer.concat([before ?? Buffer.alloc(0), Buffer.from(`${gap}${pattern}\n`)]), mode)
  return () => {
    if (before === undefined) rmSync(file, { force: true })
    else writeAtomically(file, before, mode)
  }
}

const bytesOf = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
