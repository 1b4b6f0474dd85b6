import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { folderFault } from './owned-file.js'

/** Makes a folder of our own and those above it, 0700. @throws when it, or one it had to go through, is not ours alone */
export const makeOwnFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fault = folderFault(folder)
  if (fault !== undefined) throw Object.assign(new Error(`${folder} ${fault}`), { code: 'EPERM' })
}

/**
 * Puts a whole file in place at once: whoever reads it sees the old bytes or the new ones, also after a crash.
 *
 * @throws the system's error; the old file is as it was then
 */
export const writeAtomically = (path: string, content: string | Buffer, mode = 0o600): void => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${Math.random().toString(36).slice(2)}`)
  try {
    writeWhole(temporary, bytes, mode)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(dirname(path))
}

/** Makes a new file and returns when the disk has all of it. @throws the system's error; also when something stands there */
export const writeWhole = (path: string, bytes: Buffer, mode: number): void => {
  const fd = openSync(path, 'wx', mode)
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** So that the new name survives a crash too; where the system cannot do it, it need not. */
const syncFolder = (folder: string): void => {
  try {
    const fd = openSync(folder, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  } catch {
    // Windows has no such thing.
  }
}
