import { hostOf } from '../../hosts/index.js'
import { rowOf } from '../../hosts/shared/rows.js'
import type { Holding, StandingPolicy } from '../approval/standing-policy.js'
import { passDecision, type Decision } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { SessionState } from '../state/session.js'
import { severalReasons } from '../text/messages.js'
import type { EventCall } from './call.js'
import type { JudgedHook } from './policies.js'
import { protection } from './protection.js'

/**
 * From the policies and their matching hooks to one decision: what is held is held before anything runs, and the
 * built-in protection comes first.
 */

export interface Judged {
  event: ProtocolEvent
  policies: readonly StandingPolicy[]
  hooks: readonly JudgedHook[]
  holding: Holding
}

export const judge = async ({ event, policies, hooks, holding }: Judged, call: EventCall): Promise<Decision> => {
  for (const { standing, file } of policies) if (standing.state !== 'approved') call.log.add(`policy_${standing.state}`, file)
  const guarded = event.event === 'PreToolUse' ? await protection(event, policies, call) : undefined
  if (guarded?.verdict === 'deny' && holding.mended === undefined) {
    call.log.add('protected', 'the built-in protection stopped the call')
    return denial(guarded.reason)
  }
  if (holding.holds.length > 0) return denial(severalReasons(holding.holds))

  const matched = hooks.filter(({ mismatch }) => mismatch === undefined)
  const decision = matched.length === 0 ? passDecision() : await run(matched, event, call)
  if (guarded?.verdict === 'pass') say(decision, guarded.notice)
  if (holding.mended !== undefined) say(decision, holding.mended.text)
  tell(decision, holding, event, call)
  return decision
}

const run = async (matched: readonly JudgedHook[], event: ProtocolEvent, call: EventCall): Promise<Decision> => {
  const { runMatched } = await import('./matched.js')
  const row = rowOf(hostOf(event.host).descriptor, event.nativeEvent)
  return runMatched(matched, event, call, call.options.hostTimeoutMs ?? row?.defaultTimeoutMs ?? Infinity)
}

const denial = (reason: string): Decision => ({ ...passDecision(), verdict: 'deny', reason })

/** Person and model are told once a session what is not as approved, and at each session and prompt what holds everything. */
const tell = (decision: Decision, { tellings }: Holding, event: ProtocolEvent, call: EventCall): void => {
  const session = new SessionState(call.machine.places.sessions, event.sessionId)
  if (event.event === 'SessionEnd') call.afterAnswer(() => session.end())
  if (tellings.length === 0) return
  const row = rowOf(hostOf(event.host).descriptor, event.nativeEvent)
  const isHeard = [row?.context, row?.notice].some((carrier) => carrier !== undefined && carrier.support !== 'none')
  if (!isHeard) return
  const isStart = event.event === 'SessionStart' || event.event === 'UserPromptSubmit'
  for (const { policy, text, holdsEverything } of tellings) {
    const isFirst = session.isFirst(`${policy.standing.state} ${policy.approvedAs}`)
    // Where nobody remembers, once a session means when it starts and at each prompt.
    if (isFirst === true || (isStart && (holdsEverything || isFirst === undefined))) say(decision, text)
  }
}

const say = (decision: Decision, text: string): void => {
  const said = { from: '', text }
  decision.contexts.unshift(said)
  decision.notices.unshift(said)
}
