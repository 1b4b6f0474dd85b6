import { isGateEvent, type EventName } from '../protocol/events.js'

/**
 * The chain's one deadline. We must answer before the host gives up on us, because a host that gave up lets the call
 * through. All times are on the clock of `nowMs()`, whose zero is the start of our own process.
 */

const GATE_BUDGET_MS = 120_000
const OTHER_BUDGET_MS = 600_000
/** Left between our answer and the host's limit: this, or a quarter of the limit where that is less. */
const MARGIN_MS = 2_000

/** @param hostTimeoutMs the host's own limit for this event */
export const budgetMs = (event: EventName, hostTimeoutMs: number): number => {
  const own = isGateEvent(event) ? GATE_BUDGET_MS : OTHER_BUDGET_MS
  return Math.min(own, hostTimeoutMs - Math.min(MARGIN_MS, hostTimeoutMs / 4))
}

/** How long to wait for a payload that does not come: 5 s, or half the host's own limit. */
export const payloadSilenceMs = (hostTimeoutMs: number): number => Math.min(5_000, hostTimeoutMs / 2)
