/**
 * Finds a key that stands twice in one object with different values. A parser keeps one of them without a word, and
 * the host's may keep the other: what it says depends on who reads it.
 */

interface Open {
  /** Objects only: where each key's value stands. */
  values?: Map<string, string>
  key?: string
  /** Where the value that is being read begins. */
  from: number
}

/** Texts, brackets, separators, and everything else (numbers, true, false, null). One pass: the cost is linear. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs

/**
 * @param json a valid JSON document
 * @param value what a parser made of it
 * @returns the first such key, or undefined
 */
export const conflictingKeyOf = (json: string, value: unknown): string | undefined =>
  keysIn(value) === colonsBehindQuotes(json) ? undefined : firstConflict(json)

/** Each key is followed by a colon, so where there are as many of them as the parser has keys, none stands twice. */
const colonsBehindQuotes = (json: string): number => {
  let count = 0
  for (let at = json.indexOf('":'); at !== -1; at = json.indexOf('":', at + 2)) count++
  return count
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
  let lastText = ''
  for (const { 0: token, index } of json.matchAll(TOKEN)) {
    const here = open.at(-1)
    if (token === '{') open.push({ values: new Map(), from: index })
    else if (token === '[') open.push({ from: index })
    else if (token === ':' && here !== undefined) {
      here.key = lastText.includes('\\') ? (JSON.parse(lastText) as string) : lastText.slice(1, -1)
      here.from = index + 1
    } else if ((token === ',' || token === '}') && here?.values !== undefined) {
      if (here.key !== undefined) {
        const value = json.slice(here.from, index).trim()
        const before = here.values.get(here.key)
        if (before !== undefined && before !== value) return here.key
        here.values.set(here.key, value)
        delete here.key
      }
      if (token === '}') open.pop()
    } else if (token === ']') open.pop()
    else if (token.startsWith('"')) lastText = token
  }
  return undefined
}
