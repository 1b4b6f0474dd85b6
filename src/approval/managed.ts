import { lstatSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { storeFaults } from '../text/store-faults.js'

/**
 * The machine's policy is not pinned by bytes: it, its programs and its scripts must be files that only the machine's
 * owner can change, themselves and every folder above them.
 *
 * @param file absolute; links are followed, and the folders on the way must be the owner's too
 * @returns what speaks against it; undefined where nothing does, or where the system has no such owners
 */
export const managedFault = (file: string): string | undefined => {
  if (process.getuid === undefined) return undefined
  try {
    return ownedByRoot(file) ?? ownedByRoot(realpathSync.native(file))
  } catch (error) {
    return storeFaults.cannotOpen((error as NodeJS.ErrnoException).code ?? 'unknown error')
  }
}

const ownedByRoot = (file: string): string | undefined => {
  for (let path = file; ; path = dirname(path)) {
    const stats = lstatSync(path)
    const isOpen = !stats.isSymbolicLink() && (stats.mode & 0o022) !== 0
    if (stats.uid !== 0 || isOpen) return storeFaults.notTheMachines(path)
    if (path === dirname(path)) return undefined
  }
}
