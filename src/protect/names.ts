import { folded } from './fold.js'
import { isWindowsPath, mayBeShortFor, windowsNames } from './windows.js'

/** Names of a path one by one, and whether one may be a protected name. Pure: nothing is looked up on disk. */

/** `any`: any characters. `one`: any one character, or one of `of`. */
type Token = string | { any: true } | { one: true; of?: string }

export interface Name {
  /** As it is written; absent for one with globs or with parts that only run time tells. */
  literal?: string
  folded: string
  /** For a name that is no literal. */
  tokens?: readonly Token[]
  /** True when a part of it is known at run time only. */
  unknown?: true
  /** True when it begins with a glob, which does not match a leading dot. */
  globFirst?: true
  windows?: true
}

export const literalName = (literal: string, windows = false): Name => ({
  literal,
  folded: folded(literal),
  ...(windows && { windows: true as const }),
})

/** A name made of pieces: a text, `*`, `?`, `[…]`, or what only run time tells (undefined). */
export const piecedName = (pieces: readonly ({ text: string } | { glob: string } | undefined)[]): Name => {
  const tokens: Token[] = []
  for (const piece of pieces) {
    if (piece === undefined || ('glob' in piece && piece.glob === '*')) tokens.push({ any: true })
    else if ('text' in piece) tokens.push(...folded(piece.text))
    else
      tokens.push(/^\[[^!^]/.test(piece.glob) && !/-/.test(piece.glob) ? { one: true, of: folded(piece.glob.slice(1, -1)) } : { one: true })
  }
  const [first] = pieces
  return {
    folded: '',
    tokens,
    ...(pieces.includes(undefined) && { unknown: true as const }),
    ...(first !== undefined && 'glob' in first && { globFirst: true as const }),
  }
}

/** No file system has longer names. */
const LONGEST = 255

/** A protected name, `*` in it standing for any characters. */
export class ProtectedName {
  #made: readonly Token[] | undefined
  readonly #isPlain: boolean

  /** @param name folded */
  constructor(readonly name: string) {
    this.#isPlain = !name.includes('*')
  }

  get #tokens(): readonly Token[] {
    return (this.#made ??= [...this.name].map((char) => (char === '*' ? { any: true } : char)))
  }

  mayBe(name: Name): boolean {
    if (name.tokens === undefined) {
      if (this.#isPlain ? name.folded === this.name : name.folded.length <= LONGEST && overlap([...name.folded], this.#tokens)) return true
      return name.windows === true && mayBeShortFor(name.folded, this.name)
    }
    if (name.globFirst && this.name.startsWith('.')) return false
    return name.tokens.length <= LONGEST && overlap(name.tokens, this.#tokens)
  }
}

const isAny = (token: Token | undefined): boolean => typeof token === 'object' && 'any' in token

const meets = (a: Token, b: Token): boolean => {
  if (typeof a === 'string' && typeof b === 'string') return a === b
  const [set, char] = typeof a === 'object' ? [a, b] : [b, a]
  return typeof char !== 'string' || typeof set !== 'object' || !('of' in set) || set.of === undefined || set.of.includes(char)
}

/** Whether two patterns have a text in common. Costs the product of their lengths. */
const overlap = (a: readonly Token[], b: readonly Token[]): boolean => {
  let row: boolean[] = [true]
  for (let j = 1; j <= b.length; j++) row[j] = row[j - 1] === true && isAny(b[j - 1])
  for (let i = 1; i <= a.length; i++) {
    const left = a[i - 1] as Token
    const next: boolean[] = [row[0] === true && isAny(left)]
    for (let j = 1; j <= b.length; j++) {
      const right = b[j - 1] as Token
      next[j] =
        isAny(left) || isAny(right)
          ? row[j] === true || next[j - 1] === true || row[j - 1] === true
          : row[j - 1] === true && meets(left, right)
      if (isAny(left) && !isAny(right)) next[j] = row[j] === true || next[j - 1] === true
      if (isAny(right) && !isAny(left)) next[j] = next[j - 1] === true || row[j] === true
    }
    row = next
  }
  return row[b.length] === true
}

/** The names of an absolute path from the top on; the drive or the server is the first one on Windows. */
export const namesOf = (path: string): Name[] =>
  isWindowsPath(path)
    ? windowsNames(path).map((name) => literalName(name, true))
    : path.split('/').flatMap((name) => (name === '' ? [] : [literalName(name)]))

/** An absolute path as one text to compare by; undefined where parts of it may be other names as well. */
export const comparable = (names: readonly Name[]): string | undefined =>
  names.every(({ tokens, windows }) => tokens === undefined && windows === undefined)
    ? names.map((name) => `/${name.folded}`).join('')
    : undefined
