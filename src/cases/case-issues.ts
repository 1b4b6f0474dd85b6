import type { z } from 'zod'
import { pathText, type JsonPath, type PolicyText } from '../config/locate.js'
import { nearestOf } from '../config/tool-names.js'
import type { PolicyError } from '../config/types.js'
import { caseFaults } from '../text/case-faults.js'
import { policyFaults } from '../text/policy-faults.js'
import { knownKeysAt, MAX_CASES, type CaseFault } from './case-schema.js'
import { isRecord } from '../protocol/is-record.js'

/** An issue of the schema library as one or more faults of a case file, each with its place and the nearest right word. */

/** For this many unknown keys of one object the nearest name is looked for. */
const SUGGESTED_KEYS = 100

/**
 * @param at where the checked value stands in the file
 * @param checked that value
 */
export const faultsOf = (issue: z.core.$ZodIssue, at: JsonPath, checked: unknown, source: PolicyText): PolicyError[] => {
  const inner = issue.path as JsonPath
  const path: JsonPath = [...at, ...inner]
  const value = valueAt(checked, inner)
  const place = { path: pathText(path), ...source.placeOf(path) }
  const offender = value === undefined ? {} : { offender: typeof value === 'string' ? value : (source.textOf(path) ?? '') }

  if (issue.code === 'unrecognized_keys') {
    const known = knownKeysAt(path, isPayload(checked))
    return issue.keys.map((key, index) => {
      const nearest = index < SUGGESTED_KEYS ? nearestOf(key, known) : undefined
      const where = { path: pathText(path), ...source.placeOf([...path, key], true) }
      return {
        code: 'unknown_key',
        ...where,
        offender: key,
        message: policyFaults.unknownKey,
        ...(nearest === undefined ? {} : { nearest }),
      }
    })
  }
  if (issue.code === 'custom') {
    const { code, candidates, nearest: given } = issue.params as unknown as CaseFault
    const nearest = given ?? (typeof value === 'string' && candidates !== undefined ? nearestOf(value, candidates) : undefined)
    return [{ code, ...place, ...offender, message: issue.message, ...(nearest === undefined ? {} : { nearest }) }]
  }
  if (value === undefined) return [{ code: 'missing', ...place, message: policyFaults.missing(String(path.at(-1) ?? '')) }]
  if (issue.code === 'invalid_union') {
    // The branch that fits the value's own type says what is wrong with it.
    const branch = issue.errors[typeof value === 'string' ? 0 : 1] ?? []
    if (typeof value === 'string' || isRecord(value))
      return branch.flatMap((one) => faultsOf({ ...one, path: [...inner, ...one.path] } as z.core.$ZodIssue, at, checked, source))
    const message = path.at(-1) === 'payload' ? caseFaults.payloadKinds : caseFaults.expectation
    return [{ code: 'wrong_type', ...place, ...offender, message }]
  }
  if (issue.code === 'invalid_value') {
    const words = issue.values.map(String)
    const nearest = typeof value === 'string' ? nearestOf(value, words) : undefined
    const message = path.at(-1) === 'version' ? caseFaults.badVersion : caseFaults.notOneOf(words)
    return [{ code: 'bad_value', ...place, ...offender, message, ...(nearest === undefined ? {} : { nearest }) }]
  }
  if (issue.code === 'invalid_type') {
    return [
      {
        code: 'wrong_type',
        ...place,
        ...offender,
        message: policyFaults.wrongType(EXPECTED[issue.expected] ?? issue.expected, kindOf(value)),
      },
    ]
  }
  if (issue.code === 'too_big') return [{ code: 'too_many', ...place, message: caseFaults.tooMany(MAX_CASES) }]
  return [{ code: 'bad_value', ...place, ...offender, message: issue.message }]
}

export const isPayload = (value: unknown): boolean => typeof value === 'object' && value !== null && 'payload' in value

const valueAt = (value: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[key] : undefined),
    value,
  )

const EXPECTED: Readonly<Record<string, string>> = { string: 'a text', array: 'an array', object: 'an object', record: 'an object' }

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return { string: 'a text', number: 'a number', boolean: 'true or false', object: 'an object' }[typeof value as string] ?? typeof value
}
