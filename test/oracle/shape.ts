/** Checking an object against a table of known keys and their types. */

export type Json = Record<string, unknown>
export type Check = { describe: string; ok: (value: unknown) => boolean }
export type Fields = Record<string, Check>

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

export const string: Check = { describe: 'a string', ok: (value) => typeof value === 'string' }
export const boolean: Check = { describe: 'a boolean', ok: (value) => typeof value === 'boolean' }
export const number: Check = { describe: 'a number', ok: (value) => typeof value === 'number' }
export const object: Check = { describe: 'an object', ok: isObject }
export const array: Check = { describe: 'an array', ok: Array.isArray }
export const anything: Check = { describe: 'anything', ok: () => true }

export const oneOf = (...words: string[]): Check => ({
  describe: words.map((word) => JSON.stringify(word)).join(' or '),
  ok: (value) => typeof value === 'string' && words.includes(value),
})

/** The same type, null allowed (an optional field of a Rust reader). */
export const orNull = (check: Check): Check => ({
  describe: `${check.describe} or null`,
  ok: (value) => value === null || check.ok(value),
})

export const listOf = (check: Check): Check => ({
  describe: `a list of ${check.describe}`,
  ok: (value) => Array.isArray(value) && value.every((entry) => check.ok(entry)),
})

export const mapOf = (check: Check): Check => ({
  describe: `a map to ${check.describe}`,
  ok: (value) => isObject(value) && Object.values(value).every((entry) => check.ok(entry)),
})

/** Keys of `value` that `fields` lacks, and known keys with a wrong type, as sentences with the path from the top. */
export function misfits(value: Json, fields: Fields, path = ''): { unknown: string[]; wrong: string[] } {
  const unknown: string[] = []
  const wrong: string[] = []
  for (const [key, entry] of Object.entries(value)) {
    const check = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (check === undefined) unknown.push(`unknown key ${path}${key}`)
    else if (!check.ok(entry)) {
      wrong.push(`${path}${key} must be ${check.describe}, is ${String(JSON.stringify(entry)).slice(0, 60)}`)
    }
  }
  return { unknown, wrong }
}
