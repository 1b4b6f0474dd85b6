import { isRecord } from '../../src/protocol/is-record.js'

/**
 * Lenient readers for host payloads: a field of another type, null, or missing is simply absent. Nothing here fails,
 * because a new enum value or a null in an unimportant field must never decide a call.
 */

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A text that is not empty. */
export const wordOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export const flagOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

export { isRecord }

export const recordOf = (value: unknown): Record<string, unknown> | undefined => (isRecord(value) ? value : undefined)

export const wordsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : []

/** Decodes one level of JSON text. Undefined when it is not JSON. */
export const decodedJson = (value: string): unknown => {
  try {
    return JSON.parse(value) as unknown
  } catch {
    return undefined
  }
}

/** An object, or a text that holds one (some hosts send arguments encoded). */
export const recordOrDecoded = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'string' ? recordOf(decodedJson(value)) : recordOf(value)

/** Drops absent fields, so that an event never carries undefined or null. */
export const compact = <T extends object>(fields: T): T => {
  for (const key of Object.keys(fields) as (keyof T)[]) if (fields[key] === undefined) delete fields[key]
  return fields
}
