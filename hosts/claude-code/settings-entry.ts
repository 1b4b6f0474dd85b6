import { isRecord } from '../shared/fields.js'
import {
  isAtLeast,
  isFilledText,
  isFlag,
  isPositive,
  isText,
  isTextList,
  ownMember,
  type SettingsEntry,
  type SettingsPath,
} from '../shared/settings-report.js'

/** One hook entry of Claude Code's settings, by the table in hosts/settings-reading.md. */

type Kind = (value: unknown) => boolean

const isTextRecord: Kind = (value) => isRecord(value) && Object.values(value).every(isText)
const isShell: Kind = (value) => value === 'bash' || value === 'powershell'
/** Documented: `block` and the default, `continue`. */
const isOnFailure: Kind = (value) => value === 'block' || value === 'continue'

interface Fields {
  required: Readonly<Record<string, Kind>>
  optional: Readonly<Record<string, Kind>>
}

const asked: Fields = { required: { prompt: isFilledText }, optional: { model: isText } }

const TYPES: Readonly<Record<string, Fields>> = {
  command: {
    required: { command: isFilledText },
    optional: { shell: isShell, args: isTextList, async: isFlag, asyncRewake: isFlag },
  },
  prompt: asked,
  agent: asked,
  http: { required: { url: isFilledText }, optional: { headers: isTextRecord, allowedEnvVars: isTextList } },
  mcp_tool: { required: { server: isText, tool: isText }, optional: { input: isRecord } },
}

/** The kinds of entry that the host starts or asks. */
export const ENTRY_TYPES: readonly string[] = Object.keys(TYPES)

const EVERY_TYPE: Readonly<Record<string, Kind>> = {
  if: isText,
  timeout: isPositive,
  statusMessage: isText,
  once: isFlag,
  onFailure: isOnFailure,
}

/** From which release a field is read; before it, it is a key like any other that means nothing. */
const READ_FROM: Readonly<Record<string, string>> = { if: '2.1.85', args: '2.1.139', onFailure: '2.1.295' }

const isRead = (field: string, hostVersion: string | undefined): boolean => {
  const from = Object.hasOwn(READ_FROM, field) ? READ_FROM[field] : undefined
  return from === undefined || isAtLeast(hostVersion, from)
}

/** What makes an entry bad: the field, or `true` for something that is no object. Undefined where it is good. */
export const faultOfEntry = (entry: unknown, hostVersion: string | undefined): { field?: string } | undefined => {
  if (!isRecord(entry)) return {}
  const type = ownMember(entry, 'type')
  const fields = isText(type) && Object.hasOwn(TYPES, type) ? (TYPES[type] as Fields) : undefined
  if (fields === undefined) return { field: 'type' }
  for (const [field, isKind] of Object.entries(fields.required)) if (!isKind(ownMember(entry, field))) return { field }
  const optional = { ...EVERY_TYPE, ...fields.optional }
  const bad = Object.keys(entry).find(
    (key) => Object.hasOwn(optional, key) && isRead(key, hostVersion) && optional[key]?.(entry[key]) !== true,
  )
  return bad === undefined ? undefined : { field: bad }
}

/** @param entry a good one */
export const entryOf = (
  entry: Readonly<Record<string, unknown>>,
  place: { event: string; matcher: string | undefined; group: number; index: number; path: SettingsPath },
  hostVersion: string | undefined,
): SettingsEntry => {
  const { matcher, ...where } = place
  const type = entry.type as string
  const { required, optional } = TYPES[type] as Fields
  const known = { ...EVERY_TYPE, ...required, ...optional, type: isText }
  const read = <T>(field: string): T | undefined =>
    Object.hasOwn(known, field) && isRead(field, hostVersion) ? (ownMember(entry, field) as T) : undefined
  const [command, args, shell, condition] = [read<string>('command'), read<string[]>('args'), read<string>('shell'), read<string>('if')]
  const timeoutSeconds = read<number>('timeout')
  // With `asyncRewake` exit 2 blocks all the same (measured in print mode).
  const isBackground = read('async') === true && read('asyncRewake') !== true
  return {
    ...where,
    ...(matcher === undefined ? {} : { matcher }),
    type,
    ...(command === undefined ? {} : { command }),
    ...(args === undefined ? {} : { args }),
    ...(shell === undefined ? {} : { shell }),
    ...(condition === undefined ? {} : { condition }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    isBackground,
    failsClosed: read('onFailure') === 'block' && !isBackground,
    // `once` in settings has no effect (measured).
    ignoredKeys: Object.keys(entry).filter((key) => key === 'once' || !Object.hasOwn(known, key) || !isRead(key, hostVersion)),
    entry,
  }
}
