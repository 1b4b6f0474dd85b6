import { nameOf } from './wrappers.js'
import type { ShellCommand, ShellWord } from './types.js'

/** Which program a command runs, and which file a known interpreter is given. */

interface Interpreter {
  /** Options that take the next word. */
  values?: readonly string[]
  /** Options whose value is code; then there is no script. */
  code?: readonly string[]
  /** Options whose value is a module; then there is no script. */
  modules?: readonly string[]
  /** Sub-commands before the script. */
  verbs?: readonly string[]
  /** True where a first operand that is no verb is a script too (`bun x.ts`). */
  verbsOptional?: true
  /** What a code option says may be glued to other letters (`-lc`, `-ne`). */
  clustered?: true
}

const SHELL: Interpreter = { values: ['-o', '+o', '-O', '+O', '--rcfile', '--init-file'], code: ['-c'], clustered: true }
const NODE: Interpreter = {
  values: [
    '-r',
    '--require',
    '--import',
    '--loader',
    '--experimental-loader',
    '-C',
    '--conditions',
    '--env-file',
    '--input-type',
    '--inspect-port',
    '--title',
    '--stack-size',
    '--experimental-config-file',
    '--max-old-space-size',
    '--tsconfig',
  ],
  code: ['-e', '--eval', '-p', '--print', '-pe'],
}
const PYTHON: Interpreter = { values: ['-W', '-X', '-Q', '--check-hash-based-pycs'], code: ['-c'], modules: ['-m'], clustered: true }

const INTERPRETERS: readonly [name: RegExp, interpreter: Interpreter][] = [
  [/^(?:ba|da|z|k|mk|a|fi)?sh$/, SHELL],
  [/^node(?:js)?(?:\d+)?$/, NODE],
  [/^(?:tsx|ts-node|ts-node-esm|esno|jiti)$/, { ...NODE, values: [...(NODE.values ?? []), '-P', '--project', '-O'] }],
  [/^(?:python|pypy)\d*(?:\.\d+)*w?$/, PYTHON],
  [/^ruby\d*(?:\.\d+)*$/, { values: ['-I', '-r', '-C', '-E'], code: ['-e'], clustered: true }],
  [/^perl\d*(?:\.\d+)*$/, { values: ['-I', '-M'], code: ['-e', '-E'], clustered: true }],
  [/^php\d*(?:\.\d+)*$/, { values: ['-c', '-d', '-z', '-t', '-S'], code: ['-r', '-B', '-R', '-E'] }],
  [/^(?:lua|luajit)\d*(?:\.\d+)*$/, { values: ['-l'], code: ['-e'] }],
  [
    /^deno$/,
    {
      values: ['-c', '--config', '--import-map', '--lock', '-r', '--env-file'],
      verbs: ['run', 'eval', 'test', 'serve'],
      verbsOptional: true,
    },
  ],
  [
    /^bun$/,
    {
      values: ['-r', '--preload', '--cwd', '-c', '--config'],
      code: ['-e', '--eval', '-p', '--print'],
      verbs: ['run'],
      verbsOptional: true,
    },
  ],
  [
    /^(?:pwsh|powershell)$/,
    {
      values: [
        '-executionpolicy',
        '-ep',
        '-ex',
        '-workingdirectory',
        '-wd',
        '-inputformat',
        '-outputformat',
        '-configurationname',
        '-version',
      ],
      code: ['-command', '-c', '-encodedcommand', '-e', '-ec', '-enc'],
    },
  ],
  [/^(?:expect|tclsh|wish)\d*(?:\.\d+)*$/, { code: ['-c'] }],
  [/^(?:osascript|rscript|julia|groovy|elixir)$/, { code: ['-e', '--eval'] }],
]

export interface Program {
  /** The program word; absent for bare assignments and redirects. */
  program?: ShellWord
  /** Its name in lower case, without folder and `.exe`; empty when it can be told at run time only. */
  name: string
  /** True for a shell (`sh`, `bash`, …). */
  shell: boolean
  /** True for a known interpreter, shells included. */
  interpreter: boolean
  /** The file that a known interpreter is to run. */
  script?: ShellWord
  /** The code it is given in its arguments. */
  code: ShellWord[]
  /** The words behind the script, or behind the program where there is no script. */
  args: readonly ShellWord[]
  /** `-m module` */
  module?: ShellWord
}

/** The program of a command and, for a known interpreter, its script operand. */
export const programOf = ({ words }: Pick<ShellCommand, 'words'>): Program => {
  const [program, ...args] = words
  const name = nameOf(program)
  const interpreter = INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1]
  const base: Program = {
    ...(program && { program }),
    name,
    shell: interpreter === SHELL,
    interpreter: interpreter !== undefined,
    code: [],
    args,
  }
  return interpreter === undefined ? base : withOperands(base, interpreter, /^(?:pwsh|powershell)$/.test(name))
}

const withOperands = (base: Program, interpreter: Interpreter, foldsCase: boolean): Program => {
  const { args } = base
  let verbs = interpreter.verbs
  let isCode = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as ShellWord
    const literal = foldsCase ? word.text?.toLowerCase() : word.text
    const next = args[at + 1]
    const isOption = literal !== undefined && (literal.startsWith('-') || (base.shell && literal.startsWith('+')))
    if (isOption && literal.length > 1 && literal !== '--') {
      const kind = optionKind(interpreter, literal)
      if (kind === 'code') {
        isCode = true
        if (next !== undefined) base.code.push(next)
        at++
      } else if (kind === 'gluedCode') {
        isCode = true
        base.code.push(word)
      } else if (kind === 'module') return { ...base, ...(next && { module: next }), args: args.slice(at + 2) }
      else if (kind === 'value') at++
    } else if (literal === '-' || (literal === '--' && next === undefined)) return { ...base, args: args.slice(at + 1) }
    else if (literal !== '--') {
      if (isCode) return { ...base, args: args.slice(at) }
      if (verbs !== undefined && literal !== undefined && verbs.includes(literal)) {
        if (literal === 'eval') return { ...base, code: [...args.slice(at + 1)], args: [] }
        verbs = undefined
      } else return { ...base, script: word, args: args.slice(at + 1) }
    }
  }
  return { ...base, args: [] }
}

const optionKind = (interpreter: Interpreter, literal: string): 'code' | 'gluedCode' | 'module' | 'value' | undefined => {
  const { code = [], modules = [], values = [] } = interpreter
  if (code.includes(literal)) return 'code'
  if (modules.includes(literal)) return 'module'
  if (values.includes(literal)) return 'value'
  // `-euo pipefail`: the last letter of a shell's cluster takes the next word.
  if (interpreter === SHELL && /^[-+][A-Za-z]*[oO]$/.test(literal)) return 'value'
  if (code.some((option) => option.startsWith('--') && literal.startsWith(`${option}=`))) return 'gluedCode'
  if (!interpreter.clustered || !/^-[A-Za-z]/.test(literal) || literal.startsWith('--')) return undefined
  const letters = code.map((option) => option.slice(1))
  if (letters.includes(literal.at(-1) ?? '')) return 'code'
  // `-e'code'` glued to its option
  return letters.includes(literal[1] ?? '') ? 'gluedCode' : undefined
}
