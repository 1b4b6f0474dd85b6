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
