import { readlinkSync, realpathSync } from 'node:fs'
import { isAbsolute, join, parse, resolve, sep } from 'node:path'
import { statsOf } from './stats.js'

const MAX_LINKS = 40

/**
 * Where a path really leads, also when its end does not exist yet: the deepest existing ancestor is resolved and
 * dangling links are followed, because "a link to a file that is not there yet" is exactly the write case. From the top
 * down, so that it costs no more than the folders that are there.
 *
 * @param path absolute; one of another platform cannot be told
 * @returns absolute, or undefined when it cannot be told (a loop, a folder that may not be searched)
 */
export const realPathOf = (path: string): string | undefined => {
  if (!isAbsolute(path) || path.includes('\0')) return undefined
  try {
    return realpathSync.native(path)
  } catch (error) {
    return isAbsence(error) ? missingPathOf(path, 0) : undefined
  }
}

const missingPathOf = (path: string, links: number): string | undefined => {
  let real: string = parse(path).root
  const names = path.slice(real.length).split(sep)
  for (const [index, name] of names.entries()) {
    const next = join(real, name)
    const stats = statsOf(next)
    if (stats === undefined) return join(real, ...names.slice(index))
    if (stats.isSymbolicLink()) {
      try {
        real = realpathSync.native(next)
      } catch (error) {
        if (!isAbsence(error) || links >= MAX_LINKS) return undefined
        return missingPathOf(join(resolve(real, readlinkSync(next)), ...names.slice(index + 1)), links + 1)
      }
    } else real = next
  }
  return real
}

/** There is nothing at that place. Any other error means that it cannot be told. */
const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')
