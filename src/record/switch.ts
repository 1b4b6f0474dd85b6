import { readFileSync, rmSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { unlessLocked, withLock } from '../store/lock.js'
import { readOwned } from '../store/owned-file.js'
import type { Places } from '../store/places.js'
import { makeOwnFolder, writeAtomically } from '../store/write-atomic.js'
import { switchFileOf } from './places.js'

/** Which workspaces are being recorded. */

export interface Recording {
  /** Real path of the workspace's root. */
  root: string
  /** In milliseconds since 1970. */
  untilMs: number
}

const MAX_BYTES = 1_048_576

/** Those that are on now; none where the file cannot be used: what nobody can trust records nothing. */
export const recordingsOn = (places: Pick<Places, 'store'>, nowMs = Date.now()): Recording[] => {
  const read = readOwned(switchFileOf(places), MAX_BYTES, (fd) => readFileSync(fd, 'utf8'))
  if (read === undefined || 'refused' in read) return []
  try {
    const { on } = JSON.parse(read.content) as { on: unknown }
    return Array.isArray(on) ? on.filter(isRecording).filter(({ untilMs }) => untilMs > nowMs) : []
  } catch {
    return []
  }
}

const isRecording = (value: unknown): value is Recording => {
  const { root, untilMs } = (value ?? {}) as Partial<Recording>
  return typeof root === 'string' && isAbsolute(root) && typeof untilMs === 'number'
}

/**
 * Switches one workspace on or off, and forgets those whose time is over.
 *
 * @param untilMs absent: off
 * @throws the system's error
 */
export const switchRecording = (places: Pick<Places, 'store'>, root: string, untilMs?: number): void => {
  makeOwnFolder(places.store)
  const file = switchFileOf(places)
  withLock(file, () => {
    const others = recordingsOn(places).filter((one) => one.root !== root)
    const on = untilMs === undefined ? others : [...others, { root, untilMs }]
    if (on.length === 0) rmSync(file, { force: true })
    else writeAtomically(file, JSON.stringify({ version: 1, on }))
  })
}

/** When nothing is on any more, a call need not look further than for the file. Waits for nobody. @throws the system's error */
export const forgetOver = (places: Pick<Places, 'store'>): void => {
  const file = switchFileOf(places)
  unlessLocked(file, () => {
    if (recordingsOn(places).length === 0) rmSync(file, { force: true })
  })
}
