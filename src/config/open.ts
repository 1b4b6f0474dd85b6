import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { openFaults } from '../text/open-faults.js'
import type { PolicyContent } from './types.js'

/**
 * Opens one policy file. Three results that never collapse into each other: absent (nothing stands there), its bytes,
 * or broken (anything else). Only regular files are opened, because a FIFO would hang us and a device would never end.
 */

export const MAX_POLICY_BYTES = 1_048_576

export type Opened = PolicyContent | undefined

/** A workspace's own file. A link must lead to something inside the workspace. */
export const openWorkspacePolicy = (root: string): Opened => {
  const folder = join(root, '.acuvo')
  return guarded(() => {
    const folderStats = statsOf(folder)
    if (folderStats === undefined) return undefined
    if (folderStats.isSymbolicLink()) {
      const fault = linkFault(folder, root)
      if (fault !== undefined) return { broken: fault, folder: true }
    }
    if (!statSync(folder).isDirectory()) return undefined
    if (!isSearchable(folder)) return { broken: openFaults.cannotOpen('EACCES'), folder: true }
    return openRegular(join(folder, 'hooks.json'), root)
  })
}

/** A file that a policy extends. @param root where it must be in; absent: anywhere */
export const openExtendedPolicy = (file: string, root?: string): Opened =>
  guarded(() => {
    if (statsOf(file) === undefined) return undefined
    const fault = root === undefined ? undefined : linkFault(file, root)
    return fault === undefined ? openRegular(file) : { broken: fault }
  })

/** The managed or the user file; its links may lead anywhere. */
export const openPolicyAt = (file: string): Opened => guarded(() => openRegular(file))

const guarded = (open: () => Opened): Opened => {
  try {
    return open()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    // A path longer than any file's, or through a file: nothing can stand there.
    if (code === 'ENAMETOOLONG' || code === 'ENOTDIR' || code === 'ENOENT') return undefined
    return { broken: openFaults.cannotOpen(code ?? 'unknown error') }
  }
}

/** Undefined when nothing stands there. */
const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

/** Whether the names in a folder can be looked up. */
const isSearchable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EACCES'
  }
}

const linkFault = (link: string, root: string): string | undefined => {
  try {
    return isWithin(realpathSync.native(link), realpathSync.native(root)) ? undefined : openFaults.linkLeavesRoot
  } catch {
    return openFaults.linkLeadsNowhere
  }
}

const openRegular = (file: string, root?: string): Opened => {
  const stats = statsOf(file)
  if (stats === undefined) return undefined
  if (stats.isSymbolicLink()) {
    const fault = linkFault(file, root ?? '/')
    if (fault !== undefined) return { broken: fault }
  } else if (!stats.isFile()) return { broken: openFaults.notRegular }

  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const opened = fstatSync(fd)
    if (!opened.isFile()) return { broken: openFaults.notRegular }
    if (opened.size > MAX_POLICY_BYTES) return { broken: openFaults.tooLarge(MAX_POLICY_BYTES) }
    return { bytes: readWhole(fd, opened.size) }
  } finally {
    closeSync(fd)
  }
}

const readWhole = (fd: number, size: number): Buffer => {
  const bytes = Buffer.allocUnsafe(size)
  let filled = 0
  while (filled < size) {
    const count = readSync(fd, bytes, filled, size - filled, filled)
    if (count === 0) break
    filled += count
  }
  return bytes.subarray(0, filled)
}
