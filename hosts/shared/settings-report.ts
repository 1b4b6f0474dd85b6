import type { HostId } from '../../src/protocol/event.js'

/**
 * What a host makes of one of its own settings files: what of its hooks loads and what is lost, piece by piece. The shapes that
 * every host's reader returns (hosts/settings-reading.md). No value of the file is ever in a finding, because a pasted credential may
 * stand anywhere; sentences are the commands'.
 */

/** Raw keys and indexes from the document's root. */
export type SettingsPath = readonly (string | number)[]

/** `dropped`: the host leaves this piece out and loads the rest. `rejected`: because of it nothing in the file applies. */
export type Verdict = 'dropped' | 'rejected'

export type FindingCode =
  | 'document-not-object'
  | 'duplicate-key'
  | 'root-key'
  | 'version-invalid'
  | 'hooks-not-object'
  | 'hooks-is-matcher'
  | 'unknown-event'
  | 'event-not-array'
  | 'matcher-invalid'
  | 'matcher-pattern'
  | 'group-without-hooks'
  | 'entry-invalid'
  | 'entry-skipped'
  | 'url-in-command'
  | 'guard-outside-hooks'
  | 'guard-under-unknown-event'
  | 'guard-event-not-array'
  | 'guard-matcher-invalid'
  | 'guard-entry-invalid'

export interface Finding {
  verdict: Verdict
  code: FindingCode
  path: SettingsPath
  /** Of a piece that is an object: the member that makes it bad. */
  field?: string
  /** 1-based; where the text tells (JSON only). */
  line?: number
  column?: number
}

/** One hook entry that is good in itself. */
export interface SettingsEntry {
  /** The host's own name. */
  event: string
  /** Absent: every subject. */
  matcher?: string
  /** Index of the matcher group; absent for a host that has none. */
  group?: number
  /** Index in its group, or in its event. */
  index: number
  path: SettingsPath
  type: string
  command?: string
  /** Started without a shell, with these arguments. */
  args?: readonly string[]
  /** In the command's place on Windows. */
  commandWindows?: string
  /** The shell that the entry names. */
  shell?: string
  /** A rule of the host that must hold as well before the entry is started. */
  condition?: string
  /** As the entry says; absent: the host's default for the event. */
  timeoutSeconds?: number
  /** The host does not wait for it and takes no decision from it. */
  isBackground: boolean
  /** The host's own switch that makes a failing hook stop the call. */
  failsClosed: boolean
  /** How often a stop hook may send the agent on; null: without end. */
  loopLimit?: number | null
  /** Keys that the host takes no notice of. */
  ignoredKeys: readonly string[]
  /** The entry itself, as the file has it. */
  entry: Readonly<Record<string, unknown>>
}

/** `unparsable`: the host cannot read the text at all. That a file is absent is the caller's to say. */
export type SettingsState = 'loaded' | 'loaded-partial' | 'rejected' | 'unparsable'

/** Switches of the file that decide about hooks. Absent: the file does not say. */
export interface SettingsSwitches {
  /** Hooks on or off as a whole. */
  hooks?: boolean
  /** Only the machine's owner's hooks load. */
  managedOnly?: boolean
  /** Names of the variables that the file sets for hooks. */
  environment?: readonly string[]
  /** What a person said about single hooks: the host's key of the hook, the hash that is trusted, whether it is on. */
  trust?: readonly { key: string; trustedHash?: string; enabled?: boolean }[]
  /** What a person said about projects: their folder, and whether it is trusted. */
  projects?: readonly { path: string; isTrusted: boolean }[]
}

export interface SettingsReport {
  host: HostId
  state: SettingsState
  /** Nothing but white space: no hooks, and nothing to lose. */
  isEmpty: boolean
  /** Where the text stops making sense, 1-based; `unparsable` only, where known. */
  at?: { line: number; column: number }
  /** In document order. */
  findings: readonly Finding[]
  /** What the host loads, in document order; none where the file is rejected. */
  entries: readonly SettingsEntry[]
  /** Every entry that is good in itself and stands in its place, also of a file that is rejected. */
  declared: readonly SettingsEntry[]
  /** Of a file that is rejected or cannot be parsed: none. */
  switches: SettingsSwitches
}

export interface ReadingOptions {
  /** Which of a host's files it is, by name; absent: its usual one. */
  kind?: string
  /** `2.1.332`; absent: the newest that is known. */
  hostVersion?: string
}

/** What a host's reader offers. */
export interface SettingsReader {
  read: (text: string, options: ReadingOptions) => SettingsReport
  /**
   * Whether the host starts an entry for what its event is about: a native tool's name; at other events what the host holds the
   * matcher against (the command, the source of a start, the type of a subagent). A `condition` is not looked at.
   */
  startsFor: (entry: SettingsEntry, subject: string, hostVersion?: string) => boolean
  /** Native events before and after a tool call that are about every tool. */
  toolEvents: { before: string; after: string }
  /** The tools by which the host's model can change files today. */
  writingTools: readonly string[]
}

/** The readers' common end: what was found makes the state. */
export const reportOf = (
  host: HostId,
  findings: readonly Finding[],
  declared: readonly SettingsEntry[],
  switches: SettingsSwitches,
): SettingsReport => {
  const isRejected = findings.some(({ verdict }) => verdict === 'rejected')
  return {
    host,
    state: isRejected ? 'rejected' : findings.length > 0 ? 'loaded-partial' : 'loaded',
    isEmpty: false,
    findings,
    entries: isRejected ? [] : declared,
    declared,
    switches: isRejected ? {} : switches,
  }
}

export const unparsable = (host: HostId, isEmpty: boolean, at?: { line: number; column: number }): SettingsReport => ({
  host,
  state: 'unparsable',
  isEmpty,
  ...(at === undefined ? {} : { at }),
  findings: [],
  entries: [],
  declared: [],
  switches: {},
})

export const nothingThere = (host: HostId): SettingsReport => ({ ...reportOf(host, [], [], {}), isEmpty: true })

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFilledText = (value: unknown): value is string => isText(value) && value !== '' && !value.includes('\0')
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
export const isPositive = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0
export const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

/** A member of its own, so that nothing inherited is taken for the file's. */
export const ownMember = (record: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** Whether `version` is at least `wanted`, both `1.2.3`; one that nobody knows is the newest. */
export const isAtLeast = (version: string | undefined, wanted: string): boolean => {
  const found = /^\D*(\d+)\.(\d+)\.(\d+)/.exec(version ?? '')
  if (found === null) return true
  const parts = wanted.split('.').map(Number)
  for (const [at, part] of parts.entries()) {
    const own = Number(found[at + 1])
    if (own !== part) return own > part
  }
  return true
}
