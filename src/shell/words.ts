import type { ParsedScript, Word, WordPart } from 'unbash'
import { braceAlternatives, globbedPieces } from './braces.js'
import type { ShellWord, WordPiece } from './types.js'

/** From the parser's words to what they may be when the text runs. */

type Value = readonly WordPiece[]

const UNKNOWN: WordPiece = { kind: 'unknown' }
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
/** More values than this are not told apart; the same for braces. */
const MOST_VALUES = 32
const LONGEST_VALUE = 4_096
/** What all substituted variables of one text may come to, so that `A=$A$A` stays cheap. */
const MOST_SUBSTITUTED = 1_000_000

const lengthOf = (value: Value): number => value.reduce((sum, piece) => sum + ('text' in piece ? piece.text.length : 1), 0)

/** What is assigned in a text. Nothing is forgotten: a variable may have any value the text ever gives it. */
export class Variables {
  readonly #values = new Map<string, readonly Value[]>()
  /** What the scripts of substitutions print. */
  readonly #printed = new WeakMap<ParsedScript, readonly Value[]>()
  #budget = MOST_SUBSTITUTED

  add(name: string, values: readonly Value[]): void {
    const kept = values.map((value) => (lengthOf(value) > LONGEST_VALUE ? [UNKNOWN] : value))
    const all = [...(this.#values.get(name) ?? []), ...kept]
    this.#values.set(name, all.length > MOST_VALUES ? [[UNKNOWN]] : all)
  }

  prints(script: ParsedScript, values: readonly Value[]): void {
    this.#printed.set(script, values)
  }

  /** What a substitution stands for. */
  printedBy(script: ParsedScript | undefined): readonly Value[] {
    return (script && this.#printed.get(script)) ?? [[UNKNOWN]]
  }

  /** What a variable may be; one that the text never assigns is left as a variable. */
  of(name: string): readonly Value[] {
    if (!NAME.test(name) && !this.#values.has(name)) return [[UNKNOWN]]
    const values = this.#values.get(name)
    if (values === undefined) return [[{ kind: 'variable', name }]]
    this.#budget -= values.reduce((sum, value) => sum + lengthOf(value), 0)
    return this.#budget < 0 ? [[UNKNOWN]] : values
  }
}

const crossed = (heads: readonly Value[], tails: readonly Value[]): WordPiece[][] =>
  heads.length * tails.length > MOST_VALUES ? [[UNKNOWN]] : heads.flatMap((head) => tails.map((tail) => [...head, ...tail]))

const limited = (values: readonly Value[]): readonly Value[] => (values.length > MOST_VALUES ? [[UNKNOWN]] : values)

/** An unquoted value is searched for globs once more. */
const unquoted = (value: Value): Value => value.flatMap((piece) => (piece.kind === 'text' ? globbedPieces(piece.text) : [piece]))

const text = (value: string): Value[] => [[{ kind: 'text', text: value }]]

const partValues = (part: WordPart, variables: Variables, quoted: boolean): readonly Value[] => {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return text(part.value)
    case 'Glob':
      return quoted ? text(part.value) : [[{ kind: 'glob', text: part.text.replace(/["'\\]/g, '') }]]
    case 'ExtendedGlob':
      return [[{ kind: 'glob', text: '*' }]]
    case 'BraceExpansion':
      return braceAlternatives(part.text)
    case 'DoubleQuoted':
    case 'LocaleString':
      return valuesOfParts(part.parts, variables, true)
    case 'SimpleExpansion': {
      const values = variables.of(part.text.slice(1))
      return quoted ? values : values.map(unquoted)
    }
    case 'ParameterExpansion': {
      if (part.prefix !== undefined) return [[UNKNOWN]]
      const values = quoted ? variables.of(part.parameter) : variables.of(part.parameter).map(unquoted)
      if (part.operation === undefined) return values
      if (part.operation.type !== 'Default') return [[UNKNOWN]]
      return limited([...values, ...valuesOf(part.operation.operand, variables)])
    }
    case 'CommandExpansion': {
      const values = variables.printedBy(part.script)
      return quoted ? values : values.map(unquoted)
    }
    case 'ProcessSubstitution':
      return text('/dev/fd/63')
    case 'ArithmeticExpansion':
      return [[UNKNOWN]]
  }
}

const valuesOfParts = (parts: readonly WordPart[], variables: Variables, quoted: boolean): readonly Value[] => {
  let values: WordPiece[][] = [[]]
  for (const part of parts) {
    const nexts = partValues(part, variables, quoted)
    const [next] = nexts
    // In place where nothing branches, so that a word of many parts costs their number only.
    if (nexts.length === 1 && next !== undefined) for (const value of values) for (const piece of next) value.push(piece)
    else values = crossed(values, nexts)
  }
  return values
}

/** Every value a word may have. */
export const valuesOf = (word: Word, variables: Variables): readonly Value[] =>
  word.parts === undefined ? text(word.value) : valuesOfParts(word.parts, variables, false)

const literalOf = (values: readonly Value[]): string | undefined => {
  const [value] = values
  if (values.length !== 1 || value === undefined) return undefined
  let whole = ''
  for (const piece of value) {
    if (piece.kind === 'unknown' || (piece.kind === 'variable' && piece.name !== 'HOME')) return undefined
    whole += piece.kind === 'variable' ? '$HOME' : piece.text
  }
  return whole
}

export const wordOf = (values: readonly Value[], source: string): ShellWord => {
  const literal = literalOf(values)
  const computed = values.some((value) =>
    value.some((piece) => piece.kind === 'unknown' || (piece.kind === 'variable' && piece.name !== 'HOME')),
  )
  return { ...(literal === undefined ? {} : { text: literal }), computed, source, values }
}

export const literalWord = (literal: string): ShellWord => wordOf(text(literal), literal)

export type ShellWordList = readonly ShellWord[]

export const UNKNOWN_WORD: ShellWord = wordOf([[UNKNOWN]], '')

/** A word as the words it becomes: one for each brace alternative, and those of an unquoted variable or substitution with spaces in it. */
export const wordsOf = (word: Word, variables: Variables): ShellWord[] => {
  const { parts } = word
  if (parts === undefined) return [wordOf(text(word.value), word.text)]
  const only = parts.length === 1 ? parts[0] : undefined
  if (
    only?.type === 'SimpleExpansion' ||
    only?.type === 'CommandExpansion' ||
    (only?.type === 'ParameterExpansion' && only.operation === undefined)
  ) {
    const values = partValues(only, variables, false)
    const literal = literalOf(values)
    if (literal !== undefined && /\s/.test(literal))
      return literal
        .trim()
        .split(/\s+/)
        .map((part) => wordOf([globbedPieces(part)], word.text))
    return [wordOf(values, word.text)]
  }
  if (!parts.some(({ type }) => type === 'BraceExpansion')) return [wordOf(valuesOfParts(parts, variables, false), word.text)]
  let alternatives: (readonly Value[])[] = [[[]]]
  for (const part of parts) {
    const values = partValues(part, variables, false)
    const nexts: (readonly Value[])[] = part.type === 'BraceExpansion' ? values.map((value) => [value]) : [values]
    if (alternatives.length * nexts.length > MOST_VALUES) return [UNKNOWN_WORD]
    alternatives = alternatives.flatMap((head) => nexts.map((next) => crossed(head, next)))
  }
  return alternatives.map((values) => wordOf(values, word.text))
}

/** Words as the one text that `eval` makes of them. */
export const joined = (words: readonly ShellWord[]): ShellWord => {
  const value = words.flatMap(({ values }, index) => [...(index > 0 ? [{ kind: 'text' as const, text: ' ' }] : []), ...(values[0] ?? [])])
  return wordOf([value], words.map(({ source }) => source).join(' '))
}
