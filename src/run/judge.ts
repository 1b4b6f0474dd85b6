import { hostOf } from '../../hosts/index.js'
import { carries } from '../../hosts/shared/express.js'
import { rowOf } from '../../hosts/shared/rows.js'
import { NOTHING_HELD, type Holding, type StandingPolicy } from '../approval/standing-policy.js'
import { denial, passDecision, undecide, type Decision } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { heldBecause, severalReasons, tooManyTargets } from '../text/messages.js'
import type { EventCall } from './call.js'
import { holdingOn, judgedHooks, logModeOf, matchingFor, settingsOf, standingPolicies, type JudgedHook } from './policies.js'
import type { ProtectionAnswer } from '../protect/protected-by.js'
import { passFor, passingCall } from './passes.js'
import { protection } from './protection.js'
import { startWarning } from './start-warning.js'
import { rememberedWrites } from './turn.js'

/**
 * From an event to one decision: what is held is held before anything runs, the built-in protection comes first, and then
 * the hooks that match.
 */

/** An event with everything that has a say in it, before any hook runs. */
export interface Judged {
  event: ProtocolEvent
  policies: readonly StandingPolicy[]
  hooks: readonly JudgedHook[]
  holding: Holding
  /** Why the call is stopped whatever its hooks say. */
  denied?: string
  /** What the built-in protection says, whatever comes of it. */
  guarded?: ProtectionAnswer
  /** What it tells the person. */
  warned?: string
}

/** Each target is looked for on disk: with more, a host might stop waiting before there is an answer. */
const MAX_TARGETS = 4_000
/** Of a host that waits as long as it takes. */
const MAX_RECORDED = 50_000

export const judgedBeforeHooks = async (event: ProtocolEvent, call: EventCall): Promise<Judged> => {
  const targets = event.tool?.paths.length ?? 0
  const { recordsFiles = false } = hostOf(event.host).descriptor
  const maxTargets = recordsFiles ? MAX_RECORDED : MAX_TARGETS
  if (event.event === 'PreToolUse' && targets > maxTargets) {
    call.log.add('held', heldBecause.targets(targets))
    return { event, policies: [], hooks: [], holding: NOTHING_HELD, denied: tooManyTargets(targets, maxTargets) }
  }
  const policies = await standingPolicies(event, call)
  call.log.mode = logModeOf(policies)
  rememberedWrites(event, policies, call)
  const matching = await matchingFor(policies, event, call.machine.places.home)
  const holding = await holdingOn(policies, event, matching, !recordsFiles)
  const hooks = judgedHooks(policies, event, holding, matching, hostTimeoutOf(event, call))
  const guarded = event.event === 'PreToolUse' && !recordsFiles ? await protection(event, policies, call) : undefined
  const judged: Judged = { event, policies, holding, hooks, ...(guarded === undefined ? {} : { guarded }) }
  if (guarded?.verdict === 'deny' && holding.mended === undefined) {
    call.log.add('protected', 'the built-in protection stopped the call')
    return { ...judged, denied: guarded.reason }
  }
  if (holding.holds.length > 0) {
    call.log.add('held', heldBecause.policy)
    return { ...judged, denied: severalReasons(holding.holds) }
  }
  return guarded?.verdict === 'pass' ? { ...judged, warned: guarded.notice } : judged
}

export const judge = async (judged: Judged, call: EventCall): Promise<Decision> => {
  const { event, policies, hooks, holding, denied, warned } = judged
  for (const { standing, file } of policies) if (standing.state !== 'approved') call.log.add(`policy_${standing.state}`, file)
  if (denied !== undefined) return denial(denied)

  const matched = hooks.filter(({ mismatch }) => mismatch === undefined)
  const decision = matched.length === 0 ? passDecision() : await run(matched, judged, call)
  // What mends a policy, or touches what is protected, passes undecided at most.
  if ((warned !== undefined || holding.mended !== undefined) && decision.verdict === 'allow') undecide(decision)
  if (warned !== undefined) say(decision, warned)
  if (holding.mended !== undefined) say(decision, holding.mended.text)
  if (event.event === 'SessionStart') {
    const warning = startWarning(policies, event.host, call)
    if (warning !== undefined) say(decision, warning)
  }
  tell(decision, holding, event, call)
  return decision
}

/** The host's own limit for this event. */
export const hostTimeoutOf = ({ host, nativeEvent }: ProtocolEvent, { options }: Pick<EventCall, 'options'>): number =>
  options.hostTimeoutMs ?? rowOf(hostOf(host).descriptor, nativeEvent)?.defaultTimeoutMs ?? Infinity

const run = async (matched: readonly JudgedHook[], { event, policies }: Judged, call: EventCall): Promise<Decision> => {
  const areTexts = matched.every(({ hook }) => hook.says !== undefined)
  if (!areTexts) await call.beforeCommands?.()
  const runMatched = areTexts
    ? (await import('./matched-texts.js')).runMatchedTexts
    : (await import('./matched-commands.js')).runMatchedCommands
  const { descriptor, hookVariables } = hostOf(event.host)
  const row = rowOf(descriptor, event.nativeEvent)
  return runMatched(matched, event, call, {
    hostTimeoutMs: hostTimeoutOf(event, call),
    maxStopRounds: descriptor.maxStopRounds,
    takesRewrite: carries(row?.rewrite),
    tellsEachFile: descriptor.recordsFiles === true,
    takesAsk: carries(row?.ask),
    takesNotice: carries(row?.notice),
    passFor: (stopper) => passFor(stopper, event, call),
    passing: () => passingCall(event, call),
    hookVariables,
    settings: settingsOf(policies),
    judgeAgain: (changed) => judgedBeforeHooks(changed, call),
  })
}

/** Person and model are told once a session what is not as approved, and at each session and prompt what holds everything. */
const tell = (decision: Decision, { tellings }: Holding, event: ProtocolEvent, { session }: EventCall): void => {
  if (tellings.length === 0) return
  const { descriptor } = hostOf(event.host)
  const row = rowOf(descriptor, event.nativeEvent)
  if (![row?.context, row?.notice].some(carries)) return
  const isStart = event.event === 'SessionStart' || event.event === 'UserPromptSubmit'
  for (const { policy, text, holdsEverything } of tellings) {
    const isFirst = session.isFirst(`${policy.standing.state} ${policy.approvedAs}`)
    // Where nobody remembers, once a session means when it starts and at each prompt.
    if (isFirst === true || descriptor.recordsFiles === true || (isStart && (holdsEverything || isFirst === undefined)))
      say(decision, event.event === 'SessionStart' ? onOneLine(text) : text)
  }
}

const onOneLine = (text: string): string => text.replace(/\n\s*/g, '; ')

const say = (decision: Decision, text: string): void => {
  const said = { from: '', text }
  decision.contexts.unshift(said)
  decision.notices.unshift(said)
}
