import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import { HOSTS } from '../../hosts/index.js'
import type { EventName } from '../protocol/events.js'
import { policyFaults } from '../text/policy-faults.js'
import { PolicyText, pathText, type JsonPath } from './locate.js'
import { ANSWER_KEYS, DEFAULT_TIMEOUT_MS, isLaterKey, knownKeysAt, policySchema, type RuleFault } from './schema.js'
import { nearestOf, toolMatcherOf } from './tool-names.js'
import type { FailurePolicy, Hook, LoadedPolicy, PolicyError, PolicyFile } from './types.js'

/**
 * Reads and compiles one policy file: either its hooks, or every fault in it. Never half of it, because half a policy
 * is a gate that silently is not there.
 */
export const loadPolicy = (content: PolicyFile['content']): LoadedPolicy => {
  if ('broken' in content) return broken('unreadable', content.broken)
  if (!isUtf8(content.bytes)) return broken('unreadable', policyFaults.notUtf8)
  const text = content.bytes.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '') return broken('not_json', policyFaults.empty)
  try {
    return loadText(text)
  } catch (error) {
    if (error instanceof RangeError) return broken('not_json', policyFaults.tooDeep)
    throw error
  }
}

const broken = (code: PolicyError['code'], message: string): LoadedPolicy => ({ errors: [{ code, path: '', message }] })

const loadText = (text: string): LoadedPolicy => {
  const source = new PolicyText(text)
  const document = parsed(text)
  if (document === undefined) {
    const errors = source.syntaxErrors()
    return errors.length > 0 ? { errors } : broken('not_json', policyFaults.notJson)
  }
  const duplicates = source.duplicateKeys()
  const result = policySchema.safeParse(document.value, { reportInput: true })
  const faults = result.success ? [] : result.error.issues.flatMap((issue) => errorsOf(issue, document.value, source))
  const errors = [...duplicates, ...faults].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
  return errors.length > 0 || !result.success ? { errors } : { hooks: compile(result.data.hooks ?? []) }
}

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

type RawHook = NonNullable<z.output<typeof policySchema>['hooks']>[number]

const compile = (hooks: readonly RawHook[]): Hook[] => {
  const counts = new Map<string, number>()
  return hooks.map((raw) => {
    const event = raw.event as EventName
    const number = (counts.get(event) ?? 0) + 1
    counts.set(event, number)
    const tools = raw.tools === undefined ? undefined : toolMatcherOf(raw.tools)
    return {
      label: raw.name?.trim() ?? `${event} #${number}`,
      event,
      ...(tools === undefined ? {} : { tools }),
      ...(raw.hosts === undefined ? {} : { hosts: raw.hosts as NonNullable<Hook['hosts']> }),
      // A carriage return at the end comes from an editor, never from a person's intent.
      command: typeof raw.command === 'string' ? raw.command.trimEnd() : (raw.command as readonly string[]),
      timeoutMs: raw.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      onFailure: (raw.onFailure as FailurePolicy | undefined) ?? (event === 'PreToolUse' ? 'deny' : 'notice'),
      ...(raw.why === undefined ? {} : { why: raw.why }),
    }
  })
}

/** One issue of the schema library in the words of the contract; unknown keys come several in one issue. */
const errorsOf = (issue: z.core.$ZodIssue, document: unknown, source: PolicyText): PolicyError[] => {
  const path = issue.path as JsonPath
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key, index) => unknownKey(path, key, source, index < SUGGESTED_KEYS))
  const value = valueAt(document, path)
  const at = { path: pathText(path), ...source.placeOf(path) }
  if (issue.code === 'custom') {
    const { code, candidates, nearest } = issue.params as unknown as RuleFault
    if (code === 'missing') return answersByItself(value) ? [] : [{ code, ...at, message: issue.message }]
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
  if (isLaterKey(path, key)) return { code: 'not_supported_yet', ...at, message: policyFaults.notSupportedYet }
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

/** A hook with an answer of its own needs no command; that such answers are not supported yet is said elsewhere. */
const answersByItself = (hook: unknown): boolean => typeof hook === 'object' && hook !== null && ANSWER_KEYS.some((key) => key in hook)

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
