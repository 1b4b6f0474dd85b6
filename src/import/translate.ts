import { importRulesOf, type ClosedCase, type OpenCase } from '../../hosts/import-rules.js'
import { hostOf } from '../../hosts/index.js'
import { isOurEntry, startsFor, type SettingsEntry, type SettingsPath, type SettingsReport } from '../../hosts/settings-readers.js'
import { rowOf } from '../../hosts/shared/rows.js'
import type { NativeEvent } from '../../hosts/types.js'
import { DEFAULT_TIMEOUT_MS, GATE_TIMEOUT_MAX_MS, MAX_HOOKS, OTHER_TIMEOUT_MAX_MS } from '../config/limits.js'
import type { HostId } from '../protocol/event.js'
import { isGateEvent, isStopEvent, isToolEvent, type EventName } from '../protocol/events.js'
import { importedCommand, type CommandPlace } from './command.js'
import { namesFor } from './names.js'
import { pinsOf } from './pins.js'
import { toolNamesOf, type ToolNames } from './tools.js'

/** A host's own hooks as hooks of a policy that decide alike (DESIGN 5 and 6), and everything that could not be carried. */

/** Why an entry, or a part of it, has no counterpart. */
export type LostBecause =
  | 'event'
  | 'event-repeated'
  | 'type'
  | 'matcher-nothing'
  | 'matcher-mcp'
  | 'matcher-mcp-part'
  | 'matcher-subject'
  | 'condition'
  | 'background-gate'
  | 'no-command'
  | 'command-nul'
  | 'same-again'
  | 'too-many'
  | 'loop-limit'

export interface Lost {
  event: string
  path: SettingsPath
  because: LostBecause
}

export interface Carried {
  /** The hook's name in the policy. */
  name: string
  event: string
  path: SettingsPath
  /** The matcher was an expression: the names it takes of those known today. */
  expanded?: string[]
  /** Milliseconds that the host would have waited, where ours waits less. */
  loweredFromMs?: number
  /** It runs at this native event alone, and only where our line is registered for that. */
  onlyAt?: string
}

export interface Difference<Case> {
  name: string
  cases: readonly Case[]
}

export interface Imported {
  policy: { hooks: Record<string, unknown>[]; pins?: string[] }
  carried: Carried[]
  notCarried: Lost[]
  /** Where the host would have let a call go on and ours denies. */
  failedOpen: Difference<OpenCase>[]
  /** Where the host would have stopped it and ours does not. */
  failedClosed: Difference<ClosedCase>[]
  /** Names of variables that the file gives to hooks in the host, and that no hook here gets. */
  variables: string[]
  /** Lines of our own that were left out. */
  ownLines: number
}

type ProtocolRow = NativeEvent & { event: EventName }

export const translate = (report: SettingsReport, place: CommandPlace): Imported => {
  const { host, entries, switches } = report
  const result: Imported = {
    policy: { hooks: [] },
    carried: [],
    notCarried: [],
    failedOpen: [],
    failedClosed: [],
    variables: [],
    ownLines: 0,
  }
  const rules = importRulesOf(host)
  const name = namesFor()
  const seen = new Set<string>()
  const pinned: string[] = []
  const matchers = new Map<string, ReturnType<typeof toolNamesOf>>()
  const toolNames = (entry: SettingsEntry): ReturnType<typeof toolNamesOf> => {
    const key = JSON.stringify([entry.event, entry.matcher])
    const known = matchers.get(key) ?? toolNamesOf(host, entry)
    matchers.set(key, known)
    return known
  }
  for (const entry of entries) {
    const lost = (because: LostBecause): void => void result.notCarried.push({ event: entry.event, path: entry.path, because })
    if (isOurEntry(entry)) {
      result.ownLines++
      continue
    }
    const row = rowOf(hostOf(host).descriptor, entry.event)
    const because = unfit(host, entry, row)
    if (because !== undefined || row?.event === undefined) {
      lost(because ?? 'event')
      continue
    }
    const { event } = row
    const matched = isToolEvent(event) && isAboutAnyTool(host, row) ? toolNames(entry) : toolsOfRow(host, row)
    if ('none' in matched) {
      lost(matched.none === 'mcp' ? 'matcher-mcp' : 'matcher-nothing')
      continue
    }
    if (matched.losesMcp) lost('matcher-mcp-part')
    const onlyAt = needsGuard(host, row) ? row.name : undefined
    const hook = hookOf(
      host,
      entry,
      row as ProtocolRow,
      matched.tools,
      {
        ...place,
        ...(onlyAt === undefined ? {} : { onlyAt }),
      },
      switches,
    )
    const same = JSON.stringify(hook.fields)
    if (seen.has(same)) {
      lost('same-again')
      continue
    }
    seen.add(same)
    if (result.policy.hooks.length >= MAX_HOOKS) {
      lost('too-many')
      continue
    }
    if (entry.loopLimit !== undefined && isStopEvent(event)) lost('loop-limit')
    pinned.push(...pinsOf(host, entry))
    const label = name(entry.command ?? '', entry.args, event)
    result.policy.hooks.push({ event, name: label, ...hook.fields })
    result.carried.push({
      name: label,
      event: entry.event,
      path: entry.path,
      ...(matched.isExpanded && matched.tools !== undefined ? { expanded: matched.tools } : {}),
      ...(hook.loweredFromMs === undefined ? {} : { loweredFromMs: hook.loweredFromMs }),
      ...(onlyAt !== undefined && row.announcement !== 'first' ? { onlyAt } : {}),
    })
    if (hook.fields.background === true) continue
    const [opens, closes] = [rules.opensAt(entry, event), rules.closesAt(entry, event)]
    if (opens.length > 0 && row.deny !== undefined) result.failedOpen.push({ name: label, cases: opens })
    if (closes.length > 0) result.failedClosed.push({ name: label, cases: closes })
  }
  const pins = [...new Set(pinned)]
  if (pins.length > 0) result.policy.pins = pins
  const passed = new Set(result.policy.hooks.flatMap(({ env = [] }) => env as string[]))
  result.variables = (switches.environment ?? []).filter((variable) => !passed.has(variable) && mayPass(variable))
  return result
}

/** What speaks against carrying an entry before its matcher is looked at as names. */
const unfit = (host: HostId, entry: SettingsEntry, row: NativeEvent | undefined): LostBecause | undefined => {
  if (row?.event === undefined) return 'event'
  if (entry.type !== 'command') return 'type'
  // A hook that is no gate runs at the first announcement of a call, which brings another payload.
  if (row.announcement !== 'first' && !isGateEvent(row.event)) return 'event-repeated'
  if (entry.condition !== undefined) return 'condition'
  if (entry.isBackground && isGateEvent(row.event)) return 'background-gate'
  if ((entry.command ?? '').trim() === '') return 'no-command'
  if ([entry.command, entry.commandWindows, ...(entry.args ?? [])].some((word) => word?.includes('\0') === true)) return 'command-nul'
  if (isToolEvent(row.event) && isAboutAnyTool(host, row)) return undefined
  return takesEverySubject(host, entry) ? undefined : 'matcher-subject'
}

/** Whether a matcher that is held against something else than a tool's name takes all there is. */
const takesEverySubject = (host: HostId, entry: SettingsEntry): boolean => {
  const all = importRulesOf(host).subjects[entry.event] ?? []
  // Nobody has this one: only a matcher that means nothing, or everything, takes it.
  return startsFor(host, entry, '\u0001') || (all.length > 0 && all.every((subject) => startsFor(host, entry, subject)))
}

/** Whether the event's matcher is held against the name of any tool. */
const isAboutAnyTool = (host: HostId, { name }: NativeEvent): boolean => !Object.hasOwn(importRulesOf(host).toolsOfEvents, name)

const toolsOfRow = (host: HostId, { name }: NativeEvent): ToolNames => {
  const tools = importRulesOf(host).toolsOfEvents[name] ?? []
  return { isExpanded: false, losesMcp: false, ...(tools.length === 0 ? {} : { tools: [...tools] }) }
}

/** Whether the protocol has one name for several of the host's events, between which only the payload tells. */
const needsGuard = (host: HostId, { event, name }: NativeEvent): boolean => {
  const rows = hostOf(host).descriptor.events.filter((row) => row.event === event)
  const isUsual = rows[0]?.name === name && event !== undefined && importRulesOf(host).sharesPayload.includes(event)
  return rows.length > 1 && !isUsual
}

const hookOf = (
  host: HostId,
  entry: SettingsEntry,
  row: ProtocolRow,
  tools: readonly string[] | undefined,
  place: CommandPlace,
  switches: SettingsReport['switches'],
): { fields: Record<string, unknown>; loweredFromMs?: number } => {
  const { event } = row
  const isGate = isGateEvent(event)
  const hostsMs = Math.min(
    entry.timeoutSeconds === undefined ? row.defaultTimeoutMs : Math.max(1, Math.round(entry.timeoutSeconds * 1000)),
    row.maxTimeoutMs ?? Infinity,
  )
  const timeoutMs = Math.min(hostsMs, isGate ? GATE_TIMEOUT_MAX_MS : OTHER_TIMEOUT_MAX_MS)
  const env = (switches.environment ?? []).filter((variable) => mayPass(variable) && names(entry, variable))
  const fields = {
    hosts: [host],
    ...(tools === undefined ? {} : { tools }),
    ...importedCommand(host, entry, place),
    stdin: 'host',
    ...(env.length > 0 ? { env } : {}),
    ...(entry.isBackground ? { background: true } : timeoutMs === DEFAULT_TIMEOUT_MS ? {} : { timeoutMs }),
    ...(entry.failsClosed && isGate && event !== 'PreToolUse' ? { onFailure: 'deny' } : {}),
    ...(row.allow === undefined ? {} : { mayAllow: true }),
    ...(switches.hooks === false ? { mode: 'off' } : {}),
  }
  // At PreToolUse what takes longer than the default is a deny; at other gates it is let through.
  const isWorthSaying = entry.timeoutSeconds !== undefined || (isGate && event !== 'PreToolUse')
  return { fields, ...(timeoutMs < hostsMs && isWorthSaying && !entry.isBackground ? { loweredFromMs: hostsMs } : {}) }
}

/** Variables that a hook may be given by name (DESIGN 5). */
const mayPass = (variable: string): boolean => /^[A-Za-z_]\w*$/.test(variable) && !/^(?:ACUVO_|PATH$)/i.test(variable)

const names = ({ command = '', args = [] }: SettingsEntry, variable: string): boolean =>
  [command, ...args].some((text) => new RegExp(`\\$\\{?${variable}\\b`).test(text))
