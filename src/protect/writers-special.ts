import type { ShellCommand, ShellWord } from '../shell/types.js'
import { nameOf } from '../shell/wrappers.js'
import { changes, type Effects } from './effects.js'
import { argumentsOf, literalWord } from './operands.js'

/** Programs whose arguments need more than a list: find, tar, and those that fetch. */

const HERE: ShellWord = literalWord('.')

/** Where a `find` looks, and the names it is limited to. */
export const findScope = (args: readonly ShellWord[]): NonNullable<Effects['found']> => {
  const first = args.findIndex(({ text }) => /^[-!(]/.test(text ?? '') && !/^-[HLPDO]/.test(text ?? ''))
  const starts = args.slice(0, first === -1 ? args.length : first).filter(({ text }) => !text?.startsWith('-'))
  const names = args.flatMap(({ text }, index) => {
    const before = args[index - 1]?.text ?? ''
    return /^-i?name$/.test(text ?? '') && before !== '!' && before !== '-not' ? [args[index + 1]?.text ?? '*'] : []
  })
  return { starts: starts.length === 0 ? [HERE] : starts, names }
}

/** `find`: the files it lists into, and what it deletes below its starts. */
export const findEffects = (args: readonly ShellWord[]): Effects => {
  const files = args.filter((_, index) => /^-(?:fprint0?|fls|fprintf)$/.test(args[index - 1]?.text ?? ''))
  return { ...changes(files), ...(args.some(({ text }) => text === '-delete') && { found: findScope(args) }) }
}

/** `tar`: what is put where; reading and making an archive elsewhere are free. */
export const tarEffects = (args: readonly ShellWord[]): Effects => {
  const [first, ...others] = args
  const bundled = /^[a-zA-Z]+$/.test(first?.text ?? '')
  const takers = ['-f', '-C', '-T', '-X', '--file', '--directory', '--exclude', '--transform', '--strip-components', '-b', '-I']
  const letters = bundled
    ? (first?.text ?? '')
    : args.flatMap(({ text }) => (/^-[a-zA-Z]+$/.test(text ?? '') ? [text?.slice(1)] : [])).join('')
  const { operands, options, values } = argumentsOf(bundled ? others : args, takers)
  const bundledFile = bundled && letters.includes('f') ? operands.slice(0, 1) : []
  const archives = [...(values.get('-f') ?? []), ...(values.get('--file') ?? []), ...bundledFile]
  const members = operands.filter((word) => !archives.includes(word))
  if (letters.includes('x') || options.includes('--extract') || options.includes('--get'))
    return changes([...(values.get('-C') ?? []), ...(values.get('--directory') ?? []), ...members], 'restore')
  const taken = options.includes('--remove-files') ? changes(members, 'destroy').targets : []
  const makes = /[cru]/.test(letters) || options.some((option) => /^--(?:create|append|update)$/.test(option))
  return { targets: [...taken, ...(makes ? changes(archives).targets : [])], landings: [] }
}

const FETCHERS = {
  curl: {
    files: ['-o', '--output', '--output-dir', '-D', '--dump-header', '-c', '--cookie-jar', '--trace', '--trace-ascii', '--stderr'],
    others: ['-H', '-d', '-X', '-u', '-A', '-b', '-e', '-T', '-F', '--data', '--header', '--user', '--request'],
    byAddress: /^-[a-zA-Z]*O|^--remote-name/,
  },
  wget: {
    files: ['-O', '--output-document', '-o', '--output-file', '-a', '-P', '--directory-prefix', '--save-cookies'],
    others: ['-U', '-t', '-T', '-e', '-i', '--header', '--post-data'],
    byAddress: /^/,
  },
}

/** `curl` and `wget`: the files they are told to write. */
export const fetchEffects = (args: readonly ShellWord[], command: Pick<ShellCommand, 'words'>): Effects => {
  const { files, others, byAddress } = nameOf(command.words[0]) === 'wget' ? FETCHERS.wget : FETCHERS.curl
  const { operands, options, values } = argumentsOf(args, [...files, ...others])
  const named = [...values].flatMap(([option, words]) => (files.includes(option) ? words : []))
  // Without a name the file is called as the end of its address.
  const addressed = byAddress.test('') || options.some((option) => byAddress.test(option)) ? operands : []
  const ends = addressed.flatMap(({ text }) => /^(?:[a-z]+:\/\/)?[^?#]*\/([^/?#]+)/i.exec(text ?? '')?.[1] ?? [])
  return changes([...named, ...ends.map((end) => literalWord(end))], 'restore')
}
