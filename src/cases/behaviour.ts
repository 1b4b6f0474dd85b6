import { matchOf, type MatchPlace } from '../config/match.js'
import type { Hook } from '../config/types.js'
import { realPathOf } from '../paths/real.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { isGateEvent } from '../protocol/events.js'
import { readersFor } from '../run/match-readers.js'

/**
 * What a change of a policy does to calls that are known: of each chain what it says by itself (its texts), and which of its
 * commands would be asked. Nothing is run.
 */

/** A chain as it was approved, or as it stands there. */
export interface JudgedChain {
  hooks: readonly Hook[]
  /** Whether two hooks do the same: equal texts. */
  meaningOf: (hook: Hook) => string
}

export interface ChangedCall {
  event: ProtocolEvent
  /** The hook that says so: of the new chain, or where it lets the call through of the old one. */
  by: string
}

export interface ChangedJudge {
  hook: string
  /** How many calls it is asked about no longer, or from now on. */
  calls: number
}

export interface Behaviour {
  /** How many calls were judged. */
  calls: number
  newlyDenied: ChangedCall[]
  newlyAsked: ChangedCall[]
  newlyLetThrough: ChangedCall[]
  /** Commands at gate events. */
  noLongerJudged: ChangedJudge[]
  nowJudged: ChangedJudge[]
}

/** @param before absent: nothing was approved, so that nothing was denied */
export const behaviourOf = async (
  events: readonly ProtocolEvent[],
  before: JudgedChain | undefined,
  after: JudgedChain,
  place: { root: string; home: string },
): Promise<Behaviour> => {
  const behaviour: Behaviour = {
    calls: events.length,
    newlyDenied: [],
    newlyAsked: [],
    newlyLetThrough: [],
    noLongerJudged: [],
    nowJudged: [],
  }
  const gone = new Map<string, ChangedJudge>()
  const come = new Map<string, ChangedJudge>()
  const count = (judges: Map<string, ChangedJudge>, meaning: string, hook: string): void => {
    const known = judges.get(meaning)
    if (known === undefined) judges.set(meaning, { hook, calls: 1 })
    else known.calls++
  }
  for (const event of events) {
    const matching = await matchingFor([...(before?.hooks ?? []), ...after.hooks], event, place)
    const old = before === undefined ? PASSED : declaredBy(before, event, matching)
    const now = declaredBy(after, event, matching)
    if (now.verdict !== old.verdict) {
      if (now.verdict === 'deny') behaviour.newlyDenied.push({ event, by: now.by })
      else if (now.verdict === 'ask') behaviour.newlyAsked.push({ event, by: now.by })
      else behaviour.newlyLetThrough.push({ event, by: old.by })
    }
    for (const [meaning, hook] of old.judges) if (!now.judges.has(meaning)) count(gone, meaning, hook)
    for (const [meaning, hook] of now.judges) if (!old.judges.has(meaning)) count(come, meaning, hook)
  }
  return { ...behaviour, noLongerJudged: [...gone.values()], nowJudged: [...come.values()] }
}

const matchingFor = async (hooks: readonly Hook[], event: ProtocolEvent, place: { root: string; home: string }): Promise<MatchPlace> => ({
  ...place,
  cwd: event.workspace.cwd,
  realPathOf,
  ...(await readersFor(hooks, event)),
})

interface Declared {
  verdict: 'pass' | 'ask' | 'deny'
  by: string
  /** Commands that are asked, by what they do. */
  judges: ReadonlyMap<string, string>
}

const PASSED: Declared = { verdict: 'pass', by: '', judges: new Map() }

/** The first deny ends a chain, so that no command behind it is asked. */
const declaredBy = ({ hooks, meaningOf }: JudgedChain, event: ProtocolEvent, place: MatchPlace): Declared => {
  const judges = new Map<string, string>()
  let asked: string | undefined
  for (const hook of hooks) {
    if (hook.mode === 'warn' || matchOf(hook, event, place).mismatch !== undefined) continue
    if (hook.says?.answer === 'deny') return { verdict: 'deny', by: hook.label, judges }
    if (hook.says?.answer === 'ask') asked ??= hook.label
    else if (hook.command !== undefined && hook.background !== true && isGateEvent(event.event)) judges.set(meaningOf(hook), hook.label)
  }
  return asked === undefined ? { verdict: 'pass', by: '', judges } : { verdict: 'ask', by: asked, judges }
}

/** Whether a change does anything to the calls that are known. */
export const changesAnything = ({ newlyDenied, newlyAsked, newlyLetThrough, noLongerJudged, nowJudged }: Behaviour): boolean =>
  [newlyDenied, newlyAsked, newlyLetThrough, noLongerJudged, nowJudged].some((list) => list.length > 0)
