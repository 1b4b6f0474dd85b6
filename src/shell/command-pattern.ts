import { programName } from './wrappers.js'

/** The `commands` of a hook: patterns held against what a shell text runs, not against its characters. */

/** Plain data: it is stored with what was approved. */
export interface CommandPattern {
  negated: boolean
  /** Base name in lower case; `*` stands for any characters, here and in the words. */
  program: string
  words: string[]
}

/** Characters; nobody writes longer ones, and matching costs the product of pattern and text. */
const LONGEST_PATTERN = 500

/** Words between spaces; quotes hold a word together. There are no escapes. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s"'])+/g)].map(([word]) => word.replace(/"([^"]*)(?:"|$)|'([^']*)(?:'|$)/g, '$1$2'))

export const compileCommandPattern = (pattern: string): CommandPattern => {
  const trimmed = pattern.trim()
  const negated = trimmed.startsWith('!')
  const [program = '', ...words] = wordsIn(negated ? trimmed.slice(1) : trimmed)
  return { negated, program: programName(program), words }
}

export const faultOfCommandPattern = (pattern: string): 'empty' | 'nul' | 'too-long' | undefined => {
  if (pattern.length > LONGEST_PATTERN) return 'too-long'
  if (pattern.includes('\0')) return 'nul'
  return compileCommandPattern(pattern).program === '' ? 'empty' : undefined
}

/** One character, or one of the marks below; they are longer than a character. */
export type Token = string
/** Any text, slashes included. */
export const ANY: Token = 'any'
/** `*` in a name: any text. */
export const STAR: Token = 'star'
/** `?` or `[…]` */
export const ONE: Token = 'one'

/** The text before anything that only run time tells. */
export const headOf = (tokens: readonly Token[]): string => {
  const end = tokens.findIndex(({ length }) => length > 1)
  return (end === -1 ? tokens : tokens.slice(0, end)).join('')
}

/** A word of a pattern, made ready once for many comparisons. */
export interface PatternWord {
  text: string
  /** Absent without a `*`. */
  tokens?: readonly Token[]
}

export const patternWord = (text: string): PatternWord =>
  text.includes('*') ? { text, tokens: text.split('').map((char) => (char === '*' ? STAR : char)) } : { text }

/** Steps that comparing may still take. Below zero no answer of a comparison counts: they end early. */
export const work = { left: 0 }

const isWild = (token: Token | undefined): boolean => token === ANY || token === STAR

/** Whether tokens stand for a text; costs the product of their lengths at most. */
const standsFor = (tokens: readonly Token[], text: string): boolean => {
  let at = 0
  let from = 0
  let wild = -1
  let mark = 0
  while (from < text.length && work.left-- > 0) {
    const token = tokens[at]
    if (isWild(token)) {
      wild = at++
      mark = from
    } else if (token === ONE || (token !== undefined && token === text[from])) {
      at++
      from++
    } else if (wild === -1) return false
    else {
      at = wild + 1
      from = ++mark
    }
  }
  while (isWild(tokens[at]) && work.left-- > 0) at++
  return at === tokens.length
}

/** Whether two lists agree from one end on, up to where one of them is open. */
const agree = (tokens: readonly Token[], other: readonly Token[], fromEnd: boolean): boolean => {
  for (let index = 0; work.left-- > 0; index++) {
    const a = fromEnd ? tokens[tokens.length - 1 - index] : tokens[index]
    const b = fromEnd ? other[other.length - 1 - index] : other[index]
    if (a === undefined || b === undefined) return a === b || isWild(a) || isWild(b)
    if (isWild(a) || isWild(b)) return true
    if (a !== b && a !== ONE) return false
  }
  return false
}

/** Whether tokens may stand for a text that the word matches; where both are open, only their two ends are compared. */
export const overlaps = (word: PatternWord, tokens: readonly Token[]): boolean =>
  word.tokens === undefined ? standsFor(tokens, word.text) : agree(tokens, word.tokens, false) && agree(tokens, word.tokens, true)

export const textFits = (word: PatternWord, text: string): boolean =>
  word.tokens === undefined ? word.text === text : standsFor(word.tokens, text)

/** A word of a command, quotes removed, and what else it may be. */
export interface Possible {
  text: string | undefined
  values: readonly (readonly Token[])[]
}

export const mayBe = (word: PatternWord, { text, values }: Possible): boolean => {
  work.left--
  if (text !== undefined && textFits(word, text)) return true
  for (const tokens of values) if (overlaps(word, tokens)) return true
  return false
}

const LEADS_UP = /(?:^|[\\/=:])\.\.(?:[\\/]|$)/

/** For a pattern that negates: it must not hold for what only may be, nor for a path that leaves what its `*` names. */
export const surelyIs = (word: PatternWord, { text, values }: Possible): boolean => {
  work.left--
  if (text === undefined || values.length > 0 || !textFits(word, text)) return false
  return word.tokens === undefined || !LEADS_UP.test(text)
}

export const isOption = (word: string): boolean => word.length > 1 && word.startsWith('-')
const LETTERS = /^-[A-Za-z]+$/
/** More letters behind one dash are a name (`-exec`), not options each. */
export const BUNDLE = /^-[A-Za-z]{1,3}$/

export const hasLetter = (text: string, letter: string): boolean =>
  text.startsWith(`-${letter}`) || (LETTERS.test(text) && text.includes(letter, 1))

export const splitOnce = (text: string): [string, string?] => {
  const at = text.indexOf('=')
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Whether a text is a long option, its value or its short form included. */
export const isSpelling = (option: string, text: string): boolean => {
  if (!option.startsWith('--') || !text.startsWith('--')) return false
  const [stem] = splitOnce(text)
  if (stem === option) return true
  // `--har` is `--hard` to many programs; `--force` is no short form of `--force-with-lease`.
  return stem.length > 2 && option.startsWith(stem) && option[stem.length] !== '-' && !option.includes('=')
}

/** The words of a pattern, sorted once. */
export interface Parts {
  words: readonly PatternWord[]
  operands: readonly PatternWord[]
  options: readonly PatternWord[]
}

export const partsOf = (words: readonly PatternWord[]): Parts => ({
  words,
  operands: words.filter(({ text }) => !isOption(text)),
  options: words.filter(({ text }) => isOption(text)),
})

/** A pattern made ready for all commands of a text. */
export interface Ready {
  program: PatternWord
  negated: boolean
  parts: Parts
}

export const ready = ({ program, words, negated }: CommandPattern): Ready => ({
  program: patternWord(program),
  negated,
  parts: partsOf(words.map(patternWord)),
})
