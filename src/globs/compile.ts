import { expandedBraces } from './braces.js'
import { classEnd, partsOf, type Part } from './parse.js'
import { normalGlob, slashed, staticBase, type Anchor } from './normal.js'
import { samplesOf } from './samples.js'

/** The `paths` of a hook as approval keeps them: normalised globs without braces, as plain data. */

export interface PathGlob {
  anchor: Anchor
  negated: boolean
  /** Without braces, `.` and doubled slashes, in Unicode NFC, relative to the anchor, with `/`, without one at the start. */
  pattern: string
  /** The folders it begins with that hold no wildcard; empty for none. */
  base: string
  /** A few paths it matches. */
  samples: string[]
}

export interface PathGlobs {
  globs: PathGlob[]
}

const MAX_GLOB_CHARS = 1000
const MAX_ALTERNATIVES = 1000
const MAX_EXPANDED_CHARS = 100_000

export const compilePathGlobs = (globs: readonly string[]): PathGlobs => {
  const compiled = globs.flatMap(compiledGlobs)
  const onlyNegated = compiled.length > 0 && compiled.every(({ negated }) => negated)
  return { globs: onlyNegated ? [...compiledGlobs('/**'), ...compiled] : compiled }
}

const compiledGlobs = (glob: string): PathGlob[] => {
  const { negated, rest } = withoutNegation(glob)
  return (expandedBraces(slashed(rest), MAX_ALTERNATIVES) ?? [rest]).map((one) => {
    const { anchor, pattern } = normalGlob(one)
    return { anchor, negated, pattern, base: staticBase(pattern), samples: samplesOf(pattern) }
  })
}

/** `!` in front negates, twice not; `!(` begins a pattern. */
const withoutNegation = (glob: string): { negated: boolean; rest: string } => {
  const marks = /^(?:!(?!\())*/.exec(glob)?.[0].length ?? 0
  return { negated: marks % 2 === 1, rest: glob.slice(marks) }
}

export type PathGlobFault = 'empty' | 'outside' | 'nul' | 'bad'

/** @param mayBeOutside for the files of a person and of the machine, whose globs may be absolute */
export const faultOfPathGlob = (glob: string, mayBeOutside: boolean): PathGlobFault | undefined => {
  const { rest } = withoutNegation(glob)
  if (rest.trim() === '') return 'empty'
  if (rest.includes('\0')) return 'nul'
  if (glob.length > MAX_GLOB_CHARS) return 'bad'
  const all = expandedBraces(slashed(rest), MAX_ALTERNATIVES)
  if (all === undefined || all.reduce((sum, { length }) => sum + length, 0) > MAX_EXPANDED_CHARS) return 'bad'
  const outside = (one: string): boolean => isUpward(one) || (!mayBeOutside && normalGlob(one).anchor !== 'root')
  if (all.some(outside)) return 'outside'
  return all.some((one) => isUnusable(normalGlob(one).pattern)) ? 'bad' : undefined
}

const isUpward = (glob: string): boolean =>
  slashed(glob)
    .split('/')
    .some((name) => name.replaceAll('\\', '') === '..')

/** What would be read otherwise than it is meant: it would protect nothing, and nobody would see. */
const isUnusable = (pattern: string): boolean =>
  hasSeparatingBackslash(pattern) || hasSlashInClass(pattern) || isNested(partsOf(pattern), false) || samplesOf(pattern).length === 0

const hasSeparatingBackslash = (pattern: string): boolean => /(?<!\\)(?:\\\\)*\\(?:[\p{L}\p{N}_]|$)/u.test(pattern)

const hasSlashInClass = (pattern: string): boolean => {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === '[') {
      const end = classEnd(pattern, at)
      if (end === undefined && pattern.includes(']', at)) return true
      at = end ?? at
    }
  }
  return false
}

const isNested = (parts: readonly Part[], inside: boolean): boolean =>
  parts.some((part) => {
    if (!('of' in part)) return false
    const repeats = part.is === 'many' || part.is === 'not'
    return (repeats && inside) || part.of.some((one) => isNested(one, inside || repeats))
  })
