import { readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, parse, sep } from 'node:path'
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
    return isAbsence(error) ? walked(path) : undefined
  }
}

/**
 * Name by name as the system goes, from the top: a link leads on from where it stands, `..` leaves the folder that was really
 * reached, and below a folder that is missing every name is taken as it is. Linear: only a folder that is there is written out again
 * with the next name, and such a path is short.
 */
const walked = (path: string): string | undefined => {
  const { root } = parse(path)
  const waiting = namesOf(path.slice(root.length))
  let real: string = root
  /** Names below it, of which the first is missing. */
  const missing: string[] = []
  let links = 0
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === '..') {
      if (missing.pop() === undefined) real = dirname(real)
      continue
    }
    const next = missing.length > 0 ? undefined : join(real, name)
    const stats = next === undefined ? undefined : statsOf(next)
    if (next === undefined || stats === undefined) {
      missing.push(name)
      continue
    }
    if (!stats.isSymbolicLink()) {
      real = next
      continue
    }
    const target = linkTargetOf(next)
    if (target === undefined || ++links > MAX_LINKS) return undefined
    if (isAbsolute(target)) real = parse(target).root
    waiting.push(...namesOf(isAbsolute(target) ? target.slice(real.length) : target))
  }
  return missing.length === 0 ? real : [real === root ? root.slice(0, -1) : real, ...missing].join(sep)
}

/** The last first. */
const namesOf = (path: string): string[] =>
  path
    .split(sep)
    .filter((name) => name !== '' && name !== '.')
    .reverse()

const linkTargetOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** There is nothing at that place. Any other error means that it cannot be told. */
const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')
