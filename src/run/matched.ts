import { PinCheck } from '../approval/pins.js'
import { subjectOf, type StandingPolicy } from '../approval/standing-policy.js'
import type { Rejudged } from '../chain/rewrite.js'
import type { ChainSetting, MatchedHook } from '../chain/chain-setting.js'
import { runChain } from '../chain/run-chain.js'
import type { HookRunner } from '../chain/run-hook.js'
import { budgetMs } from '../clock/deadline.js'
import type { FileSettings } from '../config/types.js'
import { denial, type Decision } from '../protocol/decision.js'
import { keeperOf } from '../passes/keep.js'
import type { PassingCall } from '../passes/names.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { isStopEvent } from '../protocol/events.js'
import { rewrittenMark } from '../state/marks.js'
import { stopCounter } from '../state/stops.js'
import { held, told } from '../text/approval.js'
import { payloads } from '../text/call-faults.js'
import { heldBecause, severalReasons } from '../text/messages.js'
import { safeLine } from '../text/safe.js'
import type { EventCall } from './call.js'
import type { Judged } from './judge.js'
import type { JudgedHook } from './policies.js'

/** Handed in by the caller, so that this part does not carry every host's tables once more. */
export interface AroundHooks {
  /** The host's own limit for this event. */
  hostTimeoutMs: number
  /** How often the host lets hooks send the agent on; absent: without end. */
  maxStopRounds: number | undefined
  /** Whether the host can run the call with another input. */
  takesRewrite: boolean
  /** Whether the host is told of each file by itself. */
  tellsEachFile: boolean
  /** Whether the host can ask a person. */
  takesAsk: boolean
  /** Whether the host can tell the person something. */
  takesNotice: boolean
  hookVariables: readonly string[]
  passFor: ChainSetting['passFor']
  /** What a person's pass for the call would be told by. */
  passing: () => PassingCall
  settings: FileSettings
  judgeAgain: (event: ProtocolEvent) => Promise<Judged>
}

/**
 * Runs the hooks that matched, as far as the files they use are those that a person approved.
 *
 * @param runner absent where every hook is a text
 */
export const runMatched = async (
  matched: readonly JudgedHook[],
  event: ProtocolEvent,
  call: EventCall,
  around: AroundHooks,
  runner?: HookRunner,
): Promise<Decision> => {
  const links = linksOf(matched, event, runner)
  if ('denied' in links) {
    call.log.add('held', heldBecause.pins(links.hook))
    return denial(links.denied)
  }

  const { machine, session, stops } = call
  stops.keep = () => keeperOf(stops.stoppers, around.passing())
  const { settings, maxStopRounds: maxRounds } = around
  const budget = Math.min(budgetMs(event.event, around.hostTimeoutMs), settings.budgetMs ?? Infinity)
  const hooks = call.declaredOnly ? links.hooks.filter(({ hook }) => hook.says !== undefined) : links.hooks
  return runChain(hooks, event, {
    ...call,
    ...around,
    runner,
    rawInput: call.rawInput(),
    env: machine.env,
    places: machine.places,
    deadline: (call.startedAtMs ?? 0) + budget,
    budgetMs: budget,
    rejudge: (input, settled) => rejudged(input, settled, event, call, around, runner),
    wasRewritten: ({ tool }) => tool?.command !== undefined && session.has(rewrittenMark(tool.command)),
    mayGoOn: isStopEvent(event.event) ? stopCounter(session, event, { limit: settings.stopLimit, maxRounds }) : () => false,
    isNews: (mark) => session.isFirst(mark) ?? true,
  })
}

/** The call with another input: nothing that has a say in it may be left out because it had none before. */
const rejudged = async (
  input: Record<string, unknown>,
  settled: ReadonlySet<string>,
  before: ProtocolEvent,
  call: EventCall,
  { judgeAgain }: AroundHooks,
  runner: HookRunner | undefined,
): Promise<Rejudged> => {
  const reading = call.reread(input)
  if (reading.kind !== 'event') return { unreadable: reading.why }
  const event: ProtocolEvent = { ...reading.event, announcement: before.announcement }
  const isLess = before.tool?.command !== undefined && event.tool?.command === undefined
  if (isLess || (event.tool?.pathsUnreadable === true && before.tool?.pathsUnreadable !== true))
    return { unreadable: payloads.lessThanBefore }
  const { hooks, denied, warned } = await judgeAgain(event)
  if (denied !== undefined) return { denied }
  const links = linksOf(
    hooks.filter((judged) => judged.mismatch === undefined && !settled.has(idOf(judged))),
    event,
    runner,
  )
  return 'denied' in links ? links : { event, rest: links.hooks, notices: warned === undefined ? [] : [warned] }
}

/** Worktrees share a file: the root tells them apart. */
const idOf = ({ policy, index }: JudgedHook): string => `${policy.file}#${policy.root}#${index}`

/** The hooks as links of a chain; before a call none may use a file that is not as a person approved it. */
const linksOf = (
  matched: readonly JudgedHook[],
  event: ProtocolEvent,
  runner: HookRunner | undefined,
): { hooks: MatchedHook[] } | { denied: string; hook: string } => {
  const checked = withPinFaults(matched).filter(
    ({ hook, policy, scripts, ifRedactor }) => ifRedactor !== true || runner?.isRedactor(hook, policy.root, scripts()) === true,
  )
  const changed = event.event === 'PreToolUse' ? checked.filter(({ pinFaults }) => pinFaults.length > 0) : []
  if (changed.length > 0) {
    const reasons = changed.map(({ hook, policy, pinFaults }) => held.pins(subjectOf(policy), safeLine(hook.label), pinFaults))
    return { denied: severalReasons(reasons), hook: changed[0]?.hook.label ?? '' }
  }
  const hooks = checked.map((judged) => ({
    id: idOf(judged),
    hook: judged.hook,
    policy: judged.policy,
    paths: judged.paths,
    scripts: judged.scripts,
    ...(judged.pinFaults.length === 0 ? {} : { skip: told.pins(subjectOf(judged.policy), judged.pinFaults) }),
  }))
  return { hooks }
}

/** Each hook with what is not as approved of the files that it uses; one that is a text uses none. */
const withPinFaults = (matched: readonly JudgedHook[]): (JudgedHook & { pinFaults: string[]; scripts: MatchedHook['scripts'] })[] => {
  const checks = new Map<StandingPolicy, PinCheck>()
  return matched.map((judged) => {
    const { standing } = judged.policy
    const { says, command } = judged.hook
    if (!('hooks' in standing) || says !== undefined) return { ...judged, pinFaults: [], scripts: () => [] }
    const check = checks.get(judged.policy) ?? new PinCheck(standing)
    checks.set(judged.policy, check)
    const text = typeof command === 'string' ? command : (command ?? []).join(' ')
    let scripts: ReturnType<MatchedHook['scripts']> | undefined
    return { ...judged, pinFaults: check.faultsOf(judged.index), scripts: () => (scripts ??= check.scriptsOf(judged.index, text)) }
  })
}
