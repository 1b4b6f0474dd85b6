import type { PathKind, TargetPath } from '../../src/protocol/event.js'
import { isAbsolutePath, toAbsolute } from '../../src/paths/absolute.js'
import type { PatchOperation } from './patch.js'

/** Keys under which built-in file tools have carried their path, in any host. */
const FILE_KEYS = ['file_path', 'path', 'filePath', 'notebook_path', 'target_file', 'absolute_path', 'target_directory']

/** Last words of keys that name a path in any tool: `file_path`, `sourceDir`, `paths`, … */
const PATH_WORDS = /^(?:path|pathname|filepath|file|filename|dir|dirname|directory|folder|notebook|uri)s?$/
/** Last words of keys that may name a path, if the value looks like one. */
const PLACE_WORDS = /^(?:source|src|dest|destination|target|from|to|root|location|cwd|old|new)s?$/

/** Longer texts under a key that names no path are data, not names. */
const LONGEST_NAME = 4_096
/** Longer words are no file's name. */
const LONGEST_WORD = 255
/** More bare words are not looked up on disk. */
const MOST_LOOKED_UP = 100

const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text) && !/^file:\/\//i.test(text)
const isMailAddress = (text: string): boolean => /^[^/\\\s]+@[^/\\\s]+\.\w+$/.test(text)
const isRooted = (text: string): boolean => isAbsolutePath(text) || /^(?:\.{1,2}[\\/]|~\/|file:\/\/)/i.test(text)
const hasSeparator = (text: string): boolean => /[\\/]/.test(text)
const isFileName = (text: string): boolean => /^\.\w/.test(text) || /\.\w{1,8}$/.test(text)

const lastWordOf = (key: string): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .at(-1) ?? ''

/** Whether an argument names a path: by its key, by the look of its value, or because something stands there. */
const isPathArgument = (key: string, text: string, place: PathPlace): boolean => {
  if (text === '' || /[\0\n]/.test(text) || isUrl(text)) return false
  const word = lastWordOf(key)
  // However long: a server may take its `.` and `..` away before it opens it.
  if (PATH_WORDS.test(word)) return true
  if (text.length > LONGEST_NAME) return false
  if (PLACE_WORDS.test(word))
    return !isMailAddress(text) && (isRooted(text) || hasSeparator(text) || isFileName(text) || standsThere(text, place))
  return isRooted(text) || (!/\s/.test(text) && (hasSeparator(text) || /^\.\w/.test(text)))
}

export interface PathPlace {
  /** Absolute; relative spellings are resolved against it. */
  cwd: string
  home?: string | undefined
  /** Whether a file or folder stands at an absolute path; without it a bare word is never one. */
  exists?: (path: string) => boolean
}

/** A bare word: a name like `scripts`, or any other word like `production`. */
const standsThere = (word: string, { cwd, home, exists }: PathPlace): boolean =>
  word.length <= LONGEST_WORD && exists?.(toAbsolute(word, cwd, home)) === true

const targetOf = (spelled: string, kind: PathKind, place: PathPlace): TargetPath => ({
  path: toAbsolute(spelled, place.cwd, place.home),
  spelled,
  kind,
})

/** The path arguments of a built-in file tool. Several spellings that differ are all targets. */
export const filePathsOf = (input: Record<string, unknown>, kind: PathKind, place: PathPlace): TargetPath[] =>
  withoutRepeats(
    FILE_KEYS.flatMap((key) => {
      const value = input[key]
      return typeof value === 'string' && value !== '' ? [targetOf(value, kind, place)] : []
    }),
  )

/**
 * What a search looks through: the folder or file it names, else the call's own folder; and a glob that is a plain name.
 *
 * @param globKeys the arguments that are globs
 */
export const searchedPathsOf = (input: Record<string, unknown>, globKeys: readonly string[], place: PathPlace): TargetPath[] => {
  const named = filePathsOf(input, 'read', place)
  const searched = named.length > 0 ? named : [targetOf('.', 'read', place)]
  const globs = globKeys
    .map((key) => input[key])
    .filter((glob): glob is string => typeof glob === 'string' && glob !== '' && !/[*?[\]{}!]/.test(glob))
  return withoutRepeats([...searched, ...globs.map((glob) => targetOf(glob, 'read', { ...place, cwd: searched[0]?.path ?? place.cwd }))])
}

/** The globs that narrow a search, as they are spelled. */
export const searchGlobsOf = (input: Record<string, unknown>, globKeys: readonly string[]): string[] | undefined => {
  const globs = globKeys.map((key) => input[key]).filter((glob): glob is string => typeof glob === 'string' && glob !== '')
  return globs.length === 0 ? undefined : globs
}

/** Every path-looking argument of a tool whose effect no table knows, at any depth. Iterative and linear. */
export const pathsInArguments = (input: Record<string, unknown>, place: PathPlace): TargetPath[] => {
  const targets: TargetPath[] = []
  let lookedUp = 0
  const exists = (path: string): boolean => lookedUp++ < MOST_LOOKED_UP && place.exists?.(path) === true
  const waiting: [key: string, value: unknown][] = Object.entries(input).reverse()
  while (waiting.length > 0) {
    const [key, value] = waiting.pop() as [string, unknown]
    if (typeof value === 'string') {
      if (isPathArgument(key, value, { ...place, exists })) targets.push(targetOf(value, 'unknown', place))
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) waiting.push([key, value[index]])
    } else if (typeof value === 'object' && value !== null) {
      for (const entry of Object.entries(value).reverse()) waiting.push(entry)
    }
  }
  return withoutRepeats(targets)
}

/** Target paths of a patch; a moved file is there with both its ends. */
export const pathsOfOperations = (operations: readonly PatchOperation[], place: PathPlace): TargetPath[] =>
  withoutRepeats(
    operations.flatMap(({ operation, path, moveTo }) => {
      if (moveTo === undefined) return [targetOf(path, operation, place)]
      const end = targetOf(moveTo, 'move', place)
      return [{ ...targetOf(path, 'move', place), movedTo: end.path }, end]
    }),
  )

const withoutRepeats = (targets: TargetPath[]): TargetPath[] => {
  const seen = new Set<string>()
  return targets.filter(({ path, kind, spelled }) => {
    // Behind a link `..` may lead elsewhere than its spelling says.
    const key = `${kind}\0${path}\0${spelled.includes('..') ? spelled : ''}`
    return seen.has(key) ? false : seen.add(key) !== undefined
  })
}
