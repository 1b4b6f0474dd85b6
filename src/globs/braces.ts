import { classEnd, splitOutside } from './parse.js'

/**
 * `a{b,c}` and `a{1..3}` as the shell expands them. Braces that offer no choice are ordinary characters.
 *
 * @returns undefined for more than `most` results
 */
export const expandedBraces = (glob: string, most: number): string[] | undefined => {
  for (let open = 0; open < glob.length; open++) {
    if (glob[open] === '\\') open++
    else if (glob[open] === '[') open = classEnd(glob, open) ?? open
    else if (glob[open] === '{') {
      const close = closeOf(glob, open)
      if (close === undefined) continue
      const choices = choicesOf(glob.slice(open + 1, close), most)
      if (choices === undefined) continue
      return product(glob.slice(0, open), choices, glob.slice(close + 1), most)
    }
  }
  return [glob]
}

const product = (head: string, choices: readonly string[], rest: string, most: number): string[] | undefined => {
  const tails = expandedBraces(rest, most)
  if (tails === undefined) return undefined
  const all: string[] = []
  for (const choice of choices) {
    const middles = expandedBraces(choice, most)
    if (middles === undefined || all.length + middles.length * tails.length > most) return undefined
    for (const middle of middles) for (const tail of tails) all.push(head + middle + tail)
  }
  return all
}

const closeOf = (glob: string, open: number): number | undefined => {
  let depth = 0
  for (let at = open; at < glob.length; at++) {
    if (glob[at] === '\\') at++
    else if (glob[at] === '[') at = classEnd(glob, at) ?? at
    else if (glob[at] === '{') depth++
    else if (glob[at] === '}' && --depth === 0) return at
  }
  return undefined
}

const choicesOf = (inner: string, most: number): string[] | undefined => {
  const parts = splitOutside(inner, ',')
  return parts.length > 1 ? parts : rangeOf(inner, most)
}

const rangeOf = (inner: string, most: number): string[] | undefined => {
  const [, from, to, step] = /^(-?\d{1,15}|[A-Za-z])\.\.(-?\d{1,15}|[A-Za-z])(?:\.\.-?(\d{1,6}))?$/.exec(inner) ?? []
  if (from === undefined || to === undefined || isNumber(from) !== isNumber(to)) return undefined
  const [first, last] = [from, to].map((end) => (isNumber(end) ? Number(end) : end.charCodeAt(0))) as [number, number]
  const by = Math.max(Number(step ?? 1), 1)
  // One more than there may be is enough to be refused.
  const count = Math.min(Math.floor(Math.abs(last - first) / by), most) + 1
  const width = [from, to].some((end) => /^-?0\d/.test(end)) ? Math.max(from.length, to.length) : 0
  return Array.from({ length: count }, (_, index) => {
    const value = first + index * by * Math.sign(last - first || 1)
    return isNumber(from)
      ? `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(value < 0 ? width - 1 : width, '0')}`
      : String.fromCharCode(value)
  })
}

const isNumber = (end: string): boolean => /\d/.test(end)
