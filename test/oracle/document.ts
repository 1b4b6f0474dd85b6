/** Telling what is wrong with a stdout that is not one JSON document, in words for `problems`. */
import { isObject, type Json } from './shape.js'

export const BYTE_ORDER_MARK = '\ufeff'

/** White space as Rust's `str::trim` sees it: JavaScript's, less the byte order mark, plus U+0085. */
const RUST_SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const RUST_ENDS = new RegExp(`^${RUST_SPACE}+|${RUST_SPACE}+$`, 'g')

export const rustTrim = (text: string): string => text.replace(RUST_ENDS, '')

/** The parsed value, or undefined where `text` is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Where the object opened at `from` is closed, strings minded; -1 when it never is. */
function closing(text: string, from: number): number {
  let depth = 0
  let quoted = false
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{') depth += 1
    else if (char === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

/** The complete JSON objects standing in `text`, outermost only; the first 100 opening braces are tried. */
export function objectsIn(text: string): Json[] {
  const found: Json[] = []
  let at = text.indexOf('{')
  for (let tries = 0; at !== -1 && tries < 100; tries += 1) {
    const end = closing(text, at)
    const value = end === -1 ? undefined : parse(text.slice(at, end + 1))
    if (isObject(value)) found.push(value)
    at = text.indexOf('{', isObject(value) ? end + 1 : at + 1)
  }
  return found
}

/**
 * Why a stdout that was not read as one document may be an answer gone wrong. `answerKeys` are the host's own keys: an
 * object in prose counts only when it has one. Empty for plain words.
 */
export function garbled(stdout: string, answerKeys: ReadonlySet<string>): string[] {
  const problems: string[] = []
  if (stdout.startsWith(BYTE_ORDER_MARK)) problems.push('byte order mark before the document')
  const text = stdout.trim()
  if (text.startsWith('[') && parse(text) !== undefined) problems.push('a JSON array is no answer')
  const answers = objectsIn(text).filter((value) => Object.keys(value).some((key) => answerKeys.has(key)))
  if (answers.length > 1) problems.push('more than one document')
  else if (answers.length === 1 && !isObject(parse(text))) problems.push('text around the document')
  else if (text.startsWith('{') && parse(text) === undefined) problems.push('malformed JSON')
  return problems
}
