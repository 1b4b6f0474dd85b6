import { join } from 'node:path'
import { isAbsolutePath } from '../../src/paths/absolute.js'
import { isGateEvent } from '../../src/protocol/events.js'
import type { HostDescriptor, NativeEvent } from '../types.js'

/**
 * How a host is told to start us: which events, for how long, in which file, in which form. Data in
 * `hosts/<host>/registration.ts`; no call that a host makes loads it.
 */

/** `user`: every workspace of the person. `local`: this workspace, uncommitted. `shared`: this workspace, committed for everybody. */
export const SCOPES = ['user', 'local', 'shared'] as const
export type Scope = (typeof SCOPES)[number]

/** The shell that a host starts command lines with on Windows. */
export type WindowsShell = 'bash' | 'cmd' | 'powershell'

export interface HostRegistration {
  /** Native events that are registered although they are not primary ones. */
  also: readonly string[]
  /** Seconds of events where the host's own bounds leave other than the usual ones. */
  seconds: Readonly<Record<string, number>>
  /** The host's own fail-closed switch as it stands in an entry, and the native events whose entries have it. */
  failClosed?: { set: Readonly<Record<string, unknown>>; events: readonly string[] }
  /** What an entry begins with. */
  entry: Readonly<Record<string, unknown>>
  /** Entries stand in groups, `{ "hooks": [entry] }`, below their event. */
  grouped: boolean
  /** A settings file that registers nothing. */
  emptyDocument: Readonly<Record<string, unknown>>
  /** The host's folder in HOME or in a workspace, and the settings file in it. */
  folder: string
  files: Readonly<Record<Scope, string>>
  /** Variable that names the user-level folder in place of `~/<folder>`. */
  userFolderVariable?: string
  windowsShell: WindowsShell
  /** What the host wants of the person before it runs what is registered, in sentences. */
  trust: readonly string[]
  /** Writes what the host keeps about hooks that a person trusts. */
  trustWriter?: TrustWriter
}

/** A hook that the host asks about, as it names and hashes it. */
export interface TrustItem {
  key: string
  hash: string
}

export interface TrustWriter {
  /** The option of `install` that asks for it, without dashes, and what it does. */
  option: string
  does: string
  /** The file it stands in, in the user-level folder. */
  file: string
  /** @param content what the settings file holds, or the text of one that is no JSON; the items are our entries in it */
  items: (settingsFile: string, content: unknown) => TrustItem[]
  /** Hashes that the file trusts, by key; undefined where it cannot be read. */
  trusted: (text: string) => ReadonlyMap<string, string> | undefined
  /** The text with these items trusted and everything else as it was; undefined where that cannot be made sure. */
  add: (text: string, items: readonly TrustItem[]) => string | undefined
  /** The text without the hashes of these keys. */
  remove: (text: string, keys: readonly string[]) => string | undefined
  /** What a person would add by hand. */
  snippet: (items: readonly TrustItem[]) => string
}

/** One event that is registered, with everything about its entry but the command. */
export interface RegisteredEvent {
  /** Native name. */
  name: string
  /** The host's timeout for it, also told to us in the line. Constants, because a host may hash the line. */
  seconds: number
  /** The line stands in the wrapper that turns a missing or killed program into a block. */
  wrapped: boolean
  /** What the entry holds besides: the host's own fail-closed switch. */
  set: Readonly<Record<string, unknown>>
}

const GATE_SECONDS = 130
const USUAL_SECONDS = 610

/** Primary events: each call is announced there, or (calls of a named server) only there by its server. */
const isPrimary = ({ event, announcement }: NativeEvent): boolean => event !== undefined && announcement !== 'again'

/** The events to register, in the order of the host's table. */
export const eventsOf = ({ events }: HostDescriptor, { also, seconds, failClosed }: HostRegistration): RegisteredEvent[] =>
  events
    .filter((row) => isPrimary(row) || also.includes(row.name))
    .map(({ name, event }) => ({
      name,
      seconds: seconds[name] ?? (event !== undefined && isGateEvent(event) ? GATE_SECONDS : USUAL_SECONDS),
      wrapped: event === 'PreToolUse',
      set: failClosed?.events.includes(name) ? failClosed.set : {},
    }))

/** The value that stands in the array of an event in the host's file. Key order is part of it. */
export const entryWith = ({ entry, grouped }: HostRegistration, { seconds, set }: RegisteredEvent, command: string): object => {
  const handler = { ...entry, timeout: seconds, ...set, command }
  return grouped ? { hooks: [handler] } : handler
}

export interface RegistrationPlaces {
  env: Readonly<Record<string, string | undefined>>
  home: string
  /** Root of the workspace, for `local` and `shared`. */
  workspace?: string
}

/**
 * The settings file of a scope, absolute.
 *
 * @returns undefined for `local` and `shared` without a workspace; a `fault` where a variable names the folder by a path that depends on where the host is started
 */
export const settingsFile = (
  { folder, files, userFolderVariable }: HostRegistration,
  scope: Scope,
  { env, home, workspace }: RegistrationPlaces,
): { file: string } | { fault: { variable: string } } | undefined => {
  if (scope !== 'user') return workspace === undefined ? undefined : { file: join(workspace, folder, files[scope]) }
  const value = userFolderVariable === undefined ? '' : (env[userFolderVariable] ?? '')
  if (value === '') return { file: join(home, folder, files.user) }
  return isAbsolutePath(value) ? { file: join(value, files.user) } : { fault: { variable: userFolderVariable as string } }
}
