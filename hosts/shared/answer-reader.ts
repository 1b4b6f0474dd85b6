import type { Carrier, HostDescriptor, NativeEvent } from '../types.js'
import { ANSWERS } from '../types.js'
import { isRecord } from './fields.js'
import { canStop, rowOf } from './rows.js'

/**
 * What a host makes of an answer: read as strictly as the strictest of them (hosts/codex.md 5: one key that the event does not know
 * voids all; hosts/cursor.md 6: silence on a permission event is no answer), from the same table that answers are rendered by.
 */

export interface GivenAnswer {
  stdout: string
  stderr: string
  exitCode: number | null
}

/** `lost`: the host would take it for none, and why. */
export type ReadAnswer = { is: 'stop' } | { is: 'pass' } | { is: 'lost'; why: LostWhy }
export type LostWhy = 'exit' | 'silent-stop' | 'silent' | 'not-json' | 'unknown-key' | 'unknown-value'

/** Exit 2 with words on stderr stops a call on every host; without words one of them lets it go. */
const STOPS = 2

export const readAnswer = (descriptor: HostDescriptor, nativeEvent: string, { stdout, stderr, exitCode }: GivenAnswer): ReadAnswer => {
  const row = rowOf(descriptor, nativeEvent)
  const neutral = row?.neutral ?? descriptor.neutral
  if (exitCode === STOPS && row?.event === 'PreToolUse') return stderr.trim() === '' ? lost('silent-stop') : { is: 'stop' }
  if (exitCode !== 0) return lost('exit')
  if (stdout.trim() === '') return neutral === undefined ? { is: 'pass' } : lost('silent')
  const document = parsed(stdout)
  if (!isRecord(document)) return lost('not-json')
  if (Object.keys(document).length === 0) return Object.keys(neutral ?? {}).length === 0 ? { is: 'pass' } : lost('silent')
  return readDocument(document, row, neutral, nativeEvent)
}

const lost = (why: LostWhy): ReadAnswer => ({ is: 'lost', why })

type Leaf = readonly [path: string, value: unknown]
type CarrierSet = Carrier['set']

const readDocument = (
  document: Readonly<Record<string, unknown>>,
  row: NativeEvent | undefined,
  neutral: CarrierSet | undefined,
  event: string,
): ReadAnswer => {
  const sets: CarrierSet[] = [
    neutral ?? {},
    ...ANSWERS.flatMap((answer): CarrierSet[] => (row?.[answer] === undefined ? [] : [row[answer].set])),
  ]
  const known = new Set(sets.flatMap((set) => Object.keys(set)))
  const said = leavesOf(document, known)
  if (said.some(([path]) => !known.has(path))) return lost('unknown-key')
  const values = new Map(said)
  if (row?.deny !== undefined && canStop(row) && fits(row.deny.set, values, event)) return { is: 'stop' }
  const isKnown = ([path, value]: Leaf): boolean =>
    sets.some((set) => Object.hasOwn(set, path) && fitsTemplate(set[path] as string | boolean, value, event))
  return said.every(isKnown) ? { is: 'pass' } : lost('unknown-value')
}

const fits = (set: CarrierSet, values: ReadonlyMap<string, unknown>, event: string): boolean =>
  Object.entries(set).every(([path, template]) => fitsTemplate(template, values.get(path), event))

const fitsTemplate = (template: string | boolean, value: unknown, event: string): boolean => {
  if (template === '$event') return value === event
  if (template === '$text') return typeof value === 'string' && value.trim() !== ''
  return template === '$value' ? value !== undefined && value !== null : value === template
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Keys as carriers spell them: dots nest. */
const leavesOf = (document: Readonly<Record<string, unknown>>, known: ReadonlySet<string>, above = ''): Leaf[] =>
  Object.entries(document).flatMap(([key, value]) =>
    isRecord(value) && above === '' && !known.has(key) ? leavesOf(value, known, `${key}.`) : [[`${above}${key}`, value] as const],
  )
