import {
  ANY,
  BUNDLE,
  hasLetter,
  isOption,
  isSpelling,
  mayBe,
  overlaps,
  partsOf,
  patternWord,
  ready,
  splitOnce,
  surelyIs,
  textFits,
  work,
  type CommandPattern,
  type Parts,
  type PatternWord,
  type Ready,
} from './command-pattern.js'
import { formsOf, isFeeder, type Form, type OptionWord, type SeenWord } from './command-pattern-forms.js'
import { readShell } from './read.js'

/** Holds the `commands` of hooks against what a shell text runs. A part of its own: it reads the text. */

/** Steps for one hook; what needs more counts as a match. */
const MOST_STEPS = 250_000
/** Steps for all hooks together: their number has no limit, and a gate must answer in time. */
const MOST_STEPS_OF_ALL = 2_500_000

const optionFits = (option: PatternWord, words: readonly OptionWord[]): boolean => {
  if (words.length === 0) return false
  const isLong = option.text.startsWith('--')
  const isBundle = BUNDLE.test(option.text)
  const [name, value] = isLong ? splitOnce(option.text) : ['']
  const isOne = words.some(({ text, next, values }) => {
    work.left--
    if (text !== undefined && (textFits(option, text) || isSpelling(option.text, text))) return true
    if (value !== undefined && text === name && next !== undefined && mayBe(patternWord(value), next)) return true
    return values.some(({ tokens, head }) => {
      if (isBundle && /^-[A-Za-z]*$/.test(head) && tokens.includes(ANY)) return true
      return (isLong && head.startsWith(`${option.text}=`)) || overlaps(option, tokens)
    })
  })
  if (isOne || !isBundle) return isOne
  work.left -= words.length
  return [...option.text.slice(1)].every((letter) => words.some(({ text }) => text !== undefined && hasLetter(text, letter)))
}

/** Whether an option may take the word behind it as its value; one that the pattern names is known not to. */
const mayTakeNext = ({ text, values, noOption }: SeenWord, words: readonly PatternWord[]): boolean => {
  if (noOption) return false
  if (values.length > 0) return values.some(([first]) => first === '-' || (first?.length ?? 0) > 1)
  return text !== undefined && text.startsWith('-') && !text.includes('=') && !words.some((word) => word.text === text)
}

/** Whether a command may take an option back: `--no-X` for `--X`, `--X` for `--no-X`, another value. */
const mayTakeBack = (option: PatternWord, { options, lastMany }: Form): boolean => {
  if (!option.text.startsWith('--') || option.text === '--') return false
  const [name] = splitOnce(option.text)
  const opposite = patternWord(name.startsWith('--no-') ? `--${name.slice('--no-'.length)}` : `--no-${name.slice('--'.length)}`)
  if (lastMany !== -1 || optionFits(opposite, options)) return true
  return options.some(({ text = '' }) => {
    const [stem] = splitOnce(text)
    // Many programs take `--no-dry` for `--no-dry-run`.
    return (stem.length > 2 && opposite.text.startsWith(stem)) || (stem === name && stem !== text && !textFits(option, text))
  })
}

const surelyHas = (option: PatternWord, words: readonly PatternWord[], form: Form): boolean => {
  let before: SeenWord | undefined
  for (const word of form.args) {
    if (word.many) return false
    if (word.extra) continue
    if (surelyIs(option, word) && !(before && mayTakeNext(before, words))) return !mayTakeBack(option, form)
    if (word.text === '--') return false
    before = word
  }
  return false
}

/** Options of git before its sub-command that take the next word. */
const GIT_VALUES = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|super-prefix|config-env|attr-source))$/

/** The place of git's first operand if the word fits it; `any` where it may be anything at all. */
const subCommand = (word: PatternWord, args: readonly SeenWord[]): number | 'any' | undefined => {
  // Behind a word that may be an option stands what may be its value.
  let spare = 0
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as SeenWord
    if (arg.extra) continue
    if (arg.many) return 'any'
    const isFixed = arg.values.length === 0
    if (isFixed && isOption(arg.text ?? '')) {
      if (!GIT_VALUES.test(arg.text ?? '')) continue
      at++
      if (args[at]?.many) return 'any'
    } else if (mayBe(word, arg)) return at
    else if (!isFixed) spare = 1
    else if (spare-- <= 0) return undefined
  }
  return undefined
}

const mayFit = ({ operands, options }: Parts, { args, program, lastMany, options: own }: Form): boolean => {
  const first = operands[0] !== undefined && program.text === 'git' ? subCommand(operands[0], args) : 0
  if (first === 'any') return true
  if (first === undefined) return false
  if (lastMany >= first) return true
  if (!options.every((option) => optionFits(option, own))) return false
  let next = 0
  for (let at = first; at < args.length && next < operands.length; at++)
    if (mayBe(operands[next] as PatternWord, args[at] as SeenWord)) next++
  return next === operands.length
}

/**
 * An exception: its operands are the command's first ones, one by one. With a `*` among them each further operand of the command
 * must match such a one as well, or `rm tmp/a /etc/x` would pass for `rm tmp/*`.
 */
const surelyFits = ({ words, operands, options }: Parts, form: Form): boolean => {
  const { args, program } = form
  if (!options.every((option) => surelyHas(option, words, form))) return false
  const open = operands.filter(({ tokens }) => tokens !== undefined)
  const leading = operands.findIndex(({ tokens }) => tokens !== undefined)
  let next = 0
  let isEnded = false
  for (let at = 0; at < args.length && (next < operands.length || open.length > 0); at++) {
    const arg = args[at] as SeenWord
    const { text = '', values, many, extra } = arg
    if (extra) continue
    if (many) return false
    if (!isEnded && (values.length === 0 ? isOption(text) : values.every(([first, second]) => first === '-' && second !== undefined))) {
      // A value of an option of git before its sub-command may be anything but many words.
      if (next === 0 && program.text === 'git' && GIT_VALUES.test(text) && args[++at]?.many) return false
      if (next === 0 && values.length > 0) return false
      isEnded = text === '--'
    } else if (next < operands.length && surelyIs(operands[next] as PatternWord, arg)) next++
    else if (leading === -1 || next <= leading || !open.some((word) => surelyIs(word, arg))) return false
  }
  return next === operands.length
}

const RUNNERS = /^(?:npm|pnpm|yarn|bun|pipx|poetry|pipenv|uv|bundle|mise|direnv)$/
/** The operand of `timeout`, `nice`, … */
const DURATION = /^[\d.]+[smhd]?$/
const RUNNER_VERBS = /^(?:exec|x|dlx|run)$/

/** Of a wrapper's own words nothing is known: what the pattern says of them is taken to be so, except for an exception. */
const inWrapper = ({ program, negated, parts: { words } }: Ready, { args, options }: Form): Parts => {
  const isVerb = RUNNERS.test(program.text) && RUNNER_VERBS.test(words[0]?.text ?? '') && !(negated && /^(?:pnpm|yarn)$/.test(program.text))
  const rest = isVerb ? words.slice(1) : words
  if (negated) return partsOf(rest)
  work.left -= 10
  const missing = rest.map((word) => isOption(word.text) && !optionFits(word, options))
  return partsOf(
    rest.filter(
      (word, index) => !missing[index] && ((!missing[index - 1] && !DURATION.test(word.text)) || args.some((each) => mayBe(word, each))),
    ),
  )
}

const isAnything = ({ many, values }: SeenWord): boolean =>
  many || (values.length > 0 && values.some((tokens) => tokens.length === 1 && tokens[0] === ANY))

const formFits = (pattern: Ready, form: Form): boolean => {
  const { program, wrapper, written } = form
  if (pattern.negated && (!written || isAnything(program) || !surelyIs(pattern.program, program))) return false
  if (!pattern.negated && isAnything(program)) return true
  if (!pattern.negated && !mayBe(pattern.program, program)) return false
  work.left -= 5
  const parts = wrapper ? inWrapper(pattern, form) : pattern.parts
  return pattern.negated ? surelyFits(parts, form) : mayFit(parts, form)
}

/** A text made ready for all hooks: a call is one process, and asks every hook about the same text. */
interface Prepared {
  text: string
  /** True when it cannot be read. */
  unread: boolean
  commands: readonly (readonly Form[])[]
  /** By literal program; under '' what only run time tells. */
  byProgram: ReadonlyMap<string, readonly { form: Form; command: number }[]>
  /** Steps left for all hooks. */
  left: number
}

let last: Prepared | undefined

const prepare = (text: string): Prepared => {
  const reading = readShell(text)
  const unread = reading.errors || reading.tooLong
  const commands = unread ? [] : formsOf(reading)
  const byProgram = new Map<string, { form: Form; command: number }[]>()
  commands.forEach((forms, command) => {
    for (const form of forms) {
      if (isFeeder(form)) continue
      const name = form.program.values.length === 0 && !form.program.many ? (form.program.text ?? '') : ''
      const entries = byProgram.get(name)
      if (entries === undefined) byProgram.set(name, [{ form, command }])
      else entries.push({ form, command })
    }
  })
  return { text, unread, commands, byProgram, left: MOST_STEPS_OF_ALL }
}

/**
 * Whether a text runs a command that a pattern matches and that no `!` pattern takes out; with `!` patterns only, whether it
 * runs one that none of them names. What only run time tells matches, and takes nothing out; so does a text that cannot be
 * read, or that would take too long. Synonyms are the author's to list: `git push --force` is neither `git push -f` nor
 * `git push origin +main`. Linear in the text.
 *
 * @param text Bash or POSIX shell
 */
export const runsOneOf = (patterns: readonly CommandPattern[], text: string): boolean => {
  if (last?.text !== text) last = prepare(text)
  if (last.unread) return true
  const budget = Math.min(MOST_STEPS, last.left)
  work.left = budget
  const runs = runsOne(patterns.map(ready), last)
  last.left -= budget - work.left
  return runs || work.left < 0
}

const runsOne = (patterns: readonly Ready[], { commands, byProgram }: Prepared): boolean => {
  const wanted = patterns.filter(({ negated }) => !negated)
  const taken = patterns.filter(({ negated }) => negated)
  const known = new Map<number, boolean>()
  const isTaken = (command: number): boolean => {
    const before = known.get(command)
    if (before !== undefined || taken.length === 0) return before ?? false
    const is = taken.some((pattern) => commands[command]?.some((form) => formFits(pattern, form)))
    known.set(command, is)
    return is
  }
  if (wanted.length === 0) return commands.some((_, command) => work.left < 0 || !isTaken(command))
  return wanted.some((pattern) =>
    [...byProgram].some(
      ([name, entries]) =>
        (name === '' || textFits(pattern.program, name)) &&
        entries.some(({ form, command }) => work.left < 0 || (formFits(pattern, form) && !isTaken(command))),
    ),
  )
}
