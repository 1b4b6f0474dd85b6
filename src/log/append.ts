import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeOwnFolder } from '../store/write-atomic.js'
import { isOverfull, rotate, type Rotation } from './rotate.js'

/**
 * Appends a line in one write to a file of ours, so that calls at the same time never mix their lines; a file that is full then is put
 * aside. No lock is taken for the line, and nobody is waited for.
 *
 * @throws the system's error; whoever appends has answered already
 */
export const appendLine = (file: string, line: Buffer, rotation: Rotation): void => {
  const fd = openLog(file)
  try {
    const before = fstatSync(fd)
    if (!before.isFile() || isOverfull(before.size, rotation)) return
    writeSync(fd, endsInLine(fd, before.size) ? line : Buffer.concat([NEWLINE, line]))
    const { size, ino } = fstatSync(fd)
    if (size > rotation.maxBytes) rotate(file, ino, rotation)
  } finally {
    closeSync(fd)
  }
}

const NEWLINE = Buffer.from('\n')

/** Whether the next line begins a line: a disk that was full may have taken the last one in part. */
const endsInLine = (fd: number, size: number): boolean => {
  const last = Buffer.alloc(1)
  return size === 0 || readSync(fd, last, 0, 1, size - 1) === 0 || last.equals(NEWLINE)
}

const openLog = (file: string): number => {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  try {
    return openSync(file, flags, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    makeOwnFolder(dirname(file))
    return openSync(file, flags, 0o600)
  }
}
