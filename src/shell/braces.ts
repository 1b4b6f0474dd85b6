import type { WordPiece } from './types.js'

/** `{a,b}` in a word: the texts it stands for, and what an unquoted text becomes. */

const SEQUENCE = /^[^{},]*\.\.[^{},]*$/
const GLOB_PARTS = /\*|\?|\[(?:[^\]]|(?<=\[)\])[^\]]{0,64}\]/g
/** More alternatives than this are not told apart. */
const MOST = 64

/** An unquoted text, its globs as pieces of their own. */
export const globbedPieces = (text: string): WordPiece[] => {
  if (!/[*?[]/.test(text)) return text === '' ? [] : [{ kind: 'text', text }]
  const pieces: WordPiece[] = []
  let from = 0
  for (const { index, 0: glob } of text.matchAll(GLOB_PARTS)) {
    if (index > from) pieces.push({ kind: 'text', text: text.slice(from, index) })
    pieces.push({ kind: 'glob', text: glob })
    from = index + glob.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** The top-level parts of what stands between the braces. */
const partsOf = (inner: string): string[] => {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < inner.length; at++) {
    const char = inner[at]
    if (char === '\\') at++
    else if (char === '{') depth++
    else if (char === '}') depth--
    else if (char === ',' && depth === 0) {
      parts.push(inner.slice(from, at))
      from = at + 1
    }
  }
  parts.push(inner.slice(from))
  return parts
}

/** A text with braces in it as the texts it stands for; undefined when there are too many, or they stand too deep. */
const expanded = (text: string, depth: number): string[] | undefined => {
  const open = text.indexOf('{')
  if (open === -1) return [text]
  const close = closingOf(text, open)
  if (close === -1 || depth > 8) return undefined
  const inner = text.slice(open + 1, close)
  const parts = SEQUENCE.test(inner) ? ['*'] : partsOf(inner)
  const middles = parts.length === 1 && parts[0] === inner ? [`${inner}`] : parts
  const rests = expanded(text.slice(close + 1), depth + 1)
  const heads = middles.flatMap((part) => expanded(part, depth + 1) ?? [])
  if (rests === undefined || heads.length < middles.length || heads.length * rests.length > MOST) return undefined
  return heads.flatMap((head) => rests.map((rest) => text.slice(0, open) + head + rest))
}

const closingOf = (text: string, open: number): number => {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at
  }
  return -1
}

/**
 * @param text a brace expansion as it is written, braces included
 * @returns one list of pieces for each alternative; a sequence (`{1..9}`) is a glob, too many are one that may be anything
 */
export const braceAlternatives = (text: string): WordPiece[][] =>
  expanded(text, 0)?.map((part) => (/[$`]/.test(part) ? [{ kind: 'unknown' }] : globbedPieces(part.replace(/["'\\]/g, '')))) ?? [
    [{ kind: 'unknown' }],
  ]
