import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeOwnFolder, writeAtomically, writeWhole } from '../store/write-atomic.js'
import { installFaults } from '../text/install-texts.js'
import { VERSION } from '../version.js'

/**
 * The copy of the program that hosts start. Each content has a folder of its own, and the switch from one to the other is one rename,
 * so that a call that is starting or running sees one version whole: it loads its parts one by one while it runs.
 */

export const CURRENT = 'current'
export const ENTRY = 'acuvo-hooks.cjs'
const VERSIONS = 'versions'
const PART = /^[\w-]+\.(?:cjs|cache)$/
/** A call that still runs an old version loads parts of it; none runs for longer. */
const KEPT_MS = 86_400_000

export type Files = ReadonlyMap<string, Buffer>

/**
 * The files of the program that runs now, by name.
 *
 * @throws when it does not stand in such files
 */
export const runningProgram = (): Files => {
  const folder = dirname(realpathSync.native(process.argv[1] ?? process.execPath))
  const files = filesIn(folder)
  if (files === undefined || !files.has(ENTRY)) throw new Error(installFaults.noProgramFiles(folder))
  return files
}

/** Undefined where there is no such folder. */
const filesIn = (folder: string): Files | undefined => {
  try {
    const names = readdirSync(folder).filter((name) => PART.test(name) && statSync(join(folder, name)).isFile())
    return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name))]))
  } catch {
    return undefined
  }
}

const isSame = (files: Files, others: Files | undefined): boolean =>
  others !== undefined && others.size === files.size && [...files].every(([name, bytes]) => others.get(name)?.equals(bytes) === true)

/** Development builds have one number and many contents. */
const nameOf = (files: Files): string => {
  const hash = createHash('sha256')
  for (const [name, bytes] of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  return `${VERSION}-${hash.digest('hex').slice(0, 12)}`
}

/** `stale`: another version, or one whose bytes are not what they were. */
export type PartState = 'absent' | 'current' | 'stale' | 'foreign'

/** What stands in `installed`, against what would be put there. */
export const programState = (installed: string, files: Files): PartState => {
  const current = currentFolder(installed)
  if (current === undefined) return lstatSync(linkPath(installed), { throwIfNoEntry: false }) === undefined ? 'absent' : 'foreign'
  return isSame(files, filesIn(current)) ? 'current' : 'stale'
}

const onWindows = process.platform === 'win32'
const linkPath = (installed: string): string => join(installed, onWindows ? `${CURRENT}.txt` : CURRENT)

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
export const placeProgram = (installed: string, files: Files): void => {
  makeOwnFolder(installed)
  const versions = join(installed, VERSIONS)
  makeOwnFolder(versions)
  const before = currentFolder(installed)
  if (before !== undefined && isSame(files, filesIn(before))) return
  const name = copyOf(files, versions)
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

/** @returns the name of a folder with exactly these files; one whose bytes changed since is left to those who run it */
const copyOf = (files: Files, versions: string): string => {
  const wanted = nameOf(files)
  for (let copy = 1; ; copy++) {
    const name = copy === 1 ? wanted : `${wanted}.${copy}`
    const folder = join(versions, name)
    if (isSame(files, filesIn(folder))) return name
    if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) continue
    const temporary = join(versions, `.${name}.${process.pid}-${Math.random().toString(36).slice(2)}`)
    mkdirSync(temporary, { mode: 0o700 })
    try {
      for (const [file, bytes] of files) writeWhole(join(temporary, file), bytes, file === ENTRY ? 0o700 : 0o600)
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
    if (stats !== undefined && !kept.includes(name) && Date.now() - stats.mtimeMs > KEPT_MS)
      rmSync(join(versions, name), { recursive: true, force: true })
  }
}
