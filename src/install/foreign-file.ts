import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '../paths/absolute.js'

/** Files that are not ours: read whole, and replaced whole with their mode and owner, also through a link, which stays one. */

/** Why a file is not touched. `code`: the system's, where it is about that. */
export type FileFault =
  | { code: 'not-regular' }
  | { code: 'too-large' }
  | { code: 'read-only' }
  | { code: 'not-owned' }
  | { code: 'link-out'; target: string }
  | { code: 'link-broken' }
  | { code: 'changed' }
  | { code: 'system'; error: string }

export interface ForeignFile {
  /** As the host names it. */
  path: string
  /** Where it really stands. */
  target: string
  /** Undefined where nothing stands there. */
  bytes?: Buffer
  mode?: number
  uid?: number
  gid?: number
}

/** Settings that are larger were not written by a person, and the doctor looks at none. */
const MAX_BYTES = 4_194_304
const MOST_LINKS = 40
/** For a new file; the person's umask is taken off. */
const NEW_MODE = 0o644

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

/** @param within a folder that no link may lead out of: that of a workspace, whose files others wrote */
export const readForeign = (path: string, within?: string): ForeignFile | { fault: FileFault } => {
  const target = targetOf(path)
  if (target === undefined) return { fault: { code: 'link-broken' } }
  if (within !== undefined && !isWithin(realOf(target), realOf(within))) return { fault: { code: 'link-out', target } }
  let fd: number | undefined
  try {
    fd = openSync(target, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = fstatSync(fd)
    if (!stats.isFile()) return { fault: { code: 'not-regular' } }
    if (stats.size > MAX_BYTES) return { fault: { code: 'too-large' } }
    return { path, target, bytes: readFileSync(fd), mode: stats.mode & 0o7777, uid: stats.uid, gid: stats.gid }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return { path, target }
    return { fault: code === 'EISDIR' || code === 'ENXIO' ? { code: 'not-regular' } : { code: 'system', error: code } }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** The file behind links, also one that is not there yet; undefined for a loop, or where its folder is not there. */
const targetOf = (path: string): string | undefined => {
  let target = path
  for (let links = 0; links < MOST_LINKS; links++) {
    let link: string
    try {
      if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
        return links === 0 || lstatSync(dirname(target), { throwIfNoEntry: false }) !== undefined ? target : undefined
      }
      link = readlinkSync(target)
    } catch {
      // A folder on the way is none: opening says what is wrong.
      return target
    }
    // `..` of a link counts from where its folder really stands.
    target = resolve(realOf(dirname(target)), link)
  }
  return undefined
}

/** The real path of what is there of a path, and the rest as it is. */
const realOf = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realOf(parent), basename(path))
  }
}

/** Why a file that can be read is not to be written. Root is asked to keep to what a file says, too. */
export const writeFault = ({ bytes, mode, uid }: ForeignFile): FileFault | undefined => {
  if (bytes === undefined || mode === undefined) return undefined
  if ((mode & 0o200) === 0) return { code: 'read-only' }
  const user = process.getuid?.()
  return user !== undefined && user !== 0 && uid !== user ? { code: 'not-owned' } : undefined
}

/**
 * Puts new bytes in the place of those that were read.
 *
 * @returns the folders that had to be made, outermost first
 */
export const writeForeign = (file: ForeignFile, bytes: Buffer): { folders: string[] } | { fault: FileFault } => {
  const fault = writeFault(file)
  if (fault !== undefined) return { fault }
  const folder = dirname(file.target)
  const temporary = join(folder, `.${basename(file.target)}.${process.pid}-${Math.random().toString(36).slice(2)}`)
  try {
    const folders = makeFolders(folder)
    try {
      writeNew(temporary, bytes, file)
      if (!isUnchanged(file)) throw Object.assign(new Error(), { code: 'changed' })
      renameSync(temporary, file.target)
    } catch (error) {
      rmSync(temporary, { force: true })
      removeFolders(folders)
      throw error
    }
    return { folders }
  } catch (error) {
    const code = codeOf(error)
    return { fault: code === 'changed' ? { code } : { code: 'system', error: code } }
  }
}

const writeNew = (path: string, bytes: Buffer, { mode, uid, gid }: ForeignFile): void => {
  const fd = openSync(path, 'wx', mode ?? NEW_MODE)
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written)
    if (mode !== undefined) {
      const own = fstatSync(fd)
      if (uid !== undefined && gid !== undefined && (own.uid !== uid || own.gid !== gid)) giveTo(fd, own.uid === uid ? own.uid : uid, gid)
      // The umask does not count for a file that was there.
      fchmodSync(fd, mode)
    }
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Only root can give a file away; a group that we are not in is not worth failing for. */
const giveTo = (fd: number, uid: number, gid: number): void => {
  try {
    fchownSync(fd, uid, gid)
  } catch (error) {
    if (process.getuid?.() === 0) throw error
  }
}

/** Whether the file is still what was read: another program may have written it meanwhile. */
const isUnchanged = ({ path, bytes }: ForeignFile): boolean => {
  const now = readForeign(path)
  if ('fault' in now) return false
  return bytes === undefined || now.bytes === undefined ? bytes === now.bytes : bytes.equals(now.bytes)
}

const makeFolders = (folder: string): string[] => {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return []
  const made = makeFolders(dirname(folder))
  mkdirSync(folder)
  return [...made, folder]
}

/** Takes away folders that are empty, the innermost first. */
export const removeFolders = (folders: readonly string[]): void => {
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder)
    } catch {
      // Something else stands in it now.
      return
    }
  }
}

/** Takes a file away. @returns why not */
export const removeForeign = (file: ForeignFile): FileFault | undefined => {
  const fault = writeFault(file)
  if (fault !== undefined) return fault
  if (!isUnchanged(file)) return { code: 'changed' }
  try {
    rmSync(file.target)
    return undefined
  } catch (error) {
    return { code: 'system', error: codeOf(error) }
  }
}
