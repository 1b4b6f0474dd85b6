import { spellings, type CompletedCommand, type Value } from './model.js'

/** Pieces of the `case` statements that Bash and zsh read alike. */

export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
export const keyOf = (path: readonly string[]): string => path.map((name) => `/${name}`).join('')

/** These words of one command. */
export const pattern = (path: readonly string[], words: readonly string[]): string =>
  words.map((word) => quote(`${keyOf(path)} ${word}`)).join(' | ')

export const namesWithValue = (options: CompletedCommand['options']): string[] =>
  options.filter(({ value }) => value !== undefined).flatMap(spellings)

export const foundCase = ({ path }: CompletedCommand): string[] =>
  path.length === 0 ? [] : [`      ${quote(`${keyOf(path.slice(0, -1))} ${path.at(-1)}`)}) command=${quote(keyOf(path))}; operands=0 ;;`]

/** @param act what completes a value, in that shell */
export const valueCases = ({ path, options }: CompletedCommand, act: (value: Value) => string): string[] =>
  options.flatMap((option) =>
    option.value === undefined ? [] : [`    ${pattern(path, spellings(option))}) ${act(option.value)}; return ;;`],
  )
