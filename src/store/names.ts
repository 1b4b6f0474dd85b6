import { basename } from 'node:path'

/** Names of files and folders in the store that stand for a path or an id. Nothing here is a defence: what is found under a name says itself whose it is. */

/** A readable name with 53 bits behind it that tell paths apart, e.g. `project-1x9k2m3a4b5`. */
export const nameOfPath = (path: string): string =>
  `${basename(path)
    .replace(/[^A-Za-z0-9.-]/g, '_')
    .slice(0, 40)}-${hashOf(path)}`

/** 53 bits in base 36. No library: loading Node's own costs as much as the rest of a short call. */
export const hashOf = (text: string): string => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
