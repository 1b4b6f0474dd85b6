import { ANY, headOf, ONE, STAR, type Token } from './command-pattern.js'
import { programOf } from './program.js'
import type { ShellCommand, ShellReading, ShellWord, WordPiece } from './types.js'
import { literalWord, UNKNOWN_WORD } from './words.js'
import { nameOf, programName } from './wrappers.js'

/** The commands of a text as the word lists that a pattern is held against. */

export interface SeenWord {
  /** As it is written, quotes removed; absent where only run time tells. */
  text: string | undefined
  /** What else it may be; without any it is its text for sure. */
  values: readonly (readonly Token[])[]
  /** True when run time may make any number of words of it. */
  many: boolean
  /** True when it is certainly no option. */
  noOption: boolean
  /** True for the value in `--option=value`, which stands behind it once more. */
  extra: boolean
}

/** A word that may be an option. */
export interface OptionWord {
  text: string | undefined
  next: SeenWord | undefined
  /** What else it may be, each with the text before anything that only run time tells. */
  values: readonly { tokens: readonly Token[]; head: string }[]
}

export interface Form {
  /** Its base name, in lower case. */
  program: SeenWord
  args: readonly SeenWord[]
  /** Those of `args` that may be options, found once for all patterns. */
  options: readonly OptionWord[]
  /** The place of the last one of `args` that may be any number of words; -1 without one. */
  lastMany: number
  /** True when it is what stands in the text; a pattern that negates is held against nothing else. */
  written: boolean
  /** True for a wrapper, of which the reader keeps the name and what it starts, but not its own options and operands. */
  wrapper: boolean
}

const optionsIn = (args: readonly SeenWord[]): OptionWord[] => {
  const usable = args.filter(({ noOption, extra }) => !noOption && !extra)
  return usable.flatMap(({ text, values }, index): OptionWord[] => {
    // A file whose name begins with a dash is not thought of: a glob at the start makes no option.
    const open = values.filter(([first]) => first === '-' || first === ANY).map((tokens) => ({ tokens, head: headOf(tokens) }))
    return open.length > 0 || text?.startsWith('-') ? [{ text, next: usable[index + 1], values: open }] : []
  })
}

const formOf = (program: SeenWord, args: readonly SeenWord[], written: boolean, wrapper = false): Form => ({
  program,
  args,
  options: optionsIn(args),
  lastMany: args.findLastIndex(({ many }) => many),
  written,
  wrapper,
})

/** All words have one shape, absent parts included: reading them is most of what matching does. */
const seenAs = (text: string | undefined, values: SeenWord['values'], many: boolean, extra = false): SeenWord => ({
  text,
  values,
  many,
  noOption: false,
  extra,
})

const ANYTHING = seenAs(undefined, [[ANY]], true)

const literal = (text: string): SeenWord => seenAs(text, [], false)

/** Variables that hold an absolute path without spaces. */
const isPathVariable = (piece: WordPiece): boolean => piece.kind === 'variable' && (piece.name === 'HOME' || piece.name === 'PWD')
const isUnknown = (piece: WordPiece): boolean => piece.kind === 'unknown' || (piece.kind === 'variable' && !isPathVariable(piece))

const tokensOf = (pieces: readonly WordPiece[]): Token[] =>
  pieces.flatMap((piece): Token[] => {
    if (piece.kind === 'text') return piece.text.split('')
    if (piece.kind === 'glob') return [piece.text === '*' ? STAR : ONE]
    return isPathVariable(piece) ? ['/', ANY] : [ANY]
  })

/** True when an expansion in the word stands outside of double quotes, so that spaces in its value part it. */
const splits = (source: string): boolean => {
  let isQuoted = false
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '\\') at++
    else if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === "'") {
      const close = source.indexOf("'", at + 1)
      if (close === -1) return false
      at = close
    } else if (char === '`' || (char === '$' && source[at + 1] !== "'" && source[at + 1] !== '"')) return true
  }
  return false
}

/** What stands for any number of words even in double quotes. */
const ALL_PARAMETERS = /\$[@*]|\$\{[!#]?[@*]/
const ALL_ELEMENTS = /\$\{[^}]{0,64}\[[@*]\]/

const partsOf = (pieces: readonly WordPiece[]): WordPiece[][] => {
  const parts: WordPiece[][] = [[]]
  for (const piece of pieces) {
    if (piece.kind !== 'text') parts.at(-1)?.push(piece)
    else
      piece.text.split(/\s+/).forEach((text, index) => {
        if (index > 0) parts.push([])
        if (text !== '') parts.at(-1)?.push({ kind: 'text', text })
      })
  }
  return parts.filter(({ length }) => length > 0)
}

const seenWords = (word: ShellWord, hasOwnSeparators: boolean): SeenWord[] => {
  const { text, values, source } = word
  const isParted = source === '' || splits(source)
  if (ALL_PARAMETERS.test(source) || (hasOwnSeparators && isParted)) return [ANYTHING]
  if (ALL_ELEMENTS.test(source)) return values.map((value) => seenAs(undefined, [tokensOf(value)], value.some(isUnknown)))
  const isText = text !== undefined && values.flat().every(({ kind }) => kind === 'text') && !(isParted && /\s/.test(text))
  // Globs without a literal character would be every word of every command.
  if (text !== undefined && (isText || /^\**$/.test(text))) return [literal(text)]
  const parts = isParted ? values.map(partsOf) : []
  if (parts.some(({ length }) => length > 1)) return parts.flat().map(seenPart)
  return [seenAs(text, values.map(tokensOf), isParted && values.some(isMany))]
}

const seenPart = (part: readonly WordPiece[]): SeenWord => seenAs(undefined, [tokensOf(part)], isMany(part))

/** With a slash it is taken for one path. */
const isMany = (pieces: readonly WordPiece[]): boolean =>
  pieces.some(isUnknown) && !pieces.some((piece) => piece.kind === 'text' && piece.text.includes('/'))

/** `find` puts a path there that begins with where it started. */
const isFoundPath = ({ wrappers }: ShellCommand, { source }: ShellWord): boolean =>
  source === '{}' && /^g?find$/.test(wrappers.at(-1) ?? '')

const argsOf = (words: readonly ShellWord[], command: ShellCommand, hasOwnSeparators: boolean): SeenWord[] =>
  words.flatMap((word): SeenWord[] => {
    const seen = seenWords(word, hasOwnSeparators)
    if (isFoundPath(command, word)) return seen.map((each) => ({ ...each, many: false, noOption: true }))
    return seen.flatMap((each) => [each, ...assignedIn(each)])
  })

const assignedIn = ({ text, values: [value = []] }: SeenWord): SeenWord[] => {
  const list = text ?? value
  const at = list.indexOf('=')
  if (list[0] !== '-' || list[1] !== '-' || at === -1) return []
  return [seenAs(text?.slice(at + 1), text === undefined ? [value.slice(at + 1)] : [], false, true)]
}

const baseOf = (tokens: readonly Token[]): Token[] => {
  const cut = Math.max(tokens.lastIndexOf('/'), tokens.lastIndexOf('\\'))
  // What only run time tells may bring a folder along: nothing before it counts.
  const unknown = tokens.lastIndexOf(ANY)
  const base = tokens.slice(unknown > cut ? unknown : cut + 1)
  const tail = base.findLastIndex(({ length }) => length > 1) + 1
  return [...base.slice(0, tail), ...programName(base.slice(tail).join(''))].map((token) =>
    token.length > 1 ? token : token.toLowerCase(),
  )
}

/** What an expansion in the place of the program may become: words each time, the first one the program. */
const startsOf = (word: ShellWord, hasOwnSeparators: boolean): SeenWord[][] => {
  const seen = seenWords(word, hasOwnSeparators)
  if (seen.length < 2 || word.values.length < 2 || ALL_ELEMENTS.test(word.source)) return [seen]
  return word.values.map((value) => partsOf(value).map(seenPart))
}

const baseNamed = ({ text, values, many }: SeenWord): SeenWord =>
  seenAs(text === undefined ? undefined : programName(text), values.map(baseOf), many)

/** Programs that start others and stand in the reading as they are written as well. */
const FEEDERS = /^(?:g?xargs|parallel|g?find|fd|fdfind)$/

const STDIN = /^\/dev\/(?:stdin|fd\/(?:0|63))$/

/** True for a shell whose text comes out of another program: it is known at run time only. */
const runsUnknownText = (command: ShellCommand): boolean => {
  const { words, input, inputFile, piped } = command
  if (input !== undefined || inputFile !== undefined) return false
  const { shell, code, script } = programOf(command)
  const sources = /^(?:source|\.)$/.test(nameOf(words[0]))
  if (!(shell && code.length === 0) && !sources) return false
  const file = (sources ? words[1] : script)?.text
  if (file === '/dev/fd/63') return true
  const reads = STDIN.test(file ?? '') || (shell && (script === undefined || words.some(({ text }) => text === '-s')))
  return reads && piped === true
}

/** `-c alias.x=push` and `config alias.x push`: what the alias stands for. */
const aliasOf = (words: readonly ShellWord[]): string | undefined => {
  const at = words.findIndex(({ text }) => /^alias\./i.test(text ?? ''))
  const text = words[at]?.text ?? ''
  const value = text.includes('=') ? text.slice(text.indexOf('=') + 1) : words[at + 1]?.text
  return at === -1 ? undefined : value
}

const aliasWords = (value: string): ShellWord[] => value.split(/\s+/).filter(Boolean).map(literalWord)

/** Other ways to look at a command: `git-push`, an alias of git, `python -m pip`, `sh deploy.sh`. */
const otherWords = (command: ShellCommand): (readonly ShellWord[])[] => {
  const { words } = command
  const name = nameOf(words[0])
  const rest = words.slice(1)
  if (name.startsWith('git-')) return [[literalWord('git'), literalWord(name.slice('git-'.length)), ...rest]]
  const alias = name === 'git' ? aliasOf(rest) : undefined
  if (alias !== undefined) return [[literalWord('git'), ...aliasWords(alias), ...rest]]
  if (name === 'source' || name === '.') return rest.length === 0 ? [] : [rest]
  const { module, script, args } = programOf(command)
  const started = module ?? script
  return started === undefined ? [] : [[started, ...args]]
}

const formsOfWords = ([first, ...rest]: readonly ShellWord[], command: ShellCommand, separated: boolean, written: boolean): Form[] => {
  if (first === undefined) return []
  const args = argsOf(rest, command, separated)
  return startsOf(first, separated).flatMap(([program, ...more]) =>
    program === undefined ? [] : [formOf(baseNamed(program), more.length === 0 ? args : [...more, ...args], written)],
  )
}

const wrapperForms = ({ wrappers }: ShellCommand, own: readonly Form[]): Form[] => {
  const [form] = own
  // Of a program with several values, each with words of its own, no list is made: it would be one for each wrapper.
  const started = form === undefined || own.length > 1 ? [ANYTHING] : [form.program, ...form.args]
  return wrappers.map((name, index) => formOf(literal(name), [...wrappers.slice(index + 1).map(literal), ...started], true, true))
}

/** True for a wrapper that is a command of its own in the reading; its form here only says what an exception is for. */
export const isFeeder = ({ program, wrapper }: Form): boolean => wrapper && FEEDERS.test(program.text ?? '')

/** Every command of a reading, each with the forms it may be looked at in. */
export const formsOf = ({ commands }: ShellReading): Form[][] => {
  const separated = commands.some(({ assignments }) => assignments.some(({ name }) => name === 'IFS'))
  return commands.flatMap((command): Form[][] => {
    const own = formsOfWords(command.words, command, separated, true)
    if (own.length === 0) return []
    const others = otherWords(command).flatMap((words) => formsOfWords(words, command, separated, false))
    const forms = [...own, ...wrapperForms(command, own), ...others]
    return runsUnknownText(command) ? [forms, formsOfWords([UNKNOWN_WORD], command, separated, true)] : [forms]
  })
}
