import { lstatSync, type Stats } from 'node:fs'

/** Looks at the disk for which anything that goes wrong means that there is nothing to see. */
export const quietly = <Seen>(look: () => Seen): Seen | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** What stands at a path, links not followed; undefined for nothing, where no file can have such a name, and where nobody may look. */
export const statsOf = (path: string): Stats | undefined => quietly(() => lstatSync(path, { throwIfNoEntry: false }))

export const isThere = (path: string): boolean => statsOf(path) !== undefined
