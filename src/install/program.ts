import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isThere } from '../paths/stats.js'
import { CACHE_SUFFIX, isOfBuild } from '../runtime/code-cache-name.js'
import { makeOwnFolder, writeAtomically } from '../store/write-atomic.js'
import { makeCodeCaches } from './code-cache.js'
import { copyWhole, isSame, isStartable, makeStartable, modeOf, nameOf, programIn, type Program } from './program-files.js'

/**
 * The copy of the program that hosts start. Each content has a folder of its own, and the switch from one to the other is one rename,
 * so that a call that is starting or running sees one version whole: it loads its parts one by one while it runs.
 */

export const CURRENT = 'current'
const VERSIONS = 'versions'
/** A call that still runs an old version loads parts of it; none runs for longer. */
const KEPT_MS = 86_400_000

/** `stale`: another version, or one whose bytes are not what they were. */
export type PartState = 'absent' | 'current' | 'stale' | 'foreign'

/** What stands in `installed`, against what would be put there. */
export const programState = (installed: string, program: Program): PartState => {
  const current = currentFolder(installed)
  if (current === undefined) return lstatSync(linkPath(installed), { throwIfNoEntry: false }) === undefined ? 'absent' : 'foreign'
  const there = programAt(current)
  return there !== undefined && isSame(program, there) && isStartable(there) ? 'current' : 'stale'
}

/** The program that is installed, whatever its version; undefined where there is none. */
export const installedProgram = (installed: string): Program | undefined => {
  const current = currentFolder(installed)
  return current === undefined ? undefined : programAt(current)
}

const programAt = (folder: string): Program | undefined => programIn(folder, basename(folder).replace(/-[0-9a-f]{12}(?:\.\d+)?$/, ''))

const onWindows = process.platform === 'win32'
const linkPath = (installed: string): string => join(installed, onWindows ? `${CURRENT}.txt` : CURRENT)

/** Where the installed program is found, whatever its version: the link, where links are; on Windows the folder that is named instead. */
export const currentPlace = (installed: string): string => (onWindows ? currentFolder(installed) : undefined) ?? join(installed, CURRENT)

/** The folder that the link leads to; undefined where there is no link of ours. */
const currentFolder = (installed: string): string | undefined => {
  try {
    const target = onWindows ? join(VERSIONS, readFileSync(linkPath(installed), 'utf8').trim()) : readlinkSync(linkPath(installed))
    return dirname(target) === VERSIONS ? join(installed, target) : undefined
  } catch {
    return undefined
  }
}

/**
 * Puts the program in place and makes it the current one; does nothing where it is.
 *
 * @throws the system's error; what was current stays so then
 */
export const placeProgram = (installed: string, program: Program): void => {
  makeOwnFolder(installed)
  const versions = join(installed, VERSIONS)
  makeOwnFolder(versions)
  const before = currentFolder(installed)
  const there = before === undefined ? undefined : programAt(before)
  if (there !== undefined && isSame(program, there)) return makeStartable(there)
  const name = copyOf(program, versions)
  const link = linkPath(installed)
  if (onWindows) writeAtomically(link, `${name}\r\n`)
  else {
    const temporary = `${link}.${process.pid}-${Math.random().toString(36).slice(2)}`
    symlinkSync(join(VERSIONS, name), temporary)
    try {
      renameSync(temporary, link)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  }
  if (before !== undefined) touch(before)
  removeOld(versions, [name, ...(before === undefined ? [] : [basename(before)])])
}

/** Where the Node that runs this is not the one of the build, whose caches came with the parts. Without them a call only takes longer. */
export const placeCodeCaches = (installed: string): void => {
  const folder = currentFolder(installed)
  if (folder === undefined || isOfBuild || isThere(join(folder, `main${CACHE_SUFFIX}`))) return
  try {
    makeCodeCaches(folder)
  } catch {
    // No room, or a call that could not be made.
  }
}

/** @returns the name of a folder with exactly these files; one whose bytes changed since is left to those who run it */
const copyOf = (program: Program, versions: string): string => {
  const wanted = nameOf(program)
  for (let copy = 1; ; copy++) {
    const name = copy === 1 ? wanted : `${wanted}.${copy}`
    const folder = join(versions, name)
    if (isSame(program, programAt(folder))) return name
    if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) continue
    const temporary = join(versions, `.${name}.${process.pid}-${Math.random().toString(36).slice(2)}`)
    mkdirSync(temporary, { mode: 0o700 })
    try {
      for (const [file, path] of program.files) copyWhole(path, join(temporary, file), modeOf(file))
      renameSync(temporary, folder)
      return name
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true })
      // Another install put it there meanwhile: it is looked at like any other.
      if (!/^(?:ENOTEMPTY|EEXIST)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
      copy--
    }
  }
}

/** Its age counts from when it stopped being the current one. */
const touch = (folder: string): void => {
  try {
    utimesSync(folder, new Date(), new Date())
  } catch {
    // Somebody took it away: nothing is left to keep.
  }
}

const removeOld = (versions: string, kept: readonly string[]): void => {
  for (const name of readdirSync(versions)) {
    const stats = lstatSync(join(versions, name), { throwIfNoEntry: false })
    if (stats === undefined || kept.includes(name) || Date.now() - stats.mtimeMs <= KEPT_MS) continue
    try {
      rmSync(join(versions, name), { recursive: true, force: true })
    } catch {
      // On Windows a call that still runs it keeps it: the next install looks again.
    }
  }
}
