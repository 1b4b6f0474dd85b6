import { readdirSync, statSync, type Stats } from 'node:fs'
import { join, sep } from 'node:path'
import { HOSTS } from '../../hosts/index.js'
import { realPathOf } from '../paths/real.js'
import { isThere, quietly, statsOf } from '../paths/stats.js'
import { linkedPlaces } from './linked-places.js'
import { comparable, namesOf, type Name } from './names.js'
import { isPolicyName, kindByNames, placesFrom, type Place, type ProtectedKind, type ProtectedPlaces } from './places.js'
import { POLICY_FOLDER } from './policy-folder.js'
import { isWindowsPath } from './windows.js'

/** Something protected that a call would touch. `loop`: where the path leads cannot be told. */
export interface Hit {
  kind: ProtectedKind | 'loop'
  /** As it is to be shown. */
  path: string
}

/** No system opens longer paths. */
const LONGEST_PATH = 65_536

/** Bounds of looking for protected things below a folder that is to be moved or deleted. */
const MOST_FOLDERS = 300
const DEEPEST = 6
const MOST_FILES = 1_000
/** Of installed packages and of git's own files nothing is a policy. */
const SKIPPED = new Set(['node_modules', '.git'])

const listed = (folder: string): string[] => quietly(() => readdirSync(folder)) ?? []

/** Answers whether a path is a protected thing, leads to one, or holds one. Looks at the disk only when asked. */
export class Guard {
  #places: readonly Place[] | undefined
  #linked: readonly Place[] | undefined
  #standing: Hit[] | undefined

  constructor(readonly given: ProtectedPlaces) {}

  get places(): readonly Place[] {
    return (this.#places ??= placesFrom(this.given))
  }

  /** Where protected things really stand that a link leads to. */
  get linked(): readonly Place[] {
    return (this.#linked ??= linkedPlaces(this.places, this.given))
  }

  /** By names alone. `rooted`: the first name stands at the top of the file system. */
  byNames(names: readonly Name[], rooted: boolean): ProtectedKind | undefined {
    const text = rooted ? comparable(names) : undefined
    const place = rooted ? this.places.find((one) => one.covers(names, text)) : undefined
    const byName = kindByNames(names)
    // A file that is ours or another's outside every policy stays what it is, whatever folder it stands in.
    return place !== undefined && (byName === undefined || place.kind !== 'pinned') ? place.kind : byName
  }

  /**
   * @param path absolute and normalised, or as the system reads it (`link/../x`)
   * @returns what it is or leads to; undefined for nothing protected
   */
  at(path: string): Hit | undefined {
    if (path.length > LONGEST_PATH) return undefined
    const kind = this.byNames(namesOf(path), true)
    if (kind !== undefined) return { kind, path }
    if (isWindowsPath(path) && process.platform !== 'win32') return undefined
    const real = realPathOf(path)
    if (real === undefined) return isLoop(path) ? { kind: 'loop', path } : undefined
    const names = namesOf(real)
    const realKind = real === path ? undefined : this.byNames(names, true)
    if (realKind !== undefined) return { kind: realKind, path }
    const text = comparable(names)
    const linked = this.linked.find((place) => place.covers(names, text))
    if (linked !== undefined) return { kind: linked.kind, path }
    const stats = statsOf(real)
    return stats?.isFile() && stats.nlink > 1 ? this.#sameFile(stats, path) : undefined
  }

  /** A protected thing that stands at or below a path: what is lost when the path is moved or deleted. */
  below(path: string): Hit | undefined {
    const direct = this.at(path)
    if (direct !== undefined) return direct
    const stats = statsOf(path)
    // Moving or deleting a link leaves what it leads to alone.
    if (stats === undefined || stats.isSymbolicLink()) return undefined
    return stats.isDirectory() ? this.allBelow(path)[0] : undefined
  }

  /** Protected things that stand below a folder; not all of them in a very large tree. */
  allBelow(folder: string): Hit[] {
    const real = realPathOf(folder)
    const starts = [namesOf(folder), ...(real === undefined || real === folder ? [] : [namesOf(real)])]
    const known = this.standing.filter(({ path }) => {
      const names = namesOf(path)
      return starts.some((start) => start.length < names.length && start.every((name, index) => name.folded === names[index]?.folded))
    })
    return [...known, ...scanned(folder)]
  }

  /** The single protected files below a folder. */
  filesBelow(folder: string): Hit[] {
    return this.allBelow(folder).flatMap(({ kind, path }) => filesIn(path).map((file) => ({ kind, path: file })))
  }

  /** Every protected thing that is there: the known places, and those by name in the roots, in HOME and in their hosts' folders. */
  get standing(): Hit[] {
    return (this.#standing ??= [
      ...[...this.places, ...this.linked].map(({ kind, path }) => ({ kind, path })),
      ...[...new Set([...this.given.roots, this.given.home].flatMap((root) => [root, realPathOf(root) ?? root]))].flatMap(inFolder),
    ].filter(({ path }) => isThere(path)))
  }

  #sameFile(stats: Stats, path: string): Hit | undefined {
    const same = (file: string): boolean => {
      const other = quietly(() => statSync(file, { throwIfNoEntry: false }))
      return other?.ino === stats.ino && other.dev === stats.dev
    }
    const { kind } = this.standing.find(({ path: file }) => filesIn(file).some(same)) ?? {}
    return kind && { kind, path }
  }
}

const isLoop = (path: string): boolean => {
  try {
    statSync(path)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP'
  }
}

/** What is protected by its name directly in a folder. */
const inFolder = (folder: string): Hit[] => [
  ...(isThere(join(folder, POLICY_FOLDER)) ? [{ kind: 'policy' as const, path: join(folder, POLICY_FOLDER) }] : []),
  ...HOSTS.flatMap(({ settings }) => {
    const own = join(folder, settings.folder)
    return listed(own)
      .map((name) => join(own, name))
      .filter((file) => kindByNames(namesOf(file)) === 'settings')
      .map((path) => ({ kind: 'settings' as const, path }))
  }),
]

/** A tree's protected things by name. */
const scanned = (top: string): Hit[] => {
  const hits: Hit[] = []
  if (top.split(sep).some((name) => SKIPPED.has(name))) return hits
  const waiting = [{ folder: top, depth: 0 }]
  for (let count = 0; waiting.length > 0 && count < MOST_FOLDERS; count++) {
    const { folder, depth } = waiting.shift() as { folder: string; depth: number }
    const entries = quietly(() => readdirSync(folder, { withFileTypes: true })) ?? []
    for (const entry of entries) {
      const path = join(folder, entry.name)
      const kind = kindByNames(namesOf(path))
      if (kind !== undefined) hits.push({ kind, path })
      else if (entry.isDirectory() && depth < DEEPEST && !SKIPPED.has(entry.name)) waiting.push({ folder: path, depth: depth + 1 })
    }
  }
  return hits
}

/** The files of a protected thing, itself or below it; `tests` of a policy left out. */
const filesIn = (path: string): string[] => {
  const files: string[] = []
  const waiting = [path]
  while (waiting.length > 0 && files.length < MOST_FILES) {
    const next = waiting.pop() as string
    const stats = statsOf(next)
    if (!stats?.isDirectory()) files.push(next)
    else
      for (const name of listed(next)) {
        const child = join(next, name)
        if (isPolicyName(namesOf(next).at(-1) as Name) && kindByNames(namesOf(child)) === undefined) continue
        waiting.push(child)
      }
  }
  return files
}
