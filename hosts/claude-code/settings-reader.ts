import { isRecord } from '../shared/fields.js'
import { boundedRegex } from '../shared/bounded-regex.js'
import { inOrder, readJsonText } from '../shared/settings-json.js'
import {
  isAtLeast,
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
  type SettingsSwitches,
  type Verdict,
} from '../shared/settings-report.js'
import { descriptor } from './descriptor.js'
import { GUARD_EVENTS, holdsObject, holdsSign, isGroupShaped, isSign, signField, signMember } from './guard-signs.js'
import { entryOf, faultOfEntry } from './settings-entry.js'
import { tools } from './tools.js'

/**
 * What Claude Code loads of a settings file (hosts/settings-reading.md; held against 2.1.332). Strict JSON: comments and trailing
 * commas make the file malformed (documented, https://github.com/anthropics/claude-code/issues/83190); a byte order mark is
 * tolerated; an empty file counts as one without settings (assumed); of a key that stands twice the last one counts, as for every
 * JSON.parse.
 */

/** The names of hosts/claude-code.md section 2, read from 2.1.332. */
const EVENTS: ReadonlySet<string> = new Set(descriptor.events.map(({ name }) => name))

const switchesOf = (document: Readonly<Record<string, unknown>>): SettingsSwitches => {
  const env = ownMember(document, 'env')
  return {
    ...(ownMember(document, 'disableAllHooks') === true ? { hooks: false } : {}),
    ...(ownMember(document, 'allowManagedHooksOnly') === true ? { managedOnly: true } : {}),
    ...(isRecord(env) ? { environment: Object.keys(env) } : {}),
  }
}

class Reading {
  readonly findings: Finding[] = []
  readonly entries: SettingsEntry[] = []

  constructor(readonly hostVersion: string | undefined) {}

  find(verdict: Verdict, code: FindingCode, path: SettingsPath, field?: string): void {
    this.findings.push({ verdict, code, path, ...(field === undefined ? {} : { field }) })
  }

  document(document: Readonly<Record<string, unknown>>): void {
    const hooks = ownMember(document, 'hooks')
    const holdsEvents = isRecord(hooks) && Object.keys(hooks).some((key) => EVENTS.has(key))
    if (Object.hasOwn(document, 'matcher') && isGroupShaped(document) && !holdsEvents)
      this.find('rejected', 'guard-outside-hooks', [], 'matcher')
    for (const key of Object.keys(document)) {
      const value = document[key]
      if (key === 'hooks') this.#hooks(value)
      else if (isSign(key, value)) this.find('rejected', 'guard-outside-hooks', [key], isRecord(value) ? signField(value) : undefined)
    }
  }

  #hooks(hooks: unknown): void {
    const path = ['hooks']
    if (Array.isArray(hooks) && holdsObject(hooks)) return this.find('rejected', 'hooks-is-matcher', path)
    if (!isRecord(hooks)) return this.find('dropped', 'hooks-not-object', path)
    if (isGroupShaped(hooks)) return this.find('rejected', 'hooks-is-matcher', path, 'hooks')
    const isEntry = isText(ownMember(hooks, 'type')) && !Object.keys(hooks).some((key) => EVENTS.has(key))
    if (isEntry) return this.find('rejected', 'hooks-is-matcher', path, 'type')
    for (const event of Object.keys(hooks)) this.#event(event, hooks[event], ['hooks', event])
  }

  #event(event: string, groups: unknown, path: SettingsPath): void {
    const signed = (): string | undefined => (isRecord(groups) ? signField(groups) : undefined)
    if (!EVENTS.has(event)) {
      if (holdsSign(groups)) return this.find('rejected', 'guard-under-unknown-event', path, signed())
      // Before 2.1.101 one unknown name voided the file (changelog).
      return this.find(isAtLeast(this.hostVersion, '2.1.101') ? 'dropped' : 'rejected', 'unknown-event', path)
    }
    if (!Array.isArray(groups)) {
      const isGuard = GUARD_EVENTS.includes(event) && groups !== null
      return isGuard || holdsSign(groups)
        ? this.find('rejected', 'guard-event-not-array', path, signed())
        : this.find('dropped', 'event-not-array', path)
    }
    for (const [index, group] of groups.entries()) this.#group(event, group, index, [...path, index])
  }

  #group(event: string, group: unknown, at: number, path: SettingsPath): void {
    const bad = (field?: string): void =>
      GUARD_EVENTS.includes(event) || (field === undefined && holdsSign(group))
        ? this.find('rejected', 'guard-matcher-invalid', path, field)
        : this.find('dropped', 'matcher-invalid', path, field)
    if (!isRecord(group)) return bad()
    const { matcher, hooks } = { matcher: ownMember(group, 'matcher'), hooks: ownMember(group, 'hooks') }
    const sign = signMember(group, Array.isArray(hooks) ? 'hooks' : undefined)
    if (sign !== undefined) return this.find('rejected', 'guard-matcher-invalid', path, sign)
    if (Object.hasOwn(group, 'matcher') && !isText(matcher)) bad('matcher')
    else if (!Array.isArray(hooks)) bad('hooks')
    if (!Array.isArray(hooks)) return
    const loads = matcher === undefined || isText(matcher)
    for (const [index, entry] of hooks.entries()) {
      const place = { event, matcher: isText(matcher) ? matcher : undefined, group: at, index, path: [...path, 'hooks', index] }
      if (loads) this.#entry(entry, place)
      // Of a group that is dropped every entry is, unless one of them shows a guard.
      else if (holdsSign(entry)) this.find('rejected', 'guard-entry-invalid', place.path, isRecord(entry) ? signField(entry) : undefined)
    }
  }

  #entry(entry: unknown, place: Parameters<typeof entryOf>[1]): void {
    const fault = faultOfEntry(entry, this.hostVersion)
    if (holdsSign(entry)) {
      const field = isRecord(entry) ? signField(entry) : undefined
      return this.find('rejected', 'guard-entry-invalid', place.path, fault?.field ?? field)
    }
    if (fault === undefined) return void this.entries.push(entryOf(entry as Record<string, unknown>, place, this.hostVersion))
    if (GUARD_EVENTS.includes(place.event)) this.find('rejected', 'guard-entry-invalid', place.path, fault.field)
    else this.find('dropped', 'entry-invalid', place.path, fault.field)
  }
}

const read: SettingsReader['read'] = (text, { hostVersion }) => {
  const bare = text.replace(/^\ufeff/, '')
  if (bare.trim() === '') return nothingThere('claude-code')
  const json = readJsonText(bare)
  if ('at' in json) return unparsable('claude-code', false, json.at)
  const reading = new Reading(hostVersion)
  if (isRecord(json.value)) reading.document(json.value)
  else reading.find('rejected', 'document-not-object', [])
  for (const path of json.duplicates) reading.find('dropped', 'duplicate-key', path)
  return reportOf('claude-code', inOrder(reading.findings, json), reading.entries, isRecord(json.value) ? switchesOf(json.value) : {})
}

/** Events whose matcher means nothing (hosts/claude-code.md section 2). */
const WITHOUT_MATCHER: readonly string[] = [
  'CwdChanged',
  'MessageDisplay',
  'PostToolBatch',
  'Stop',
  'TaskCompleted',
  'TaskCreated',
  'TeammateIdle',
  'UserPromptSubmit',
  'WorktreeCreate',
  'WorktreeRemove',
]

/** Which characters make a matcher a list of names: a comma and a space since 2.1.191, a hyphen since 2.1.195 (changelog). */
const namesIn = (matcher: string, hostVersion: string | undefined): string[] | undefined => {
  const form = isAtLeast(hostVersion, '2.1.195') ? /^[\w\- ,|]*$/ : isAtLeast(hostVersion, '2.1.191') ? /^[\w ,|]*$/ : /^[\w|]*$/
  return form.test(matcher) ? matcher.split(/[|,]/).map((name) => name.trim()) : undefined
}

/** Measured on 2.1.332: names are whole and case-sensitive, anything else is an unanchored expression, a bad one never fires. */
const startsFor: SettingsReader['startsFor'] = ({ event, matcher = '' }, subject, hostVersion) => {
  if (matcher === '' || matcher === '*' || WITHOUT_MATCHER.includes(event)) return true
  // `Task` still starts for `Agent` (measured).
  const names = tools.aliases.find((group) => group.includes(subject)) ?? [subject]
  const wanted = namesIn(matcher, hostVersion)
  if (wanted !== undefined) return names.some((name) => wanted.includes(name))
  const pattern = boundedRegex(matcher)
  return pattern !== undefined && names.some((name) => pattern.test(name))
}

export const claudeCodeSettings: SettingsReader = {
  read,
  startsFor,
  toolEvents: { before: 'PreToolUse', after: 'PostToolUse' },
  writingTools: ['Edit', 'Write', 'NotebookEdit'],
}
