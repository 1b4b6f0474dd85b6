import { PinCheck } from '../approval/pins.js'
import { subjectOf, type StandingPolicy } from '../approval/standing-policy.js'
import { runChain } from '../chain/run-chain.js'
import { budgetMs } from '../clock/deadline.js'
import { passDecision, type Decision } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { held, told } from '../text/approval.js'
import { severalReasons } from '../text/messages.js'
import { safeLine } from '../text/safe.js'
import type { EventCall } from './call.js'
import type { JudgedHook } from './policies.js'

/**
 * Runs the hooks that matched, as far as the files they use are those that a person approved. A part of its own.
 *
 * @param hostTimeoutMs the host's own limit for this event
 */
export const runMatched = async (
  matched: readonly JudgedHook[],
  event: ProtocolEvent,
  call: EventCall,
  hostTimeoutMs: number,
): Promise<Decision> => {
  const checked = withPinFaults(matched)
  const changed = event.event === 'PreToolUse' ? checked.filter(({ pinFaults }) => pinFaults.length > 0) : []
  if (changed.length > 0) {
    const reasons = changed.map(({ hook, policy, pinFaults }) => held.pins(subjectOf(policy), safeLine(hook.label), pinFaults))
    return { ...passDecision(), verdict: 'deny', reason: severalReasons(reasons) }
  }

  const { machine, rawInput } = call
  const budget = budgetMs(event.event, hostTimeoutMs)
  const links = checked.map(({ hook, policy, pinFaults }) => ({
    hook,
    policy,
    ...(pinFaults.length === 0 ? {} : { skip: told.pins(subjectOf(policy), pinFaults) }),
  }))
  return runChain(links, event, {
    ...call,
    rawInput: rawInput(),
    env: machine.env,
    places: machine.places,
    deadline: budget,
    budgetMs: budget,
  })
}

/** Each hook with what is not as approved of the files that it uses. */
const withPinFaults = (matched: readonly JudgedHook[]): (JudgedHook & { pinFaults: string[] })[] => {
  const checks = new Map<StandingPolicy, PinCheck>()
  return matched.map((judged) => {
    const { standing } = judged.policy
    if (!('hooks' in standing)) return { ...judged, pinFaults: [] }
    const check = checks.get(judged.policy) ?? new PinCheck(standing)
    checks.set(judged.policy, check)
    return { ...judged, pinFaults: check.faultsOf(judged.index) }
  })
}
