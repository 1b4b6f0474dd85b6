import type { z } from 'zod'
import { HOSTS } from '../../hosts/index.js'
import { policyFaults } from '../text/policy-faults.js'
import { pathText, type JsonPath, type PolicyText } from './locate.js'
import { knownKeysAt, type RuleFault } from './schema.js'
import { nearestOf } from './tool-names.js'
import type { PolicyError } from './types.js'

/** One issue of the schema library in the words of the contract; unknown keys come several in one issue. */
export const errorsOf = (issue: z.core.$ZodIssue, document: unknown, source: PolicyText): PolicyError[] => {
  const path = issue.path as JsonPath
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key, index) => unknownKey(path, key, source, index < SUGGESTED_KEYS))
  const value = valueAt(document, path)
  const at = { path: pathText(path), ...source.placeOf(path) }
  if (issue.code === 'custom') {
    const { code, candidates, nearest } = issue.params as unknown as RuleFault
    if (code === 'missing') return [{ code, ...at, message: issue.message }]
    const near =
      nearest ??
      (typeof value !== 'string'
        ? undefined
        : ((code === 'unknown_event' ? canonicalNameOf(value) : undefined) ?? nearestOf(value, candidates ?? [])))
    return [{ code, ...at, ...offenderOf(value, path, source), message: issue.message, ...(near === undefined ? {} : { nearest: near }) }]
  }
  if (value === undefined) return [{ code: 'missing', ...at, message: policyFaults.missing(String(path.at(-1) ?? '')) }]
  if (path.length === 1 && path[0] === 'hooks' && kindOf(value) === 'an object')
    return [{ code: 'wrong_type', ...at, message: policyFaults.hooksByEvent }]
  if (issue.code === 'invalid_union') return unionErrors(issue, document, source)
  const offender = offenderOf(value, path, source)
  // A number that is none (1e999) or has a fraction is of the right type and out of range.
  if (issue.code === 'invalid_type' && !(typeof value === 'number' && ['number', 'int'].includes(issue.expected)))
    return [{ code: 'wrong_type', ...at, ...offender, message: policyFaults.wrongType(expectedAt(issue), kindOf(value)) }]
  return [{ code: 'bad_value', ...at, ...offender, message: issue.message }]
}

/** For this many unknown keys of one object the nearest name is looked for. */
const SUGGESTED_KEYS = 100

const unknownKey = (path: JsonPath, key: string, source: PolicyText, suggest: boolean): PolicyError => {
  const at = { path: pathText(path), ...source.placeOf([...path, key], true), offender: key }
  const nearest = suggest ? nearestOf(key, knownKeysAt(path)) : undefined
  return { code: 'unknown_key', ...at, message: policyFaults.unknownKey, ...(nearest === undefined ? {} : { nearest }) }
}

/** `command`: the branch that fits the value's own type says what is wrong with it. */
const unionErrors = (issue: z.core.$ZodIssueInvalidUnion, document: unknown, source: PolicyText): PolicyError[] => {
  const value = valueAt(document, issue.path as JsonPath)
  const branch = issue.errors[typeof value === 'string' ? 0 : 1] ?? []
  if (typeof value === 'string' || Array.isArray(value)) {
    return branch.flatMap((inner) => errorsOf({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue, document, source))
  }
  const at = { path: pathText(issue.path as JsonPath), ...source.placeOf(issue.path as JsonPath) }
  return [
    {
      code: 'wrong_type',
      ...at,
      ...offenderOf(value, issue.path as JsonPath, source),
      message: policyFaults.wrongType('a text or an array of texts', kindOf(value)),
    },
  ]
}

const valueAt = (document: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined),
    document,
  )

/** A text as it is meant, anything else as it is written. */
const offenderOf = (value: unknown, path: JsonPath, source: PolicyText): { offender?: string } => {
  if (value === undefined) return {}
  return { offender: typeof value === 'string' ? value : (source.textOf(path) ?? '') }
}

/** The canonical event that a host's own event name stands for. */
const canonicalNameOf = (native: string): string | undefined =>
  HOSTS.flatMap(({ descriptor }) => descriptor.events).find((row) => row.name === native)?.event

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return { string: 'a text', number: 'a number', boolean: 'true or false', object: 'an object' }[typeof value as string] ?? typeof value
}

const expectedAt = (issue: z.core.$ZodIssueInvalidType): string =>
  ({ string: 'a text', array: 'an array', object: 'an object', number: 'a number', int: 'a whole number', tuple: 'an array' })[
    issue.expected as string
  ] ?? issue.expected
