import { basename } from 'node:path'
import { HOSTS } from '../../hosts/index.js'
import { isWithin } from '../paths/absolute.js'
import { isThere, statsOf } from '../paths/stats.js'
import type { Landing } from './effects.js'
import type { Guard } from './guard.js'
import { namesOf } from './names.js'
import { isPolicyName, isSettingsFolder } from './places.js'
import type { ShellTargets } from './shell-targets.js'
import { touchOf, type Touch } from './touch.js'

/** What is copied, moved or linked: where it comes to stand, and what it brings along. */

const MOST_SOURCES = 200

/** What comes to stand in a folder under the names of its sources. */
export const landingTouches = (
  { sources, destination, folder: isFolder, tree }: Landing,
  folder: string | undefined,
  targets: ShellTargets,
): Touch[] => {
  const { guard } = targets
  const touches: Touch[] = []
  for (const path of targets.paths(destination, folder)) {
    for (const source of sources.slice(0, MOST_SOURCES)) {
      const from = targets.paths(source, folder)[0]
      const name = from === undefined ? basename(source.text ?? '') : basename(from)
      const place = isFolder || isDirectory(path) ? (/(?:^|\/)\.?$/.test(source.text ?? '') ? path : `${path}/${name}`) : path
      if (from !== undefined && isTakenOut(from, place, guard)) continue
      const hit = place === path || name === '' ? undefined : guard.at(place)
      if (hit !== undefined) touches.push(touchOf(hit, place))
      else if (tree && from !== undefined) touches.push(...broughtAlong(from, place, guard))
    }
  }
  return touches
}

/** A copy of what is protected here counts for nobody where no session and no home is. */
const isTakenOut = (from: string, place: string, { given: { roots, home } }: Guard): boolean => {
  const isHere = (path: string): boolean => [...roots, home].some((root) => isWithin(path, root))
  return isHere(from) && !isHere(place)
}

/** Protected names in a tree that is copied, moved or linked to a place where they count. */
const broughtAlong = (from: string, place: string, guard: Guard): Touch[] => {
  if (!isDirectory(from)) return []
  const last = namesOf(place).at(-1)
  const counts =
    isSettingsFolder(last) || (last !== undefined && isPolicyName(last)) || [...guard.given.roots, guard.given.home].includes(place)
  if (isSettingsFolder(namesOf(from).at(-1)) && !isSettingsFolder(last)) return []
  const brought = isSettingsFolder(last)
    ? filesOfSettings(from, place, guard)
    : guard.allBelow(from).map(({ path }) => place + path.slice(from.length))
  return brought.flatMap((path) => {
    const hit = guard.at(path)
    return hit !== undefined && (counts || isThere(path)) ? [touchOf(hit, path)] : []
  })
}

const filesOfSettings = (from: string, place: string, guard: Guard): string[] =>
  HOSTS.flatMap(({ settings }) => settings.files)
    .map((file) => file.replace('*', ''))
    .filter((file) => isThere(`${from}/${file}`))
    .map((file) => `${place}/${file}`)
    .filter((file) => guard.at(file) !== undefined)

const isDirectory = (path: string): boolean => statsOf(path)?.isDirectory() === true
