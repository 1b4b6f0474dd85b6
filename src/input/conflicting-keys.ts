/**
 * Finds a key that stands twice in one object with different values. A parser keeps one of them without a word, and
 * the host's may keep the other: what it says depends on who reads it.
 *
 * Linear: the documents that matter, those without any such key, are told by two counts, of which each looks at every character
 * or value once. The others are read in one pass that jumps from quote to quote; values are compared as the texts they are, only
 * where a key stands twice, and a value that is compared is half of what holds both.
 */

interface Open {
  /** Objects only: where each key's value stands. */
  values?: Map<string, string>
  key?: string
  /** Where the value that is being read begins. */
  from: number
}

/**
 * @param json a valid JSON document
 * @param value what a parser made of it
 * @returns the first such key, or undefined
 */
export const conflictingKeyOf = (json: string, value: unknown): string | undefined =>
  keysIn(value) === keysBehindQuotes(json) ? undefined : firstConflict(json)

const SPACED_COLON = /"[ \t\r\n]+:/

/**
 * Each key is followed by a colon, so where there are as many of them as the parser has keys, none stands twice. Never fewer than
 * the document has keys: undefined where white space before a colon would hide one.
 */
const keysBehindQuotes = (json: string): number | undefined => {
  let count = 0
  for (let at = json.indexOf('":'); at !== -1; at = json.indexOf('":', at + 2)) count++
  return SPACED_COLON.test(json) ? undefined : count
}

const keysIn = (value: unknown): number => {
  let count = 0
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const values = Object.values(next)
    if (!Array.isArray(next)) count += values.length
    for (const item of values) if (typeof item === 'object' && item !== null) waiting.push(item)
  }
  return count
}

const firstConflict = (json: string): string | undefined => {
  const open: Open[] = []
  let text: [from: number, to: number] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    const here = open.at(-1)
    if (char === '"') {
      const end = endOfText(json, at)
      text = [at, end]
      at = end - 1
    } else if (char === '{') open.push({ values: new Map(), from: at })
    else if (char === '[') open.push({ from: at })
    else if (char === ':' && here !== undefined) {
      here.key = wordOf(json.slice(...text))
      here.from = at + 1
    } else if ((char === ',' || char === '}') && here?.values !== undefined) {
      if (here.key !== undefined) {
        const value = json.slice(here.from, at).trim()
        const before = here.values.get(here.key)
        if (before !== undefined && before !== value) return here.key
        here.values.set(here.key, value)
        delete here.key
      }
      if (char === '}') open.pop()
    } else if (char === ']') open.pop()
  }
  return undefined
}

const wordOf = (text: string): string => (text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1))

/** @returns the place behind the quote that ends the text which begins at `start`; each backslash is counted for one quote only */
const endOfText = (json: string, start: number): number => {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end + 1
  }
  return json.length
}
