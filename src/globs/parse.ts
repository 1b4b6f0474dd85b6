/**
 * The parts of one glob without braces. picomatch's meaning with `dot: true`, read by hand because its regular
 * expressions backtrack: one path that an agent chose could keep a gate busy until the host gives up on it.
 */

export type Part =
  | { is: 'text'; text: string }
  /** One character of a name. */
  | { is: 'any' }
  /** Characters of one name. `least` is 1 where the star is a whole name. */
  | { is: 'star'; least: 0 | 1 }
  /** Any number of whole folders, with the slash after them. */
  | { is: 'folders' }
  /** The end, or a slash and everything after it: the `/**` of `x/**`. */
  | { is: 'below' }
  /** Everything that is left. */
  | { is: 'rest' }
  /** Any characters, slashes too: `**` inside a group. */
  | { is: 'deep' }
  | { is: 'class'; negated: boolean; ranges: readonly (readonly [number, number])[] }
  | { is: 'one'; of: readonly Part[][] }
  | { is: 'many'; least: 0 | 1; of: readonly Part[][] }
  /** Characters that are none of these; `prefix`: that do not even begin with one, as a star follows. */
  | { is: 'not'; of: readonly Part[][]; prefix: boolean; deep: boolean }

export const partsOf = (glob: string, inGroup = false): Part[] => {
  const parts: Part[] = []
  let text = ''
  const push = (...more: Part[]): void => {
    if (text !== '') parts.push({ is: 'text', text })
    text = ''
    parts.push(...more)
  }
  for (let at = 0; at < glob.length;) {
    const group = groupAt(glob, at)
    const end = glob[at] === '[' ? classEnd(glob, at) : undefined
    if (group !== undefined) {
      push(groupPart(glob, at, group))
      at = group.end + 1
    } else if (end !== undefined) {
      // `app/[id]/page.tsx`: brackets are common in names, so a class also stands for its own text.
      push({ is: 'one', of: [[classPart(glob.slice(at + 1, end))], [{ is: 'text', text: glob.slice(at, end + 1) }]] })
      at = end + 1
    } else if (glob[at] === '*') {
      const run = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1
      const starts = at === 0 || glob[at - 1] === '/'
      const next = glob[at + run]
      at += run
      if (inGroup) push(run > 1 ? { is: 'deep' } : { is: 'star', least: 0 })
      else if (run === 2 && starts && next === '/') {
        push({ is: 'folders' })
        at++
      } else if (run === 2 && starts && next === undefined) {
        const below = text.length > 1 || (text === '/' && parts.length > 0)
        if (below) text = text.slice(0, -1)
        push({ is: below ? 'below' : 'rest' })
      } else push({ is: 'star', least: starts && (next === '/' || next === undefined) ? 1 : 0 })
    } else if (glob[at] === '?') {
      push({ is: 'any' })
      at++
    } else {
      if (glob[at] === '\\' && at + 1 < glob.length) at++
      text += glob[at++]
    }
  }
  push()
  return parts
}

interface Group {
  /** Of the opening parenthesis. */
  open: number
  /** Of the closing one. */
  end: number
  sign: string
}

/** `@(a|b)` and the like, or plain parentheses. */
const groupAt = (glob: string, at: number): Group | undefined => {
  const sign = '@?+*!'.includes(glob[at] ?? '') && glob[at + 1] === '(' ? (glob[at] ?? '') : ''
  const open = at + sign.length
  if (glob[open] !== '(') return undefined
  const end = groupEnd(glob, open)
  return end === undefined ? undefined : { open, end, sign }
}

const groupEnd = (glob: string, open: number): number | undefined => {
  let depth = 0
  for (let at = open; at < glob.length; at++) {
    if (glob[at] === '\\') at++
    else if (glob[at] === '[') at = classEnd(glob, at) ?? at
    else if (glob[at] === '(') depth++
    else if (glob[at] === ')' && --depth === 0) return at
  }
  return undefined
}

const groupPart = (glob: string, at: number, { open, end, sign }: Group): Part => {
  const inner = glob.slice(open + 1, end)
  const of = splitOutside(inner, '|').map((one) => partsOf(one, true))
  if (sign === '?') return { is: 'one', of: [[], ...of] }
  if (sign === '@') return { is: 'one', of }
  if (sign === '+' || sign === '*') return { is: 'many', least: sign === '+' ? 1 : 0, of }
  if (sign === '!') return { is: 'not', of, prefix: glob[end + 1] === '*', deep: inner.includes('/') }
  // `app/(group)/page.tsx`: without a sign the parentheses may be the name's own.
  return { is: 'one', of: [...of, [{ is: 'text', text: glob.slice(at, end + 1) }]] }
}

/** Split where `mark` stands outside groups, classes and braces. */
export const splitOutside = (glob: string, mark: string): string[] => {
  const found: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at] ?? ''
    if (char === '\\') at++
    else if (char === '[') at = classEnd(glob, at) ?? at
    else if ('({'.includes(char)) depth++
    else if (')}'.includes(char)) depth--
    else if (char === mark && depth === 0) {
      found.push(glob.slice(start, at))
      start = at + 1
    }
  }
  return [...found, glob.slice(start)]
}

/** Where the class that opens at `at` closes; undefined when it is an ordinary bracket. */
export const classEnd = (glob: string, at: number): number | undefined => {
  let next = at + 1
  if (glob[next] === '^' || glob[next] === '!') next++
  if (glob[next] === ']') next++
  for (; next < glob.length && glob[next] !== '/'; next++) {
    if (glob[next] === '\\') next++
    else if (glob.startsWith('[:', next)) {
      const close = glob.indexOf(':]', next)
      if (close > 0) next = close + 1
    } else if (glob[next] === ']') return next
  }
  return undefined
}

const POSIX: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  ascii: '\0-\x7f',
  blank: ' \t',
  cntrl: '\0-\x1f\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-/:-@[-`{-~',
  space: ' \t\r\n\v\f',
  upper: 'A-Z',
  word: 'a-zA-Z0-9_',
  xdigit: 'a-fA-F0-9',
}

const classPart = (inner: string): Part => {
  const negated = /^[!^]/.test(inner)
  const ranges: [number, number][] = []
  const rest = inner.slice(negated ? 1 : 0)
  for (const piece of rest.match(/\[:[a-z]+:\]|\\[^]|[^]/gu) ?? []) {
    const named = POSIX[piece.slice(2, -2)]
    if (piece.startsWith('[:') && named !== undefined) ranges.push(...rangesOf([...named].map(codeOf)))
    else ranges.push([codeOf(piece), piece.startsWith('\\') ? -1 : 0])
  }
  const named = ranges.filter(([, to]) => to > 0)
  const single = ranges.filter(([, to]) => to <= 0).map(([from, to]) => (from === HYPHEN && to < 0 ? -HYPHEN : from))
  return { is: 'class', negated, ranges: [...named, ...rangesOf(single)] }
}

const HYPHEN = 45

/** `a-z` among single characters; an escaped hyphen comes as a negative code. */
const rangesOf = (codes: readonly number[]): [number, number][] => {
  const ranges: [number, number][] = []
  for (let at = 0; at < codes.length; at++) {
    const [from, mid, to] = [codes[at] ?? 0, codes[at + 1], codes[at + 2]].map((code, index) =>
      code === -HYPHEN && index !== 1 ? HYPHEN : code,
    ) as [number, number | undefined, number | undefined]
    if (mid === HYPHEN && to !== undefined && to >= from) {
      ranges.push([from, to])
      at += 2
    } else ranges.push([from, from])
  }
  return ranges
}

const codeOf = (piece: string): number => (piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece).codePointAt(0) ?? 0
