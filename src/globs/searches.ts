import { toAbsolute } from '../paths/absolute.js'
import { expandedBraces } from './braces.js'
import { normalGlob, staticBase } from './normal.js'
import { samplesOf } from './samples.js'
import { isExclusion, MAX_SEARCH_CHARS, MAX_SEARCHES, type SearchMatcher } from './search-matcher.js'
import { namesOf } from './views.js'

export interface SearchedHook {
  home: string
  /** Whether the hook is about an absolute path. */
  isAbout: (path: string) => boolean
  /** Counts what was tried; true once that is too much. */
  isSpent: (tried: number) => boolean
  /** Of every glob that is not negated, with the absolute folder it counts from. */
  samples: readonly { anchor: string; sample: string }[]
  matcher: SearchMatcher
}

/**
 * Whether a search's glob could select a file that a hook is about: a few names that the search means are put to the
 * hook's globs, and a few that the hook means to the search's. Files that both only might mean (`*.ts` and `.env*` meet
 * in `.env.ts`) do not count, or no search would pass.
 *
 * @param searched absolute
 */
export const couldSelect = (glob: string, searched: string, hook: SearchedHook): boolean => {
  if (glob === '' || isExclusion(glob)) return false
  const all = glob.length > MAX_SEARCH_CHARS ? undefined : expandedBraces(glob, MAX_SEARCHES)
  return all === undefined || all.some((one) => oneCouldSelect(one, searched, hook))
}

const oneCouldSelect = (glob: string, searched: string, hook: SearchedHook): boolean => {
  const { anchor, pattern } = normalGlob(glob)
  const base = staticBase(pattern)
  const start = anchor === 'home' ? '~/' : anchor === 'absolute' && !/^[A-Z]:/.test(pattern) ? '/' : ''
  const folder = slashes(toAbsolute(start + base || '.', searched, hook.home))
  const rest = base === '' ? pattern : pattern.slice(base.length + 1)
  const anyDepth = !glob.includes('/')
  const below = (...names: string[]): string => [folder, ...names].join('/')
  const own = [rest.replace(/\\(.)/g, '$1'), ...samplesOf(rest)].flatMap((name) =>
    anyDepth ? [below(name), below('a', name), below('a', 'a', name)] : [below(name)],
  )
  if (own.some((path) => hook.isAbout(toAbsolute(path, searched)))) return true
  const selects = hook.matcher(anyDepth ? rest : `/${rest}`)
  return hook.samples.some(({ anchor: from, sample }) => {
    if (hook.isSpent(3)) return true
    const places = [`${slashes(from)}/${sample}`, below(sample), below(sample.slice(sample.lastIndexOf('/') + 1))]
    return places.some((path) => path.startsWith(`${folder}/`) && selects(path.slice(folder.length + 1)) && hook.isAbout(path))
  })
}

/** With slashes on every platform; the top is empty. */
const slashes = (path: string): string => ['', ...namesOf(path)].join('/')
