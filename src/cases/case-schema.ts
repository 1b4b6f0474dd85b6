import * as z from 'zod'
import { HOSTS, HOST_IDS } from '../../hosts/index.js'
import { faultOfToolName } from '../config/tool-names.js'
import { EVENT_NAMES } from '../protocol/events.js'
import { caseFaults } from '../text/case-faults.js'
import { policyFaults } from '../text/policy-faults.js'

/** The schema of `.acuvo/tests/*.json`: what a workspace expects of its policy. */

export const MAX_CASES = 1_000

/** What a rule of our own found, carried through zod's issue. */
export interface CaseFault {
  code: 'unknown_event' | 'unknown_tool' | 'unknown_host' | 'bad_value' | 'missing'
  candidates?: readonly string[]
  nearest?: string
}

const nativeNames = HOSTS.flatMap(({ descriptor }) => descriptor.events.filter(({ event }) => event !== undefined).map(({ name }) => name))
const eventNames: readonly string[] = [...new Set([...EVENT_NAMES, ...nativeNames])]

const text = z
  .string()
  .refine((value) => value !== '', { error: policyFaults.emptyText, params: { code: 'bad_value' } satisfies CaseFault })

const host = z.string().refine((name) => HOST_IDS.includes(name), {
  error: policyFaults.unknownHost,
  params: { code: 'unknown_host', candidates: HOST_IDS } satisfies CaseFault,
})

const event = z.string().refine((name) => eventNames.includes(name), {
  error: policyFaults.unknownEvent,
  params: { code: 'unknown_event', candidates: eventNames } satisfies CaseFault,
})

/** One tool, so no pattern. */
const tool = z.string().superRefine((name, context) => {
  const isPattern = name === '*' || /[._]\*$/.test(name)
  const found = name.startsWith('MCP:') || isPattern ? undefined : faultOfToolName(name)
  if (!isPattern && found === undefined) return
  const params: CaseFault = { code: 'unknown_tool', ...(found?.nearest === undefined ? {} : { nearest: found.nearest }) }
  context.addIssue({ code: 'custom', message: isPattern ? caseFaults.toolPattern : policyFaults.unknownTool, params })
})

/** `allow`: only where a hook may and does say it. */
const decision = z.enum(['pass', 'deny', 'ask', 'allow'])

const expectation = z.strictObject({
  decision,
  /** Texts that must stand in what is said. */
  reason: text.optional(),
  context: text.optional(),
  notice: text.optional(),
  /** The hook that decided. */
  by: text.optional(),
})

const about = { name: text.optional(), host: host.optional() }

export const shortCase = z.strictObject({
  ...about,
  event,
  tool: tool.optional(),
  command: text.optional(),
  path: text.optional(),
  content: z.string().optional(),
  prompt: text.optional(),
  /** Further arguments of the tool, in the host's own words. */
  input: z.record(z.string(), z.unknown()).optional(),
  /** The folder of the call, relative to the root. */
  cwd: text.optional(),
  expect: z.union([decision, expectation]),
})

export const payloadCase = z.strictObject({
  ...about,
  /** Whole, or the name of a file beside this one. */
  payload: z.union([text, z.record(z.string(), z.unknown())]),
  /** The root of the workspace that it was recorded in, as it is spelled there; the payload's own where it is absent. */
  root: text.optional(),
  expect: z.union([decision, expectation]),
})

export const caseFile = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  cases: z.array(z.record(z.string(), z.unknown())).max(MAX_CASES),
})

export type Decision = z.output<typeof decision>
export type Expectation = z.output<typeof expectation>
export type ShortCase = z.output<typeof shortCase>
export type PayloadCase = z.output<typeof payloadCase>

/** The keys that an object of a case file may have. @param path within the file */
export const knownKeysAt = (path: readonly PropertyKey[], isPayload: boolean): string[] => {
  if (path.length === 0) return Object.keys(caseFile.shape)
  if (path.at(-1) === 'expect') return Object.keys(expectation.shape)
  return Object.keys((isPayload ? payloadCase : shortCase).shape)
}
