import type { PathKind, TargetPath } from '../../src/protocol/event.js'
import { isAbsolutePath, toAbsolute } from '../../src/paths/absolute.js'
import type { PatchOperation } from './patch.js'

/** Keys under which built-in file tools have carried their path, in any host. */
const FILE_KEYS = ['file_path', 'path', 'filePath', 'notebook_path', 'target_file', 'absolute_path', 'target_directory']

/** Keys that name a path in any tool, by their last word: `file_path`, `filePath`, `paths`, `sourceDir`, … */
const PATH_KEY = /(?:^|[_\-.]|[a-z](?=[A-Z]))(?:path|file|filename|dir|directory|folder|notebook|uri)s?$/i
const PLACE_KEY = /^(?:source|src|dest|destination|target|from|to|root|location|cwd|old|new)s?$/i

/** Longer texts without white space are data, not names. */
const LONGEST_NAME = 4_096

const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text) && !/^file:\/\//i.test(text)

const looksLikePath = (text: string): boolean =>
  text.length <= LONGEST_NAME &&
  !/[\s\0]/.test(text) &&
  !isUrl(text) &&
  (isAbsolutePath(text) || /^(?:\.{1,2}[\\/]|~\/|file:\/\/)/i.test(text) || /[\\/]/.test(text) || /^\.\w/.test(text))

const isPathArgument = (key: string, text: string): boolean => {
  if (text === '' || text.includes('\0')) return false
  if (PATH_KEY.test(key) || FILE_KEYS.includes(key)) return !isUrl(text)
  if (PLACE_KEY.test(key)) return !isUrl(text) && !/[\s@]/.test(text)
  return looksLikePath(text)
}

export interface PathPlace {
  /** Absolute; relative spellings are resolved against it. */
  cwd: string
  home?: string | undefined
}

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

/** Every path-looking argument of a tool whose effect no table knows, at any depth. Iterative and linear. */
export const pathsInArguments = (input: Record<string, unknown>, place: PathPlace): TargetPath[] => {
  const targets: TargetPath[] = []
  const waiting: [key: string, value: unknown][] = Object.entries(input).reverse()
  while (waiting.length > 0) {
    const [key, value] = waiting.pop() as [string, unknown]
    if (typeof value === 'string') {
      if (isPathArgument(key, value)) targets.push(targetOf(value, 'unknown', place))
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
  return targets.filter(({ path, kind }) => {
    const key = `${kind}\0${path}`
    return seen.has(key) ? false : seen.add(key) !== undefined
  })
}
