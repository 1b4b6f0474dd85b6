import { existsSync } from 'node:fs'
import { hostOf } from '../../hosts/index.js'
import { nativeNameOf } from '../../hosts/shared/rows.js'
import { passDecision, type Decision } from '../protocol/decision.js'
import { withChange } from '../chain/said.js'
import type { CallStops, Overruled, Stopper } from '../chain/stops.js'
import type { PassingCall } from '../passes/names.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { passedOnce } from '../text/messages.js'
import type { EventCall } from './call.js'

/** What a person lets through once, on the way of a call. Costs nothing as long as no hook says no. */

export const noStops = (): CallStops => ({ stoppers: [], overruled: [], others: false })

/** What a pass for this call is told by. */
export const passingCall = (event: ProtocolEvent, { machine, inputText }: EventCall): PassingCall => {
  const { descriptor } = hostOf(event.host)
  return {
    event,
    inputText,
    isPrimary: nativeNameOf(descriptor, 'PreToolUse') === event.nativeEvent,
    announcesAgain: descriptor.events.some((row) => row.event === 'PreToolUse' && row.announcement !== 'first'),
    places: machine.places,
  }
}

/** The person's pass for what this hook says no to; undefined where there is none that holds. */
export const passFor = async (
  stopper: Stopper,
  event: ProtocolEvent,
  call: EventCall,
): Promise<Pick<Overruled, 'id' | 'claim'> | undefined> => {
  if (call.isHosts !== true || !existsSync(call.machine.places.passes)) return undefined
  try {
    return (await import('../passes/use.js')).passOf(stopper, passingCall(event, call))
  } catch {
    // Whatever is wrong with it: the hook said no.
    return undefined
  }
}

/**
 * Uses up what a person let through, because nothing else stops the call.
 *
 * @returns what the call comes to without, where another call of the same kind was first; undefined where all is well
 */
export const lostPass = (decision: Decision, { stops, log }: EventCall): Decision | undefined => {
  for (const { claim, otherwise, stopper, outcome, id } of stops.overruled) {
    if (claim()) {
      log.add('passed_once', passedOnce(stopper.hook.label, id))
      continue
    }
    delete outcome.passed
    stops.stoppers.push(stopper)
    const { verdict, reason = '', asks } = otherwise
    return withChange({ ...passDecision(), ...decision, verdict, reason, asks })
  }
  return undefined
}

/** Keeps what a person would look at to let the denied call through, where hooks alone stopped it. */
export const keepForPass = async ({ stops, log, isHosts, afterAnswer }: EventCall): Promise<void> => {
  const { stoppers, others, keep } = stops
  if (isHosts !== true || others || stoppers.length === 0 || keep === undefined) return
  try {
    const keepUnder = await keep()
    afterAnswer(() => {
      if (log.isKept) keepUnder(log.id)
    })
  } catch {
    // Nothing of it may change the answer.
  }
}
