import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { checkUpOf, type HostCheckUp, type ReadPlace } from '../../hosts/check-ups.js'
import { hostOf } from '../../hosts/index.js'
import {
  entryWith,
  registeredEvents,
  registrationOf,
  settingsFile,
  type HostRegistration,
  type RegisteredEvent,
} from '../../hosts/registrations.js'
import {
  isOurEntry,
  ourHost,
  ourWords,
  readSettings,
  readTogether,
  type SettingsEntry,
  type SettingsReport,
} from '../../hosts/settings-readers.js'
import { decodedJson } from '../../hosts/shared/fields.js'
import type { HostAdapter } from '../../hosts/types.js'
import { registeredLine } from '../install/line.js'
import type { HostId } from '../protocol/event.js'
import type { Machine } from '../run/machine.js'

/** What stands in the files that one host reads, and which of it starts us. Reads only. */

export interface DoctorMachine extends Machine {
  /** Where we stand. */
  cwd: string
  /** Root of the project there; absent in the home folder and above. */
  workspace?: string
  /** Absolute path that registered lines start. */
  launcher: string
}

export interface HostFile {
  /** Whose form it has: another host's where this host reads that host's files. */
  host: HostId
  level: ReadPlace['level']
  file: string
  text: string
  /** What it holds, where it is JSON. */
  document: unknown
  report: SettingsReport
}

export interface OurLine {
  file: HostFile
  entry: SettingsEntry
  /** Whether the host starts it, as far as its files tell. */
  loads: boolean
  /** Host and event that the line itself names. */
  says: { host?: string; event?: string; hostTimeoutSeconds?: number }
  /** Whether the line is, byte for byte, what `install` writes in any scope. */
  isAsInstalled: boolean
  /** Whether the entry around it is, too. */
  isEntryAsInstalled: boolean
}

export interface HostSetup {
  id: HostId
  adapter: HostAdapter
  registration: HostRegistration
  checkUp: HostCheckUp
  registered: readonly RegisteredEvent[]
  version?: string
  /** In the host's own order. */
  files: readonly HostFile[]
  /** Files that are there and cannot be read, with the system's code. */
  unreadable: readonly { file: string; code: string }[]
  /** The variable that names its user-level folder by a path that depends on where the host is started. */
  relativeFolder?: string
  /** What it starts of all files together. */
  entries: readonly SettingsEntry[]
  isOff: boolean
  isManagedOnly: boolean
  /** Every line of ours, also of what does not load. */
  ours: readonly OurLine[]
}

const MAX_BYTES = 4_194_304

export const setupOf = (id: HostId, machine: DoctorMachine, version: string | undefined): HostSetup => {
  const registration = registrationOf(id)
  const checkUp = checkUpOf(id)
  const registered = registeredEvents(id)
  const user = settingsFile(registration, 'user', { env: machine.env, home: machine.places.home })
  const unreadable: HostSetup['unreadable'][number][] = []
  const files = checkUp.places.flatMap((place): HostFile[] => {
    const file = pathOf(place, registration, user, machine)
    const text = file === undefined ? undefined : textOf(file, (code) => unreadable.push({ file, code }))
    if (file === undefined || text === undefined) return []
    const options = {
      ...(place.kind === undefined ? {} : { kind: place.kind }),
      ...(version === undefined ? {} : { hostVersion: version }),
    }
    const document = decodedJson(text.replace(/^\ufeff/, ''))
    return [{ host: id, level: place.level, file, text, document, report: readSettings(id, text, options) }]
  })
  const together = readTogether(
    id,
    files.map(({ level, report }) => ({ isManaged: level === 'managed', report })),
  )
  const loading = new Set<SettingsEntry>(together.entries)
  return {
    id,
    adapter: hostOf(id),
    registration,
    checkUp,
    registered,
    ...(version === undefined ? {} : { version }),
    files,
    unreadable,
    ...(user !== undefined && 'fault' in user ? { relativeFolder: user.fault.variable } : {}),
    ...together,
    ours: files.flatMap((file) =>
      file.report.declared
        .filter(isOurEntry)
        .map((entry) => ourLine(entry, file, loading.has(entry), { id, registration, registered, machine })),
    ),
  }
}

const pathOf = (
  { level, file, platform }: ReadPlace,
  { folder }: HostRegistration,
  user: ReturnType<typeof settingsFile>,
  { workspace }: DoctorMachine,
): string | undefined => {
  if (level === 'managed') return platform === process.platform ? file : undefined
  if (level === 'user') return user !== undefined && 'file' in user ? join(dirname(user.file), file) : undefined
  return workspace === undefined ? undefined : join(workspace, folder, file)
}

/** Undefined where nothing stands there. */
const textOf = (file: string, refused: (code: string) => void): string | undefined => {
  try {
    const stats = statSync(file)
    if (stats.isFile() && stats.size <= MAX_BYTES) return readFileSync(file, 'utf8')
    refused(stats.isFile() ? 'EFBIG' : 'EISDIR')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    if (code !== 'ENOENT' && code !== 'ENOTDIR') refused(code)
  }
  return undefined
}

const SCOPES = ['user', 'shared'] as const

const ourLine = (
  entry: SettingsEntry,
  file: HostFile,
  loads: boolean,
  { id, registration, registered, machine }: Pick<HostSetup, 'id' | 'registration' | 'registered'> & { machine: DoctorMachine },
): OurLine => {
  const { command = '', args } = entry
  const words = ourWords(command, args) ?? []
  const event = registered.find(({ name }) => name === entry.event)
  const lines = event === undefined ? [] : SCOPES.map((scope) => registeredLine(id, event, { scope, launcher: machine.launcher }))
  const isAsInstalled = args === undefined && lines.includes(command)
  const seconds = Number(valueOf('--host-timeout', words))
  const host = ourHost(command, args)
  const named = valueOf('--event', words)
  return {
    file,
    entry,
    loads,
    says: {
      ...(host === undefined ? {} : { host }),
      ...(named === undefined ? {} : { event: named }),
      ...(Number.isFinite(seconds) && seconds > 0 ? { hostTimeoutSeconds: seconds } : {}),
    },
    isAsInstalled,
    isEntryAsInstalled:
      isAsInstalled &&
      event !== undefined &&
      entry.matcher === undefined &&
      isDeepStrictEqual(handlerOf(registration, event, command), entry.entry),
  }
}

const handlerOf = (registration: HostRegistration, event: RegisteredEvent, command: string): unknown => {
  const value = entryWith(registration, event, command) as { hooks?: unknown[] }
  return registration.grouped ? value.hooks?.[0] : value
}

const valueOf = (name: string, words: readonly string[]): string | undefined => {
  const at = words.findIndex((word) => word === name || word.startsWith(`${name}=`))
  return at === -1 ? undefined : words[at] === name ? words[at + 1] : words[at]?.slice(name.length + 1)
}

/** Events at which the host asks before a tool call. */
export const isToolGate = ({ adapter: { descriptor } }: HostSetup, native: string): boolean =>
  descriptor.events.some(({ name, event }) => name === native && event === 'PreToolUse')
