import { parse, TomlError } from 'smol-toml'
import { isRecord } from '../shared/fields.js'
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
  type SettingsReport,
  type SettingsSwitches,
  type Verdict,
} from '../shared/settings-report.js'
import { descriptor } from './descriptor.js'
import { rustRegex } from './rust-regex.js'
import { entryOf, faultOfHandler, skippedFor } from './settings-entry.js'
import { PATCH_TOOL } from './tools.js'

/**
 * What Codex loads of hooks.json and of config.toml (hosts/codex.md section 3; measured on 0.171.0, some of it on 0.144.1). Its
 * JSON reader is strict: comments, trailing commas and a byte order mark (serde_json knows none) void the file; a key twice that
 * means something does too, because its types are structs (read in codex-rs/config/src/hook_config.rs, not measured).
 */

/** Names of 0.171.0; 0.144.1 did not have the last two. Between those two nobody looked, so the older rules hold there. */
const EVENTS: ReadonlySet<string> = new Set(descriptor.events.map(({ name }) => name))
const NEWER_EVENTS: readonly string[] = ['SessionEnd', 'Interrupt']
const NEWER = '0.171.0'
/** serde_json stops at this depth. */
const MOST_DEPTH = 127

const ROOT_KEYS: readonly string[] = ['description', 'hooks']

class Reading {
  readonly findings: Finding[] = []
  readonly entries: SettingsEntry[] = []
  readonly #isOld: boolean

  constructor(
    hostVersion: string | undefined,
    readonly isToml = false,
  ) {
    this.#isOld = !isAtLeast(hostVersion, NEWER)
  }

  find(verdict: Verdict, code: FindingCode, path: SettingsPath, field?: string): void {
    this.findings.push({ verdict, code, path, ...(field === undefined ? {} : { field }) })
  }

  knows(event: string): boolean {
    return EVENTS.has(event) && !(this.#isOld && NEWER_EVENTS.includes(event))
  }

  /** @param further keys beside the events that mean something */
  events(hooks: unknown, further: readonly string[] = []): void {
    if (!isRecord(hooks)) return this.find('rejected', 'hooks-not-object', ['hooks'])
    for (const event of Object.keys(hooks)) {
      const [groups, path] = [hooks[event], ['hooks', event]]
      if (further.includes(event)) continue
      if (!this.knows(event)) this.find('dropped', 'unknown-event', path)
      else if (!Array.isArray(groups)) this.find('rejected', 'event-not-array', path)
      else for (const [index, group] of groups.entries()) this.#group(event, group, index, [...path, index])
    }
  }

  #group(event: string, group: unknown, at: number, path: SettingsPath): void {
    if (!isRecord(group)) return this.find('rejected', 'matcher-invalid', path)
    const { matcher, hooks } = { matcher: ownMember(group, 'matcher') ?? undefined, hooks: ownMember(group, 'hooks') }
    if (matcher !== undefined && !isText(matcher)) return this.find('rejected', 'matcher-invalid', path, 'matcher')
    // A handler in a group's place, and any other group without handlers: silently no hooks.
    if (!Object.hasOwn(group, 'hooks')) return this.find('dropped', 'group-without-hooks', path)
    if (!Array.isArray(hooks)) return this.find('rejected', 'matcher-invalid', path, 'hooks')
    const isDead = matcher !== undefined && !WITHOUT_MATCHER.includes(event) && isExpression(matcher) && rustRegex(matcher) === undefined
    if (isDead) this.find('dropped', 'matcher-pattern', path, 'matcher')
    for (const [index, handler] of hooks.entries()) {
      const place = { event, matcher, group: at, index, path: [...path, 'hooks', index] }
      if (!isRecord(handler)) this.find('rejected', 'entry-invalid', place.path)
      else {
        const field = faultOfHandler(handler, this.isToml)
        const skipped = field === undefined ? skippedFor(handler, this.#isOld) : undefined
        if (field !== undefined) this.find('rejected', 'entry-invalid', place.path, field)
        else if (skipped !== undefined) this.find('dropped', 'entry-skipped', place.path, skipped)
        else if (!isDead) this.entries.push(entryOf(handler, place))
      }
    }
  }
}

const read: SettingsReader['read'] = (text, { kind = 'hooks.json', hostVersion }) =>
  kind === 'hooks.json' ? readJson(text, hostVersion) : readToml(text, hostVersion, kind === REQUIREMENTS)

const readJson = (text: string, hostVersion: string | undefined): SettingsReport => {
  const json = readJsonText(text)
  if ('at' in json) return unparsable('codex', text.replace(/^\ufeff/, '').trim() === '', json.at)
  if (json.depth > MOST_DEPTH) return unparsable('codex', false)
  const reading = new Reading(hostVersion)
  const document = json.value
  if (!isRecord(document)) reading.find('rejected', 'document-not-object', [])
  else {
    for (const key of Object.keys(document)) if (!ROOT_KEYS.includes(key)) reading.find('rejected', 'root-key', [key])
    const description = ownMember(document, 'description') ?? undefined
    if (description !== undefined && !isText(description)) reading.find('rejected', 'root-key', ['description'])
    if (Object.hasOwn(document, 'hooks')) reading.events(document.hooks)
  }
  for (const path of json.duplicates) if (meansSomething(path, reading)) reading.find('rejected', 'duplicate-key', path)
  return reportOf('codex', inOrder(reading.findings, json), reading.entries, {})
}

const GROUP_KEYS: readonly string[] = ['matcher', 'hooks']
const HANDLER_KEYS: readonly string[] = [
  'type',
  'command',
  'timeout',
  'statusMessage',
  'async',
  'commandWindows',
  'command_windows',
  'additionalContextLimit',
  'server',
  'tool',
]

/** Whether the key at a path is one that the host has a place for. */
const meansSomething = (path: SettingsPath, reading: Reading): boolean => {
  const key = path.at(-1) as string
  if (path.length === 1) return ROOT_KEYS.includes(key)
  if (path[0] !== 'hooks' || !reading.knows(path[1] as string)) return false
  if (path.length === 2) return true
  return path.length === 4 ? GROUP_KEYS.includes(key) : path.length === 6 && HANDLER_KEYS.includes(key)
}

const MANAGED_KEYS: readonly string[] = ['managed_dir', 'windows_managed_dir']

/** The machine owner's file, which has the same tables and a few keys more (measured on 0.171.0). */
const REQUIREMENTS = 'requirements.toml'

const readToml = (text: string, hostVersion: string | undefined, isRequirements: boolean): SettingsReport => {
  if (text.replace(/^\ufeff/, '').trim() === '') return nothingThere('codex')
  let document: Record<string, unknown>
  try {
    // A byte order mark is part of no key: the host's own reader takes it off too.
    document = parse(text.replace(/^\ufeff/, ''), { integersAsBigInt: true })
  } catch (error) {
    return unparsable('codex', false, error instanceof TomlError ? { line: error.line, column: error.column } : undefined)
  }
  const reading = new Reading(hostVersion, true)
  if (Object.hasOwn(document, 'hooks')) reading.events(document.hooks, isRequirements ? MANAGED_KEYS : ['state'])
  const isOnly = isRequirements && ownMember(document, 'allow_managed_hooks_only') === true
  return reportOf('codex', reading.findings, reading.entries, { ...switchesOf(document), ...(isOnly ? { managedOnly: true } : {}) })
}

const recordIn = (record: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> => {
  const value = ownMember(record, key)
  return isRecord(value) ? value : {}
}

/** `codex_hooks` is the older name of the switch (measured); the newer one counts where both stand (assumed). */
const switchesOf = (document: Readonly<Record<string, unknown>>): SettingsSwitches => {
  const features = recordIn(document, 'features')
  const hooks = ownMember(features, 'hooks') ?? ownMember(features, 'codex_hooks')
  const trust = Object.entries(recordIn(recordIn(document, 'hooks'), 'state')).flatMap(([key, state]) => {
    if (!isRecord(state)) return []
    const { trusted_hash: hash, enabled } = state
    return [{ key, ...(isText(hash) ? { trustedHash: hash } : {}), ...(typeof enabled === 'boolean' ? { enabled } : {}) }]
  })
  const projects = Object.entries(recordIn(document, 'projects')).flatMap(([path, project]) =>
    isRecord(project) && Object.hasOwn(project, 'trust_level') ? [{ path, isTrusted: project.trust_level === 'trusted' }] : [],
  )
  return {
    ...(typeof hooks === 'boolean' ? { hooks } : {}),
    ...(trust.length > 0 ? { trust } : {}),
    ...(projects.length > 0 ? { projects } : {}),
  }
}

const WITHOUT_MATCHER: readonly string[] = ['UserPromptSubmit', 'Stop', 'Interrupt']

/** Anything but names and `|`. */
const isExpression = (matcher: string): boolean => matcher !== '*' && !/^\w*(?:\|\w*)*$/.test(matcher)

/** Measured: the patch tool is held against these names too. */
const PATCH_ALIASES: readonly string[] = [PATCH_TOOL, 'Edit', 'Write']

const startsFor: SettingsReader['startsFor'] = ({ event, matcher = '' }, subject) => {
  if (matcher === '' || matcher === '*' || WITHOUT_MATCHER.includes(event)) return true
  const names = subject === PATCH_TOOL ? PATCH_ALIASES : [subject]
  if (!isExpression(matcher)) return names.some((name) => matcher.split('|').includes(name))
  const pattern = rustRegex(matcher)
  return pattern !== undefined && names.some((name) => pattern.test(name))
}

export const codexSettings: SettingsReader = {
  read,
  startsFor,
  toolEvents: { before: 'PreToolUse', after: 'PostToolUse' },
  writingTools: [PATCH_TOOL],
}
