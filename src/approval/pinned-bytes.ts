import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { readOwned } from '../store/owned-file.js'

/** Where the pinned files of an approval stand: in the workspace, and as a person saw them in the store. */

/** Absolute path of a pinned file. */
export const placeOf = (path: string, base: string): string => (isAbsolute(path) ? path : join(base, path))

const MAX_PINNED_BYTES = 4_194_304

/** The bytes of a pinned file as a person saw them; undefined when the store has them no more. */
export const approvedBytes = (folder: string, blob: string): Buffer | undefined => {
  const read = readOwned(blobFileIn(folder, blob), MAX_PINNED_BYTES, (fd) => readFileSync(fd))
  return read !== undefined && 'content' in read ? read.content : undefined
}

/** Where a pinned content stands in a record's folder. */
export const blobFileIn = (folder: string, blob: string): string => join(folder, 'pinned', blob)
