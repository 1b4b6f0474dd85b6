import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stateDirOf } from '../chain/hook-folders.js'
import { isWithin } from '../paths/absolute.js'
import { recordingsOf, switchFileOf } from '../record/places.js'
import type { Places } from '../store/places.js'
import { launcherPath } from './launcher-path.js'
import { isLauncher } from './launcher.js'
import { Installed } from './record.js'

/** Removes everything that is ours outside workspaces. Links are removed, never followed; what is not ours stays. */

export const purge = (places: Places, isDry: boolean): { removed: string[]; left: string[] } => {
  const removed: string[] = []
  const remove = (path: string): void => {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return
    if (!isDry) rmSync(path, { recursive: true, force: true })
    removed.push(path)
  }
  // Behind a link stands a folder that we did not make: what has our names in it may be anybody's.
  const linked = [places.installed, places.store].filter((folder) => isLink(folder))
  const launcher = launcherPath(places)
  if (!linked.includes(places.installed)) {
    if (isOurs(launcher)) remove(launcher)
    for (const name of ['current', 'current.txt', 'versions']) remove(join(places.installed, name))
    // What an install was putting in place when it was killed.
    for (const name of namesIn(places.installed)) if (isUnfinished(name, launcher)) remove(join(places.installed, name))
  }
  // The person's own policy is no part of what we keep.
  const others = [dirname(stateDirOf(places, places.home)), switchFileOf(places), recordingsOf(places), ...new Installed(places).own]
  const kept = [...Object.values(places), ...others].filter(
    (place): place is string => typeof place === 'string' && place !== places.store && dirname(place) === places.store,
  )
  if (!linked.includes(places.store)) {
    for (const place of new Set(kept)) remove(place)
    for (const name of namesIn(places.store))
      if (kept.some((place) => isOfOurs(join(places.store, name), place))) remove(join(places.store, name))
  }
  const left = isDry ? [] : [places.installed, places.store].filter((folder) => !removeFolder(folder))
  return { removed, left: [...new Set(left)] }
}

/** Locks, rotated logs and files that were being written stand beside what they are about. */
const isOfOurs = (path: string, place: string): boolean => {
  const name = path.slice(dirname(path).length + 1).replace(/^\./, '')
  return isWithin(path, dirname(place)) && name.startsWith(`${place.slice(dirname(place).length + 1)}.`)
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** The names that `program.ts` and `write-atomic.ts` write under before they rename. */
const isUnfinished = (name: string, launcher: string): boolean =>
  ['current', '.current.txt', `.${basename(launcher)}`].some(
    (begin) => name.startsWith(`${begin}.`) && /^\d+-[a-z\d]*$/.test(name.slice(begin.length + 1)),
  )

const isOurs = (launcher: string): boolean => {
  try {
    return process.platform === 'win32' || isLauncher(readFileSync(launcher, 'utf8'))
  } catch {
    return false
  }
}

const removeFolder = (folder: string): boolean => {
  try {
    rmdirSync(folder)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
