import { nameOf } from './wrappers.js'
import type { ShellCommand, ShellWord, WordPiece } from './types.js'

/** What a command is known to print. */

/** The arguments of a literal `echo` or `printf`, what is fed to a bare `cat`; undefined when it cannot be told. */
export const inputOf = ({ words, input }: ShellCommand): string | undefined => {
  const name = nameOf(words[0])
  const args = words.slice(1).filter(({ text }) => !/^-[neE]+$/.test(text ?? ''))
  if (name === 'echo' || name === 'printf') {
    if (args.some(({ text }) => text === undefined)) return undefined
    const texts = args.map(({ text }) => text as string)
    if (name === 'echo') return texts.join(' ')
    const [format = '', ...values] = texts
    const line = format.replace(/\\n/g, '\n').replace(/\\0/g, '\0')
    return values.length === 0 ? line : line.includes('%s') ? values.map((value) => line.replace('%s', () => value)).join('') : line
  }
  if (name === 'cat' && args.every(({ text }) => text === '-')) return input
  return name === 'tee' || name === 'sort' || name === 'uniq' ? input : undefined
}

/** The one file that a `cat` prints. */
export const fileOf = ({ words }: ShellCommand): ShellWord | undefined => {
  const operands = words.slice(1).filter(({ text }) => !text?.startsWith('-'))
  return nameOf(words[0]) === 'cat' && operands.length === 1 ? operands[0] : undefined
}

type Values = ShellWord['values']
const UNKNOWN: Values = [[{ kind: 'unknown' }]]
const said = (text: string): Values => [[{ kind: 'text', text } satisfies WordPiece]]

/** What a substitution of this command alone stands for: its output, the folder, a fresh file, the place of a program or a file. */
export const printedValues = (command: ShellCommand): Values => {
  const [program, ...args] = command.words
  const name = nameOf(program)
  const last = args.at(-1)
  if (name === 'pwd') return [[{ kind: 'variable', name: 'PWD' }]]
  if (name === 'mktemp') return args.every(({ text }) => /^-[dqu]+$/.test(text ?? '')) ? said('/tmp/made-by-mktemp') : UNKNOWN
  const looksUp = name === 'which' || ((name === 'command' || name === 'type') && /^-[vP]$/.test(args[0]?.text ?? ''))
  if ((looksUp || name === 'readlink' || name === 'realpath') && last !== undefined) return last.values
  const printed = inputOf(command)
  return printed === undefined ? UNKNOWN : said(printed.replace(/\n+$/, ''))
}
