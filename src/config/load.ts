import { isUtf8 } from 'node:buffer'
import { dirname, join, resolve } from 'node:path'
import type { z } from 'zod'
import { HOSTS } from '../../hosts/index.js'
import type { EventName } from '../protocol/events.js'
import { policyFaults } from '../text/policy-faults.js'
import { PolicyText, pathText, type JsonPath } from './locate.js'
import { openExtendedPolicy, type Opened } from './open.js'
import { ANSWER_KEYS, DEFAULT_TIMEOUT_MS, USER_FILE_KEYS, isLaterKey, knownKeysAt, policySchema, type RuleFault } from './schema.js'
import { nearestOf, toolMatcherOf } from './tool-names.js'
import type { ExtendedFile, FailurePolicy, Hook, Layer, LoadedPolicy, PolicyContent, PolicyError, UserSettings } from './types.js'

/** Where a policy stands, which says what it may hold and where the files it extends are. */
export interface PolicyPlace {
  layer: Layer
  /** Absolute path of the file. */
  file: string
  root: string
  /** Opens a file that it extends; absent: as it stands on disk. @param within the root it must be in, if in any */
  open?: (file: string, within?: string) => Opened
}

/**
 * Reads and compiles one policy: either its hooks, those of the files it extends first, or every fault in any of them.
 * Never half of it, because half a policy is a gate that silently is not there.
 */
export const loadPolicy = (content: PolicyContent, place: PolicyPlace): LoadedPolicy => {
  const extended: ExtendedFile[] = []
  const read = withExtended(content, place, { place, extended, above: [] })
  return 'errors' in read ? read : { hooks: compile(read.hooks), settings: read.settings, extended, pins: read.pins }
}

interface Reading {
  place: PolicyPlace
  /** Every file that is extended, as it is found. */
  extended: ExtendedFile[]
  /** The files that led to this one. */
  above: readonly string[]
}

type Raw = { hooks: RawHook[]; pins: string[]; settings: UserSettings }

const withExtended = (content: PolicyContent, { file }: { file: string }, reading: Reading): Raw | { errors: PolicyError[] } => {
  const own = readFile(content, reading.above.length > 0 ? 'extended' : reading.place.layer)
  if ('errors' in own) return own
  const { data, source } = own
  const bases = textsOf(data.extends).map((reference, index) => extendedFile(reference, index, file, source, reading))
  const errors = bases.flatMap((base) => ('errors' in base ? base.errors : []))
  if (errors.length > 0) return { errors }
  const raws = bases as Raw[]
  return {
    hooks: [...raws.flatMap(({ hooks }) => hooks), ...(data.hooks ?? [])],
    pins: [...raws.flatMap(({ pins }) => pins), ...(data.pins ?? [])],
    settings: data.selfProtect === undefined ? {} : { selfProtect: data.selfProtect as NonNullable<UserSettings['selfProtect']> },
  }
}

const textsOf = (value: string | string[] | undefined): string[] => (typeof value === 'string' ? [value] : (value ?? []))

/** One file that `extends` names, with what it extends itself. */
const extendedFile = (
  reference: string,
  index: number,
  from: string,
  source: PolicyText,
  reading: Reading,
): Raw | { errors: PolicyError[] } => {
  const path: JsonPath = ['extends', index]
  const fault = (message: string): { errors: PolicyError[] } => ({
    errors: [{ code: 'bad_value', path: pathText(path), ...source.placeOf(path), offender: reference, message }],
  })
  const { open = openExtendedPolicy, root } = reading.place
  if (reading.above.length >= MAX_EXTENDS_DEPTH || reading.extended.length >= MAX_EXTENDED) return fault(policyFaults.extendsTooMany)
  for (const [file, within] of placesNamedBy(reference, from, root)) {
    if (file === from || reading.above.includes(file)) return fault(policyFaults.extendsItself)
    const content = open(file, within)
    if (content === undefined) continue
    if ('broken' in content) return fault(content.broken)
    reading.extended.push({ file, bytes: content.bytes })
    const read = withExtended(content, { file }, { ...reading, above: [...reading.above, from] })
    if (!('errors' in read)) return read
    return { errors: read.errors.map((error) => ({ ...error, file: error.file ?? file, path: `${pathText(path)} > ${error.path}` })) }
  }
  return fault(policyFaults.extendsNothing)
}

const MAX_EXTENDS_DEPTH = 5
const MAX_EXTENDED = 20

/** Where `./x.json` or `npm:package/file` may stand, in the order in which it is looked for, and the root it must be in. */
const placesNamedBy = (reference: string, from: string, root: string): [file: string, within?: string][] => {
  const named = /^npm:((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(reference)
  if (named === null) return [[resolve(dirname(from), reference), root]]
  const [, name = '', inside = 'hooks.json'] = named
  const folders: string[] = []
  for (let folder = root; ; folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules', name))
    if (folder === dirname(folder)) break
  }
  return folders.map((folder) => [join(folder, inside)])
}

const broken = (code: PolicyError['code'], message: string): { errors: PolicyError[] } => ({ errors: [{ code, path: '', message }] })

type Document = z.output<typeof policySchema>

const readFile = (
  content: PolicyContent,
  layer: Layer | 'extended',
): { data: Document; source: PolicyText } | { errors: PolicyError[] } => {
  if ('broken' in content) return broken('unreadable', content.broken)
  if (!isUtf8(content.bytes)) return broken('unreadable', policyFaults.notUtf8)
  const text = content.bytes.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '') return broken('not_json', policyFaults.empty)
  try {
    return readText(text, layer)
  } catch (error) {
    if (error instanceof RangeError) return broken('not_json', policyFaults.tooDeep)
    throw error
  }
}

const readText = (text: string, layer: Layer | 'extended'): { data: Document; source: PolicyText } | { errors: PolicyError[] } => {
  const source = new PolicyText(text)
  const document = parsed(text)
  if (document === undefined) {
    const errors = source.syntaxErrors()
    return errors.length > 0 ? { errors } : broken('not_json', policyFaults.notJson)
  }
  const duplicates = source.duplicateKeys()
  const result = policySchema.safeParse(document.value, { reportInput: true })
  const faults = result.success ? [] : result.error.issues.flatMap((issue) => errorsOf(issue, document.value, source))
  const elsewhere = layer === 'user' ? [] : userOnly(document.value, source)
  const errors = [...duplicates, ...faults, ...elsewhere].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
  return errors.length > 0 || !result.success ? { errors } : { data: result.data, source }
}

/** Keys that only the person's own file may have: a workspace must not switch off what protects it. */
const userOnly = (document: unknown, source: PolicyText): PolicyError[] => {
  const keys = typeof document === 'object' && document !== null && !Array.isArray(document) ? Object.keys(document) : []
  return keys
    .filter((key) => USER_FILE_KEYS.includes(key))
    .map((key) => ({ code: 'not_here', path: key, ...source.placeOf([key], true), offender: key, message: policyFaults.userFileOnly }))
}

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

type RawHook = NonNullable<Document['hooks']>[number]

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
      ...(tools === undefined ? {} : { tools, toolNames: raw.tools as readonly string[] }),
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
