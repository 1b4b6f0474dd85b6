import { writeSync } from 'node:fs'
import { sleepMs } from '../clock/sleep.js'

const PAUSE_MS = 2

/**
 * Writes a whole text and returns only when the kernel has it, also into a pipe that is full or does not block. A
 * reader that has gone away is not our failure: what is left is dropped.
 *
 * @param fd 1 or 2
 */
export const writeAnswer = (fd: 1 | 2, text: string): void => {
  let rest = Buffer.from(text, 'utf8')
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      sleepMs(PAUSE_MS)
    }
  }
}
