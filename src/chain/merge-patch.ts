import { answers } from '../text/messages.js'
import { quoted } from '../text/safe.js'
import { isRecord } from '../protocol/is-record.js'

type Json = Record<string, unknown>

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

/**
 * A merge patch (RFC 7396) on a call's input: null takes a field away, objects are merged, anything else takes a field's
 * place. A field keeps its JSON type: a host refuses a call whose input is of another shape, or runs something else.
 */
export const patched = (input: Json, patch: Json): { input: Json } | { fault: string } => {
  const retyped = retypedIn(input, patch, '')
  return retyped === undefined ? { input: apply(input, patch) } : { fault: answers.retyped(quoted(retyped)) }
}

/** Two patches one after the other are one. */
export const patchedPatch = (first: Json, second: Json): Json => {
  const both: Json = { ...first }
  for (const [key, value] of Object.entries(second)) {
    const before = both[key]
    define(both, key, isRecord(value) && isRecord(before) ? patchedPatch(before, value) : value)
  }
  return both
}

const retypedIn = (input: Json, patch: Json, path: string): string | undefined => {
  for (const [key, value] of Object.entries(patch)) {
    const before = Object.hasOwn(input, key) ? input[key] : undefined
    if (value === null || before === undefined || before === null) continue
    if (typeOf(value) !== typeOf(before)) return path + key
    const inner = isRecord(value) && isRecord(before) ? retypedIn(before, value, `${path}${key}.`) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

const apply = (input: Json, patch: Json): Json => {
  const result: Json = { ...input }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else {
      const before = Object.hasOwn(result, key) ? result[key] : undefined
      define(result, key, isRecord(value) ? apply(isRecord(before) ? before : {}, value) : value)
    }
  }
  return result
}

/** Also for `__proto__`, which an assignment would not make a field of. */
const define = (object: Json, key: string, value: unknown): void => {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
}
