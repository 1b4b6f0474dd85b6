import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/**
 * The text of a regular file of at most `maxBytes`; undefined for anything else. Never waits: a FIFO or a device in its
 * place, which an agent can make, is opened without blocking and not read.
 */
export const regularText = (path: string, maxBytes: number): string | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = fstatSync(fd)
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(fd, 'utf8') : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
