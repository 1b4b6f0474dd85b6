import { closeSync, constants, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeOwnFolder } from '../store/write-atomic.js'

/** A log that has grown to this is put aside, and the one put aside before is dropped. */
const MAX_LOG_BYTES = 8_388_608
/** What one write carries whole on every system. */
const MAX_RECORD_BYTES = 65_536

/** Where the records before those of the log stand. */
export const putAside = (log: string): string => `${log}.1`

export interface LogRecord {
  entries: readonly { code: string; text?: string }[]
  outcomes: readonly { hook: string; outcome: string; [more: string]: unknown }[]
  [more: string]: unknown
}

const lineOf = (record: object): Buffer => Buffer.from(`${JSON.stringify(record)}\n`)

/** What happened, without its words. */
const shortened = (record: LogRecord): LogRecord => ({
  ...record,
  entries: record.entries.map(({ code }) => ({ code })),
  outcomes: record.outcomes.map(({ hook, outcome }) => ({ hook: hook.slice(0, 100), outcome })),
})

/**
 * Appends one record as one line in one write, so that calls at the same time never mix their lines.
 *
 * @throws the system's error; whoever appends has answered already
 */
export const appendRecord = (file: string, record: LogRecord): void => {
  let line = lineOf(record)
  if (line.length > MAX_RECORD_BYTES) line = lineOf(shortened(record))
  if (line.length > MAX_RECORD_BYTES) return
  appendLine(file, line, MAX_LOG_BYTES)
}

/**
 * Appends a line in one write to a file of ours; the file is put aside when it has grown to `maxBytes`.
 *
 * @throws the system's error
 */
export const appendLine = (file: string, line: Buffer, maxBytes: number): void => {
  const fd = openLog(file)
  try {
    writeSync(fd, line)
    const { size, ino } = fstatSync(fd)
    // Another call may have put it aside already: the one that stands there now has just begun.
    if (size > maxBytes && statSync(file, { throwIfNoEntry: false })?.ino === ino) renameSync(file, putAside(file))
  } finally {
    closeSync(fd)
  }
}

const openLog = (file: string): number => {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  try {
    return openSync(file, flags, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    makeOwnFolder(dirname(file))
    return openSync(file, flags, 0o600)
  }
}
