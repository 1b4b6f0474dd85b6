import { isUtf8 } from 'node:buffer'
import { parseTree, type Node } from 'jsonc-parser'
import { readJsonText } from '../../hosts/shared/settings-json.js'

/** The text of a host's settings file, as far as it must be understood to be changed. */

/** Why a file is not written. Nothing of what it holds is in it but places and keys that are ours. */
export type SettingsFault =
  | { code: 'not-utf8' }
  | { code: 'not-json'; line: number; column: number }
  | { code: 'not-object' }
  | { code: 'duplicate-key'; key: string }
  | { code: 'hooks-not-object' }
  | { code: 'event-not-array'; event: string }

export interface SettingsText {
  /** Byte order mark in front of the text. */
  mark: string
  /** Empty where there is nothing but white space. */
  text: string
}

const MARK = '\ufeff'

export const settingsTextOf = (bytes: Buffer): SettingsText | { fault: SettingsFault } => {
  if (!isUtf8(bytes)) return { fault: { code: 'not-utf8' } }
  const whole = bytes.toString('utf8')
  const mark = whole.startsWith(MARK) ? MARK : ''
  const text = whole.slice(mark.length)
  if (/^[ \t\r\n]*$/.test(text)) return { mark, text: '' }
  const fault = faultOf(text)
  return fault === undefined ? { mark, text } : { fault }
}

/** Only what every strict JSON parser takes, and takes for the same: keys on the way to the hooks stand once. */
const faultOf = (text: string): SettingsFault | undefined => {
  let root: Node | undefined
  try {
    JSON.parse(text)
    root = parseTree(text)
  } catch {
    return { code: 'not-json', ...placeOf(text) }
  }
  if (root?.type !== 'object') return { code: 'not-object' }
  const hooks = membersOf(root).filter(({ key }) => key === 'hooks')
  if (hooks.length > 1) return { code: 'duplicate-key', key: 'hooks' }
  const [{ value } = { value: undefined }] = hooks
  if (value === undefined) return undefined
  if (value.type !== 'object') return { code: 'hooks-not-object' }
  const seen = new Set<string>()
  for (const { key } of membersOf(value)) {
    if (seen.has(key)) return { code: 'duplicate-key', key }
    seen.add(key)
  }
  return undefined
}

/** By our own reading: the message of a parser is another on another runtime. */
const placeOf = (text: string): { line: number; column: number } => {
  const read = readJsonText(text)
  return 'at' in read ? read.at : { line: 1, column: 1 }
}

export const membersOf = ({ children = [] }: Node): { key: string; value: Node | undefined }[] =>
  children.map(({ children: [key, value] = [] }) => ({ key: String(key?.value), value }))
