import { realPathOf } from '../paths/real.js'
import type { PathGlob } from './compile.js'
import { fold, globMatcher } from './matcher.js'
import type { Anchor } from './normal.js'

/** Paths as a hook's globs see them: in names, relative to what a glob counts from, however that is reached. */

export interface GlobPlace {
  /** The root of the hook's file. */
  root: string
  home: string
  platform?: NodeJS.Platform
}

/** A folder globs count from. */
interface Origin {
  names: readonly string[]
  /** What stands for that folder in the glob: empty but where a link leads from the glob's own folders to it. */
  base: string
}

export interface Views {
  folded: boolean
  origins: Readonly<Record<Anchor, readonly Origin[]>>
}

export interface GlobView {
  glob: PathGlob
  origins: readonly Origin[]
  /** Undefined: it cannot be told in time. */
  matches: (path: string) => boolean | undefined
}

export const viewsOf = ({ root, home, platform = process.platform }: GlobPlace): Views => {
  const folded = platform === 'darwin' || platform === 'win32'
  const from = (folder: string): Origin[] => (folder === '' ? [] : bothWays(folder).map((path) => ({ names: namesOf(path), base: '' })))
  return { folded, origins: { root: from(root), home: from(home), absolute: [{ names: [], base: '' }] } }
}

/** A path as it is spelled and where it really leads. */
export const bothWays = (path: string): string[] => [...new Set([path, realPathOf(path) ?? path])]

export const globView = (glob: PathGlob, views: Views, home: string): GlobView => ({
  glob,
  origins: [...views.origins[glob.anchor], ...linkedOrigins(glob, home)],
  matches: globMatcher(glob.pattern, views.folded),
})

/** `/etc/x/**` means the files there also where `/etc` is a link. Not so below a root: what is outside of it is not its own. */
const linkedOrigins = ({ anchor, negated, pattern, base }: PathGlob, home: string): Origin[] => {
  const fixed = /[*?[(\\]/.test(pattern) ? base : pattern
  if (negated || anchor === 'root' || fixed === '') return []
  const path = anchor === 'home' ? `${home}/${fixed}` : /^[A-Z]:/.test(fixed) ? fixed : `/${fixed}`
  const real = realPathOf(path)
  return real === undefined || real === path ? [] : [{ names: namesOf(real), base: fixed }]
}

export const namesOf = (path: string): string[] =>
  (/^(?:[A-Za-z]:|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path).split('/').filter((name) => name !== '')

/** Equal for names that a disk takes for the same. */
const keyOf = (name: string, folded: boolean): string => (folded ? fold(name.normalize('NFC')) : name.normalize('NFC'))

export const isPrefix = (short: readonly string[], long: readonly string[], folded: boolean): boolean =>
  short.length <= long.length &&
  short.every((name, index) => name === long[index] || keyOf(name, folded) === keyOf(long[index] ?? '', folded))

/** Where a glob's fixed folders stand. */
export const basesOf = ({ glob, origins }: GlobView): string[][] =>
  origins.map(({ names, base }) => [...names, ...namesOf(base === '' ? glob.base : glob.base.slice(base.length))])

/** What cannot be told counts. */
export const isAbout = (path: string, positive: readonly GlobView[], negated: readonly GlobView[], folded: boolean): boolean => {
  const names = namesOf(path)
  const seen = new Map<Origin, string[]>()
  const fits = ({ origins, matches }: GlobView, otherwise: boolean): boolean =>
    origins.some((origin) => {
      const relatives = seen.get(origin) ?? relativesOf(names, origin, folded)
      seen.set(origin, relatives)
      return relatives.some((relative) => matches(relative) ?? otherwise)
    })
  return positive.some((view) => fits(view, true)) && !negated.some((view) => fits(view, false))
}

const relativesOf = (names: readonly string[], { names: from, base }: Origin, folded: boolean): string[] => {
  if (!isPrefix(from, names, folded)) return []
  const relative = [...(base === '' ? [] : [base]), ...names.slice(from.length)].join('/')
  const composed = relative.normalize('NFC')
  return composed === relative ? [relative] : [relative, composed]
}
