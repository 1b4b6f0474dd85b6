import { registeredEvents, registrationOf } from '../../hosts/registrations.js'
import { isRecord } from '../protocol/is-record.js'
import {
  expectedEntry,
  isAsExpected,
  isRegistered,
  isWhollyOurs,
  oursIn,
  stateOf,
  type EntryState,
  type OurEntry,
  type Target,
} from './entries.js'
import { withElement, withMember, withMembers, withoutElements, withValue, without } from './json-text.js'
import type { SettingsFault, SettingsText } from './settings-text.js'

/** Puts our entries into a host's settings, and takes them out, by identity: what is not ours stays byte for byte. */

export interface EventState {
  /** Native name. */
  event: string
  state: EntryState
}

export interface Merged {
  /** As it stands now, in the host's order; events that are not registered but hold an entry of ours at the end. */
  events: readonly EventState[]
  /** The whole file with everything registered; what stands there where nothing is to be changed. */
  text: string
}

/** @param settings what stands there; undefined where there is no file */
export const merged = (settings: SettingsText | undefined, target: Target): Merged | { fault: SettingsFault } => {
  const mark = settings?.mark ?? ''
  const before = settings?.text ?? ''
  const events = registeredEvents(target.host)
  if (before === '') {
    const hooks = Object.fromEntries(events.map((event) => [event.name, [expectedEntry(target, event)]]))
    const document = { ...registrationOf(target.host).emptyDocument, hooks }
    return { events: events.map(({ name }) => ({ event: name, state: 'absent' })), text: `${mark}${JSON.stringify(document, null, 2)}\n` }
  }
  const document = JSON.parse(before) as Record<string, unknown>
  const states: EventState[] = []
  let text = before
  const missing: [string, unknown][] = []
  for (const event of events) {
    const elements = elementsOf(document, event.name)
    if (elements === undefined) {
      states.push({ event: event.name, state: 'absent' })
      missing.push([event.name, [expectedEntry(target, event)]])
      continue
    }
    if (!Array.isArray(elements)) return { fault: { code: 'event-not-array', event: event.name } }
    const state = stateOf(target, event, elements)
    states.push({ event: event.name, state })
    if (state !== 'current') text = withEvent(text, event.name, elements, expectedEntry(target, event))
  }
  for (const name of oldEvents(document, target)) {
    states.push({ event: name, state: 'stale' })
    text = withoutOurs(text, name)
  }
  // What the host asks of a file besides, such as its version.
  for (const [key, value] of Object.entries(registrationOf(target.host).emptyDocument))
    if (key !== 'hooks' && !Object.hasOwn(document, key)) text = withMember(text, [], key, value)
  if (missing.length > 0) {
    if (hooksOf(document) === undefined) text = withMember(text, [], 'hooks', Object.fromEntries(missing))
    // An event that held nothing but an old entry of ours may have taken its container with it.
    else if (hasHooks(text)) text = withMembers(text, ['hooks'], missing)
    else text = withMember(text, [], 'hooks', Object.fromEntries(missing))
  }
  return { events: states, text: mark + text }
}

/** The file without any entry of ours, and without the containers that became empty by it. */
export const unmerged = ({ mark, text: before }: SettingsText): string => {
  if (before === '') return mark
  const hooks = hooksOf(JSON.parse(before) as Record<string, unknown>)
  let text = before
  for (const [name, elements] of Object.entries(hooks ?? {}))
    if (Array.isArray(elements) && oursIn(elements).length > 0) text = withoutOurs(text, name)
  return mark + text
}

export const holdsOurs = ({ text }: SettingsText): boolean =>
  text !== '' &&
  Object.values(hooksOf(JSON.parse(text) as Record<string, unknown>) ?? {}).some(
    (value) => Array.isArray(value) && oursIn(value).length > 0,
  )

const own = (record: Record<string, unknown>, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined)

const hooksOf = (document: Record<string, unknown>): Record<string, unknown> | undefined => {
  const hooks = own(document, 'hooks')
  return isRecord(hooks) ? hooks : undefined
}

const hasHooks = (text: string): boolean => hooksOf(JSON.parse(text) as Record<string, unknown>) !== undefined

const elementsOf = (document: Record<string, unknown>, event: string): unknown => own(hooksOf(document) ?? {}, event)

const oldEvents = (document: Record<string, unknown>, { host }: Target): string[] =>
  Object.entries(hooksOf(document) ?? {}).flatMap(([name, value]) =>
    !isRegistered(host, name) && Array.isArray(value) && oursIn(value).length > 0 ? [name] : [],
  )

/** One entry of ours in an event that has none, or others than it should. It keeps its place, because hosts count places. */
const withEvent = (before: string, event: string, elements: readonly unknown[], expected: object): string => {
  const path = ['hooks', event]
  const ours = oursIn(elements)
  const kept = ours.find((entry) => isAsExpected(entry, elements, expected)) ?? ours.find(({ index }) => isWhollyOurs(elements[index]))
  const isGood = kept !== undefined && isAsExpected(kept, elements, expected)
  let text = before
  const gone: number[] = []
  for (const [index, inners] of byElement(ours)) {
    if (index === kept?.index) {
      if (!isGood) text = withValue(text, [...path, index], expected)
      else
        text = withoutElements(
          text,
          [...path, index, 'hooks'],
          inners.filter((inner) => inner !== kept.inner),
        )
    } else if (isWhollyOurs(elements[index])) gone.push(index)
    else text = withoutElements(text, [...path, index, 'hooks'], inners)
  }
  text = withoutElements(text, path, gone)
  return kept === undefined ? withElement(text, path, expected) : text
}

/** Where ours stand: each element with the places in its group. */
const byElement = (ours: readonly OurEntry[]): Map<number, number[]> => {
  const found = new Map<number, number[]>()
  for (const { index, inner } of ours) {
    const inners = found.get(index) ?? []
    if (inner !== undefined) inners.push(inner)
    found.set(index, inners)
  }
  return found
}

const withoutOurs = (before: string, event: string): string => {
  const path = ['hooks', event]
  const hooks = hooksOf(JSON.parse(before) as Record<string, unknown>) ?? {}
  const elements = hooks[event] as unknown[]
  if (elements.every(isWhollyOurs)) return without(before, Object.keys(hooks).length > 1 ? path : ['hooks'])
  const gone: number[] = []
  let text = before
  for (const [index, inners] of byElement(oursIn(elements))) {
    if (isWhollyOurs(elements[index])) gone.push(index)
    else text = withoutElements(text, [...path, index, 'hooks'], inners)
  }
  return withoutElements(text, path, gone)
}
