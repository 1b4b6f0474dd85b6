import { boundedRegex } from '../shared/bounded-regex.js'
import { isRecord } from '../shared/fields.js'
import { inOrder, readJsonText } from '../shared/settings-json.js'
import {
  isFilledText,
  isFlag,
  isPositive,
  isText,
  nothingThere,
  ownMember,
  reportOf,
  unparsable,
  type Finding,
  type FindingCode,
  type SettingsEntry,
  type SettingsPath,
  type SettingsReader,
  type Verdict,
} from '../shared/settings-report.js'
import { descriptor } from './descriptor.js'

/**
 * What Cursor loads of a hooks.json (hosts/cursor.md section 8). Nothing here was measured by us. Documented: the shape, and that
 * `version` is a number and required; recorded on CLI 2026.09.10: one unknown event name, or a URL in a command, voids the whole
 * file. Where nobody knows, the reading is the stricter one: a piece of a wrong type voids the file, and the text is strict JSON
 * without a byte order mark. An empty file holds no hooks (reported).
 */

const EVENTS: ReadonlySet<string> = new Set(descriptor.events.map(({ name }) => name))

type Kind = (value: unknown) => boolean

const isLoopLimit: Kind = (value) => value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0)
const COMMON: Readonly<Record<string, Kind>> = { timeout: isPositive, matcher: isText, failClosed: isFlag, loop_limit: isLoopLimit }
const TYPES: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  command: { command: isFilledText, ...COMMON },
  prompt: { prompt: isFilledText, model: isText, ...COMMON },
}
const REQUIRED: readonly string[] = ['command', 'prompt']

const URL_IN_TEXT = /\bhttps?:\/\//i

const kindOf = (entry: Readonly<Record<string, unknown>>): string | undefined => {
  const type = Object.hasOwn(entry, 'type') ? entry.type : 'command'
  return isText(type) && Object.hasOwn(TYPES, type) ? type : undefined
}

const faultOf = (entry: Readonly<Record<string, unknown>>): string | undefined => {
  const type = kindOf(entry)
  if (type === undefined) return 'type'
  const fields = TYPES[type] as Readonly<Record<string, Kind>>
  return (
    Object.keys(entry).find((key) => Object.hasOwn(fields, key) && fields[key]?.(entry[key]) !== true) ??
    Object.keys(fields).find((key) => REQUIRED.includes(key) && !Object.hasOwn(entry, key))
  )
}

const entryOf = (entry: Readonly<Record<string, unknown>>, place: { event: string; index: number; path: SettingsPath }): SettingsEntry => {
  const type = kindOf(entry) as string
  const [command, matcher, timeout, limit] = ['command', 'matcher', 'timeout', 'loop_limit'].map((key) => ownMember(entry, key))
  return {
    ...place,
    ...(isText(matcher) ? { matcher } : {}),
    type,
    ...(isText(command) && type === 'command' ? { command } : {}),
    ...(isPositive(timeout) ? { timeoutSeconds: timeout } : {}),
    isBackground: false,
    failsClosed: ownMember(entry, 'failClosed') === true,
    ...(Object.hasOwn(entry, 'loop_limit') ? { loopLimit: limit as number | null } : {}),
    ignoredKeys: Object.keys(entry).filter((key) => key !== 'type' && !Object.hasOwn(TYPES[type] ?? {}, key)),
    entry,
  }
}

class Reading {
  readonly findings: Finding[] = []
  readonly entries: SettingsEntry[] = []

  find(verdict: Verdict, code: FindingCode, path: SettingsPath, field?: string): void {
    this.findings.push({ verdict, code, path, ...(field === undefined ? {} : { field }) })
  }

  document(document: Readonly<Record<string, unknown>>): void {
    const version = ownMember(document, 'version')
    if (!isPositive(version) || !Number.isInteger(version)) {
      this.find('rejected', 'version-invalid', Object.hasOwn(document, 'version') ? ['version'] : [], 'version')
    }
    const hooks = ownMember(document, 'hooks')
    if (!isRecord(hooks)) return this.find('rejected', 'hooks-not-object', Object.hasOwn(document, 'hooks') ? ['hooks'] : [], 'hooks')
    for (const event of Object.keys(hooks)) {
      const [entries, path] = [hooks[event], ['hooks', event]]
      if (!EVENTS.has(event)) this.find('rejected', 'unknown-event', path)
      else if (!Array.isArray(entries)) this.find('rejected', 'event-not-array', path)
      else for (const [index, entry] of entries.entries()) this.#entry(entry, { event, index, path: [...path, index] })
    }
  }

  #entry(entry: unknown, place: { event: string; index: number; path: SettingsPath }): void {
    if (!isRecord(entry)) return this.find('rejected', 'entry-invalid', place.path)
    const field = faultOf(entry)
    if (field !== undefined) return this.find('rejected', 'entry-invalid', place.path, field)
    const read = entryOf(entry, place)
    if (read.command !== undefined && URL_IN_TEXT.test(read.command)) return this.find('rejected', 'url-in-command', place.path, 'command')
    // Nobody knows what the host does with one that is no expression; nothing can be held against it.
    if (read.matcher !== undefined && isExpression(read.matcher) && boundedRegex(read.matcher) === undefined)
      return this.find('dropped', 'matcher-pattern', place.path, 'matcher')
    this.entries.push(read)
  }
}

const read: SettingsReader['read'] = (text) => {
  if (text.trim() === '') return nothingThere('cursor')
  const json = readJsonText(text)
  if ('at' in json) return unparsable('cursor', false, json.at)
  const reading = new Reading()
  if (isRecord(json.value)) reading.document(json.value)
  else reading.find('rejected', 'document-not-object', [])
  for (const path of json.duplicates) reading.find('dropped', 'duplicate-key', path)
  return reportOf('cursor', inOrder(reading.findings, json), reading.entries, {})
}

const isExpression = (matcher: string): boolean => matcher !== '' && matcher !== '*'

/** Recorded: an unanchored JavaScript expression; a tool's name, or what else the event's matcher is held against. */
const startsFor: SettingsReader['startsFor'] = ({ matcher = '' }, subject) =>
  !isExpression(matcher) || boundedRegex(matcher)?.test(subject) === true

export const cursorSettings: SettingsReader = {
  read,
  startsFor,
  toolEvents: { before: 'preToolUse', after: 'postToolUse' },
  writingTools: ['Write', 'StrReplace', 'ApplyPatch', 'Edit', 'EditNotebook', 'Delete'],
}
