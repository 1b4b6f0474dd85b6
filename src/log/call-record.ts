import { bounded } from '../text/bounds.js'
import { LONGEST_SECRET } from '../text/without-secrets.js'
import { appendLine } from './append.js'
import type { Rotation } from './rotate.js'

/** One line of the log: what one call came to, in at most 16 KiB. Nothing in it is ever taken for a verdict. */

/** What one write carries whole, and what stays readable. */
const MAX_RECORD_BYTES = 16_384

/** About 30,000 calls. */
export const LOG_ROTATION: Rotation = { maxBytes: 4_194_304, files: 5 }

/** What was said in a call, without secrets; kept only where the person's own file wants it (`"log": "full"`). */
export interface SaidTexts {
  prompt?: unknown
  /** The call's arguments. */
  input?: unknown
  /** The tool's output. */
  output?: unknown
  /** The agent's last words, at a stop event. */
  message?: unknown
  /** What hooks printed last, by the name of the hook. */
  printed?: Readonly<Record<string, string>>
}

export interface RecordedOutcome {
  hook: string
  outcome: string
  cause?: string | undefined
  file?: string
  [more: string]: unknown
}

export interface CallRecord {
  version: 1
  /** 8 characters in base 36. */
  id: string
  /** ISO 8601, UTC. */
  at: string
  host?: string | undefined
  event?: string | undefined
  nativeEvent?: string | undefined
  session?: string | undefined
  promptId?: string | undefined
  agentId?: string | undefined
  callId?: string | undefined
  tool?: { kind: string; native: string } | undefined
  root?: string | undefined
  /** The call's targets, absolute. */
  paths?: readonly string[]
  verdict?: string | undefined
  /** On deny and ask. */
  reason?: string | undefined
  durationMs?: number | undefined
  payloadBytes?: number | undefined
  answerBytes?: number | undefined
  entries: readonly { code: string; text?: string }[]
  outcomes: readonly RecordedOutcome[]
  said?: SaidTexts
  /** What was left out because the record was too long: how many paths, entries and outcomes, and whether texts were cut. */
  cut?: { paths?: number; entries?: number; outcomes?: number; texts?: true }
}

/** Characters of each kind of text, and how many of each list: what is tried until the record fits. The last one always does. */
const SIZES = [
  { name: 200, path: 1_000, reason: 2_000, text: 1_000, paths: 32, entries: 40, outcomes: 100, said: 3_000 },
  { name: 200, path: 1_000, reason: 1_000, text: 300, paths: 8, entries: 20, outcomes: 40, said: 600 },
  { name: 60, path: 80, reason: 200, text: 60, paths: 2, entries: 8, outcomes: 8, said: 0 },
] as const

type Size = (typeof SIZES)[number]

/** Of the call's targets so many are kept at the most. */
export const MOST_PATHS = SIZES[0].paths

/** What was said, each text at most so long. */
export type SaidIn = (maxChars: number) => SaidTexts

export interface Telling {
  /** A text as it may be kept: whole, without secrets. */
  told: (text: string) => string
  said?: SaidIn | undefined
}

/** Appends one record as one line in one write. @throws the system's error */
export const appendRecord = (file: string, record: CallRecord, telling: Telling): void =>
  appendLine(file, lineOf(record, telling), LOG_ROTATION)

const lineOf = (record: CallRecord, telling: Telling): Buffer => {
  let line = Buffer.alloc(0)
  for (const size of SIZES) {
    line = Buffer.from(`${JSON.stringify(sized(record, size, telling))}\n`)
    if (line.length <= MAX_RECORD_BYTES) return line
  }
  return line
}

const sized = (record: CallRecord, size: Size, { told, said }: Telling): CallRecord => {
  const { paths = [], entries, outcomes, tool, ...rest } = record
  let cut = false
  const short = <Text extends string | undefined>(text: Text, maxChars: number): Text => {
    if (text === undefined || text.length <= maxChars) return text
    cut = true
    return bounded(text, maxChars) as Text
  }
  const shortTold = (text: string, maxChars: number): string => {
    const head = text.slice(0, maxChars + LONGEST_SECRET)
    const kept = told(head)
    return short(kept.padEnd(kept.length + text.length - head.length), maxChars)
  }
  const fitting = {
    ...rest,
    host: short(rest.host, size.name),
    nativeEvent: short(rest.nativeEvent, size.name),
    session: short(rest.session, size.name),
    promptId: short(rest.promptId, size.name),
    agentId: short(rest.agentId, size.name),
    callId: short(rest.callId, size.name),
    ...(tool === undefined ? {} : { tool: { kind: tool.kind, native: short(tool.native, size.name) } }),
    root: short(rest.root, size.path),
    ...(paths.length === 0 ? {} : { paths: paths.slice(0, size.paths).map((path) => shortTold(path, size.path)) }),
    reason: rest.reason && shortTold(rest.reason, size.reason),
    entries: entries
      .slice(0, size.entries)
      .map(({ code, text }) => ({ code, ...(text === undefined ? {} : { text: shortTold(text, size.text) }) })),
    outcomes: weightiest(outcomes, size.outcomes).map(({ file, ...outcome }) => ({
      ...outcome,
      hook: short(outcome.hook, size.name),
      ...(file === undefined ? {} : { file: short(file, size.path) }),
      cause: outcome.cause && shortTold(outcome.cause, size.text),
    })),
    ...(said === undefined || size.said === 0 ? {} : { said: said(size.said) }),
  }
  const leftOut = {
    ...leftOutOf(paths, size.paths, 'paths'),
    ...leftOutOf(entries, size.entries, 'entries'),
    ...leftOutOf(outcomes, size.outcomes, 'outcomes'),
    ...(cut || (said !== undefined && size.said === 0) ? { texts: true as const } : {}),
  }
  return Object.keys(leftOut).length === 0 ? fitting : { ...fitting, cut: leftOut }
}

const leftOutOf = (list: readonly unknown[], kept: number, name: 'paths' | 'entries' | 'outcomes'): Partial<Record<typeof name, number>> =>
  list.length > kept ? { [name]: list.length - kept } : {}

/** As many as fit, in their order; where not all do, those first that decided. */
const weightiest = (outcomes: readonly RecordedOutcome[], most: number): readonly RecordedOutcome[] => {
  if (outcomes.length <= most) return outcomes
  const isWeighty = ({ outcome }: RecordedOutcome): boolean => outcome === 'denied' || outcome === 'asked' || outcome === 'failed'
  let roomForOthers = Math.max(most - outcomes.filter(isWeighty).length, 0)
  return outcomes.filter((outcome) => isWeighty(outcome) || roomForOthers-- > 0).slice(-most)
}
