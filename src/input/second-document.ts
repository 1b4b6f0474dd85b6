/**
 * Tells a text with something behind a whole JSON document from one that is no JSON: what a parser says in its message differs from
 * runtime to runtime. Asked once parsing has failed; linear, whatever the text.
 */
export const hasSecondDocument = (text: string): boolean => {
  const end = firstValueEnd(text, afterSpace(text, 0))
  if (end === undefined || afterSpace(text, end) === text.length) return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}

const afterSpace = (text: string, from: number): number => {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text[at] as string)) at++
  return at
}

/** Where a value ends, by its quotes and brackets alone; undefined where it does not. */
const firstValueEnd = (text: string, from: number): number | undefined => {
  if (!'{["'.includes(text[from] ?? 'x')) return scalarEnd(text, from)
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
    } else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    if (depth === 0) return at + 1
  }
  return undefined
}

const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

const scalarEnd = (text: string, from: number): number | undefined => {
  SCALAR.lastIndex = from
  return SCALAR.test(text) ? SCALAR.lastIndex : undefined
}
