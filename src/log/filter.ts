import type { LoggedDecision } from './read.js'

/** Which decisions a person asks for. */
export interface LogFilter {
  host?: string
  /** A hook's name, whole. */
  hook?: string
  /** A host's id of a session, whole. */
  session?: string
  /** Milliseconds since 1970. */
  sinceMs?: number
  /** Denied ones only. */
  denied?: boolean
}

export const isWanted = (decision: LoggedDecision, { host, hook, session, sinceMs, denied }: LogFilter): boolean =>
  (host === undefined || decision.host === host) &&
  (hook === undefined || decision.outcomes.some((outcome) => outcome.hook === hook)) &&
  (session === undefined || decision.session === session) &&
  (sinceMs === undefined || Date.parse(decision.at) >= sinceMs) &&
  (denied !== true || decision.verdict === 'deny')

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/i

/**
 * A moment: an age (`90s`, `30m`, `2h`, `7d`, `2w`), a day (its start, where the person is), or a time in ISO 8601 (where it
 * names no zone, that of the person).
 *
 * @returns milliseconds since 1970; undefined for anything else
 */
export const momentOf = (text: string, nowMs: number): number | undefined => {
  const age = /^(\d{1,9})([smhdw])$/.exec(text)
  if (age !== null) return nowMs - Number(age[1]) * (UNIT_MS[age[2] ?? ''] ?? 0)
  const day = DATE.exec(text)
  if (day !== null) {
    const [year, month, date] = day.slice(1).map(Number) as [number, number, number]
    const start = new Date(year, month - 1, date)
    return start.getMonth() === month - 1 && start.getDate() === date ? start.getTime() : undefined
  }
  const moment = TIME.test(text) && momentOf(text.slice(0, 10), nowMs) !== undefined ? Date.parse(text) : NaN
  return Number.isNaN(moment) ? undefined : moment
}
