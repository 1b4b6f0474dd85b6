import { conflictingKeyOf } from '../../src/input/conflicting-keys.js'
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

/** Decodes one level of JSON text. Undefined when it is not JSON, or when what it says depends on who reads it. */
export const decodedJson = (value: string): unknown => {
  const decoded = decodedOnce(value)
  return decoded === 'conflicting' ? undefined : decoded?.value
}

/** Whether a text is JSON in which a key stands twice with different values: a model may have written it so. */
export const isConflicting = (value: unknown): boolean => typeof value === 'string' && decodedOnce(value) === 'conflicting'

const decodedOnce = (json: string): { value: unknown } | 'conflicting' | undefined => {
  try {
    const value: unknown = JSON.parse(json)
    return conflictingKeyOf(json, value) === undefined ? { value } : 'conflicting'
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
