import { existsSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import { programOf, type Program } from '../shell/program.js'
import type { ShellCommand, ShellWord } from '../shell/types.js'
import { nameOf } from '../shell/wrappers.js'
import { PROGRAM } from '../text/messages.js'
import type { Effects } from './effects.js'
import { folded } from './fold.js'
import { valueAfter } from './operands.js'
import type { ShellTargets } from './shell-targets.js'

/** Commands that start our own program, and which of them only read. */

const READING = new Set(['check', 'explain', 'log', 'stats', 'hosts', 'schema', 'completion', 'help', 'doctor'])
/** Options with which such a command does more. */
const DOES_MORE: Readonly<Record<string, RegExp>> = { explain: /^--run/, doctor: /^--(?:fix|run)/ }
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
  if (READING.has(first)) return rest.every((word) => word !== undefined && DOES_MORE[first]?.test(word) !== true)
  const tells = first === 'trust' ? /^--(?:status|list)$/ : first === 'install' ? /^--status$/ : undefined
  return (
    tells !== undefined &&
    rest.some((word) => tells.test(word ?? '')) &&
    rest.every((word) => word !== undefined && (tells.test(word) || !word.startsWith('-') || /^--(?:json|host|scope)(?:=|$)/.test(word)))
  )
}

const isOurName = (name: string): boolean => folded(name.replace(/\.(?:cjs|js|mjs|cmd|exe|ps1)$/i, '')) === PROGRAM

/** Package managers that start a program by its bare name, and what all of them do to take one away or to put another in its place. */
const STARTS_BY_NAME = /^(?:pnpm|yarn|bun)$/
const MANAGER = /^(?:npm|pnpm|yarn|bun|corepack|brew|volta)$/
const REMOVES = /^(?:un|unlink|uninstall|remove|rm|r)$/
const REPLACES = /^(?:i|in|ins|inst|install|add|a|up|update|upgrade|link|ln)$/

/** More words of one command are not looked at for copies. */
const MOST_SOURCES = 20

/** Tells whether a command starts the program at `places.program`, under any name. */
export class OwnProgram {
  /** The folder it stands in, where that is its own, and that of the installed one. */
  readonly #folders: readonly string[]
  readonly #byName = new Map<string, boolean>()
  /** Where this text puts copies of it: files, or folders that hold one. */
  readonly #copies = new Set<string>()

  constructor(
    readonly targets: ShellTargets,
    readonly program: string,
  ) {
    const { installed, amongOthers } = targets.guard.given
    this.#folders = [...(amongOthers ? [] : [dirname(program)]), ...(installed === undefined ? [] : [realPathOf(installed) ?? installed])]
  }

  /** The words our program is given; undefined when it is not started. */
  argumentsIn(command: ShellCommand): readonly (string | undefined)[] | undefined {
    const folder = this.targets.folderOf(command.folder)
    const program = programOf(command)
    const words = this.#wordsFor(program, folder, command.words.slice(1))
    if (words !== undefined) return words.map(({ text }) => text)
    // An interpreter that reads its script on stdin: what it is given cannot be told apart from its own.
    const reads = program.interpreter && !program.shell && program.script === undefined && program.code.length === 0
    const file = reads ? command.inputFile : undefined
    return file !== undefined && this.#isOurs(file, folder, true) ? [undefined] : undefined
  }

  #wordsFor(
    { program, script, interpreter, args, name }: Program,
    folder: string | undefined,
    programArgs: readonly ShellWord[],
  ): readonly ShellWord[] | undefined {
    if (program === undefined) return undefined
    if (interpreter && script !== undefined && this.#isScript(script, folder)) return args
    if (!interpreter && this.#isOurs(program, folder, false)) return args
    return MANAGER.test(name) ? this.#managed(name, programArgs) : undefined
  }

  /** `npm:acuvo-hooks` is a package. */
  #isScript(script: ShellWord, folder: string | undefined): boolean {
    return /^(?:npm|jsr):/.test(script.text ?? '') ? isOurName(nameOf(valueAfter(script, 4))) : this.#isOurs(script, folder, true)
  }

  /** `yarn acuvo-hooks` starts it; `npm uninstall acuvo-hooks` and `npm install -g acuvo-hooks` change the one that is installed. */
  #managed(name: string, args: readonly ShellWord[]): readonly ShellWord[] | undefined {
    const operands = args.filter(({ text }) => !text?.startsWith('-'))
    const [verb, ...others] = operands
    if (STARTS_BY_NAME.test(name) && verb !== undefined && isOurName(nameOf(verb))) return args.slice(args.indexOf(verb) + 1)
    const [what, ...packages] = verb?.text === 'global' ? others : operands
    const isGlobal = what !== verb || name === 'brew' || name === 'volta' || args.some(({ text }) => text === '-g' || text === '--global')
    const changes = REMOVES.test(what?.text ?? '') || (isGlobal && REPLACES.test(what?.text ?? ''))
    return changes && packages.some((word) => isOurName(nameOf(word))) ? [what as ShellWord] : undefined
  }

  /** Notes where a command puts a copy of our program. */
  noteCopies({ words, redirects, folder, inputFile }: ShellCommand, { landings, targets }: Effects): void {
    const written = [...targets.map(({ word }) => word), ...redirects.flatMap(({ writes, target }) => (writes && target ? target : []))]
    if (written.length + landings.length === 0) return
    const here = this.targets.folderOf(folder)
    const read = [...words.slice(1, MOST_SOURCES), ...(inputFile ? [inputFile] : [])]
    const ours = read.find(
      (word) => /[/\\.]/.test(word.source) && this.targets.paths(word, here).some((path) => this.#leadsHere(path, true)),
    )
    if (ours === undefined) return
    for (const word of [...written, ...landings.map(({ destination }) => destination)])
      for (const path of this.targets.paths(word, here)) this.#copies.add(path)
  }

  #isOurs(word: ShellWord, folder: string | undefined, isFile: boolean): boolean {
    const name = nameOf(word)
    if (isOurName(name)) return true
    // A part that only run time tells, and our name behind it.
    const last = word.values[0]?.at(-1)
    if (word.text === undefined && last?.kind === 'text' && isOurName(basename(last.text))) return true
    const isPath = isFile || /[/\\]/.test(word.text ?? word.source)
    // `$(which helper)`: a name that was looked up.
    if (isFile && /^["']?[$`]/.test(word.source) && /^[\w.-]+$/.test(word.text ?? '') && this.#isOnPath(word.text as string)) return true
    if (isPath) return this.targets.paths(word, folder).some((path) => this.#leadsHere(path))
    return name !== '' && this.#isOnPath(word.text as string)
  }

  /** @param orHolds a folder that holds it counts too */
  #leadsHere(path: string, orHolds = false): boolean {
    for (const copy of this.#copies) if (isWithin(path, copy)) return true
    const real = realPathOf(path)
    if (real === undefined) return false
    if (this.#folders.includes(real)) return orHolds
    return real === this.program || (this.#folders.some((folder) => isWithin(real, folder)) && existsSync(real))
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
