import { boundedRegex, type BoundedRegex } from '../shared/bounded-regex.js'

/**
 * A matcher as Codex reads it: a regular expression of Rust's regex crate, which has no look-around and no back-references
 * (https://docs.rs/regex/latest/regex/#syntax), told with JavaScript's.
 */

/** What Rust refuses and JavaScript takes: look-around, back-references, a letter behind a backslash that means nothing, a brace that is no count. */
const REFUSED = /\((?:\?[=!]|\?<[=!])|\\[0-9ceghijklmoqyCEFGHIJKLMNOQRTVXYZ]|\\k|(?<!\\[pPux])\{(?!\d+(?:,\d*)?\})/

const FLAGS = /^\(\?([imsxU]+)\)/

/** @returns undefined where Rust refuses it; where only JavaScript does, an expression that matches nothing */
export const rustRegex = (source: string): BoundedRegex | undefined => {
  const flags = FLAGS.exec(source)
  const pattern = source.slice(flags?.[0].length ?? 0)
  if (REFUSED.test(withoutEscapes(pattern))) return undefined
  const spelled = pattern.replaceAll('(?P<', '(?<').replace(/\\A/g, '^').replace(/\\z/g, '$')
  const known = [...(flags?.[1] ?? '')].filter((flag) => 'ims'.includes(flag)).join('')
  return boundedRegex(spelled, known)
}

/** Escaped signs and sets, in which a brace is itself, left out. */
const withoutEscapes = (pattern: string): string =>
  pattern.replace(/\\[^A-Za-z0-9]/g, '').replace(/\[\^?\]?(?:[^\]\\[]|\[:\^?[a-z]+:\]|\\.)*\]/g, (set) => set.replace(/[{}]/g, ''))
