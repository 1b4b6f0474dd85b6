import { isUtf8 } from 'node:buffer'
import { dirname, join } from 'node:path'
import { registrationOf, settingsFile, type Scope } from '../../hosts/registrations.js'
import { readSettings, type Finding, type FindingCode } from '../../hosts/settings-readers.js'
import type { TrustItem, TrustWriter } from '../../hosts/shared/registration.js'
import type { HostId } from '../protocol/event.js'
import type { Machine } from '../run/machine.js'
import type { EntryState } from './entries.js'
import { readForeign, writeFault, type FileFault, type ForeignFile } from './foreign-file.js'
import { launcherPath } from './launcher-path.js'
import { holdsOurs, merged, type EventState } from './merge.js'
import { settingsTextOf, type SettingsFault, type SettingsText } from './settings-text.js'
import { ignoreListFor, isTracked, withLine, workspaceOf, type IgnoreList } from './workspace.js'

/** What `install` would do for one host. Looks at files; changes nothing. */

export type PlanFault = FileFault | SettingsFault | { code: 'tracked' }

export interface HostPlan {
  host: HostId
  scope: Scope
  /** The settings file, as the host names it. */
  file: string
  state: EntryState
  events: readonly EventState[]
  fault?: PlanFault
  /** What a person would add by hand. */
  snippet: string
  /** Absent with a fault. */
  read?: ForeignFile
  settings?: SettingsText
  /** The whole file afterwards; the same bytes where nothing is to be changed. */
  after?: Buffer
  /** What was read holds entries of ours. */
  held: boolean
  /** Why the host would not load the whole file although it can be written: the first thing that keeps it from that. */
  notLoaded?: Pick<Finding, 'path' | 'line' | 'field'> & { code: FindingCode | 'unparsable' | 'hooks-off' }
  /** Git's list that keeps the file out of commits; absent for other scopes and outside git. */
  ignore?: IgnoreList & { read?: ForeignFile; after?: Buffer; fault?: FileFault }
  trust?: TrustPlan
}

export interface TrustPlan {
  writer: TrustWriter
  file: string
  items: readonly TrustItem[]
  state: EntryState
  read?: ForeignFile
  after?: Buffer
  fault?: PlanFault | { code: 'not-sure' }
}

export interface Wanted {
  scope: Scope
  machine: Machine
}

/** @returns words about wrong usage instead */
export const planFor = (
  host: HostId,
  { scope, machine }: Wanted,
): HostPlan | { usage: 'no-workspace' } | { usage: { variable: string } } => {
  const { env, cwd, places } = machine
  const registration = registrationOf(host)
  const workspace = scope === 'user' ? undefined : workspaceOf(cwd ?? '/', places.home)
  const found = settingsFile(registration, scope, { env, home: places.home, ...(workspace === undefined ? {} : { workspace }) })
  if (found === undefined) return { usage: 'no-workspace' }
  if ('fault' in found) return { usage: found.fault }
  const { file } = found
  const target = { host, scope, launcher: launcherPath(places) }
  const whole = merged(undefined, target)
  const plan: HostPlan = {
    host,
    scope,
    file,
    state: 'foreign',
    events: 'fault' in whole ? [] : whole.events.map(({ event }) => ({ event, state: 'foreign' })),
    snippet: 'fault' in whole ? '' : whole.text,
    held: false,
  }
  const faulty = (fault: PlanFault): HostPlan => ({ ...plan, fault })
  const read = readForeign(file, workspace)
  if ('fault' in read) return faulty(read.fault)
  const settings = read.bytes === undefined ? undefined : settingsTextOf(read.bytes)
  if (settings !== undefined && 'fault' in settings) return faulty(settings.fault)
  const result = merged(settings, target)
  if ('fault' in result) return faulty(result.fault)
  const after = Buffer.from(result.text)
  const isSame = read.bytes?.equals(after) === true
  const planned: HostPlan = {
    ...plan,
    read,
    ...(settings === undefined ? {} : { settings }),
    after,
    held: settings !== undefined && holdsOurs(settings),
    events: result.events,
    state: stateOfAll(result.events),
    ...notLoaded(host, result.text),
  }
  const refused = isSame ? undefined : writeFault(read)
  if (refused !== undefined) return { ...planned, fault: refused }
  if (scope !== 'local' || workspace === undefined) return planned
  if (!isSame && isTracked(file, workspace)) return { ...planned, fault: { code: 'tracked' } }
  const ignore = ignorePlan(file, workspace)
  return ignore === undefined ? planned : { ...planned, ignore }
}

/** Read as the host reads it: an entry in a file that is rejected is no entry. */
const notLoaded = (host: HostId, text: string): Pick<HostPlan, 'notLoaded'> => {
  const { state, at, findings, switches } = readSettings(host, text)
  const rejecting = findings.find(({ verdict }) => verdict === 'rejected')
  if (rejecting !== undefined) return { notLoaded: rejecting }
  if (state === 'unparsable') return { notLoaded: { code: 'unparsable', path: [], ...(at === undefined ? {} : { line: at.line }) } }
  return switches.hooks === false ? { notLoaded: { code: 'hooks-off', path: [] } } : {}
}

/** One word for all events: the worst of them; some there and some not is what an older version left. */
export const stateOfAll = (events: readonly EventState[]): EntryState => {
  const states = new Set(events.map(({ state }) => state))
  for (const worst of ['foreign', 'edited', 'stale'] as const) if (states.has(worst)) return worst
  if (states.size > 1) return 'stale'
  return states.has('current') ? 'current' : 'absent'
}

const ignorePlan = (file: string, workspace: string): HostPlan['ignore'] => {
  const list = ignoreListFor(file, workspace)
  if (list === undefined) return undefined
  const read = readForeign(list.file)
  if ('fault' in read) return { ...list, fault: read.fault }
  const after = Buffer.from(
    withLine((read.bytes ?? Buffer.alloc(0)).toString('latin1'), Buffer.from(list.line).toString('latin1')),
    'latin1',
  )
  return { ...list, read, after }
}

/** What the host keeps about trust in what is registered, and what would be written there. */
export const trustPlanOf = (plan: HostPlan, { env, places }: Machine): TrustPlan | undefined => {
  const registration = registrationOf(plan.host)
  const { trustWriter: writer } = registration
  const user = settingsFile(registration, 'user', { env, home: places.home })
  if (writer === undefined || plan.after === undefined || user === undefined || 'fault' in user) return undefined
  const file = join(dirname(user.file), writer.file)
  const items = writer.items(plan.file, JSON.parse(plan.after.toString('utf8').replace(/^\ufeff/, '')))
  const read = readForeign(file)
  if ('fault' in read) return { writer, file, items, state: 'foreign', fault: read.fault }
  const bytes = read.bytes ?? Buffer.alloc(0)
  const text = bytes.toString('utf8')
  const trusted = isUtf8(bytes) ? writer.trusted(text) : undefined
  const after = trusted === undefined ? undefined : writer.add(text, items)
  if (trusted === undefined || after === undefined) return { writer, file, items, state: 'foreign', fault: { code: 'not-sure' } }
  const known = items.filter(({ key }) => trusted.has(key))
  const isCurrent = items.every(({ key, hash }) => trusted.get(key) === hash)
  const state = isCurrent ? 'current' : known.length > 0 ? 'stale' : 'absent'
  const refused = isCurrent ? undefined : writeFault(read)
  return { writer, file, items, state, read, after: Buffer.from(after), ...(refused === undefined ? {} : { fault: refused }) }
}
