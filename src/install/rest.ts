import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import { registrationOf } from '../../hosts/registrations.js'
import type { Rest } from './exchange.js'
import type { FileFault, ForeignFile } from './foreign-file.js'
import { holdsOurs, unmerged } from './merge.js'
import type { Change, Installed } from './record.js'
import { settingsTextOf, type SettingsFault } from './settings-text.js'
import { withoutLine } from './workspace.js'

/** What is left of each kind of file when what is ours for one host and scope is taken out. */

/** A file that something of ours is to be taken out of. `take`: which of what is ours there, keys by how they begin; absent: all of it. */
export interface Place extends Pick<Change, 'what' | 'host' | 'scope' | 'path'> {
  take?: readonly string[]
}

type Fault = { fault: FileFault | SettingsFault | 'not-sure' }

export const restOf = (place: Place, file: ForeignFile, installed: Installed): Rest | Fault => {
  const bytes = file.bytes ?? Buffer.alloc(0)
  if (place.what === 'hooks') return hooksRest(place, bytes)
  const ours = installed.find(place.what, place.path)?.ours ?? []
  const goes = (one: string): boolean => place.take?.some((begin) => one === begin || one.startsWith(`${begin}:`)) !== false
  const [gone, left] = [ours.filter(goes), ours.filter((one) => !goes(one))]
  return place.what === 'trust' ? trustRest(place, bytes, gone, left) : ignoreRest(bytes, gone, left)
}

const hooksRest = ({ host }: Place, bytes: Buffer): Rest | Fault => {
  const settings = settingsTextOf(bytes)
  // A text that nobody can read may hold our name all the same: then a person must look.
  if ('fault' in settings) return bytes.includes('acuvo-hooks') ? settings : { bytes, isEmpty: false, ours: [] }
  const text = holdsOurs(settings) ? unmerged(settings) : settings.mark + settings.text
  const rest = settings.text === '' ? bytes : Buffer.from(text)
  return { bytes: rest, isEmpty: isEmptyDocument(text, registrationOf(host).emptyDocument), ours: [] }
}

/** Whether nothing stands in a settings file that somebody would miss. */
const isEmptyDocument = (text: string, empty: Readonly<Record<string, unknown>>): boolean => {
  const { hooks: _hooks, ...others } = empty
  const document: unknown = text.trim() === '' ? {} : JSON.parse(text.replace(/^\ufeff/, ''))
  return [{}, others, empty].some((one) => isDeepStrictEqual(document, one))
}

const trustRest = ({ host }: Place, bytes: Buffer, gone: readonly string[], left: readonly string[]): Rest | Fault => {
  const text = isUtf8(bytes) ? registrationOf(host).trustWriter?.remove(bytes.toString('utf8'), gone) : undefined
  return text === undefined ? { fault: 'not-sure' } : { bytes: Buffer.from(text), isEmpty: text.trim() === '', ours: left }
}

const ignoreRest = (bytes: Buffer, gone: readonly string[], left: readonly string[]): Rest => {
  // Byte by byte: names in it may be in any encoding.
  const text = gone.reduce((rest, line) => withoutLine(rest, Buffer.from(line).toString('latin1')), bytes.toString('latin1'))
  return { bytes: Buffer.from(text, 'latin1'), isEmpty: text.trim() === '', ours: left }
}
