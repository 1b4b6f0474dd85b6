import { expandedBraces } from './braces.js'
import { normalGlob } from './normal.js'
import { globMatcher } from './matcher.js'

export type SearchMatcher = (glob: string) => (path: string) => boolean

/**
 * What a search's own glob selects, of paths relative to the folder it searches. Without a slash it is about names at
 * any depth; with one at the start, about places right there. A glob that excludes selects nothing by itself.
 */
export const searchMatcher: SearchMatcher = (glob) => {
  if (isExclusion(glob)) return () => false
  const all = glob.length > MAX_SEARCH_CHARS ? undefined : expandedBraces(glob, MAX_SEARCHES)
  // One that nobody can read in time may select anything.
  if (all === undefined) return () => true
  const matchers = all.map((one) => globMatcher(one.includes('/') ? normalGlob(one).pattern : `**/${one.normalize('NFC')}`))
  return (path) => matchers.some((matches) => matches(path) !== false)
}

export const MAX_SEARCH_CHARS = 1000
export const MAX_SEARCHES = 200

export const isExclusion = (glob: string): boolean => /^!(?!\()/.test(glob)
