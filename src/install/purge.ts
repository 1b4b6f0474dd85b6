import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
  const launcher = launcherPath(places)
  if (isOurs(launcher)) remove(launcher)
  for (const name of ['current', 'current.txt', 'versions']) remove(join(places.installed, name))
  // The person's own policy is no part of what we keep.
  const others = [dirname(stateDirOf(places, places.home)), switchFileOf(places), recordingsOf(places), ...new Installed(places).own]
  const kept = [...Object.values(places), ...others].filter(
    (place): place is string => typeof place === 'string' && place !== places.store && dirname(place) === places.store,
  )
  for (const place of new Set(kept)) remove(place)
  if (existsSync(places.store))
    for (const name of readdirSync(places.store))
      if (kept.some((place) => isOfOurs(join(places.store, name), place))) remove(join(places.store, name))
  const left = isDry ? [] : [places.installed, places.store].filter((folder) => !removeFolder(folder))
  return { removed, left: [...new Set(left)] }
}

/** Locks, rotated logs and files that were being written stand beside what they are about. */
const isOfOurs = (path: string, place: string): boolean => {
  const name = path.slice(dirname(path).length + 1).replace(/^\./, '')
  return isWithin(path, dirname(place)) && name.startsWith(`${place.slice(dirname(place).length + 1)}.`)
}

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
