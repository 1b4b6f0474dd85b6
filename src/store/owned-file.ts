import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from 'node:fs'
import { storeFaults } from '../text/store-faults.js'

/**
 * Reads files that only we write. What anybody else could have put there is refused with the reason, never used and
 * never taken for absent.
 */

export type Owned<Content> = { content: Content } | { refused: string } | undefined

/**
 * @param read takes the content from a descriptor: as text, or as bytes
 * @param owner the user id the file must have; undefined where the system has none
 * @param othersMayRead for files that every user reads and only the owner writes
 * @returns undefined when nothing stands there
 */
export const readOwned = <Content>(
  path: string,
  maxBytes: number,
  read: (fd: number) => Content,
  owner = process.getuid?.(),
  othersMayRead = false,
): Owned<Content> => {
  let fd: number | undefined
  try {
    // A link is refused by the system itself; a FIFO is opened without waiting and refused below.
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = fstatSync(fd)
    const fault = stats.isFile() ? faultOf(stats, owner, othersMayRead ? 0o022 : 0o077) : storeFaults.notRegular
    if (fault !== undefined) return { refused: fault }
    if (stats.size > maxBytes) return { refused: storeFaults.tooLarge(maxBytes) }
    return { content: read(fd) }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    return { refused: code === 'ELOOP' ? storeFaults.link : storeFaults.cannotOpen(code) }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Why a folder cannot be trusted to hold our files; undefined when it can, or when it is not there. */
export const folderFault = (path: string, owner = process.getuid?.()): string | undefined => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    if (!stats.isDirectory()) return storeFaults.notFolder
    return faultOf(stats, owner, 0o022)
  } catch (error) {
    return storeFaults.cannotOpen((error as NodeJS.ErrnoException).code ?? 'unknown error')
  }
}

const faultOf = ({ uid, mode }: Stats, owner: number | undefined, forbidden: number): string | undefined => {
  if (owner === undefined) return undefined
  if (uid !== owner) return storeFaults.notOurs(uid)
  if ((mode & forbidden) === 0) return undefined
  return storeFaults.mode((mode & 0o777).toString(8))
}
