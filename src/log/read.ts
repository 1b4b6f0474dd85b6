import { readSync } from 'node:fs'
import { readOwned } from '../store/owned-file.js'
import { safeLine } from '../text/safe.js'
import { putAside } from './append.js'
import { isRecord } from '../protocol/is-record.js'

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
  tool?: { kind: string; native: string }
  root?: string
  verdict?: string
  durationMs?: number
  entries: { code: string; text?: string }[]
  outcomes: LoggedOutcome[]
}

/** Both files with what others wrote meanwhile. */
const MAX_READ_BYTES = 67_108_864

export interface ReadLog {
  /** Oldest first. */
  decisions: LoggedDecision[]
  /** Lines that are no record. */
  skipped: number
}

/** What stands in the log and in what was put aside before it; why it cannot be read, each with its file. */
export const readLog = (log: string): ReadLog | { refused: { file: string; fault: string } } => {
  const together: ReadLog = { decisions: [], skipped: 0 }
  for (const file of [putAside(log), log]) {
    const lines = linesOfFile(file)
    if ('refused' in lines) return { refused: { file, fault: lines.refused } }
    for (const line of lines) {
      const decision = decisionIn(line)
      if (decision === undefined) together.skipped++
      else together.decisions.push(decision)
    }
  }
  return together
}

/** The lines of a file of the log, none where there is none; or why it cannot be read. */
export const linesOfFile = (file: string): string[] | { refused: string } => {
  const owned = readOwned(file, MAX_READ_BYTES, allOf)
  if (owned === undefined) return []
  return 'refused' in owned
    ? owned
    : owned.content
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '')
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
    ...texts(raw, ['id', 'host', 'event', 'nativeEvent', 'session', 'root', 'verdict']),
    ...numbers(raw, ['durationMs']),
    ...(isRecord(raw.tool) && typeof raw.tool.kind === 'string' && typeof raw.tool.native === 'string'
      ? { tool: { kind: safeLine(raw.tool.kind), native: safeLine(raw.tool.native) } }
      : {}),
    at: new Date(at).toISOString(),
    entries: entries.map((entry) => ({ code: '', ...texts(entry, ['code', 'text']) })),
    outcomes: outcomes.map((outcome) => ({
      hook: '',
      outcome: '',
      ...texts(outcome, ['hook', 'file', 'outcome', 'would', 'changed', 'cause', 'signal', 'passed']),
      ...numbers(outcome, ['exitCode', 'durationMs']),
      ...(outcome.slow === true ? { slow: true as const } : {}),
    })),
  }
}

const isListOfObjects = (value: unknown): value is Record<string, unknown>[] => Array.isArray(value) && value.every(isRecord)

const texts = (raw: Record<string, unknown>, keys: readonly string[]): object =>
  Object.fromEntries(keys.flatMap((key) => (typeof raw[key] === 'string' ? [[key, safeLine(raw[key])]] : [])))

const numbers = (raw: Record<string, unknown>, keys: readonly string[]): object =>
  Object.fromEntries(keys.flatMap((key) => (Number.isFinite(raw[key]) ? [[key, raw[key]]] : [])))
