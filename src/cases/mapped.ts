import { isAbsolutePath, toAbsolute } from '../paths/absolute.js'

/**
 * A recorded payload names folders of another machine: every text in it that names the recorded root, or something below it, names
 * this workspace's then. Linear in the payload.
 */

const WINDOWS = /^\/?([A-Za-z]):[\\/]/
/** What may follow a folder's name where it ends. */
const AFTER = String.raw`(?=$|[\\/\s"'\x60:;,)\]}|&<>])`
/** What may stand before a path in a text; not the end of another path. */
const BEFORE = String.raw`(?<![\w.~\\/-])`

/**
 * @param value any JSON value
 * @param from the recorded root as it is spelled there
 * @param to absolute
 */
export const mapped = (value: unknown, from: string, to: string): unknown => {
  if (from === to || from === '' || from === '/') return value
  const spelled = new RegExp(BEFORE + patternOf(from.replace(/[\\/]+$/, '')) + AFTER, 'g')
  const isWindows = WINDOWS.test(from)
  return walked(value, (text) => (isWindows ? windowsText(text, spelled, to) : text.replace(spelled, () => to)))
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Windows spellings of one folder: any slashes, either case of the drive, with and without a leading slash. */
const patternOf = (root: string): string => {
  const drive = WINDOWS.exec(`${root}/`)?.[1]
  if (drive === undefined) return escaped(root)
  const rest = root
    .slice(root.indexOf(':') + 1)
    .split(/[\\/]+/)
    .filter(Boolean)
  return `/?[${drive.toLowerCase()}${drive.toUpperCase()}]:${rest.map((part) => `[\\\\/]+${escaped(part)}`).join('')}`
}

/** Behind the root a Windows path goes on with backslashes. */
const windowsText = (text: string, spelled: RegExp, to: string): string => {
  let result = ''
  let last = 0
  for (const match of text.matchAll(spelled)) {
    const end = match.index + match[0].length
    const tail = /^[^\s"'`:;,|&<>]*/.exec(text.slice(end, end + 4_096))?.[0] ?? ''
    result += text.slice(last, match.index) + to + tail.replace(/\\+/g, '/')
    last = end + tail.length
  }
  return result + text.slice(last)
}

/** The same value with every text in it changed; deeper than any host's payloads it is left as it is. */
export const walked = (value: unknown, change: (text: string) => string, depth = 0): unknown => {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((inner) => walked(inner, change, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walked(inner, change, depth + 1)]))
}

const MAX_DEPTH = 200

/** A folder of a short form, within the root. */
export const folderIn = (root: string, cwd: string | undefined): string =>
  cwd === undefined ? root : isAbsolutePath(cwd) ? cwd : toAbsolute(cwd, root)
