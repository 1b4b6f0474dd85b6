/** JSON as a person would lay it out: two spaces, and what fits in a line stands in one. */

const LINE_CHARS = 110

/** @param indent columns that the value's first line already has */
export const laidOut = (value: unknown, indent = 0): string => {
  const flat = inOneLine(value)
  if (typeof value !== 'object' || value === null || (flat.length + indent <= LINE_CHARS && !holdsObjects(value))) return flat
  const inner = ' '.repeat(indent + 2)
  const isArray = Array.isArray(value)
  const items = isArray
    ? value.map((item) => `${inner}${laidOut(item, indent + 2)}`)
    : Object.entries(value).map(([key, item]) => {
        const head = `${JSON.stringify(key)}: `
        const text = laidOut(item, indent + 2)
        // An array that no longer fits because of its key is broken up too.
        return `${inner}${head}${head.length + text.length + indent + 2 > LINE_CHARS && Array.isArray(item) ? broken(item, indent + 2) : text}`
      })
  return `${isArray ? '[' : '{'}\n${items.join(',\n')}\n${' '.repeat(indent)}${isArray ? ']' : '}'}`
}

const broken = (items: readonly unknown[], indent: number): string => {
  const inner = ' '.repeat(indent + 2)
  return `[\n${items.map((item) => `${inner}${laidOut(item, indent + 2)}`).join(',\n')}\n${' '.repeat(indent)}]`
}

const holdsObjects = (value: object): boolean =>
  Object.values(value).some((item) => typeof item === 'object' && item !== null && !isListOfTexts(item))

const isListOfTexts = (value: object): boolean => Array.isArray(value) && value.every((item) => typeof item !== 'object')

const inOneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${inOneLine(item)}`)
    .join(', ')} }`
}
