import { isDeepStrictEqual } from 'node:util'
import { registrationOf } from '../../hosts/registrations.js'
import type { Rest } from './exchange.js'
import type { FileFault, ForeignFile } from './foreign-file.js'
import { holdsOurs, unmerged } from './merge.js'
import type { Change, Installed } from './record.js'
import { settingsTextOf, type SettingsFault } from './settings-text.js'
import { ignoreListFor, withoutLine } from './workspace.js'

/** What is left of each kind of file when what is ours for one host and scope is taken out. */

type Place = Pick<Change, 'what' | 'host' | 'scope' | 'path'>
type Fault = { fault: FileFault | SettingsFault | 'not-sure' }

export const restOf = (place: Place, file: ForeignFile, installed: Installed, workspace: string | undefined): Rest | Fault => {
  const bytes = file.bytes ?? Buffer.alloc(0)
  if (place.what === 'hooks') return hooksRest(place, bytes)
  const ours = installed.find(place.what, place.path)?.ours ?? []
  return place.what === 'trust' ? trustRest(place, bytes, ours, installed) : ignoreRest(place, bytes, ours, workspace)
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

/** Keys begin with the settings file they are about: those of another file stay. */
const trustRest = ({ host, scope }: Place, bytes: Buffer, ours: readonly string[], installed: Installed): Rest | Fault => {
  const writer = registrationOf(host).trustWriter
  if (writer === undefined) return { bytes, isEmpty: false, ours: [] }
  const others = installed.changes.filter((change) => change.what === 'hooks' && change.host === host && change.scope !== scope)
  const isOther = (key: string): boolean => others.some(({ path }) => key.startsWith(`${path}:`))
  const text = writer.remove(
    bytes.toString('utf8'),
    ours.filter((key) => !isOther(key)),
  )
  if (text === undefined) return { fault: 'not-sure' }
  return { bytes: Buffer.from(text), isEmpty: text.trim() === '', ours: ours.filter(isOther) }
}

const ignoreRest = ({ host, scope, path }: Place, bytes: Buffer, ours: readonly string[], workspace: string | undefined): Rest => {
  const registration = registrationOf(host)
  const line =
    workspace === undefined ? undefined : ignoreListFor(`${workspace}/${registration.folder}/${registration.files[scope]}`, workspace)?.line
  // Without a workspace everything goes.
  const gone = line === undefined ? ours : ours.filter((one) => one === line)
  const text = gone.reduce((rest, one) => withoutLine(rest, Buffer.from(one).toString('latin1')), bytes.toString('latin1'))
  const left = ours.filter((one) => !gone.includes(one))
  return { bytes: Buffer.from(text, 'latin1'), isEmpty: text.trim() === '' && path !== '', ours: left }
}
