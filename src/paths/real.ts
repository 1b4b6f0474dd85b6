import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'

const MAX_LINKS = 40

/**
 * Where a path really leads, also when its end does not exist yet: the deepest existing ancestor is resolved and
 * dangling links are followed, because "a link to a file that is not there yet" is exactly the write case.
 *
 * @param path absolute; one of another platform cannot be told
 * @returns absolute, or undefined when it cannot be told (a loop, a folder that may not be searched)
 */
export const realPathOf = (path: string): string | undefined => {
  if (!isAbsolute(path)) return undefined
  const missing: string[] = []
  let current = path
  for (let links = 0; ;) {
    try {
      return join(realpathSync.native(current), ...missing)
    } catch (error) {
      if (!isAbsence(error)) return undefined
    }
    const target = danglingTarget(current)
    if (target !== undefined) {
      if (++links > MAX_LINKS) return undefined
      current = resolve(dirname(current), target)
      continue
    }
    const parent = dirname(current)
    if (parent === current) return undefined
    missing.unshift(basename(current))
    current = parent
  }
}

/** ENOENT and ENOTDIR: there is nothing at that place. Any other error means that it cannot be told. */
export const isAbsence = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return code === 'ENOENT' || code === 'ENOTDIR'
}

const danglingTarget = (path: string): string | undefined => {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}
