import type { ShellCommand, ShellWord } from '../shell/types.js'
import { nameOf } from '../shell/wrappers.js'
import { changes, NOTHING, type Effects } from './effects.js'
import { argumentsOf, hasFlag, literalWord, valueAfter } from './operands.js'

/** Programs whose arguments need more than a list: find, git, tar, and those that fetch. */

export const HERE: ShellWord = literalWord('.')

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

/** `:(top)x`, `:/x` and `:!x` of git are paths too. */
const withoutMagic = (word: ShellWord): ShellWord => {
  const magic = /^:(?:\([^)]*\)|[/!^]+)/.exec(word.text ?? '')
  return magic === null ? word : valueAfter(word, magic[0].length)
}

const GIT_VALUES = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path']
const RESTORES = /^(?:checkout|restore|reset|stash|apply|am|checkout-index|update-index|read-tree|sparse-checkout|lfs|filter-branch)$/

export const gitEffects = (args: readonly ShellWord[]): Effects => {
  let at = 0
  while (at < args.length && args[at]?.text?.startsWith('-')) at += GIT_VALUES.includes(args[at]?.text ?? '') ? 2 : 1
  const verb = args[at]?.text ?? ''
  const rest = args.slice(at + 1)
  const { operands, options, values } = argumentsOf(rest, ['-m', '-F', '-C', '-e', '--exclude', '-o', '--output', '--source', '-s'])
  const plain = operands.map(withoutMagic)
  const written = changes([...(values.get('-o') ?? []), ...(values.get('--output') ?? [])])
  if (verb === 'rm') return options.includes('--cached') ? NOTHING : changes(plain, 'destroy')
  if (verb === 'mv') return { ...changes(plain.slice(0, -1), 'destroy'), landings: landingOf(plain) }
  if (verb === 'clean') {
    if (hasFlag(options, /^[a-zA-Z]*n/, /^--dry-run$/)) return NOTHING
    return changes(plain.length === 0 ? [HERE] : plain, 'destroy')
  }
  if (verb === 'worktree')
    return rest[0]?.text === 'remove' || rest[0]?.text === 'move' ? changes(plain.slice(1), 'destroy') : changes(plain.slice(1, 2))
  if (verb === 'clone' || verb === 'init') return changes(plain.slice(-1))
  if (verb === 'archive' || verb === 'diff' || verb === 'format-patch' || verb === 'bundle') return written
  return RESTORES.test(verb) ? changes(plain, 'restore') : NOTHING
}

const landingOf = (operands: readonly ShellWord[]): Effects['landings'] => {
  const destination = operands.at(-1)
  return destination === undefined || operands.length < 2
    ? []
    : [{ sources: operands.slice(0, -1), destination, folder: false, tree: true }]
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
