import type { CommandPattern } from './command-pattern.js'
import { ANY, formsOf, isFeeder, ONE, STAR, type Form, type SeenWord, type Token } from './command-pattern-forms.js'
import { readShell } from './read.js'

/** Holds the `commands` of hooks against what a shell text runs. A part of its own: it reads the text. */

const isWild = (token: Token | undefined): boolean => token === ANY || token === STAR

/** Whether tokens stand for a text; costs the product of their lengths at most. */
const standsFor = (tokens: readonly Token[], text: string): boolean => {
  let [at, from, wild, mark] = [0, 0, -1, 0]
  while (from < text.length) {
    const token = tokens[at]
    if (isWild(token)) [wild, mark] = [at++, from]
    else if (token === ONE || (token !== undefined && token === text[from])) {
      at++
      from++
    } else if (wild === -1) return false
    else [at, from] = [wild + 1, ++mark]
  }
  while (isWild(tokens[at])) at++
  return at === tokens.length
}

const patternTokens = (pattern: string): Token[] => pattern.split('').map((char) => (char === '*' ? STAR : char))

/** Whether tokens may stand for a text that the pattern matches; where both are open, only their two ends are compared. */
const overlaps = (tokens: readonly Token[], pattern: string): boolean => {
  if (!pattern.includes('*')) {
    const fixed = tokens.reduce((sum, token) => sum + (isWild(token) ? 0 : 1), 0)
    return fixed <= pattern.length && standsFor(tokens, pattern)
  }
  const other = patternTokens(pattern)
  const agree = (side: (list: readonly Token[], index: number) => Token | undefined): boolean => {
    for (let index = 0; ; index++) {
      const [a, b] = [side(tokens, index), side(other, index)]
      if (a === undefined || b === undefined) return a === b || isWild(a) || isWild(b)
      if (isWild(a) || isWild(b)) return true
      if (a !== b && a !== ONE) return false
    }
  }
  return agree((list, index) => list[index]) && agree((list, index) => list.at(-1 - index))
}

const textFits = (pattern: string, text: string): boolean =>
  pattern.includes('*') ? standsFor(patternTokens(pattern), text) : pattern === text

/** `sure`: for a pattern that negates, which must not hold for what only may be. */
const wordFits = (pattern: string, { text, values }: SeenWord, sure: boolean): boolean => {
  if (text !== undefined && (!sure || values.length === 0) && textFits(pattern, text)) return true
  return !sure && values.some((tokens) => overlaps(tokens, pattern))
}

const isOption = (word: string): boolean => word.length > 1 && word.startsWith('-')
const LETTERS = /^-[A-Za-z]+$/
/** More letters behind one dash are a name (`-exec`), not options each. */
const BUNDLE = /^-[A-Za-z]{1,3}$/

const hasLetter = (text: string, letter: string): boolean =>
  (LETTERS.test(text) && text.includes(letter, 1)) || text.startsWith(`-${letter}`)

const isSpelling = (option: string, text: string): boolean => {
  if (!option.startsWith('--') || !text.startsWith('--')) return false
  const stem = text.split('=', 1)[0] as string
  if (stem === option) return true
  // `--har` is `--hard` to many programs; `--force` is no short form of `--force-with-lease`.
  return stem.length > 2 && option.startsWith(stem) && option[stem.length] !== '-' && !option.includes('=')
}

/** The text before anything that only run time tells. */
const headOf = (tokens: readonly Token[]): string => {
  const end = tokens.findIndex(({ length }) => length > 1)
  return (end === -1 ? tokens : tokens.slice(0, end)).join('')
}

const optionFits = (option: string, args: readonly SeenWord[]): boolean => {
  const usable = args.filter(({ noOption, extra }) => !noOption && !extra)
  const [name = '', value] = option.startsWith('--') ? splitOnce(option) : []
  const isOne = usable.some(({ text, values }, index) => {
    if (text !== undefined && (textFits(option, text) || isSpelling(option, text))) return true
    if (value !== undefined && text === name && usable[index + 1] && wordFits(value, usable[index + 1] as SeenWord, false)) return true
    return values.some((tokens) => {
      // A file whose name begins with a dash is not thought of.
      if (tokens[0] === STAR || tokens[0] === ONE) return false
      const head = headOf(tokens)
      const isBundle = BUNDLE.test(option) && /^-[A-Za-z]*$/.test(head) && tokens.includes(ANY)
      return isBundle || (option.startsWith('--') && head.startsWith(`${option}=`)) || overlaps(tokens, option)
    })
  })
  if (isOne || !BUNDLE.test(option)) return isOne
  return [...option.slice(1)].every((letter) => usable.some(({ text }) => text !== undefined && hasLetter(text, letter)))
}

const splitOnce = (text: string): [string, string?] => {
  const at = text.indexOf('=')
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** An exception for an option holds where nothing may end the options before it. */
const surelyHas = (option: string, args: readonly SeenWord[]): boolean => {
  const end = args.findIndex(({ text, many }) => many || text === '--')
  const own = end === -1 ? args : args.slice(0, args[end]?.many ? end : end + 1)
  return own.some((word) => wordFits(option, word, true))
}

/** Options of git before its sub-command that take the next word. */
const GIT_VALUES = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|super-prefix|config-env|attr-source))$/

/** The place of the first operand if the pattern's first one fits it; `any` where it may be anything at all. */
const firstOperand = (pattern: string, args: readonly SeenWord[], isGit: boolean, sure: boolean): number | 'any' | undefined => {
  // Behind a word that may be an option stands what may be its value.
  let spare = 0
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as SeenWord
    if (word.extra) continue
    if (word.many) return sure ? undefined : 'any'
    const isFixed = word.values.length === 0
    if (isFixed && isOption(word.text ?? '')) {
      if (!isGit || !GIT_VALUES.test(word.text ?? '')) continue
      at++
      if (args[at]?.many) return sure ? undefined : 'any'
    } else if (wordFits(pattern, word, sure)) return at
    else if (sure) return undefined
    else if (!isFixed) spare = 1
    else if (spare-- <= 0) return undefined
  }
  return undefined
}

const argsFit = (words: readonly string[], { args, program }: Form, sure: boolean): boolean => {
  const operands = words.filter((word) => !isOption(word))
  const options = words.filter(isOption)
  const isGit = program.text === 'git'
  let from = 0
  if (operands.length > 0 && (isGit || sure)) {
    const first = firstOperand(operands[0] as string, args, isGit, sure)
    if (first === 'any') return true
    if (first === undefined) return false
    from = first
  }
  if (!sure && args.slice(from).some(({ many }) => many)) return true
  if (!options.every((option) => (sure ? surelyHas(option, args) : optionFits(option, args)))) return false
  let next = 0
  for (let at = from; at < args.length && next < operands.length; at++)
    if (!(sure && args[at]?.extra) && wordFits(operands[next] as string, args[at] as SeenWord, sure)) next++
  return next === operands.length
}

const RUNNERS = /^(?:npm|pnpm|yarn|bun|pipx|poetry|pipenv|uv|bundle|mise|direnv)$/
/** The operand of `timeout`, `nice`, … */
const DURATION = /^[\d.]+[smhd]?$/
const RUNNER_VERBS = /^(?:exec|x|dlx|run)$/

/** Of a wrapper's own words nothing is known: what the pattern says of them is taken to be so, except for an exception. */
const inWrapper = ({ program, words }: CommandPattern, { args }: Form, sure: boolean): string[] => {
  const isVerb = RUNNERS.test(program) && RUNNER_VERBS.test(words[0] ?? '') && !(sure && /^(?:pnpm|yarn)$/.test(program))
  const rest = isVerb ? words.slice(1) : words
  if (sure) return rest
  const isMissing = (word: string | undefined): boolean => word !== undefined && isOption(word) && !optionFits(word, args)
  return rest.filter(
    (word, index) =>
      !isMissing(word) && ((!isMissing(rest[index - 1]) && !DURATION.test(word)) || args.some((each) => wordFits(word, each, false))),
  )
}

const formFits = (pattern: CommandPattern, form: Form): boolean => {
  const { program } = form
  const sure = pattern.negated
  if (sure ? !form.written : isFeeder(form)) return false
  const isAnything = program.many || program.values.some((tokens) => tokens.length === 1 && tokens[0] === ANY)
  if (isAnything) return !sure
  if (!wordFits(pattern.program, program, sure)) return false
  return argsFit(form.wrapper ? inWrapper(pattern, form, sure) : pattern.words, form, sure)
}

/**
 * Whether a text runs a command that a pattern matches and that no `!` pattern takes out; with `!` patterns only, whether it
 * runs one that none of them names. What only run time tells matches, and takes nothing out; so does a text that cannot be
 * read. Linear in the text.
 *
 * @param text Bash or POSIX shell
 */
export const runsOneOf = (patterns: readonly CommandPattern[], text: string): boolean => {
  const reading = readShell(text)
  if (reading.errors || reading.tooLong) return true
  const wanted = patterns.filter(({ negated }) => !negated)
  const taken = patterns.filter(({ negated }) => negated)
  const isOneOf = (some: readonly CommandPattern[], forms: readonly Form[]): boolean =>
    some.some((pattern) => forms.some((form) => formFits(pattern, form)))
  return formsOf(reading).some((forms) => (wanted.length === 0 || isOneOf(wanted, forms)) && !isOneOf(taken, forms))
}
