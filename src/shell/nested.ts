import { programOf } from './program.js'
import { handedTexts } from './handed.js'
import { UNKNOWN_WORD, joined, literalWord, wordOf } from './words.js'
import { nameOf } from './wrappers.js'
import type { ShellCommand, ShellWord } from './types.js'

/** Commands and texts that a command starts from its own arguments. */

/** A word with `{}` (or what `xargs -I` names) in it: run time puts something there. */
const filled = (word: ShellWord, mark: string): ShellWord => {
  if (!word.text?.includes(mark)) return word
  const pieces = word.text
    .split(mark)
    .flatMap((text, index) => [
      ...(index > 0 ? [{ kind: 'unknown' as const }] : []),
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ])
  return wordOf([pieces], word.source)
}

const XARGS_VALUES = /^(?:-[adEILnPs]|--(?:arg-file|delimiter|max-args|max-procs|max-lines|max-chars|replace)|-j|--jobs)$/

/** The command that `xargs` or `parallel` starts: its own words, and what it reads. */
const fedCommand = (command: ShellCommand): ShellCommand | undefined => {
  let mark: string | undefined
  const { words } = command
  for (let at = 1; at < words.length; at++) {
    const literal = words[at]?.text ?? ''
    if (literal.startsWith('-I')) mark = literal.length > 2 ? literal.slice(2) : words[at + 1]?.text
    if (literal === '-i' || literal === '--replace') mark = '{}'
    if (XARGS_VALUES.test(literal)) at++
    else if (!literal.startsWith('-')) {
      const own = words.slice(at)
      const fed = mark === undefined ? [...own, ...fedWords(command.input)] : own.map((word) => filled(word, mark as string))
      return { ...command, words: fed, wrappers: [...command.wrappers, nameOf(words[0])] }
    }
  }
  return undefined
}

const MOST_FED_WORDS = 100

const fedWords = (input: string | undefined): ShellWord[] => {
  const texts = input?.split(/[\s\0]+/, MOST_FED_WORDS + 1).filter(Boolean) ?? []
  return input === undefined || texts.length > MOST_FED_WORDS ? [UNKNOWN_WORD] : texts.map(literalWord)
}

/** Commands of `find -exec`, `xargs` and `parallel`. */
export const foundCommands = (command: ShellCommand): ShellCommand[] => {
  const name = nameOf(command.words[0])
  if (name === 'xargs' || name === 'parallel' || name === 'gxargs') return [fedCommand(command)].filter((fed) => fed !== undefined)
  if (name !== 'find' && name !== 'gfind' && name !== 'fd' && name !== 'fdfind') return []
  const found: ShellCommand[] = []
  const { words } = command
  for (let at = 1; at < words.length; at++) {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(words[at]?.text ?? '')) continue
    let end = at + 1
    while (end < words.length && words[end]?.text !== ';' && words[end]?.text !== '+') end++
    const own = words.slice(at + 1, end)
    const isFd = name.startsWith('fd')
    const fed = own.map((word) => filled(word, '{}'))
    const implied = isFd && !own.some(({ text }) => text?.includes('{}')) ? [UNKNOWN_WORD] : []
    found.push({
      assignments: [],
      words: [...fed, ...implied],
      redirects: [],
      folder: command.folder,
      wrappers: [...command.wrappers, name],
      foundBy: words,
    })
    at = end
  }
  return found
}

/** A shell's own stdin by its path, and what a `<(…)` becomes. */
const STDIN = /^\/dev\/(?:stdin|fd\/(?:0|63))$/

/**
 * Texts that a command hands to a shell: `sh -c`, a here-document for a shell, `eval`, `trap`, `alias`, `watch`; and the
 * positional parameters of the first.
 */
export const textsFor = (command: ShellCommand): { texts: ShellWord[]; positional: readonly ShellWord[] } => {
  const none = { texts: [], positional: [] }
  const { words, input } = command
  const name = nameOf(words[0])
  if (name === '') return none
  const rest = words.slice(1)
  if (name === 'eval') return { ...none, texts: rest.length === 0 ? [] : [joined(rest)] }
  if (name === 'watch') return { ...none, texts: [joined(rest.filter(({ text }) => !text?.startsWith('-')))] }
  if (name === 'trap') return { ...none, texts: rest.filter(({ text }) => text !== '--' && text !== '-').slice(0, 1) }
  if (name === 'alias') return { ...none, texts: [...rest.flatMap(aliasText), ...command.assignments.flatMap(({ value }) => value ?? [])] }
  if (name === 'set') return { ...none, positional: positionalOf(rest) }
  if (name === 'source' || name === '.')
    return { ...none, texts: STDIN.test(rest[0]?.text ?? '') && input !== undefined ? [literalWord(input)] : [] }
  const handed = handedTexts(name, command)
  if (handed !== undefined) return { ...none, texts: handed }
  const { shell, code, script, args } = programOf(command)
  if (!shell) return none
  if (code.length > 0) return { texts: code.slice(0, 1), positional: args }
  const reads = script === undefined || rest.some(({ text }) => text === '-s') || STDIN.test(script.text ?? '')
  return reads && input !== undefined ? { ...none, texts: [literalWord(input)] } : none
}

/** The aliases that a command makes. */
export const aliasesIn = ({ words, assignments }: ShellCommand): [name: string, text: string][] => {
  if (nameOf(words[0]) !== 'alias') return []
  const own = words.slice(1).flatMap(({ text = '' }): [string, string][] => {
    const at = text.indexOf('=')
    return at > 0 ? [[text.slice(0, at), text.slice(at + 1)]] : []
  })
  return [...own, ...assignments.flatMap(({ name, value }): [string, string][] => (value?.text === undefined ? [] : [[name, value.text]]))]
}

/** The variables that a command sets to what only run time tells. */
export const readInto = ({ words }: ShellCommand): string[] => {
  const name = nameOf(words[0])
  const names = words.slice(1).flatMap(({ text = '' }) => (/^[A-Za-z_]\w*$/.test(text) ? [text] : []))
  if (name === 'read') return names.length === 0 ? ['REPLY'] : names
  if (name === 'mapfile' || name === 'readarray') return names.length === 0 ? ['MAPFILE'] : names
  if (name === 'getopts') return names.slice(-1)
  return name === 'printf' && words[1]?.text === '-v' ? names.slice(0, 1) : []
}

const aliasText = (word: ShellWord): ShellWord[] => {
  const at = word.text?.indexOf('=') ?? -1
  return at === -1 ? [] : [literalWord((word.text as string).slice(at + 1))]
}

const positionalOf = (words: readonly ShellWord[]): ShellWord[] => {
  const from = words.findIndex(({ text }) => text === '--' || !/^[-+]/.test(text ?? ''))
  const own = from === -1 ? [] : words.slice(words[from]?.text === '--' ? from + 1 : from)
  return [literalWord('sh'), ...own]
}
