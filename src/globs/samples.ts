import { globMatcher } from './matcher.js'
import { partsOf, type Part } from './parse.js'

/** A few paths that a glob without braces matches: what its wildcards stand for is made as short, and a little longer. */
export const samplesOf = (glob: string): string[] => {
  const matches = globMatcher(glob)
  const parts = partsOf(glob)
  const made = [0, 1, 2].flatMap((size) => FILLERS.map((filler) => sampleOf(parts, size, filler)))
  return [...new Set(made)].filter((sample) => sample !== '' && matches(sample) === true).slice(0, MOST)
}

const MOST = 6
/** What a wildcard becomes; several, because `!(a)` takes what `[a-c]` does not. */
const FILLERS = ['a', 'x', '0', 'zzz']

const sampleOf = (parts: readonly Part[], size: number, filler: string): string => parts.map((part) => pieceOf(part, size, filler)).join('')

const pieceOf = (part: Part, size: number, filler: string): string => {
  switch (part.is) {
    case 'text':
      return part.text
    case 'any':
      return filler.slice(0, 1)
    case 'star':
      return filler.repeat(Math.min(Math.max(size, part.least), 1))
    case 'folders':
      return size < 2 ? '' : `${filler}/`
    case 'below':
      return size < 2 ? `/${filler}` : `/${filler}/${filler}`
    case 'rest':
      return size < 2 ? filler : `${filler}/${filler}`
    case 'deep':
      return filler
    case 'class':
      return memberOf(part, filler)
    case 'one':
      return sampleOf(part.of[Math.min(size, part.of.length - 1)] ?? [], size, filler)
    case 'many':
      return sampleOf(part.of[Math.min(size, part.of.length - 1)] ?? [], size, filler)
    case 'not':
      return filler
  }
}

const memberOf = ({ negated, ranges }: Part & { is: 'class' }, filler: string): string => {
  if (!negated) return String.fromCodePoint(ranges[0]?.[0] ?? 97)
  return (
    Array.from(`${filler}ax0AZ_-.~\u00e9`).find(
      (char) => !ranges.some(([from, to]) => from <= char.charCodeAt(0) && char.charCodeAt(0) <= to),
    ) ?? ''
  )
}
