import type { AnswerName } from '../types.js'

/**
 * What is known of a host beyond its table: for people who choose where to enforce a policy, and for the documentation. Data in
 * `hosts/<host>/facts.ts`; no call that a host makes loads it.
 */

/**
 * Where a sentence comes from. `measured`: by us, in the host itself, in the version the table was verified against.
 * `documented`: by its makers. `recorded`: in somebody's public recording, or read in the program's own code. `reported`: by users
 * only. `unknown`: nobody knows for sure; an answer that such a limit is about counts as unknown.
 */
export type Source = 'measured' | 'documented' | 'recorded' | 'reported' | 'unknown'

export interface Fact {
  /** Whole sentences. */
  text: string
  source: Source
}

/** What limits answers at events, or how they are carried there. */
export interface Limit extends Fact {
  /** Native names; `*` is every event at which some host carries the answer. */
  events: readonly string[]
  answers: readonly AnswerName[]
}

export interface HostFacts {
  documentation: readonly { url: string; says: string }[]
  /** How long the host waits for a hook, and what it does then. */
  timeouts: readonly Fact[]
  /** What makes a failing hook stop the call. */
  failClosedSwitch: readonly Fact[]
  /** How calls of subagents are told from the session's. */
  subagents: readonly Fact[]
  /** How a hook sends the agent on or ends its turn. */
  stopControl: readonly Fact[]
  /** What happens without a hook being called. */
  neverCalled: readonly Fact[]
  limits: readonly Limit[]
  /** How often each native event starts us, where it is registered. */
  calls: Readonly<Record<string, Fact>>
}

const of =
  (source: Source) =>
  (text: string): Fact => ({ text, source })

export const measured = of('measured')
export const documented = of('documented')
export const recorded = of('recorded')
export const reported = of('reported')
export const unknown = of('unknown')

export const limit = (events: readonly string[], answers: readonly AnswerName[], fact: Fact): Limit => ({ events, answers, ...fact })
