import type { ShellCommand, ShellWord } from '../shell/types.js'
import { nameOf } from '../shell/wrappers.js'
import { changes, NOTHING, type Effects, type Reader } from './effects.js'
import { gitEffects } from './git.js'
import { argumentsOf, hasFlag, valueAfter } from './operands.js'
import { packers } from './writers-packing.js'
import { fetchEffects, findEffects, tarEffects } from './writers-special.js'
import { sedEffects, textWriters } from './writers-text.js'

/** Which words of a command name what it writes, moves or deletes (the programs' own manuals). */

/** Programs that change every operand, with their options that take a value. */
const OPERANDS_CHANGED: Readonly<Record<string, readonly string[]>> = {
  tee: [],
  sponge: [],
  truncate: ['-s', '-r', '--size', '--reference'],
  fallocate: ['-l', '-o', '--length', '--offset'],
  touch: ['-d', '-r', '-t', '--date', '--reference'],
  mkdir: ['-m', '--mode'],
  mkfifo: ['-m', '--mode'],
  mknod: ['-m', '--mode'],
  setfattr: ['-n', '-v', '-x'],
  xattr: [],
  chattr: ['-v', '-p'],
  chflags: [],
  setfacl: ['-m', '-x', '-M', '-X'],
  ed: ['-p'],
  red: ['-p'],
  ex: ['-c', '-S', '-T', '-u'],
  vi: ['-c', '-S', '-T', '-u'],
  vim: ['-c', '-S', '-T', '-u', '--cmd'],
  nvim: ['-c', '-S', '-u', '--cmd'],
  nano: ['-r', '-s', '-T'],
  pico: [],
  emacs: ['-l', '-f', '--eval', '--load'],
  micro: [],
  dos2unix: [],
  unix2dos: [],
  patch: ['-p', '-i', '-d', '-B', '-F', '-o', '-r', '-z', '--strip', '--input', '--directory', '--output'],
  black: ['-l', '-t', '--config'],
  isort: ['--profile'],
  rustfmt: ['--edition', '--config'],
  sd: ['-f', '-n'],
}

const DELETED: Readonly<Record<string, true>> = {
  rmdir: true,
  unlink: true,
  shred: true,
  srm: true,
  trash: true,
  'trash-put': true,
  rimraf: true,
  'rimraf.js': true,
}

/** Formatters that write only when told to. */
const FORMATTER =
  /^(?:prettier|eslint|biome|ruff|stylelint|gofmt|goimports|clang-format|shfmt|yq|dprint|taplo|json|autopep8|yapf|jsonlint|sort-package-json|oxlint|oxfmt)$/
const READ_ONLY_FLAG = /^(?:--check|--diff|--list-different|-l|--dry-run)$/

const copied: Reader = (args, command) => {
  const name = nameOf(command.words[0])
  const { operands, options, values } = argumentsOf(args, [
    '-t',
    '--target-directory',
    '-S',
    '--suffix',
    '-m',
    '-o',
    '-g',
    '--mode',
    '-e',
    '--rsh',
  ])
  const into = [...(values.get('-t') ?? []), ...(values.get('--target-directory') ?? [])]
  if (name === 'install' && hasFlag(options, /^[a-zA-Z]*d/, /^--directory$/)) return changes(operands)
  const destination = into[0] ?? (operands.length > 1 || name !== 'ln' ? operands.at(-1) : undefined)
  const sources = into.length > 0 ? operands : operands.length > 1 ? operands.slice(0, -1) : operands
  const taken =
    name === 'mv' || options.includes('--remove-source-files') ? ('destroy' as const) : name === 'ln' ? ('change' as const) : undefined
  const deletes = options.some((option) => option.startsWith('--delete') || option === '--del')
  const targets = taken === undefined ? [] : sources.map((word) => ({ word, effect: taken }))
  if (destination === undefined) return { targets, landings: [] }
  const plain = argumentsOf(args).operands
  return {
    targets: [...targets, { word: destination, effect: deletes ? 'destroy' : 'change' }],
    landings: [
      {
        sources,
        destination,
        folder: into.length > 0 || plain.length > 2 || /\/$/.test(destination.text ?? ''),
        tree: name !== 'cp' || hasFlag(options, /^[a-zA-Z]*[rRa]/, /^--(?:recursive|archive)$/),
      },
    ],
  }
}

const READERS: Readonly<Record<string, Reader>> = {
  ...textWriters,
  ...packers,
  rm: (args) => {
    const { operands, options } = argumentsOf(args)
    return changes(operands, hasFlag(options, /^[a-zA-Z]*[rR]/, /^--recursive$/) ? 'destroy' : 'change')
  },
  cp: copied,
  mv: copied,
  ln: copied,
  install: copied,
  rsync: copied,
  scp: copied,
  ditto: copied,
  dd: (args) => changes(args.filter(({ text, source }) => /^of=/.test(text ?? source)).map((word) => valueAfter(word, 3))),
  sed: sedEffects,
  gsed: sedEffects,
  perl: (args) =>
    hasFlag(argumentsOf(args).options, /^[a-zA-Z0]*i/) ? changes(argumentsOf(args, ['-e', '-E', '-M', '-I']).operands) : NOTHING,
  ruby: (args) => (hasFlag(argumentsOf(args).options, /^[a-zA-Z]*i/) ? changes(argumentsOf(args, ['-e', '-r', '-I']).operands) : NOTHING),
  chmod: (args) => changes(argumentsOf(args).operands, 'restore'),
  chown: (args) => changes(argumentsOf(args).operands, 'restore'),
  chgrp: (args) => changes(argumentsOf(args).operands, 'restore'),
  find: findEffects,
  gfind: findEffects,
  git: gitEffects,
  tar: tarEffects,
  bsdtar: tarEffects,
  gtar: tarEffects,
  unzip: (args) => {
    const { operands, options, values } = argumentsOf(args, ['-d', '-P'])
    const only = hasFlag(options, /^[a-zA-Z]*[lptvZ]/)
    return only ? NOTHING : changes([...(values.get('-d') ?? []), ...operands.slice(1)], 'restore')
  },
  curl: fetchEffects,
  wget: fetchEffects,
  sort: (args) => changes(outputs(args)),
}

const outputs = (args: readonly ShellWord[]): ShellWord[] => {
  const { values } = argumentsOf(args, ['-o', '--output', '--out', '--outfile', '--out-file', '--output-file', '--log-file'])
  return [...values].flatMap(([option, words]) => (/^(?:-o|--out(?:put)?(?:-?file)?|--log-file)$/.test(option) ? words : []))
}

/** Programs to whom `-o` says something else. */
const READS =
  /^(?:grep|egrep|fgrep|rg|ag|ack|ls|ps|cat|diff|less|more|head|tail|wc|stat|file|jq|echo|printf|test|\[|set|sudo|ssh|pgrep|column|nl|od|tree|type|which|command)$/

/** What a command writes, moves or deletes by its own arguments. */
export const effectsOf = (command: ShellCommand): Effects => {
  const [program, ...args] = command.words
  const name = nameOf(program)
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined
  if (reader !== undefined) return reader(args, command)
  if (Object.hasOwn(DELETED, name)) return changes(argumentsOf(args, ['-n', '-s']).operands, 'destroy')
  const takers = Object.hasOwn(OPERANDS_CHANGED, name) ? OPERANDS_CHANGED[name] : undefined
  if (takers !== undefined) {
    const { operands, options, values } = argumentsOf(args, takers)
    return options.some((option) => READ_ONLY_FLAG.test(option)) ? NOTHING : changes([...operands, ...(values.get('-o') ?? [])])
  }
  if (FORMATTER.test(name)) {
    const { operands, options } = argumentsOf(args, ['--config', '-c', '--log-level', '--parser'])
    const writes =
      hasFlag(options, /^(?:[a-zA-Z]*[wiI]|fix|u)$/, /^--(?:write|fix|in-?place|apply|update|unsafe)/) ||
      /^(?:fmt|format)$/.test(operands[0]?.text ?? '')
    return writes && !options.includes('--check') ? changes([...operands, ...outputs(args)]) : changes(outputs(args))
  }
  return READS.test(name) ? NOTHING : changes(outputs(args))
}
