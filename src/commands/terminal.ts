import { closeSync, openSync, readSync } from 'node:fs'
import { isatty } from 'node:tty'

/** Whether a person sits there: all three are a terminal. */
export const isOnTerminal = (): boolean => isatty(0) && isatty(1) && isatty(2)

const MAX_LINE_BYTES = 4_096
const NEWLINE = 0x0a

/**
 * One line that a person types, read from the terminal itself, whatever stdin is.
 *
 * @returns undefined where there is no terminal, or it ends
 */
export const typedLine = (): string | undefined => {
  let fd: number
  try {
    fd = openSync(process.platform === 'win32' ? '\\\\.\\CONIN$' : '/dev/tty', 'r')
  } catch {
    return undefined
  }
  try {
    const bytes: number[] = []
    const one = Buffer.alloc(1)
    while (bytes.length < MAX_LINE_BYTES) {
      if (readSync(fd, one, 0, 1, null) === 0) return undefined
      if (one[0] === NEWLINE) return Buffer.from(bytes).toString('utf8')
      bytes.push(one[0] as number)
    }
    return undefined
  } catch {
    return undefined
  } finally {
    closeSync(fd)
  }
}
