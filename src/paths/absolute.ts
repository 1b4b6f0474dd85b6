import { posix, win32 } from 'node:path'
import { plainName, withoutDevice } from './windows.js'

/**
 * One normaliser for every spelling of a path that hosts and models use. Pure: nothing is looked up on disk.
 * Windows spellings are understood on every platform, because a recorded payload may come from another machine.
 */

const DRIVE = /^\/?([A-Za-z]):(?=[\\/]|$)/
const hasDrive = (path: string): boolean => (path[1] === ':' || path[2] === ':') && DRIVE.test(path)

/** `C:\x`, `c:/x`, `/c:/x` and `\\server\share`: absolute on Windows. */
const isWindowsAbsolute = (path: string): boolean => hasDrive(path) || path.startsWith('\\\\')

export const isAbsolutePath = (path: string): boolean => path.startsWith('/') || isWindowsAbsolute(path)

const windowsNormal = (path: string): string => {
  const local = withoutDevice(path)
  // A share of this machine may stand anywhere, and a device such as a pipe nowhere.
  const whole = (isWindowsAbsolute(local) ? local : path).replace(DRIVE, (_, letter: string) => `${letter.toUpperCase()}:`)
  const names = whole.split(/[\\/]/).map((name) => plainName(name) || name)
  return win32.normalize(names.join('\\')).replace(/(?<=[^:\\])\\+$/, '')
}

const fromFileUrl = (url: string): string => {
  const rest = url.slice('file://'.length)
  const path = rest.startsWith('/') ? rest : rest.slice(Math.max(rest.indexOf('/'), 0))
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * @param spelled any spelling: relative, absolute, `~/x`, `file://…`, Windows
 * @param base an absolute path; a relative spelling is resolved against it
 * @param home the person's home folder for `~`; without it `~` is an ordinary name
 * @returns an absolute, normalised path without a trailing separator. Never fails.
 */
export const toAbsolute = (spelled: string, base: string, home?: string): string => {
  const path = spelled.slice(0, 'file://'.length).toLowerCase() === 'file://' ? fromFileUrl(spelled) : spelled
  if (isWindowsAbsolute(path)) return windowsNormal(path)
  if (home && (path === '~' || path.startsWith('~/') || (path.startsWith('~\\') && isWindowsAbsolute(home))))
    return below(home, `./${path.slice(2)}`)
  return below(base, path)
}

const below = (base: string, path: string): string =>
  isWindowsAbsolute(base) ? windowsNormal(inWindowsFolder(base, path)) : posix.resolve(base, path)

/**
 * As Windows takes a path that is no whole one: `C:x` stands in the folder of its drive, which is known of this one's only, `\x` and `/x`
 * at the top of the drive. `/c/x` is how Git Bash spells `C:\x`.
 */
const inWindowsFolder = (base: string, path: string): string => {
  const drive = /^([A-Za-z]):/.exec(path)?.[1]
  if (drive !== undefined)
    return base.toUpperCase().startsWith(`${drive.toUpperCase()}:`) ? `${base}\\${path.slice(2)}` : `${drive}:\\${path.slice(2)}`
  const bash = /^\/([A-Za-z])(?=\/|$)/.exec(path)?.[1]
  if (bash !== undefined) return `${bash}:\\${path.slice(2)}`
  if (/^[\\/]{2}[^\\/]/.test(path)) return path
  return /^[\\/]/.test(path) ? `${win32.parse(base).root}${path}` : `${base}\\${path}`
}

/** True when `path` is `folder` or stands below it. Both absolute and normalised. */
export const isWithin = (path: string, folder: string): boolean => {
  if (path === folder) return true
  const separator = isWindowsAbsolute(folder) ? '\\' : '/'
  return path.startsWith(folder.endsWith(separator) ? folder : folder + separator)
}
