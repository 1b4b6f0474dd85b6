import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { programOf, type Program } from '../shell/program.js'
import { readShell } from '../shell/read.js'
import type { ShellCommand, ShellWord, WordPiece } from '../shell/types.js'

/** Which files a hook's command runs, as far as its text tells. */

export interface RunFiles {
  /** Absolute, whether they are there or not: programs that are named by a path, scripts of known interpreters, what a shell reads in. */
  files: string[]
  /** Programs that are looked up by name, as they are spelled. */
  names: string[]
  /** What runs code that the text does not name, as it is spelled. */
  unknown: string[]
}

/** @param root where the command starts */
export const filesRunBy = (command: string | readonly string[], root: string): RunFiles => {
  const found: RunFiles = { files: [], names: [], unknown: [] }
  if (typeof command !== 'string') {
    noteCommand({ assignments: [], words: command.map(plainWord), redirects: [], folder: [], wrappers: [] }, root, found)
    return unique(found)
  }
  const { commands, errors, tooLong } = readShell(command)
  if (errors || tooLong) found.unknown.push(command)
  for (const one of commands) noteCommand(one, root, found)
  return unique(found)
}

const unique = ({ files, names, unknown }: RunFiles): RunFiles => ({
  files: [...new Set(files)],
  names: [...new Set(names)],
  unknown: [...new Set(unknown)],
})

const plainWord = (text: string): ShellWord => ({ text, computed: false, source: text, values: [[{ kind: 'text', text }]] })

/** Programs that run what a manifest, a package or another machine says, and not a file that their words name. */
const RUNNERS =
  /^(?:npx|npm|pnpm|pnpx|yarn|yarnpkg|bunx|corepack|uvx|uv|pipx|poetry|pdm|hatch|tox|nox|pre-commit|make|gmake|just|task|rake|bundle|cargo|go|gradle|gradlew|mvn|mvnw|docker|podman|ssh|nix|nix-shell|turbo|nx|lefthook|husky)$/
/** Options of interpreters whose value is a file that runs first. */
const PRELOADS = ['-r', '--require', '--import', '--loader', '--experimental-loader', '--preload']

const noteCommand = (command: ShellCommand, root: string, found: RunFiles): void => {
  const [first] = command.words
  const folder = folderOf(command, root)
  if (first !== undefined) noteProgram(command, programOf(command), folder, root, found)
  for (const { operator, target } of command.redirects) {
    if (operator === '<' && target !== undefined && programOf(command).shell) noteFile(target, folder, root, found)
  }
}

const noteProgram = (
  command: ShellCommand,
  { program, name, interpreter, script, module, args }: Program,
  folder: string | undefined,
  root: string,
  found: RunFiles,
): void => {
  if (program === undefined) return
  const spelled = command.words.slice(0, 3).map(({ source }) => source)
  const runners = command.wrappers.filter((wrapper) => RUNNERS.test(wrapper))
  if (RUNNERS.test(name) || module !== undefined || runners.length > 0) found.unknown.push([...runners, ...spelled].join(' '))
  const text = literalOf(program, root)
  if (text === undefined) found.unknown.push(program.source)
  else if (/[\\/]/.test(text)) noteFile(program, folder, root, found)
  else found.names.push(text)
  if ((name === '.' || name === 'source') && args[0] !== undefined) noteFile(args[0], folder, root, found)
  if (!interpreter) return
  if (script !== undefined) noteFile(script, folder, root, found)
  for (const [index, { text: option }] of command.words.entries()) {
    const value = command.words[index + 1]
    if (option !== undefined && PRELOADS.includes(option) && value !== undefined && /^[./]/.test(literalOf(value, root) ?? '.'))
      noteFile(value, folder, root, found)
  }
}

const noteFile = (word: ShellWord, folder: string | undefined, root: string, found: RunFiles): void => {
  const path = literalOf(word, root)
  if (path === undefined || (folder === undefined && !isAbsolute(path))) found.unknown.push(word.source)
  else found.files.push(resolve(folder ?? root, path))
}

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
  return rest === null ? text : join(homedir(), rest[1] ?? '')
}
