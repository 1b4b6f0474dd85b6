import type { ShellWord } from '../shell/types.js'
import { changes, NOTHING, type Effects, type Reader } from './effects.js'
import { argumentsOf, hasFlag, literalWord } from './operands.js'

/** Programs for texts that write a file beside what they print. */

/** `w FILE` of a script, also behind `s/a/b/`. */
const SED_WRITES = /(?:^|[^A-Za-z]|[gIMpe])[wW][^\S\n]*([^\s;}]+)/g

export const sedEffects = (args: readonly ShellWord[]): Effects => {
  const { operands, options, values } = argumentsOf(args, ['-e', '-f', '-l', '--expression', '--file'])
  const given = [...(values.get('-e') ?? []), ...(values.get('--expression') ?? [])]
  const isInPlace = hasFlag(options, /^[a-zA-Z]*i/, /^--in-place/)
  // `sed -i '' …`: elsewhere the option takes a word of its own.
  const own = isInPlace && operands[0]?.text === '' ? operands.slice(1) : operands
  const hasScript = given.length > 0 || values.has('-f') || values.has('--file')
  const scripts = hasScript ? given : own.slice(0, 1)
  const written = scripts.flatMap(({ text }) => [...(text ?? '').matchAll(SED_WRITES)].map((match) => match[1] ?? ''))
  return changes([...written.map((file) => literalWord(file)), ...(isInPlace ? own.slice(hasScript ? 0 : 1) : [])])
}

const awkEffects: Reader = (args) => {
  const { operands, values } = argumentsOf(args, [
    '-i',
    '--include',
    '-v',
    '--assign',
    '-F',
    '--field-separator',
    '-f',
    '--file',
    '-l',
    '-e',
  ])
  const included = [...(values.get('-i') ?? []), ...(values.get('--include') ?? [])]
  if (!included.some(({ text }) => text === 'inplace')) return NOTHING
  return changes(values.has('-f') || values.has('--file') || values.has('-e') ? operands : operands.slice(1))
}

/** The second operand is what they write. */
const secondWritten =
  (takers: readonly string[]): Reader =>
  (args) =>
    changes(argumentsOf(args, takers).operands.slice(1, 2))

/** A name that the program adds to: `PREFIX` and any characters. */
const begun = (prefix: ShellWord, suffix = ''): ShellWord => ({
  computed: false,
  source: prefix.source,
  values: prefix.values.map((value) => [
    ...value,
    { kind: 'glob', text: '*' },
    ...(suffix === '' ? [] : [{ kind: 'text' as const, text: suffix }]),
  ]),
})

/** Programs by name. */
export const textWriters: Readonly<Record<string, Reader>> = {
  awk: awkEffects,
  gawk: awkEffects,
  mawk: awkEffects,
  uniq: secondWritten(['-f', '-s', '-w']),
  xxd: secondWritten(['-c', '-g', '-l', '-s', '-o', '-n', '-R']),
  split: (args) => {
    const { operands, values } = argumentsOf(args, ['-a', '-b', '-C', '-l', '-n', '-t', '--additional-suffix', '--filter'])
    return changes(operands.slice(1, 2).map((prefix) => begun(prefix, values.get('--additional-suffix')?.[0]?.text)))
  },
  csplit: (args) => {
    const { values } = argumentsOf(args, ['-f', '--prefix', '-b', '--suffix-format', '-n'])
    return changes([...(values.get('-f') ?? []), ...(values.get('--prefix') ?? [])].map((prefix) => begun(prefix)))
  },
  openssl: (args) => changes(args.filter((_, index) => /^-(?:out|keyout|writerand|CAserial)$/.test(args[index - 1]?.text ?? ''))),
  script: (args) => {
    const takers = ['-I', '--log-in', '-O', '--log-out', '-B', '--log-io', '-T', '--log-timing', '-m', '-E', '-o', '-c', '--command']
    const { operands, values } = argumentsOf(args, takers)
    const logs = [...values].flatMap(([option, words]) => (/^(?:-[IOBT]|--log-.*)$/.test(option) ? words : []))
    return changes([...operands.slice(0, 1), ...logs])
  },
}
