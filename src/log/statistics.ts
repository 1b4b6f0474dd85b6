import type { LoggedDecision, LoggedOutcome } from './read.js'

/** What the log comes to: for each hook how often and how long, and how often each host was answered what. */

/** Milliseconds, each one that was measured. */
export interface Durations {
  p50: number
  p95: number
  max: number
}

export interface HookStatistics {
  hook: string
  /** The file it stands in. */
  file: string
  /** Every time it matched. */
  count: number
  passed: number
  denied: number
  asked: number
  failed: number
  skipped: number
  /** On trial: it would have denied. */
  wouldHaveDenied: number
  /** It said no, and a person let the call through. */
  passedOnce: number
  /** It took more than half its time. */
  slow: number
  /** Absent where it was skipped every time. */
  ms?: Durations
}

export interface HostStatistics {
  host: string
  decisions: number
  pass: number
  allow: number
  ask: number
  deny: number
}

export interface Statistics {
  decisions: number
  /** The oldest and the newest of them, ISO 8601; absent where there is none. */
  from?: string
  to?: string
  hosts: HostStatistics[]
  hooks: HookStatistics[]
}

const VERDICTS = ['pass', 'allow', 'ask', 'deny'] as const
const KINDS = ['passed', 'denied', 'asked', 'failed', 'skipped'] as const

export const statisticsOf = (decisions: readonly LoggedDecision[]): Statistics => {
  const hosts = new Map<string, HostStatistics>()
  const hooks = new Map<string, { statistics: HookStatistics; durations: number[] }>()
  for (const { host = '?', verdict, outcomes } of decisions) {
    const known = hosts.get(host) ?? { host, decisions: 0, pass: 0, allow: 0, ask: 0, deny: 0 }
    hosts.set(host, known)
    known.decisions++
    const answered = VERDICTS.find((name) => name === verdict)
    if (answered !== undefined) known[answered]++
    for (const outcome of outcomes) addOutcome(hooks, outcome)
  }
  const [from, to] = rangeOf(decisions)
  return {
    decisions: decisions.length,
    ...(from === undefined || to === undefined ? {} : { from, to }),
    hosts: [...hosts.values()].sort((a, b) => b.decisions - a.decisions || (a.host < b.host ? -1 : 1)),
    hooks: [...hooks.values()]
      .map(({ statistics, durations }) => (durations.length === 0 ? statistics : { ...statistics, ms: durationsOf(durations) }))
      .sort((a, b) => b.count - a.count || (`${a.hook}\n${a.file}` < `${b.hook}\n${b.file}` ? -1 : 1)),
  }
}

/** The oldest and the newest: clocks are set back, and a far year is longer than others. */
const rangeOf = (decisions: readonly LoggedDecision[]): [string | undefined, string | undefined] => {
  let [from, to] = [Infinity, -Infinity]
  for (const { at } of decisions) {
    const moment = Date.parse(at)
    from = Math.min(from, moment)
    to = Math.max(to, moment)
  }
  return from > to ? [undefined, undefined] : [new Date(from).toISOString(), new Date(to).toISOString()]
}

const addOutcome = (
  hooks: Map<string, { statistics: HookStatistics; durations: number[] }>,
  { hook, file = '', outcome, would, passed, slow, durationMs }: LoggedOutcome,
): void => {
  const key = JSON.stringify([file, hook])
  const counts = { count: 0, passed: 0, denied: 0, asked: 0, failed: 0, skipped: 0, wouldHaveDenied: 0, passedOnce: 0, slow: 0 }
  const known = hooks.get(key) ?? { statistics: { hook, file, ...counts }, durations: [] }
  hooks.set(key, known)
  const { statistics, durations } = known
  statistics.count++
  const kind = KINDS.find((name) => name === outcome)
  if (kind !== undefined) statistics[kind]++
  if (would === 'denied') statistics.wouldHaveDenied++
  if (passed !== undefined) statistics.passedOnce++
  if (slow === true) statistics.slow++
  if (durationMs !== undefined && outcome !== 'skipped') durations.push(durationMs)
}

/** By nearest rank: a value that was measured. */
const durationsOf = (values: number[]): Durations => {
  const sorted = values.sort((a, b) => a - b)
  const rank = (share: number): number => sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? 0
  return { p50: rank(0.5), p95: rank(0.95), max: sorted.at(-1) ?? 0 }
}
