import { closeSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'

/** A lock whose owner died is taken over after this long; nothing under it takes a second. */
const STALE_MS = 10_000
const RETRY_MS = 20

export const lockOf = (file: string): string => `${file}.lock`

/**
 * Lets one process at a time change a file. Calls of hosts never wait for it: they read what stands there, whole.
 *
 * @throws the system's error when the lock cannot be made
 */
export const withLock = <Result>(changed: string, act: () => Result): Result => {
  const file = lockOf(changed)
  const giveUpAt = Date.now() + 3 * STALE_MS
  while (!isTaken(file, Date.now() > giveUpAt)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
  try {
    return act()
  } finally {
    rmSync(file, { force: true })
  }
}

/** The same for what another process does as well: nobody is waited for, and nothing is done where another one is at it. */
export const unlessLocked = (changed: string, act: () => void): void => {
  const file = lockOf(changed)
  if (!isTaken(file, false)) return
  try {
    act()
  } finally {
    rmSync(file, { force: true })
  }
}

/**
 * @returns whether the lock is ours now; one whose owner died is taken away for the next attempt
 * @throws the system's error where no lock can be made, and where it is held, if that is the last attempt
 */
const isTaken = (file: string, isLast: boolean): boolean => {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || isLast) throw error
    if (isStale(file)) takeAway(file)
    return false
  }
}

const isStale = (file: string): boolean => {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > STALE_MS
}

/** Two may find the same stale lock: whoever moved a fresh one aside puts it back. */
const takeAway = (file: string): void => {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (!isStale(aside)) linkSync(aside, file)
  } catch {
    // It is gone, or somebody has the lock meanwhile.
  }
  rmSync(aside, { force: true })
}
