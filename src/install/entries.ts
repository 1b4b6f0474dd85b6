import { isDeepStrictEqual } from 'node:util'
import { entryWith, registrationOf, registeredEvents, type RegisteredEvent, type Scope } from '../../hosts/registrations.js'
import { isRecord } from '../protocol/is-record.js'
import { isOurLine, runsOthers } from '../../hosts/shared/our-line.js'
import type { HostId } from '../protocol/event.js'
import { registeredLine } from './line.js'

/** Our entries in a host's settings, and how they stand against what `install` writes. */

/**
 * `stale`: as an `install` wrote it for another launcher, another scope or an event that is not registered any more. `edited`: ours in
 * any other form. `foreign`: something stands in its place that cannot be added to.
 */
export type EntryState = 'absent' | 'current' | 'stale' | 'edited' | 'foreign'

export interface Target {
  host: HostId
  scope: Scope
  launcher: string
  platform?: NodeJS.Platform
}

/** Where one handler of ours stands in the array of an event. */
export interface OurEntry {
  index: number
  /** Index in the group; absent where the element itself is the handler. */
  inner?: number
  handler: Readonly<Record<string, unknown>>
}

/** A command that runs somebody else's program beside us is theirs: it is neither mended nor taken out. */
const isOurs = (handler: unknown): boolean => {
  if (!isRecord(handler) || typeof handler.command !== 'string') return false
  const { command, args } = handler
  if (Array.isArray(args))
    return isOurLine(
      command,
      args.filter((arg) => typeof arg === 'string'),
    )
  return isOurLine(command) && !runsOthers(command)
}

/** Every handler of ours in the value of an event. */
export const oursIn = (elements: readonly unknown[]): OurEntry[] =>
  elements.flatMap((element, index): OurEntry[] => {
    if (!isRecord(element)) return []
    if (isOurs(element)) return [{ index, handler: element }]
    const inner: unknown[] = Array.isArray(element.hooks) ? element.hooks : []
    return inner.flatMap((handler, at) => (isOurs(handler) && isRecord(handler) ? [{ index, inner: at, handler }] : []))
  })

/** Whether an element holds nothing but handlers of ours. */
export const isWhollyOurs = (element: unknown): boolean =>
  isOurs(element) || (isRecord(element) && Array.isArray(element.hooks) && element.hooks.length > 0 && element.hooks.every(isOurs))

/** What stands in the array of an event when it is registered. */
export const expectedEntry = (target: Target, event: RegisteredEvent): object =>
  entryWith(registrationOf(target.host), event, registeredLine(target.host, event, target))

/** Whether an entry of ours is started for everything and exactly as `install` writes it, be it in a group with others. */
export const isAsExpected = ({ index, inner, handler }: OurEntry, elements: readonly unknown[], expected: object): boolean => {
  const element = elements[index]
  if (isDeepStrictEqual(element, expected)) return true
  if (inner === undefined || !isRecord(element) || !('hooks' in expected)) return false
  const [expectedHandler] = expected.hooks as unknown[]
  const { matcher } = element
  return isDeepStrictEqual(handler, expectedHandler) && (matcher === undefined || matcher === '' || matcher === '*')
}

/** @param elements the value of the event; an event without a value has none */
export const stateOf = (target: Target, event: RegisteredEvent, elements: readonly unknown[]): EntryState => {
  const ours = oursIn(elements)
  const [only] = ours
  if (only === undefined) return 'absent'
  if (ours.length > 1) return 'edited'
  if (isAsExpected(only, elements, expectedEntry(target, event))) return 'current'
  return isFormer(only, elements, target, event) ? 'stale' : 'edited'
}

/** An entry that differs from the expected one in nothing but the launcher's path, is that of another scope, or names the shell without its place. */
const isFormer = (ours: OurEntry, elements: readonly unknown[], target: Target, event: RegisteredEvent): boolean => {
  const { command } = ours.handler
  if (typeof command !== 'string' || !FORMS.some((scope) => isLineOf(command, { ...target, scope }, event))) return false
  return isAsExpected(ours, elements, entryWith(registrationOf(target.host), event, command))
}

const FORMS: readonly Scope[] = ['user', 'shared']
/** A path as one word, however it is quoted. */
const PATH_WORD = /^(?:[^\s'"\\]|'[^']*'|"[^"]*"|\\['\\])+$/
/** Stands in no path. */
const PLACEHOLDER = '/\0'

const isLineOf = (command: string, target: Target, event: RegisteredEvent): boolean => {
  const form = registeredLine(target.host, event, { ...target, launcher: PLACEHOLDER })
  return [form, form.replace(/^\/bin\/(?=sh )/, '')].some((former) => isOfForm(command, former))
}

const isOfForm = (command: string, form: string): boolean => {
  const at = form.indexOf('\0')
  if (at === -1) return command === form
  const [start, end] = [form.slice(0, at).replace(/['"]?\/$/, ''), form.slice(at + 1).replace(/^['"]/, '')]
  return command.startsWith(start) && command.endsWith(end) && PATH_WORD.test(command.slice(start.length, command.length - end.length))
}

/** Events of ours that stand in the file although they are not registered. */
export const isRegistered = (host: HostId, name: string): boolean => registeredEvents(host).some((event) => event.name === name)
