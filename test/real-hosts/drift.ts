import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostOf } from '../../hosts/index.js'
import type { ModelRequest } from '../../hosts/live.js'
import type { HostId } from '../../src/protocol/event.js'
import type { Place } from './place.js'
import { runSession } from './run-session.js'
import type { RealHost, Session } from './scenario.js'

/**
 * What a host really uses, from a tour in which every event it names is recorded, against what we know of it: our descriptor, our tables
 * of tools, and the payloads that are stored. Each difference is a sentence that says what to do.
 */

export type Payload = Readonly<Record<string, unknown>>

/** Names that the program itself has. */
export interface ProgramNames {
  events: readonly string[]
  /** Kinds of an entry in its settings. */
  entryTypes: readonly string[]
}

export interface DriftSetting<Options> {
  /** A session, and further starts, in which as many events and tools as can be had come up. Its `prepare` registers what records them. */
  tour: (names: ProgramNames) => Session<Options>
  /** @param program absolute path of the host's program */
  namesIn: (program: string) => ProgramNames | Promise<ProgramNames>
  /** What was recorded in the place of a tour. */
  recordedIn: (place: Place) => Payload[]
  /** Names of the tools that the model was offered. */
  offered: (requests: readonly ModelRequest[]) => string[]
  entryTypes: readonly string[]
  /** Names that our tables have and the program has not, as known. */
  formerEvents: readonly string[]
  eventOf: (payload: Payload) => string
  /** Keys that stand below another one and are held against what is known of the same tool. */
  toolKeys: readonly string[]
}

export interface Toured {
  names: ProgramNames
  payloads: Payload[]
  offered: string[]
  /** The caller's to remove. */
  place: Place
}

export const toured = async <Options>(host: RealHost<Options>, setting: DriftSetting<Options>, program: string): Promise<Toured> => {
  const names = await setting.namesIn(program)
  const runs = await runSession(host, setting.tour(names))
  const [first] = runs
  if (first === undefined) throw new Error('the tour has no start')
  return {
    names,
    payloads: setting.recordedIn(first.place),
    offered: [...new Set(runs.flatMap(({ requests }) => setting.offered(requests)))].sort(),
    place: first.place,
  }
}

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Where the payloads of the last `npm run hosts:update` stand. */
export const recordedFolder = (id: string): string => folderOf(`${id}/recorded/`)

/** Payloads that are stored, by file name: those that the tests of our reading use, and those of the last update. */
export const storedPayloads = (id: string): ReadonlyMap<string, Payload> =>
  new Map(
    [folderOf(`../../fixtures/captures/${id}/`), recordedFolder(id)].flatMap((folder) =>
      filesIn(folder).map((file): [string, Payload] => [
        `${basename(folder)}/${file}`,
        JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Payload,
      ]),
    ),
  )

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.json'))
  } catch {
    return []
  }
}

export const driftOfEvents = (id: HostId, { names }: Toured, { formerEvents }: Pick<DriftSetting<never>, 'formerEvents'>): string[] => {
  const known = hostOf(id).descriptor.events.map(({ name }) => name)
  return [
    ...names.events
      .filter((name) => !known.includes(name))
      .map(
        (name) =>
          `the program has the event ${name}, which hosts/${id}/descriptor.ts has not: add it to WITHOUT_ROW, or a row where a hook could answer it`,
      ),
    ...known
      .filter((name) => !names.events.includes(name) && !formerEvents.includes(name))
      .map((name) => `hosts/${id}/descriptor.ts has the event ${name}, which the program does not name any more`),
  ]
}

export const driftOfEntryTypes = (id: HostId, { names }: Toured, { entryTypes }: Pick<DriftSetting<never>, 'entryTypes'>): string[] => [
  ...names.entryTypes
    .filter((type) => !entryTypes.includes(type))
    .map((type) => `the program takes entries of type ${type}, which hosts/${id}/settings-entry.ts does not know: add its fields to TYPES`),
  ...entryTypes.filter((type) => !names.entryTypes.includes(type)).map((type) => `the program has no entries of type ${type} any more`),
]

export const driftOfTools = (id: HostId, { offered, payloads }: Toured): string[] => {
  const { kinds, aliases, varying, others } = hostOf(id).tools
  const known = new Set([...Object.values(kinds).flat(), ...aliases.flat(), ...Object.keys(varying), ...others])
  const used = payloads.flatMap(({ tool_name: name }) => (typeof name === 'string' ? [name] : []))
  return [...new Set([...offered, ...used])]
    .filter((name) => !known.has(name) && !/^mcp__/.test(name))
    .map(
      (name) =>
        `the model is offered the tool ${name}, which hosts/${id}/tools.ts has not: add it to the kind of what it does, or to others (and to writing, where it may write or run)`,
    )
}

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []

/** `by`: whose keys they are; payloads of one are held together. */
const keyed = (
  payload: Payload,
  { eventOf, toolKeys }: Pick<DriftSetting<never>, 'eventOf' | 'toolKeys'>,
): { by: string; keys: string[] }[] => {
  const event = eventOf(payload)
  return [
    { by: event, keys: keysOf(payload) },
    ...(typeof payload.tool_name === 'string'
      ? toolKeys.map((key) => ({ by: `${event} of ${String(payload.tool_name)}: ${key}`, keys: keysOf(payload[key]) }))
      : []),
  ]
}

type KeySetting = Pick<DriftSetting<never>, 'eventOf' | 'toolKeys'>

/** New keys, and keys that every stored payload has and no recorded one. */
export const driftOfKeys = (id: HostId, payloads: readonly Payload[], stored: Iterable<Payload>, setting: KeySetting): string[] => {
  const known = grouped([...stored], setting)
  return [...grouped(payloads, setting)].flatMap(([by, lists]) => {
    const before = known.get(by) ?? []
    if (before.length === 0 && lists.some((keys) => keys.length > 0))
      return [`${by}: no payload of it is stored: npm run hosts:update keeps one; then look whether hosts/${id}/ reads it rightly`]
    const [all, now] = [new Set(before.flat()), new Set(lists.flat())]
    return [
      ...[...now]
        .filter((key) => !all.has(key))
        .map(
          (key) =>
            `${by}: new key ${key}: if it names a file, a command or whose call it is, hosts/${id}/index.ts must read it; then npm run hosts:update`,
        ),
      ...[...all]
        .filter((key) => !now.has(key) && before.every((keys) => keys.includes(key)))
        .map(
          (key) =>
            `${by}: key ${key}, which every stored payload has, does not come any more: look who reads it; then npm run hosts:update`,
        ),
    ]
  })
}

const grouped = (payloads: readonly Payload[], setting: KeySetting): Map<string, string[][]> => {
  const groups = new Map<string, string[][]>()
  for (const { by, keys } of payloads.flatMap((payload) => keyed(payload, setting))) groups.set(by, [...(groups.get(by) ?? []), keys])
  return groups
}
