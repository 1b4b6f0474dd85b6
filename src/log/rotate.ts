import { renameSync, statSync } from 'node:fs'
import { unlessLocked } from '../store/lock.js'

/** How a file that only grows is kept small: it and so many files before it, each closed when it has grown to so much. */
export interface Rotation {
  maxBytes: number
  /** All files together: `log`, `log.1`, … */
  files: number
}

/** A file that cannot be put aside (something else stands in the way) is not written to when it has grown to so many times the size. */
const MOST_TIMES_FULL = 4

export const isOverfull = (size: number, { maxBytes }: Rotation): boolean => size > MOST_TIMES_FULL * maxBytes

/** Newest first. Who reads them in this order misses nothing that is put aside meanwhile, but may meet one file twice. */
export const rotatedFiles = (file: string, { files }: Rotation): string[] =>
  Array.from({ length: files }, (_, index) => (index === 0 ? file : `${file}.${index}`))

/**
 * Puts a full file aside, and those before it one place further; the last one is dropped. Of many that find it full one does it: the
 * file that stands there after that has just begun.
 *
 * @param ino of the file that was found full
 * @throws the system's error
 */
export const rotate = (file: string, ino: number, rotation: Rotation): void =>
  unlessLocked(file, () => {
    if (statSync(file, { throwIfNoEntry: false })?.ino !== ino) return
    const names = rotatedFiles(file, rotation)
    for (let index = names.length - 1; index > 0; index--) {
      const [from = '', to = ''] = names.slice(index - 1, index + 1)
      if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to)
    }
  })
