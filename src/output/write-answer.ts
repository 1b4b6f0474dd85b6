import { writeSync } from 'node:fs'
import { sleepMs } from '../clock/sleep.js'

const PAUSE_MS = 2

/**
 * Writes a whole text and returns only when the kernel has it, also into a pipe that is full or does not block.
 *
 * @param fd 1 or 2
 * @returns false when it could not be written to its end, because nobody reads it any more
 */
export const writeAnswer = (fd: 1 | 2, text: string): boolean => {
  let rest = Buffer.from(text, 'utf8')
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false
      sleepMs(PAUSE_MS)
    }
  }
  return true
}
