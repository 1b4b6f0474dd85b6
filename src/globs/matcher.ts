import { partsOf, type Part } from './parse.js'

/**
 * Whether a path matches a glob, by the set of places where a match can have got to: linear in both, but for repeated
 * and excluded groups, which are quadratic in the path.
 *
 * @param glob without braces, as `normalGlob` leaves it
 * @param folded letters count as equal in either case
 * @returns for paths with `/`, without one at the start; empty for the anchor itself. Undefined: too long to be told.
 */
export const globMatcher = (glob: string, folded = false): Matcher => {
  const [head, tail] = [HEAD, TAIL].map((end) => compared(end.exec(glob)?.[0] ?? '', folded)) as [string, string]
  let read: ReadGlob | undefined
  return (path, text = compared(path, folded), effort) => {
    if (effort !== undefined) effort.steps += TRIAL_STEPS
    if (!text.startsWith(head) || !text.endsWith(tail)) return false
    const { parts, all, limited } = (read ??= readGlob(glob, folded))
    if (path === '') return all
    if (limited && path.length > MAX_LIMITED_CHARS) return undefined
    const reading = { text, steps: 0 }
    const isMatch = sequence(parts, reading, [0]).at(-1) === text.length
    if (effort !== undefined) effort.steps += reading.steps
    return isMatch
  }
}

/** What every match begins and ends with, told without reading the glob: of five hundred most are done with by that. */
const HEAD = /^[^*?[(\\@+!]*?(?=\/?(?:[*?[(\\@+!]|$))/
const TAIL = /[^*?[\]()\\|@+!/]*$/

interface ReadGlob {
  parts: readonly Part[]
  /** It matches whatever is below. */
  all: boolean
  limited: boolean
}

const readGlob = (glob: string, folded: boolean): ReadGlob => {
  const parts = partsOf(glob).map((part) => (folded ? foldedPart(part) : part))
  return { parts, all: parts.every(({ is }) => is === 'rest' || is === 'folders'), limited: parts.some(isQuadratic) }
}

const compared = (text: string, folded: boolean): string => (folded ? fold(text) : text)

/** @param text the path as it is compared, where that is known already */
export type Matcher = (path: string, text?: string, effort?: Effort) => boolean | undefined

/** Counts the places that were tried. */
export interface Effort {
  steps: number
}

type Reading = Effort & { text: string }

/** What a trial, each of its parts and every place that is sorted in cost besides, as measured. */
const TRIAL_STEPS = 20
const PART_STEPS = 20
const SORT_STEPS = 15

/** As long as a path can be on Linux. */
const MAX_LIMITED_CHARS = 4096

const isQuadratic = (part: Part): boolean =>
  part.is === 'many' || part.is === 'not' || (part.is === 'one' && part.of.some((parts) => parts.some(isQuadratic)))

/** Letter by letter, so that what stands around a letter changes nothing. */
export const fold = (text: string): string => {
  // eslint-disable-next-line no-control-regex
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return Array.from(text, (char) => char.toUpperCase().toLowerCase()).join('')
}

const foldedPart = (part: Part): Part => {
  if (part.is === 'text') return { is: 'text', text: fold(part.text) }
  if ('of' in part) return { ...part, of: part.of.map((parts) => parts.map(foldedPart)) }
  if (part.is !== 'class') return part
  const both = part.ranges.flatMap(([from, to]) => [[from, to] as const, ...casesOf(from, to)])
  return { ...part, ranges: both }
}

/** A range of one script's letters in the other case. */
const casesOf = (from: number, to: number): [number, number][] => {
  const ends = [from, to].map((code) => String.fromCodePoint(code))
  return [ends.map((end) => end.toLowerCase()), ends.map((end) => end.toUpperCase())].map(
    (pair) => pair.map((end) => end.codePointAt(0) ?? 0) as [number, number],
  )
}

/** Ascending, without repeats. */
type Places = readonly number[]

const sequence = (parts: readonly Part[], reading: Reading, from: Places): Places => {
  let at = from
  for (const part of parts) {
    if (at.length === 0) return at
    at = after(part, reading, at)
    reading.steps += PART_STEPS + at.length
  }
  return at
}

const after = (part: Part, reading: Reading, at: Places): Places => {
  const { text } = reading
  switch (part.is) {
    case 'text':
      return at.filter((place) => text.startsWith(part.text, place)).map((place) => place + part.text.length)
    case 'any':
      return oneCharacter(text, at, () => true)
    case 'class':
      return oneCharacter(text, at, (code) => part.ranges.some(([from, to]) => from <= code && code <= to) !== part.negated)
    case 'star':
      return runs(text, at, part.least)
    case 'folders':
      return merged([at, slashes(text, at[0] ?? 0)], reading)
    case 'below':
      return at.some((place) => place === text.length || text[place] === '/') ? [text.length] : []
    case 'rest':
      return [text.length]
    case 'deep':
      return Array.from({ length: text.length - (at[0] ?? 0) + 1 }, (_, index) => (at[0] ?? 0) + index)
    case 'one':
      return merged(
        part.of.map((parts) => sequence(parts, reading, at)),
        reading,
      )
    case 'many':
      return repeated(part.of, reading, at, part.least)
    case 'not':
      return others(part, reading, at)
  }
}

const oneCharacter = (text: string, at: Places, fits: (code: number) => boolean): Places => {
  const ends: number[] = []
  for (const place of at) {
    const code = text.codePointAt(place)
    if (code === undefined || code === SLASH || !fits(code)) continue
    const end = place + (code > 0xffff ? 2 : 1)
    if (ends.at(-1) !== end) ends.push(end)
  }
  return ends
}

const SLASH = 47

const nameEnd = (text: string, place: number): number => {
  const end = text.indexOf('/', place)
  return end < 0 ? text.length : end
}

const runs = (text: string, at: Places, least: 0 | 1): Places => {
  const ends: number[] = []
  let covered = -1
  for (const place of at) {
    if (place <= covered) continue
    covered = nameEnd(text, place)
    for (let end = place + least; end <= covered; end++) ends.push(end)
  }
  return ends
}

const slashes = (text: string, from: number): Places => {
  const found: number[] = []
  for (let slash = text.indexOf('/', from); slash >= 0; slash = text.indexOf('/', slash + 1)) found.push(slash + 1)
  return found
}

const merged = (several: readonly Places[], reading: Reading): Places => {
  const some = several.filter(({ length }) => length > 0)
  if (some.length < 2) return some[0] ?? []
  const all = some.flat()
  reading.steps += SORT_STEPS * all.length
  return [...new Set(all)].sort((a, b) => a - b)
}

const repeated = (of: readonly Part[][], reading: Reading, at: Places, least: 0 | 1): Places => {
  const seen = new Set(least === 0 ? at : [])
  let waiting: Places = at
  while (waiting.length > 0) {
    waiting = merged(
      of.map((parts) => sequence(parts, reading, waiting)),
      reading,
    ).filter((place) => !seen.has(place))
    for (const place of waiting) seen.add(place)
    reading.steps += PART_STEPS + SORT_STEPS * waiting.length
  }
  return [...seen].sort((a, b) => a - b)
}

const others = ({ of, prefix, deep }: Part & { is: 'not' }, reading: Reading, at: Places): Places => {
  const { text } = reading
  // By end: from how many of the starts it is excluded.
  const excluded = new Map<number, number>()
  const starts = at.filter((place) => {
    const ends = merged(
      of.map((parts) => sequence(parts, reading, [place])),
      reading,
    )
    if (prefix) return ends.length === 0
    for (const end of ends) excluded.set(end, (excluded.get(end) ?? 0) + 1)
    return true
  })
  const found: number[] = []
  for (let index = 0; index < starts.length;) {
    const first = starts[index] ?? 0
    const last = deep ? text.length : nameEnd(text, first)
    let open = 0
    for (let end = first; end <= last; end++) {
      for (; starts[index] === end; index++) open++
      if (open > (excluded.get(end) ?? 0)) found.push(end)
    }
  }
  return found
}
