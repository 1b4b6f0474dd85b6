import type { ShellWord } from '../shell/types.js'
import { changes, NOTHING, type Reader } from './effects.js'
import { argumentsOf, hasFlag, literalWord } from './operands.js'

/** Programs that put another file in a file's place, give it another name, or lay something over it. */

const SUFFIX = /\.(?:gz|bz2|xz|lzma|zst|lz4|Z|z|br)$/

/** `gzip FILE` replaces it; `gunzip FILE.gz` makes it. `zstd` keeps what it reads unless it is told. */
const packed =
  (suffix: string, keeps = false): Reader =>
  (args) => {
    const { operands, options } = argumentsOf(args, ['-S', '--suffix', '-T', '-D', '-o', '--threads', '-b', '-F', '-C'])
    if (hasFlag(options, /^[a-zA-Z0-9]*[ctl]/, /^--(?:stdout|to-stdout|test|list)$/)) return NOTHING
    const kept = keeps ? !options.includes('--rm') : hasFlag(options, /^[a-zA-Z0-9]*k/, /^--keep$/)
    const made = operands.flatMap((word) => (word.text === undefined ? [] : [otherName(word, suffix)]))
    const taken = kept ? [] : changes(operands, hasFlag(options, /^[a-zA-Z0-9]*r/, /^--recursive$/) ? 'destroy' : 'change').targets
    return { targets: [...taken, ...changes(made).targets], landings: [] }
  }

const otherName = ({ text = '', source }: ShellWord, suffix: string): ShellWord =>
  literalWord(SUFFIX.test(text) ? text.replace(SUFFIX, '') : `${text}${suffix}`, source)

const renamed: Reader = (args) => {
  const { operands, options } = argumentsOf(args, ['-e'])
  return hasFlag(options, /^[a-zA-Z]*n/, /^--(?:no-act|nono|dry-run|just-print)$/) ? NOTHING : changes(operands.slice(1), 'destroy')
}

const mounted: Reader = (args) => {
  const { operands, options } = argumentsOf(args, ['-t', '-o', '-L', '-U', '--types', '--options'])
  const [source] = operands
  const target = operands.length > 1 ? operands.slice(-1) : []
  const bound = options.some((option) => /^(?:-B|-R|--(?:r?bind|move))$/.test(option)) && source !== undefined ? [source] : []
  return { targets: [...changes(bound).targets, ...changes(target, 'destroy').targets], landings: [] }
}

const GZIP = packed('.gz')
const BZIP2 = packed('.bz2')
const XZ = packed('.xz')
const ZSTD = packed('.zst', true)

/** Programs by name. */
export const packers: Readonly<Record<string, Reader>> = {
  gzip: GZIP,
  gunzip: GZIP,
  pigz: GZIP,
  bzip2: BZIP2,
  bunzip2: BZIP2,
  pbzip2: BZIP2,
  xz: XZ,
  unxz: XZ,
  lzma: packed('.lzma'),
  unlzma: packed('.lzma'),
  compress: packed('.Z'),
  uncompress: packed('.Z'),
  zstd: ZSTD,
  unzstd: ZSTD,
  lz4: packed('.lz4', true),
  brotli: packed('.br', true),
  zip: (args) => {
    const { operands, options } = argumentsOf(args, ['-i', '-x', '-t', '-tt', '-n', '-b', '-P', '-O'])
    const moves = hasFlag(options, /^[a-zA-Z0-9]*m/, /^--move$/)
    return {
      targets: [...changes(operands.slice(0, 1)).targets, ...(moves ? changes(operands.slice(1), 'destroy').targets : [])],
      landings: [],
    }
  },
  rename: renamed,
  prename: renamed,
  'file-rename': renamed,
  mmv: (args) => changes(argumentsOf(args).operands, 'destroy'),
  link: (args) => changes(argumentsOf(args).operands),
  mount: mounted,
  umount: (args) => changes(argumentsOf(args, ['-t', '-O']).operands),
}
