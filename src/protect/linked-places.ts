import { readdirSync, type Dirent } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { HOSTS } from '../../hosts/index.js'
import { realPathOf } from '../paths/real.js'
import { quietly, statsOf } from '../paths/stats.js'
import { folded } from './fold.js'
import { namesOf } from './names.js'
import { kindByNames, Place, type ProtectedPlaces } from './places.js'
import { POLICY_FOLDER } from './policy-folder.js'

/** Protected things that are links, or stand behind one: where they really are. Few looks at the disk, each folder once. */

/** Folders of a policy that are gone through. */
const MOST_FOLDERS = 20

const entriesOf = (folder: string): Dirent[] => quietly(() => readdirSync(folder, { withFileTypes: true })) ?? []

/** Real paths, one look for each folder on the way. */
class RealPaths {
  readonly #known = new Map<string, { path: string; isThere: boolean }>()
  readonly #listed = new Map<string, ReadonlyMap<string, Dirent>>()

  of(path: string): string {
    return this.at(path).path
  }

  /** Looks once at a folder of which much is asked. */
  list(folder: string): void {
    const { path, isThere } = this.at(folder)
    if (isThere) this.#listed.set(folder, new Map(entriesOf(path).map((entry) => [folded(entry.name), entry])))
  }

  at(path: string): { path: string; isThere: boolean } {
    const known = this.#known.get(path)
    if (known !== undefined) return known
    const folder = dirname(path)
    if (folder === path) return { path, isThere: true }
    const above = this.at(folder)
    const here = join(above.path, basename(path))
    const listed = this.#listed.get(folder)
    const stats = !above.isThere ? undefined : listed === undefined ? statsOf(here) : listed.get(folded(basename(path)))
    const found = stats?.isSymbolicLink() ? { path: realPathOf(here) ?? here, isThere: true } : { path: here, isThere: stats !== undefined }
    this.#known.set(path, found)
    return found
  }
}

export const linkedPlaces = (places: readonly Place[], { roots, home }: ProtectedPlaces): Place[] => {
  const real = new RealPaths()
  const folders = [...new Set([home, ...roots])].filter((folder) => isAbsolute(folder))
  for (const folder of folders) real.list(folder)
  const own = places.flatMap(({ kind, path }) => {
    const at = isAbsolute(path) && !path.includes('*') ? real.of(path) : path
    return at === path ? [] : [new Place(kind, at)]
  })
  return [...own, ...folders.flatMap((folder) => linkedIn(folder, real))]
}

/** What is protected by its name directly in a folder. */
const linkedIn = (root: string, real: RealPaths): Place[] => {
  const policy = join(root, POLICY_FOLDER)
  const found = linkedBelow(policy, real)
  for (const { settings } of HOSTS) {
    const folder = join(root, settings.folder)
    const at = real.at(folder)
    if (!at.isThere) continue
    const isMoved = at.path !== join(real.of(root), settings.folder)
    for (const entry of entriesOf(at.path)) {
      if (!(isMoved || entry.isSymbolicLink()) || kindByNames(namesOf(join(folder, entry.name))) !== 'settings') continue
      const file = join(at.path, entry.name)
      found.push(new Place('settings', entry.isSymbolicLink() ? (realPathOf(file) ?? file) : file))
    }
  }
  return found
}

/** A policy that is a link, and the links in one; its `tests` left out. */
const linkedBelow = (policy: string, real: RealPaths): Place[] => {
  const at = real.at(policy)
  if (!at.isThere) return []
  const isMoved = at.path !== join(real.of(dirname(policy)), basename(policy))
  const found = isMoved ? [new Place('policy', at.path)] : []
  const waiting = [policy]
  for (let count = 0; waiting.length > 0 && count < MOST_FOLDERS; count++) {
    const folder = waiting.shift() as string
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (kindByNames(namesOf(path)) === undefined) continue
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isSymbolicLink()) found.push(new Place('policy', realPathOf(path) ?? path))
    }
  }
  return found
}
