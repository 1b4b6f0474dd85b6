import { chainOf, type StandingPolicy } from '../approval/standing-policy.js'
import { isStopEvent } from '../protocol/events.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { clean } from '../store/clean.js'
import { forgetWrites, noteWrites, writtenSince } from '../state/written.js'
import type { EventCall } from './call.js'

/** What a call keeps for later events of its session, and what later events take from it. */

/** Tells a stop event what was written, and forgets it at the next prompt. */
export const rememberedWrites = (event: ProtocolEvent, policies: readonly StandingPolicy[], { session }: EventCall): void => {
  if (event.event === 'UserPromptSubmit') forgetWrites(session, event)
  if (isStopEvent(event.event) && asksForWrites(policies)) event.written = writtenSince(session, event)
}

/** Keeps what a call wrote, or is about to write because nothing stops it here. */
export const rememberWrites = (
  event: ProtocolEvent,
  policies: readonly StandingPolicy[],
  isDenied: boolean,
  { session }: EventCall,
): void => {
  // After a call a deny is feedback: what was written is written.
  const happens = event.event === 'PostToolUse' || !isDenied
  if (event.tool !== undefined && happens && asksForWrites(policies)) noteWrites(session, event)
}

/** Only where a hook will ask is anything kept. */
const asksForWrites = (policies: readonly StandingPolicy[]): boolean =>
  policies.some((policy) => chainOf(policy)?.hooks.some(({ event, paths }) => paths !== undefined && isStopEvent(event)))

/** Forgets a session that ends, and what nobody ended. */
export const forgetSessions = ({ event }: ProtocolEvent, { session, machine, afterAnswer }: EventCall): void => {
  if (event === 'SessionEnd') afterAnswer(() => session.end())
  if (event !== 'SessionEnd' && event !== 'SessionStart') return
  afterAnswer(() => clean(machine.places.sessions))
  afterAnswer(() => clean(machine.places.scratch))
}
