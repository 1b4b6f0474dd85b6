import { existsSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import { programOf, type Program } from '../shell/program.js'
import type { ShellCommand, ShellWord } from '../shell/types.js'
import { nameOf } from '../shell/wrappers.js'
import { PROGRAM } from '../text/messages.js'
import { folded } from './fold.js'
import type { ShellTargets } from './shell-targets.js'

/** Commands that start our own program, and which of them only read. */

const READING = new Set(['check', 'explain', 'log', 'stats', 'hosts', 'schema'])
const HELP = new Set(['--help', '-h', '--version'])
/** Options that move the places we judge by. */
const MOVES_PLACES = /^--(?:store|user-config)(?:=|$)/

/** Whether our program, given these words, only reads. Words that only run time tells may be anything. */
export const onlyReads = (args: readonly (string | undefined)[]): boolean => {
  const words = args.filter((word) => word !== undefined)
  if (words.some((word) => MOVES_PLACES.test(word))) return false
  const [first, ...rest] = args
  if (args.length === 0) return true
  if (first === undefined) return false
  if (HELP.has(first)) return args.every((word) => word !== undefined && (HELP.has(word) || !word.startsWith('-')))
  if (READING.has(first)) return rest.every((word) => word !== undefined && !(first === 'explain' && word.startsWith('--run')))
  const tells = first === 'trust' ? /^--(?:status|list)$/ : first === 'install' ? /^--status$/ : undefined
  return (
    tells !== undefined &&
    rest.some((word) => tells.test(word ?? '')) &&
    rest.every((word) => word !== undefined && (tells.test(word) || !word.startsWith('-') || /^--(?:json|host)(?:=|$)/.test(word)))
  )
}

const isOurName = (name: string): boolean => folded(name.replace(/\.(?:cjs|js|mjs|cmd|exe|ps1)$/i, '')) === PROGRAM

/** Package managers, and what they do with a package that changes or removes it. */
const MANAGER = /^(?:npm|pnpm|yarn|bun|corepack|brew|volta)$/
const CHANGES_PACKAGE =
  /^(?:i|in|ins|inst|install|add|a|un|unlink|uninstall|remove|rm|r|up|update|upgrade|link|ln|rebuild|rb|dedupe|global)$/

/** Tells whether a command starts the program at `places.program`, under any name. */
export class OwnProgram {
  readonly #folder: string
  readonly #byName = new Map<string, boolean>()

  constructor(
    readonly targets: ShellTargets,
    readonly program: string,
  ) {
    this.#folder = dirname(program)
  }

  /** The words our program is given; undefined when it is not started. */
  argumentsIn(command: ShellCommand): readonly (string | undefined)[] | undefined {
    const folder = this.targets.folderOf(command.folder)
    const program = programOf(command)
    const words = this.#wordsFor(program, folder)
    return words?.map(({ text }) => text)
  }

  #wordsFor({ program, script, interpreter, args, name }: Program, folder: string | undefined): readonly ShellWord[] | undefined {
    if (program === undefined) return undefined
    if (interpreter) return script !== undefined && this.#isOurs(script, folder, true) ? args : undefined
    if (this.#isOurs(program, folder, false)) return args
    // `yarn acuvo-hooks`, `pnpm acuvo-hooks`; `npm uninstall acuvo-hooks` changes it.
    const at = MANAGER.test(name) ? args.findIndex((word) => isOurName(nameOf(word))) : -1
    if (at === -1) return undefined
    return args.slice(0, at).some(({ text }) => CHANGES_PACKAGE.test(text ?? '')) ? [args[0] as ShellWord] : args.slice(at + 1)
  }

  #isOurs(word: ShellWord, folder: string | undefined, isFile: boolean): boolean {
    const name = nameOf(word)
    if (isOurName(name)) return true
    // A part that only run time tells, and our name behind it.
    const last = word.values[0]?.at(-1)
    if (word.text === undefined && last?.kind === 'text' && isOurName(basename(last.text))) return true
    const isPath = isFile || /[/\\]/.test(word.text ?? word.source)
    if (isPath) return this.targets.paths(word, folder).some((path) => this.#leadsHere(path))
    return name !== '' && this.#isOnPath(word.text as string)
  }

  #leadsHere(path: string): boolean {
    const real = realPathOf(path)
    return real !== undefined && (real === this.program || (real !== this.#folder && isWithin(real, this.#folder) && existsSync(real)))
  }

  #isOnPath(name: string): boolean {
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const path = this.targets.guard.given.env.PATH ?? ''
    const found = path.split(delimiter).find((folder) => folder !== '' && existsSync(join(folder, name)))
    const isOurs = found !== undefined && this.#leadsHere(join(found, name))
    this.#byName.set(name, isOurs)
    return isOurs
  }
}
