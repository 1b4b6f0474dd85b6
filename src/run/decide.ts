import { detectHost, readPayload } from '../../hosts/index.js'
import { nativeNameOf, rowOf } from '../../hosts/shared/rows.js'
import type { HostAdapter, Reading } from '../../hosts/types.js'
import type { DecodedPayload, ReadablePayload } from '../input/decode-payload.js'
import { rawMember } from '../input/raw-member.js'
import type { StandingPolicy } from '../approval/standing-policy.js'
import { passDecision, type Decision, type Rendered } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { payloads, tooManyTargets, usage } from '../text/messages.js'
import type { Call, EventCall } from './call.js'
import { judge } from './judge.js'
import { readingContextOf } from './machine.js'
import { holdingOn, judgedHooks, standingPolicies, type JudgedHook } from './policies.js'
import { canonicalOf, nameOf, refusal, unreadableAnswer, type Unread } from './refuse.js'

/** One payload in, one answer out: payload, host, event, policy files, matching hooks, chain, rendering. */

/** The answer and how it came about. */
export interface Decided {
  rendered: Rendered
  host?: HostAdapter
  nativeEvent?: string
  /** Why no hook could run; `event` is absent then. */
  why?: string
  unreadable?: true
  event?: ProtocolEvent
  policies: readonly StandingPolicy[]
  hooks: readonly JudgedHook[]
  decision?: Decision
}

/** @param received the payload, or in words why it is unreadable */
export const decide = async (received: DecodedPayload, call: Call): Promise<Decided> => {
  const { options, machine, log } = call
  const payload = 'payload' in received ? received.payload : {}
  const unreadable = (why: string, more: Partial<Unread> = {}): Decided => {
    const unread = { payload, options, ...more }
    const nativeEvent = nameOf(unread)
    const known = { ...(more.host ? { host: more.host } : {}), ...(nativeEvent === undefined ? {} : { nativeEvent }) }
    return { rendered: unreadableAnswer(unread, why, machine), why, unreadable: true, policies: [], hooks: [], ...known }
  }

  if (options.fault !== undefined) return unreadable(options.fault, { host: detectHost(payload, options.host) })
  if ('unreadable' in received) return unreadable(received.unreadable)
  const host = detectHost(payload, options.host)
  if (host === undefined) return unreadable(payloads.unknownHost)

  const eventHint = options.event === undefined ? undefined : nativeHintOf(host, options.event)
  const hasKnownName = typeof payload.hook_event_name === 'string' && nativeNameOf(host.descriptor, payload.hook_event_name) !== undefined
  if (options.event !== undefined && eventHint === undefined && !hasKnownName)
    return unreadable(usage.unknownEvent(options.event), { host })
  const context = readingContextOf(machine, eventHint)
  const reading = readPayload(host, payload, context)
  if (reading.kind === 'unreadable') return unreadable(reading.why, { host, nativeEvent: reading.nativeEvent })
  if (reading.kind === 'other') {
    const { nativeEvent, why } = reading
    log.add(rowOf(host.descriptor, nativeEvent) === undefined ? 'event_unknown' : 'event_ignored', `${host.id} ${nativeEvent}: ${why}`)
    return { rendered: host.render(nativeEvent, passDecision()), host, nativeEvent, why, policies: [], hooks: [] }
  }
  const fromForeignLine = options.host !== undefined && options.host !== host.id
  if (fromForeignLine && host.hasOwnLine?.(reading.event, context)) reading.event.announcement = 'again'
  return decideEvent(host, reading, { ...call, rawInput: () => rawInputOf(reading.event, received) })
}

/** The host's own name for the event of the registered line, which may be spelled as another host or as we spell it. */
const nativeHintOf = (host: HostAdapter, event: string): string | undefined =>
  nativeNameOf(host.descriptor, event) ?? nativeNameOf(host.descriptor, canonicalOf(event) ?? '')

/** Each target is looked for on disk: with more, a host might stop waiting before there is an answer. */
const MAX_TARGETS = 4_000

const decideEvent = async (host: HostAdapter, { event, named }: Extract<Reading, { kind: 'event' }>, call: EventCall): Promise<Decided> => {
  const targets = event.tool?.paths.length ?? 0
  if (event.event === 'PreToolUse' && targets > MAX_TARGETS) {
    const decision: Decision = { ...passDecision(), verdict: 'deny', reason: tooManyTargets(targets, MAX_TARGETS) }
    return {
      rendered: rendering(host, event, decision, named),
      host,
      event,
      nativeEvent: event.nativeEvent,
      policies: [],
      hooks: [],
      decision,
    }
  }
  const policies = await standingPolicies(event, call)
  const holding = await holdingOn(policies, event)
  const hooks = judgedHooks(policies, event, holding)
  const decision = await judge({ event, policies, hooks, holding }, call)
  for (const outcome of decision.outcomes) call.log.addOutcome(outcome)
  call.log.about({ host: host.id, event: event.event, session: event.sessionId, verdict: decision.verdict })
  const rendered = rendering(host, event, decision, named)
  for (const what of rendered.dropped)
    call.log.add('answer_dropped', `${what}_unsupported: ${host.id} cannot carry it at ${event.nativeEvent}`)
  return { rendered, host, event, nativeEvent: event.nativeEvent, policies, hooks, decision }
}

/**
 * The arguments as they stand in the payload, where the event has them from there and they are on one line: a hook may
 * read its stdin line by line.
 */
const rawInputOf = ({ tool }: ProtocolEvent, { payload, bytes }: ReadablePayload): Buffer | undefined => {
  if (tool === undefined || tool.input !== payload.tool_input) return undefined
  const raw = rawMember(bytes, 'tool_input')
  return raw === undefined || raw.includes(0x0a) || raw.includes(0x0d) ? undefined : raw
}

/**
 * The host's document; or, where the payload itself does not name the event, the one refusal that every host obeys
 * whatever the event is called there, because a document under a wrong name is void.
 */
const rendering = (host: HostAdapter, event: ProtocolEvent, decision: Decision, named: boolean): Rendered => {
  const refuses = decision.verdict === 'deny' && event.event === 'PreToolUse' && !named
  return refuses ? refusal(decision.reason ?? '') : host.render(event.nativeEvent, decision)
}
