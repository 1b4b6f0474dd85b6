import { plainName, withoutDevice } from '../paths/windows.js'

/** Which protected name a Windows path may mean, whatever it is spelled like; see `paths/windows.ts`. */

/** `C:\x` and `\\server\share`, with either slash. */
export const isWindowsPath = (path: string): boolean => /^(?:[A-Za-z]:(?:[\\/]|$)|\\\\)/.test(path)

const SHORT = /^([^.~]{1,6})~(\d{1,6})(?:\.([^.]{0,3}))?$/
const HASHED = /^([^.~]{0,2})[0-9a-f]{4}$/

/**
 * `ACUVO~1`, `SETTIN~1.JSO`: whether a short (8.3) name may stand for a long one. Both folded to lower case; `*` in the long
 * name stands for any characters.
 */
export const mayBeShortFor = (short: string, long: string): boolean => {
  const [, base, number = '', extension = ''] = SHORT.exec(short) ?? []
  if (base === undefined) return false
  const clean = long
    .replace(/^\.+/, '')
    .replace(/ /g, '')
    .replace(/[+,;=[\]]/g, '_')
  const dot = clean.lastIndexOf('.')
  const longBase = (dot === -1 ? clean : clean.slice(0, dot)).replaceAll('.', '')
  const longExtension = dot === -1 ? '' : clean.slice(dot + 1, dot + 4)
  if (extension !== longExtension) return false
  if (longBase.startsWith('*')) return true
  const wildcard = longBase.indexOf('*')
  const known = wildcard === -1 ? longBase : longBase.slice(0, wildcard)
  // From the fifth name of the same beginning on, four hexadecimal digits follow its first two characters.
  const hashed = HASHED.exec(base)?.[1]
  return base === known.slice(0, Math.min(6, 7 - number.length)) || (hashed !== undefined && known.startsWith(hashed))
}

/** The names of a Windows path, from the drive or server on, each plain. */
export const windowsNames = (path: string): string[] =>
  withoutDevice(path)
    .split('\\')
    .filter((name) => name !== '')
    .map(plainName)
