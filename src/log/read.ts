import { fstatSync, readSync } from 'node:fs'
import { readOwned } from '../store/owned-file.js'
import { safeLine, safeText, safeValue } from '../text/safe.js'
import { isRecord } from '../protocol/is-record.js'
import { LOG_ROTATION } from './call-record.js'
import { rotatedFiles, type Rotation } from './rotate.js'

/**
 * The log read back. It is never consulted for a verdict; a line that is not a record is skipped and counted. Every text comes
 * out of here on one line and harmless.
 */

export interface LoggedOutcome {
  hook: string
  file?: string
  outcome: string
  would?: string
  changed?: string
  cause?: string
  exitCode?: number
  signal?: string
  durationMs?: number
  outputBytes?: number
  /** It took more than half its time. */
  slow?: true
  /** The id of the record that a person let through. */
  passed?: string
}

export interface LoggedDecision {
  /** Absent in records of older versions. */
  id?: string
  /** ISO 8601, UTC. */
  at: string
  host?: string
  event?: string
  nativeEvent?: string
  session?: string
  promptId?: string
  agentId?: string
  callId?: string
  tool?: { kind: string; native: string }
  root?: string
  paths?: string[]
  verdict?: string
  reason?: string
  durationMs?: number
  payloadBytes?: number
  answerBytes?: number
  entries: { code: string; text?: string }[]
  outcomes: LoggedOutcome[]
  /** Any JSON value each, harmless. */
  said?: Record<string, unknown>
  cut?: { paths?: number; entries?: number; outcomes?: number; texts?: true }
}

/** One file with what others wrote meanwhile. */
const MAX_READ_BYTES = 67_108_864

export interface ReadLog {
  /** Oldest first. */
  decisions: LoggedDecision[]
  /** Lines that are no record. */
  skipped: number
}

export interface UnreadableLog {
  refused: { file: string; fault: string }
}

/** What stands in the log and in what was put aside before it; why it cannot be read, each with its file. */
export const readLog = (log: string): ReadLog | UnreadableLog => {
  const lines = rotatedLines(log, LOG_ROTATION)
  if ('refused' in lines) return lines
  const together: ReadLog = { decisions: [], skipped: 0 }
  for (const line of lines) {
    const decision = decisionIn(line)
    if (decision === undefined) together.skipped++
    else together.decisions.push(decision)
  }
  return together
}

/**
 * The lines of a file of ours and of those put aside before it, oldest first.
 *
 * @param known inodes of files that are left out
 */
export const rotatedLines = (file: string, rotation: Rotation, known: readonly number[] = []): string[] | UnreadableLog => {
  const seen = new Set(known)
  const texts: string[] = []
  for (const one of rotatedFiles(file, rotation)) {
    const owned = readOwned(one, MAX_READ_BYTES, (fd) => {
      const { ino } = fstatSync(fd)
      // Put aside since it was read.
      if (seen.has(ino)) return ''
      seen.add(ino)
      return allOf(fd).toString('utf8')
    })
    if (owned === undefined) continue
    if ('refused' in owned) return { refused: { file: one, fault: owned.refused } }
    texts.unshift(owned.content)
  }
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''))
}

/** Why a file of the log cannot be read; undefined where it can, or is not there. */
export const fileFault = (file: string): string | undefined => {
  const owned = readOwned(file, MAX_READ_BYTES, () => true)
  return owned !== undefined && 'refused' in owned ? owned.refused : undefined
}

const allOf = (fd: number): Buffer => {
  const chunks: Buffer[] = []
  for (let position = 0; ;) {
    const chunk = bytesFrom(fd, position)
    if (chunk.length === 0) return Buffer.concat(chunks)
    position += chunk.length
    chunks.push(chunk)
  }
}

const CHUNK_BYTES = 1_048_576

/** The next bytes of a file from there on; none at its end. */
export const bytesFrom = (fd: number, position: number): Buffer => {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  return chunk.subarray(0, readSync(fd, chunk, 0, CHUNK_BYTES, position))
}

/** One line of the log; undefined for one that is not a record of ours. */
export const decisionIn = (line: string): LoggedDecision | undefined => {
  let raw: unknown
  try {
    raw = JSON.parse(line)
  } catch {
    return undefined
  }
  if (!isRecord(raw) || raw.version !== 1) return undefined
  const { at, entries, outcomes } = raw
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || !isListOfObjects(entries) || !isListOfObjects(outcomes)) return undefined
  if (!entries.every(({ code }) => typeof code === 'string')) return undefined
  if (!outcomes.every(({ hook, outcome }) => typeof hook === 'string' && typeof outcome === 'string')) return undefined
  return {
    ...texts(raw, ['id', 'host', 'event', 'nativeEvent', 'session', 'promptId', 'agentId', 'callId', 'root', 'verdict']),
    ...(typeof raw.reason === 'string' ? { reason: safeText(raw.reason) } : {}),
    ...numbers(raw, ['durationMs', 'payloadBytes', 'answerBytes']),
    ...(isListOfTexts(raw.paths) ? { paths: raw.paths.map(safeLine) } : {}),
    ...(isRecord(raw.said) ? { said: safeValue(raw.said) as Record<string, unknown> } : {}),
    ...(isRecord(raw.cut) ? { cut: cutIn(raw.cut) } : {}),
    ...(isRecord(raw.tool) && typeof raw.tool.kind === 'string' && typeof raw.tool.native === 'string'
      ? { tool: { kind: safeLine(raw.tool.kind), native: safeLine(raw.tool.native) } }
      : {}),
    at: new Date(at).toISOString(),
    entries: entries.map((entry) => ({ code: '', ...texts(entry, ['code', 'text']) })),
    outcomes: outcomes.map((outcome) => ({
      hook: '',
      outcome: '',
      ...texts(outcome, ['hook', 'file', 'outcome', 'would', 'changed', 'cause', 'signal', 'passed']),
      ...numbers(outcome, ['exitCode', 'durationMs', 'outputBytes']),
      ...(outcome.slow === true ? { slow: true as const } : {}),
    })),
  }
}

const isListOfObjects = (value: unknown): value is Record<string, unknown>[] => Array.isArray(value) && value.every(isRecord)

const isListOfTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

const cutIn = (raw: Record<string, unknown>): NonNullable<LoggedDecision['cut']> => ({
  ...numbers(raw, ['paths', 'entries', 'outcomes']),
  ...(raw.texts === true ? { texts: true as const } : {}),
})

const texts = (raw: Record<string, unknown>, keys: readonly string[]): object =>
  Object.fromEntries(keys.flatMap((key) => (typeof raw[key] === 'string' ? [[key, safeLine(raw[key])]] : [])))

const numbers = (raw: Record<string, unknown>, keys: readonly string[]): object =>
  Object.fromEntries(keys.flatMap((key) => (Number.isFinite(raw[key]) ? [[key, raw[key]]] : [])))
