import type { PathGlob } from './compile.js'
import { fold, globMatcher, type Effort, type Matcher } from './matcher.js'
import type { Anchor } from './normal.js'
import type { RealPathOf } from './reached.js'

/** Paths as a hook's globs see them: in names, relative to what a glob counts from, however that is reached. */

export interface GlobPlace {
  /** The root of the hook's file. */
  root: string
  home: string
  /** The call's folder, from which a spelling with `..` is read as the system reads it. Absent: relative ones are not. */
  cwd?: string | undefined
  platform?: NodeJS.Platform | undefined
  /** Where links lead, remembered for one matching; what is found out about its paths is kept with it. Absent: looked up anew. */
  realPathOf?: RealPathOf | undefined
}

/** A folder globs count from. */
interface Origin {
  keys: readonly string[]
  /** What stands for that folder in the glob: empty but where a link leads from the glob's own folders to it. */
  base: string
}

/** A path relative to an origin, and the same in the case that globs are compared in. */
interface Relative {
  path: string
  text: string
}

export interface SeenPath {
  path: string
  names: readonly string[]
  /** Equal for names that a disk takes for the same. */
  keys: readonly string[]
  /** Filled as they are asked for. */
  relatives: Map<Origin, readonly Relative[]>
}

export interface Views {
  origins: Readonly<Record<Anchor, readonly Origin[]>>
}

export interface GlobView {
  glob: PathGlob
  origins: readonly Origin[]
  /** Where the glob's fixed folders stand; few calls ask. */
  bases: () => readonly (readonly string[])[]
  matches: Matcher
}

export const seenPath = (path: string, folded: boolean): SeenPath => {
  const names = namesOf(path)
  return { path, names, keys: keysOf(names, folded), relatives: new Map() }
}

export const namesOf = (path: string): string[] =>
  (/^(?:[A-Za-z]:|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path).split('/').filter((name) => name !== '')

const keysOf = (names: readonly string[], folded: boolean): string[] =>
  names.map((name) => (folded ? fold(name.normalize('NFC')) : name.normalize('NFC')))

export const viewsOf = (root: string, home: string, folded: boolean, realPathOf: RealPathOf): Views => {
  const from = (folder: string): Origin[] =>
    folder === '' ? [] : [...new Set([folder, realPathOf(folder) ?? folder])].map((path) => originAt(path, '', folded))
  return { origins: { root: from(root), home: from(home), absolute: [originAt('/', '', folded)] } }
}

const originAt = (path: string, base: string, folded: boolean): Origin => ({ keys: keysOf(namesOf(path), folded), base })

export const globView = (glob: PathGlob, views: Views, home: string, folded: boolean, realPathOf: RealPathOf): GlobView => {
  const origins = [...views.origins[glob.anchor], ...linkedOrigins(glob, home, folded, realPathOf)]
  const below = (base: string): string[] => keysOf(namesOf(glob.base.slice(base.length)), folded)
  let known: string[][] | undefined
  const bases = (): string[][] => (known ??= origins.map(({ keys, base }) => [...keys, ...below(base)]))
  return { glob, origins, bases, matches: matcherOf(glob, folded) }
}

const matchers = { exact: new WeakMap<PathGlob, Matcher>(), folded: new WeakMap<PathGlob, Matcher>() }

const matcherOf = (glob: PathGlob, folded: boolean): Matcher => {
  const known = matchers[folded ? 'folded' : 'exact']
  const matcher = known.get(glob) ?? globMatcher(glob.pattern, folded)
  known.set(glob, matcher)
  return matcher
}

/** `/etc/x/**` means the files there also where `/etc` is a link. Not so below a root: what is outside of it is not its own. */
const linkedOrigins = ({ anchor, negated, pattern, base }: PathGlob, home: string, folded: boolean, realPathOf: RealPathOf): Origin[] => {
  if (negated || anchor === 'root') return []
  const fixed = /[*?[(\\]/.test(pattern) ? base : pattern
  if (fixed === '') return []
  const path = anchor === 'home' ? `${home}/${fixed}` : /^[A-Z]:/.test(fixed) ? fixed : `/${fixed}`
  const real = realPathOf(path)
  return real === undefined || real === path ? [] : [originAt(real, fixed, folded)]
}

export const isPrefix = (short: readonly string[], long: readonly string[]): boolean =>
  short.length <= long.length && short.every((key, index) => key === long[index])

/** What cannot be told counts. */
export const isAbout = (
  path: SeenPath,
  positive: readonly GlobView[],
  negated: readonly GlobView[],
  folded: boolean,
  effort: Effort & { isSpent: boolean },
): boolean => {
  const fits = ({ origins, matches }: GlobView, otherwise: boolean): boolean =>
    origins.some((origin) => relativesOf(path, origin, folded).some((one) => matches(one.path, one.text, effort) ?? otherwise))
  return effort.isSpent || (positive.some((view) => effort.isSpent || fits(view, true)) && !isExempt(negated, fits, effort))
}

const isExempt = (
  negated: readonly GlobView[],
  fits: (view: GlobView, otherwise: boolean) => boolean,
  effort: { isSpent: boolean },
): boolean => negated.some((view) => !effort.isSpent && fits(view, false))

const NONE: readonly Relative[] = []

const relativesOf = (path: SeenPath, origin: Origin, folded: boolean): readonly Relative[] => {
  const known = path.relatives.get(origin)
  if (known !== undefined) return known
  const relatives = isPrefix(origin.keys, path.keys) ? relativesBelow(path, origin, folded) : NONE
  // One glob's own origin is not asked for again.
  if (origin.base === '') path.relatives.set(origin, relatives)
  return relatives
}

const relativesBelow = ({ names }: SeenPath, { keys: from, base }: Origin, folded: boolean): Relative[] => {
  const relative = [...(base === '' ? [] : [base]), ...names.slice(from.length)].join('/')
  return [...new Set([relative, relative.normalize('NFC')])].map((path) => ({ path, text: folded ? fold(path) : path }))
}
