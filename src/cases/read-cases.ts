import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { HOST_IDS, hostOf } from '../../hosts/index.js'
import { sampleOf } from '../../hosts/samples.js'
import { nativeNameOf, rowOf } from '../../hosts/shared/rows.js'
import { pathText, PolicyText, type JsonPath } from '../config/locate.js'
import type { PolicyError } from '../config/types.js'
import { decodePayload, type ReadablePayload } from '../input/decode-payload.js'
import type { HostId } from '../protocol/event.js'
import { isToolEvent } from '../protocol/events.js'
import { caseFaults } from '../text/case-faults.js'
import { policyFaults } from '../text/policy-faults.js'
import { faultsOf, isPayload } from './case-issues.js'
import { caseFile, payloadCase, shortCase, type Expectation, type PayloadCase, type ShortCase } from './case-schema.js'

/** Reads a file of test cases: the cases, or every fault in it. */

/** Of a case file, and of a payload that a case names. */
const MAX_FILE_BYTES = 16_777_216

/** Of all files of cases together, and of all their payloads, each time one is named. */
const MAX_ALL_BYTES = 134_217_728

/** How much may be read yet. */
export interface CaseBounds {
  bytes: number
}

export const caseBounds = (): CaseBounds => ({ bytes: MAX_ALL_BYTES })

export interface TestCase {
  file: string
  /** Its place in the file, from 0. */
  index: number
  line?: number
  name: string
  /** Absent: every host that has the event. */
  host?: HostId
  call: { short: ShortCase } | { recorded: ReadablePayload; root?: string }
  expect: Expectation
}

/** @param file absolute; @param bounds of what is read with it */
export const readCases = (file: string, bounds = caseBounds()): { cases: TestCase[] } | { errors: PolicyError[] } => {
  const read = bytesOf(file, bounds)
  if ('why' in read) return fault(file, 'unreadable', read.why)
  if (!isUtf8(read.bytes)) return fault(file, 'unreadable', policyFaults.notUtf8)
  const text = read.bytes.toString('utf8').replace(/^\ufeff/, '')
  try {
    return readText(file, text, bounds)
  } catch (error) {
    if (error instanceof RangeError) return fault(file, 'not_json', policyFaults.tooDeep)
    throw error
  }
}

const fault = (file: string, code: PolicyError['code'], message: string): { errors: PolicyError[] } => ({
  errors: [{ code, file, path: '', message }],
})

/** Only regular files: anything else could hang us or never end. */
const bytesOf = (file: string, bounds: CaseBounds): { bytes: Buffer } | { why: string } => {
  try {
    const stats = statSync(file)
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return { why: caseFaults.tooLarge(MAX_FILE_BYTES) }
    if (stats.size > bounds.bytes) return { why: caseFaults.tooLargeTogether(MAX_ALL_BYTES) }
    bounds.bytes -= stats.size
    return { bytes: readFileSync(file) }
  } catch (error) {
    return { why: caseFaults.cannotRead((error as NodeJS.ErrnoException).code ?? 'unknown error') }
  }
}

const readText = (file: string, text: string, bounds: CaseBounds): { cases: TestCase[] } | { errors: PolicyError[] } => {
  const source = new PolicyText(text)
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    const errors = source.syntaxErrors()
    return errors.length > 0 ? { errors: errors.map((error) => ({ ...error, file })) } : fault(file, 'not_json', policyFaults.notJson)
  }
  const whole = caseFile.safeParse(document, { reportInput: true })
  const errors: PolicyError[] = source.duplicateKeys()
  if (!whole.success) errors.push(...whole.error.issues.flatMap((issue) => faultsOf(issue, [], document, source)))
  const given = (document as { cases?: unknown } | null)?.cases
  const cases = (Array.isArray(given) ? given : []).flatMap((value: unknown, index) => {
    const read = readCase(value, index, file, source, bounds)
    if ('case' in read) return [read.case]
    errors.push(...read.errors)
    return []
  })
  if (errors.length === 0) return { cases }
  const inOrder = errors.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
  return { errors: inOrder.map((error) => ({ ...error, file })) }
}

type ReadCase = { case: TestCase } | { errors: PolicyError[] }

const readCase = (value: unknown, index: number, file: string, source: PolicyText, bounds: CaseBounds): ReadCase => {
  const at: JsonPath = ['cases', index]
  // Of the wrong type: the file's own schema has said so.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { errors: [] }
  const parsed = (isPayload(value) ? payloadCase : shortCase).safeParse(value, { reportInput: true })
  if (!parsed.success) return { errors: parsed.error.issues.flatMap((issue) => faultsOf(issue, at, value, source)) }
  const { data } = parsed
  const { line } = source.placeOf(at) ?? {}
  const call = 'payload' in data ? recordedOf(data, file, bounds) : shortOf(data)
  if ('why' in call) {
    const path: JsonPath = 'payload' in data ? [...at, 'payload'] : at
    return { errors: [{ code: 'bad_value', path: pathText(path), ...source.placeOf(path), message: call.why }] }
  }
  return {
    case: {
      file,
      index,
      name: data.name ?? nameOf(data, index),
      call,
      expect: typeof data.expect === 'string' ? { decision: data.expect } : data.expect,
      ...(line === undefined ? {} : { line }),
      ...(data.host === undefined ? {} : { host: data.host }),
    },
  }
}

const nameOf = (data: ShortCase | PayloadCase, index: number): string => {
  if (!('event' in data)) return typeof data.payload === 'string' ? data.payload : `cases[${index}]`
  const { event, tool, command, path, prompt } = data
  const about = (command ?? path ?? prompt)?.split('\n', 1)[0]
  return [event, tool, about].filter((part) => part !== undefined).join(' ')
}

const recordedOf = ({ payload, root }: PayloadCase, file: string, bounds: CaseBounds): TestCase['call'] | { why: string } => {
  const read =
    typeof payload === 'string' ? bytesOf(resolve(dirname(file), payload), bounds) : { bytes: Buffer.from(JSON.stringify(payload)) }
  if ('why' in read) return { why: caseFaults.payloadFile(`"${String(payload)}"`, read.why) }
  const decoded = decodePayload(read.bytes)
  if ('unreadable' in decoded) return { why: caseFaults.payloadUnreadable(decoded.unreadable) }
  return { recorded: decoded, ...(root === undefined ? {} : { root }) }
}

/** A short form that no host could send is a fault of the file, not of the policy. */
const shortOf = (short: ShortCase): TestCase['call'] | { why: string } => {
  const hosts = short.host === undefined ? HOST_IDS : [short.host]
  const unused = unusedIn(short, hosts)
  if (unused !== undefined) return { why: caseFaults.meaningless(unused, short.event) }
  const lacks = hosts.map((host) => sampleOf({ ...short, host, root: '/workspace' })).filter((sample) => 'lacks' in sample)
  if (lacks.length < hosts.length) return { short }
  const unsaid = lacks.find(({ lacks: what }) => what === 'field')
  if (unsaid !== undefined) return { why: caseFaults.lacks(unsaid.why) }
  const whys = [...new Set(lacks.map(({ why }) => why))].join('; ')
  return { why: short.host === undefined ? caseFaults.noHostHas(whys) : caseFaults.lacks(whys) }
}

const OF_TOOLS = ['tool', 'command', 'path', 'content', 'input'] as const

/** What no host could put into the payload of this event: such a case would be about something else than it says. */
const unusedIn = (short: ShortCase, hosts: readonly HostId[]): string | undefined => {
  const events = hosts.flatMap((host) => {
    const { descriptor } = hostOf(host)
    return rowOf(descriptor, nativeNameOf(descriptor, short.event) ?? '')?.event ?? []
  })
  if (events.length === 0) return undefined
  if (!events.some(isToolEvent)) return OF_TOOLS.find((key) => short[key] !== undefined)
  return events.every(isToolEvent) && short.prompt !== undefined ? 'prompt' : undefined
}
