import { opendirSync } from 'node:fs'
import type { TargetPath, ToolCall } from '../protocol/event.js'
import { statsOf } from '../paths/stats.js'
import type { PathGlobs } from './compile.js'
import { memoryFor } from './memory.js'
import { searchMatcher as ownSearchMatcher, type SearchMatcher } from './search-matcher.js'
import { couldSelect } from './searches.js'
import { globView, isAbout, isPrefix, seenPath, type GlobPlace, type GlobView, type SeenPath } from './views.js'

/** Which of a call's paths the `paths` of a hook are about. Runs on every call: linear, bounded, never fails. */

/** More of a folder than this is never looked at. */
const MAX_WALKED = 5000
/** Nor are more names of folders and searches than this tried with globs: what is left undecided counts. */
const MAX_TRIALS = 300_000

interface Judge {
  positive: readonly GlobView[]
  isAbout: (path: SeenPath) => boolean
  /** The same for the many names that one path of the call may stand for. */
  mayBeAbout: (path: string) => boolean
}

/** @returns in the order of the call. A search counts with the path it searches. */
export const matchingPaths = (
  { globs }: PathGlobs,
  tool: Pick<ToolCall, 'paths' | 'kind' | 'searchGlobs'>,
  place: GlobPlace,
  searchMatcher: SearchMatcher = ownSearchMatcher,
): TargetPath[] => {
  if (tool.paths.length === 0) return []
  const memory = memoryFor(place)
  const { folded, realPathOf } = memory
  const views = memory.viewsOf(place.root)
  const all = globs.map((glob) => globView(glob, views, place.home, folded, realPathOf))
  const positive = all.filter(({ glob }) => !glob.negated)
  const negated = all.filter(({ glob }) => glob.negated)
  if (positive.length === 0) return []
  let trials = 0
  const isSpent = (tried: number): boolean => (trials += tried) > MAX_TRIALS
  const isMatch = (path: SeenPath): boolean => isAbout(path, positive, negated, folded, memory)
  const judge: Judge = { positive, isAbout: isMatch, mayBeAbout: (path) => isSpent(all.length) || isMatch(seenPath(path, folded)) }
  const searches = tool.kind === 'search_files' ? (tool.searchGlobs ?? []) : []
  const samples = searches.length > 0 ? samplesOf(positive, place) : []
  const hook = { home: place.home, isAbout: judge.mayBeAbout, isSpent, samples, matcher: searchMatcher }
  const others = new Map(tool.paths.map((target) => [target.path, target]))
  const movedWays = (movedTo: string): readonly SeenPath[] => {
    const end = others.get(movedTo)
    return end === undefined ? memory.bothWays(movedTo) : memory.waysOf(end).all
  }
  return tool.paths.flatMap((target): TargetPath[] => {
    const { movedTo } = target
    const ways = memory.waysOf(target)
    if (memory.isSpent || ways.all.some(judge.isAbout)) return [target]
    const moved = movedTo === undefined ? [] : movedWays(movedTo)
    // Named by the end that counts, once.
    if (movedTo !== undefined && moved.some(judge.isAbout))
      return others.has(movedTo) ? [] : [{ path: movedTo, spelled: movedTo, kind: 'move' }]
    if (['delete', 'move'].includes(target.kind) || moved.length > 0)
      return ways.here.some((here) => takesAlong(here, moved, judge)) ? [target] : []
    return searches.some((glob) => ways.all.some(({ path }) => couldSelect(glob, path, hook))) ? [target] : []
  })
}

const samplesOf = (positive: readonly GlobView[], { root, home }: GlobPlace): { anchor: string; sample: string }[] =>
  positive.flatMap(({ glob: { anchor, samples } }) => {
    const from = { root, home, absolute: '/' }[anchor]
    return samples.map((sample) => ({ anchor: from, sample }))
  })

/** A folder that goes takes along what is in it, and what the globs say may be in it. */
const takesAlong = (here: readonly SeenPath[], moved: readonly SeenPath[], judge: Judge): boolean => {
  const folder = here.at(-1)?.path ?? ''
  const stats = statsOf(folder)
  if (stats?.isFile() === true) return false
  if (here.some((path) => isAboveBase(path, judge))) return true
  const names = [...here, ...moved]
  return stats?.isDirectory() === true && names.some((path) => mayHold(path, judge)) && holdsMatch(folder, names, judge)
}

const isAboveBase = ({ keys }: SeenPath, { positive }: Judge): boolean =>
  positive.some(({ bases }) => bases().some((base) => base.length > keys.length && isPrefix(keys, base)))

/** So that nobody walks through `node_modules` for the sake of `infra/**`. */
const mayHold = ({ keys }: SeenPath, { positive }: Judge): boolean =>
  positive.some(({ bases }) => bases().some((base) => isPrefix(keys, base) || isPrefix(base, keys)))

/** @param names of the folder: what is in it is judged below each */
const holdsMatch = (folder: string, names: readonly SeenPath[], { mayBeAbout }: Judge): boolean => {
  const waiting = ['']
  let walked = 0
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    try {
      const open = opendirSync(folder + below)
      try {
        for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
          if (++walked > MAX_WALKED) return true
          const path = `${below}/${entry.name}`
          if (names.some((name) => mayBeAbout((name.path === '/' ? '' : name.path) + path))) return true
          if (entry.isDirectory()) waiting.push(path)
        }
      } finally {
        open.closeSync()
      }
    } catch (error) {
      // What vanished meanwhile holds nothing; what may not be read may hold anything.
      if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return true
    }
  }
  return false
}
