import { hostOf } from '../../hosts/index.js'
import { rowOf } from '../../hosts/shared/rows.js'
import { holdOf, holdsEverything, mendingOf, subjectOf, tellingOf, type StandingPolicy } from '../approval/holding.js'
import { PinCheck } from '../approval/pins.js'
import { budgetMs } from '../clock/deadline.js'
import { passDecision, type Decision } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { SessionState } from '../state/session.js'
import { held, severalHolds, told } from '../text/approval.js'
import { safeLine } from '../text/safe.js'
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
}

export const judge = async ({ event, policies, hooks }: Judged, call: EventCall): Promise<Decision> => {
  const isCall = event.event === 'PreToolUse'
  for (const { standing, file } of policies) if (standing.state !== 'approved') call.log.add(`policy_${standing.state}`, file)
  const mended = isCall ? policies.find((policy) => mendingOf(policy, event) !== undefined) : undefined
  const guarded = isCall ? await protection(event, policies, call) : undefined
  if (guarded?.verdict === 'deny' && mended === undefined) {
    call.log.add('protected', 'the built-in protection stopped the call')
    return denial(guarded.reason)
  }

  const others = policies.filter((policy) => policy !== mended)
  const holds = isCall ? others.flatMap((policy) => holdOf(policy, event) ?? []) : []
  if (holds.length > 0) return denial(severalHolds(holds))

  const matched = withPinFaults(hooks.filter(({ mismatch }) => mismatch === undefined))
  const changed = isCall ? matched.filter(({ pinFaults }) => pinFaults.length > 0) : []
  if (changed.length > 0)
    return denial(severalHolds(changed.map(({ hook, policy, pinFaults }) => held.pins(subjectOf(policy), safeLine(hook.label), pinFaults))))

  const decision = matched.length === 0 ? passDecision() : await runMatched(matched, event, call)
  if (guarded?.verdict === 'pass') say(decision, guarded.notice)
  if (mended !== undefined) say(decision, mendingOf(mended, event) ?? '')
  tell(decision, others, event, call)
  return decision
}

const denial = (reason: string): Decision => ({ ...passDecision(), verdict: 'deny', reason })

type Matched = JudgedHook & { pinFaults: string[] }

/** A hook whose files were changed does not run. */
const withPinFaults = (matched: readonly JudgedHook[]): Matched[] => {
  const checks = new Map<StandingPolicy, PinCheck>()
  return matched.map((judged) => {
    const { standing } = judged.policy
    if (!('hooks' in standing)) return { ...judged, pinFaults: [] }
    const check = checks.get(judged.policy) ?? new PinCheck(standing)
    checks.set(judged.policy, check)
    return { ...judged, pinFaults: check.faultsOf(judged.index) }
  })
}

const runMatched = async (matched: readonly Matched[], event: ProtocolEvent, call: EventCall): Promise<Decision> => {
  const { options, machine, rawInput } = call
  const row = rowOf(hostOf(event.host).descriptor, event.nativeEvent)
  const budget = budgetMs(event.event, options.hostTimeoutMs ?? row?.defaultTimeoutMs ?? Infinity)
  const { runChain } = await import('../chain/run-chain.js')
  const links = matched.map(({ hook, policy, pinFaults }) => ({
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

/** Person and model are told once a session what is not as approved, and at each session and prompt what holds everything. */
const tell = (decision: Decision, policies: readonly StandingPolicy[], event: ProtocolEvent, call: EventCall): void => {
  const session = new SessionState(call.machine.places.sessions, event.sessionId)
  if (event.event === 'SessionEnd') call.afterAnswer(() => session.end())
  const row = rowOf(hostOf(event.host).descriptor, event.nativeEvent)
  const isHeard = [row?.context, row?.notice].some((carrier) => carrier !== undefined && carrier.support !== 'none')
  const isStart = event.event === 'SessionStart' || event.event === 'UserPromptSubmit'
  for (const policy of policies) {
    const text = tellingOf(policy)
    if (text === undefined || !isHeard) continue
    const isFirst = session.isFirst(`${policy.standing.state} ${policy.approvedAs}`)
    // Where nobody remembers, once a session means when it starts and at each prompt.
    if (isFirst === true || (isStart && (holdsEverything(policy) || isFirst === undefined))) say(decision, text)
  }
}

const say = (decision: Decision, text: string): void => {
  const said = { from: '', text }
  decision.contexts.unshift(said)
  decision.notices.unshift(said)
}
