import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { ShellProgram } from '../config/types.js'
import { homeFolder } from '../runtime/account.js'
import { programOf, type Program } from '../shell/program.js'
import { readShell } from '../shell/read.js'
import type { ShellCommand, ShellWord, WordPiece } from '../shell/types.js'

/** Which files a hook's command runs, as far as its text tells. */

export interface RunFiles {
  /** Absolute, whether they are there or not: programs that are named by a path, scripts of known interpreters, what a shell reads in. */
  files: string[]
  /** Those of `files` that are started themselves, not given to an interpreter. */
  programs: string[]
  /** Absolute: files that are there and that the text names besides; whether they are run cannot be told. */
  mentioned: string[]
  /** Programs that are looked up by name, as they are spelled. */
  names: string[]
  /** What runs code that the text does not name, as it is spelled. */
  unknown: string[]
}

/**
 * @param root where the command starts
 * @param shell that reads a text
 */
export const filesRunBy = (command: string | readonly string[], root: string, shell: ShellProgram = 'sh'): RunFiles => {
  const ofWindows = typeof command === 'string' && (shell === 'cmd' || shell === 'pwsh')
  const text = ofWindows ? command.replaceAll('\\', '/') : shellTextOf(command)
  const search = new Search(root, ofWindows ? ENDINGS_OF_WINDOWS : [])
  if (ofWindows && COMPUTED_BY_WINDOWS.test(command)) search.unknown.add(command)
  const { commands, errors, tooLong } = readShell(text)
  if (errors || tooLong) search.unknown.add(text)
  for (const one of commands) search.note(one)
  return search.result()
}

/** A command as a text, also where it is words that no shell reads: they may themselves start one, or a program that starts another. */
export const shellTextOf = (command: string | readonly string[]): string =>
  typeof command === 'string' ? command : command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')

/** What Windows adds to the name of a program that stands in a folder. */
const ENDINGS_OF_WINDOWS = ['.com', '.exe', '.bat', '.cmd', '.ps1']
/** `%x%`, `^`, `!x!` of cmd, and a backtick of PowerShell: they make a name that does not stand there. */
const COMPUTED_BY_WINDOWS = /[%^!`]/

/** Programs that run what a manifest, a package or another machine says, and not a file that their words name. */
const RUNNERS =
  /^(?:npx|npm|pnpm|pnpx|yarn|yarnpkg|bunx|corepack|uvx|uv|pipx|poetry|pdm|hatch|tox|nox|pre-commit|make|gmake|just|task|rake|bundle|cargo|go|gradle|gradlew|mvn|mvnw|docker|podman|ssh|nix|nix-shell|turbo|nx|lefthook|husky|nvm|fnm|volta|asdf|mise|dotenv|direnv|parallel)$/
/** Options of interpreters whose value is a file that runs first. */
const PRELOADS = [
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '--preload',
  '--rcfile',
  '--init-file',
  '-f',
  '--file',
]
/** Variables that make an interpreter or a shell run something, or find another program under a name. */
const CODE_VARIABLES =
  /^(?:NODE_OPTIONS|BASH_ENV|ENV|PYTHONSTARTUP|PYTHONPATH|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|PATH|LD_PRELOAD|DYLD_INSERT_LIBRARIES|ZDOTDIR)$/
/** What an interpreter adds to a name that is no file. */
const ENDINGS = ['.js', '.cjs', '.mjs', '.json', '.node', '.ts', '.tsx', '.mts', '.py', '/index.js', '/index.ts', '/__main__.py']

class Search {
  readonly unknown = new Set<string>()
  readonly #files = new Set<string>()
  readonly #programs = new Set<string>()
  readonly #mentioned = new Set<string>()
  readonly #names = new Set<string>()
  readonly #root: string
  readonly #endings: readonly string[]

  /** @param endings that a program's name may leave out */
  constructor(root: string, endings: readonly string[]) {
    this.#root = root
    this.#endings = endings
  }

  result(): RunFiles {
    const mentioned = [...this.#mentioned].filter((file) => !this.#files.has(file))
    return { files: [...this.#files], programs: [...this.#programs], mentioned, names: [...this.#names], unknown: [...this.unknown] }
  }

  note(command: ShellCommand): void {
    const folder = folderOf(command, this.#root)
    const program = programOf(command)
    if (command.words.length > 0) this.#noteProgram(command, program, folder)
    for (const { name, value } of command.assignments) if (CODE_VARIABLES.test(name)) this.unknown.add(`${name}=${value?.source ?? ''}`)
    for (const { operator, target } of command.redirects) {
      if (operator === '<' && target !== undefined && program.interpreter) this.#noteFile(target, folder)
      else if (target !== undefined) this.#noteMention(target, folder)
    }
  }

  #noteProgram(command: ShellCommand, { program, name, interpreter, script, module, args }: Program, folder: string | undefined): void {
    if (program === undefined) return
    const { words } = command
    const spelled = words.slice(0, 3).map(({ source }) => source)
    const runners = command.wrappers.filter((wrapper) => RUNNERS.test(wrapper))
    if (RUNNERS.test(name) || module !== undefined || runners.length > 0) this.unknown.add([...runners, ...spelled].join(' '))
    const text = literalOf(program, this.#root)
    if (text === undefined) this.unknown.add(program.source)
    else if (/[\\/]/.test(text)) {
      this.#noteFile(program, folder)
      const path = this.#pathOf(program, folder)
      if (path !== undefined) this.#programs.add(path)
      for (const file of this.#endings.map((ending) => path + ending).filter(isFile)) this.#files.add(file)
    } else this.#names.add(text)
    if ((name === '.' || name === 'source') && args[0] !== undefined) this.#noteFile(args[0], folder)
    if (interpreter && script !== undefined) this.#noteScript(script, folder, spelled.join(' '))
    for (const [index, word] of words.entries()) {
      const [option = '', glued] = (word.text ?? '').split(/=(.*)/s)
      const value = glued === undefined ? words[index + 1] : plainWord(glued)
      if (interpreter && PRELOADS.includes(option) && value !== undefined && isPath(literalOf(value, this.#root)))
        this.#noteFile(value, folder)
      else this.#noteMention(glued === undefined ? word : plainWord(glued), folder)
    }
  }

  /** A script by the name that its interpreter is given, which may leave its ending out. */
  #noteScript(word: ShellWord, folder: string | undefined, spelled: string): void {
    const path = this.#pathOf(word, folder)
    if (path === undefined) return void this.unknown.add(word.source)
    if (isFile(path)) return void this.#files.add(path)
    const meant = ENDINGS.map((ending) => path + ending).filter(isFile)
    for (const file of meant) this.#files.add(file)
    // It may come to be, and it may not be a file at all but a task that something else defines.
    this.#files.add(path)
    this.unknown.add(spelled)
  }

  #noteFile(word: ShellWord, folder: string | undefined): void {
    const path = this.#pathOf(word, folder)
    if (path === undefined) this.unknown.add(word.source)
    else this.#files.add(path)
  }

  #noteMention(word: ShellWord, folder: string | undefined): void {
    const path = this.#pathOf(word, folder)
    if (path !== undefined && isFile(path)) this.#mentioned.add(path)
  }

  #pathOf(word: ShellWord, folder: string | undefined): string | undefined {
    const path = literalOf(word, this.#root)
    return path === undefined || path === '' || (folder === undefined && !isAbsolute(path))
      ? undefined
      : resolve(folder ?? this.#root, path)
  }
}

const plainWord = (text: string): ShellWord => ({ text, computed: false, source: text, values: [[{ kind: 'text', text }]] })

/** A name of a package is looked up among the installed ones. */
const isPath = (text: string | undefined): boolean => text === undefined || /^[./~]/.test(text)

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

/** Where a command runs; undefined when that is known at run time only. */
const folderOf = ({ folder }: ShellCommand, root: string): string | undefined =>
  folder.reduce<string | undefined>((from, step) => {
    const to = literalOf(step, root)
    return from === undefined || to === undefined ? undefined : resolve(from, to)
  }, root)

/** Variables of ours and of the shell that are the root when a hook starts. */
const ROOT_VARIABLES = ['ACUVO_WORKSPACE_ROOT', 'PWD']

/** The one value of a word; undefined when only run time tells. */
const literalOf = ({ text, computed, values }: ShellWord, root: string): string | undefined => {
  if (values.some((pieces) => pieces.some(({ kind }) => kind === 'glob'))) return undefined
  if (text !== undefined && !computed) return withHome(text)
  const [pieces, ...others] = values
  if (pieces === undefined || others.length > 0) return undefined
  const parts = pieces.map((piece) => literalPiece(piece, root))
  return parts.includes(undefined) ? undefined : withHome(parts.join(''))
}

const literalPiece = (piece: WordPiece, root: string): string | undefined => {
  if (piece.kind === 'text') return piece.text
  return piece.kind === 'variable' && ROOT_VARIABLES.includes(piece.name) ? root : undefined
}

const withHome = (text: string): string => {
  const rest = /^(?:~|\$HOME|\$\{HOME\})(?:\/(.*))?$/.exec(text)
  return rest === null ? text : join(homeFolder(), rest[1] ?? '')
}
