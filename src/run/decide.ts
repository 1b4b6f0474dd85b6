import { detectHost, hostOf, readPayload } from '../../hosts/index.js'
import { carries } from '../../hosts/shared/express.js'
import { nativeNameOf, rowOf } from '../../hosts/shared/rows.js'
import type { HostAdapter, Reading, RenderSetting } from '../../hosts/types.js'
import { nowMs } from '../clock/now.js'
import type { DecodedPayload, ReadablePayload } from '../input/decode-payload.js'
import type { LogSubject, Said } from '../log/log.js'
import { rawMember } from '../input/raw-member.js'
import { chainOf, type StandingPolicy } from '../approval/standing-policy.js'
import { passDecision, undecide, type Decision, type Dropped, type Rendered, type RenderedDecision } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { keepLate, takeLate } from '../state/late.js'
import { rewrittenMark } from '../state/marks.js'
import { SessionState } from '../state/session.js'
import { hashOf } from '../store/names.js'
import { payloads, usage } from '../text/call-faults.js'
import type { Call, EventCall } from './call.js'
import { judge, judgedBeforeHooks, type Judged } from './judge.js'
import { refusedSettings } from './settings-rule.js'
import { keepForPass, lostPass, noStops } from './passes.js'
import { readingContextOf } from './machine.js'
import { settingsOf, type JudgedHook } from './policies.js'
import { logAlone } from './log-alone.js'
import { canonicalOf, isRefusal, nameOf, refusal, unreadableAnswer, type Unread } from './refuse.js'
import { forgetSessions, rememberWrites } from './turn.js'

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
  /** Everything that had a say before any hook ran; absent with `event`. */
  judged?: Judged
  decision?: Decision
  /** What the host is told: the decision's, or a stricter one where it cannot carry that. */
  verdict?: Decision['verdict']
}

/** @param received the payload, or in words why it is unreadable */
export const decide = async (received: DecodedPayload, call: Call): Promise<Decided> => {
  const { options, machine } = call
  const payload = 'payload' in received ? received.payload : {}
  const unreadable = async (why: string, more: Partial<Unread> = {}): Promise<Decided> => {
    const unread = { payload, options, ...more }
    const nativeEvent = nameOf(unread)
    const rendered = unreadableAnswer(unread, why, machine)
    if (isRefusal(rendered)) await logAlone(call, 'unreadable', why, { host: more.host?.id ?? options.host, nativeEvent, verdict: 'deny' })
    const known = { ...(more.host ? { host: more.host } : {}), ...(nativeEvent === undefined ? {} : { nativeEvent }) }
    return { rendered, why, unreadable: true, policies: [], hooks: [], ...known }
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
    const refused = await refusedSettings(host, nativeEvent, payload, context, call)
    if (refused !== undefined) return { ...refused, host, nativeEvent, why, policies: [], hooks: [] }
    const code = rowOf(host.descriptor, nativeEvent) === undefined ? 'event_unknown' : 'event_ignored'
    await logAlone(call, code, `${host.id} ${nativeEvent}: ${why}`, { host: host.id, nativeEvent, verdict: 'pass' })
    return { rendered: host.render(nativeEvent, passDecision()), host, nativeEvent, why, policies: [], hooks: [] }
  }
  const fromForeignLine = options.host !== undefined && options.host !== host.id
  if (fromForeignLine && host.hasOwnLine?.(reading.event, context)) reading.event.announcement = 'again'
  return decideEvent(host, reading, {
    ...call,
    rawInput: () => rawInputOf(host, reading.event, received),
    inputText: () => rawMember(received.bytes, host.inputKey)?.toString('utf8'),
    hostBytes: (event) => hostBytesOf(host, event, reading.event, received),
    reread: (input) => readPayload(host, host.payloadWith(payload, reading.event, { input }), context),
    session: new SessionState(machine.places.sessions, reading.event.sessionId),
    stops: noStops(),
    payloadBytes: received.bytes.length,
  })
}

/** The host's own name for the event of the registered line, which may be spelled as another host or as we spell it. */
const nativeHintOf = (host: HostAdapter, event: string): string | undefined =>
  nativeNameOf(host.descriptor, event) ?? nativeNameOf(host.descriptor, canonicalOf(event) ?? '')

const decideEvent = async (host: HostAdapter, { event, named }: Extract<Reading, { kind: 'event' }>, call: EventCall): Promise<Decided> => {
  const judged = await judgedBeforeHooks(event, call)
  const { policies, hooks } = judged
  let decision = await judge(judged, call)
  const chain = (): string => hashOf(JSON.stringify(policies.map((policy) => [policy.file, chainOf(policy)?.approvals.at(-1)?.at ?? null])))
  if (event.event === 'PostToolUse') sayLate(decision, event, chain, call)
  const setting = { event, contextChars: settingsOf(policies).contextChars, keep: (text: string) => call.session.keep(text) }
  // A person let the call through as one that nobody has an opinion about: the host's own questions stay.
  if (call.stops.overruled.length > 0 && decision.verdict === 'allow') undecide(decision)
  let rendered = rendering(host, event, decision, named, setting)
  const lost = rendered.verdict === 'deny' ? undefined : lostPass(decision, call)
  if (lost !== undefined) {
    decision = lost
    rendered = rendering(host, event, decision, named, setting)
  }
  for (const outcome of decision.outcomes) call.log.addOutcome(outcome)
  const { verdict } = rendered
  const isDenied = verdict === 'deny'
  call.log.about(subjectOf(event, decision, verdict, call.payloadBytes), saidIn(event))
  if (isDenied && event.event === 'PreToolUse') await keepForPass(call)
  const late = event.event === 'PreToolUse' && !isDenied ? keptLate(decision, event, rendered.dropped, chain, call) : []
  for (const what of rendered.dropped.filter((one) => !late.includes(one))) noteDropped(what, host.id, event, call)
  if (decision.input !== undefined && !isDenied) rememberRewrite(decision.input, call)
  rememberWrites(event, policies, isDenied, call)
  forgetSessions(event, call)
  return { rendered, host, event, nativeEvent: event.nativeEvent, policies, hooks, judged, decision, verdict }
}

const subjectOf = (event: ProtocolEvent, { verdict, reason, asks }: Decision, told: string, payloadBytes: number): LogSubject => {
  const { host, nativeEvent, sessionId, promptId, agentId, tool, workspace } = event
  const paths = [...new Set((tool?.paths ?? []).map(({ path }) => path))]
  const why = verdict === 'deny' || verdict === 'ask' ? (reason ?? asks.map(({ text }) => text).join('\n')) : undefined
  return {
    host,
    event: event.event,
    nativeEvent,
    session: sessionId,
    promptId,
    agentId,
    callId: tool?.callId,
    tool: tool && { kind: tool.kind, native: tool.nativeName },
    root: workspace.root,
    ...(paths.length === 0 ? {} : { paths }),
    verdict: told,
    reason: why,
    durationMs: Math.round(nowMs()),
    payloadBytes,
  }
}

const saidIn = ({ prompt, tool, result, stop }: ProtocolEvent): Said => ({
  prompt,
  input: tool?.input,
  output: result?.output,
  message: stop?.lastMessage,
})

/** A host may announce a changed call once more, under no id but its command. */
const rememberRewrite = (input: Record<string, unknown>, { reread, session }: EventCall): void => {
  const changed = reread(input)
  const command = changed.kind === 'event' ? changed.event.tool?.command : undefined
  if (command !== undefined) session.isFirst(rewrittenMark(command))
}

const noteDropped = (what: Dropped, host: string, { nativeEvent }: ProtocolEvent, { log }: EventCall): void => {
  if (what === 'withhold')
    log.add('not_withheld', `${host} cannot replace an output at ${nativeEvent}: the model reads what a hook could not clean`)
  else log.add('answer_dropped', `${what}_unsupported: ${host} cannot carry it at ${nativeEvent}`)
}

/** Texts that the host cannot show before the call, kept for the event after it. @returns what is kept */
const keptLate = (
  { contexts, notices }: Decision,
  event: ProtocolEvent,
  dropped: readonly Dropped[],
  chain: () => string,
  { session }: EventCall,
): Dropped[] => {
  const { descriptor } = hostOf(event.host)
  // Only a call that is announced by its primary event is announced again when it is over.
  if (nativeNameOf(descriptor, 'PreToolUse') !== event.nativeEvent) return []
  const after = rowOf(descriptor, nativeNameOf(descriptor, 'PostToolUse') ?? '')
  const late = (['context', 'notice'] as const).filter((what) => dropped.includes(what) && carries(after?.[what]))
  const texts = { contexts: late.includes('context') ? contexts : [], notices: late.includes('notice') ? notices : [] }
  return late.length > 0 && keepLate(session, event, chain(), texts) ? late : []
}

/** What was kept for the call that is over now comes first. */
const sayLate = (decision: Decision, event: ProtocolEvent, chain: () => string, { session, log }: EventCall): void => {
  if (event.announcement !== 'first') return
  const { contexts, notices, dropped } = takeLate(session, event, chain)
  decision.contexts.unshift(...contexts)
  decision.notices.unshift(...notices)
  if (dropped) log.add('late_dropped', 'a text from before the call is not shown, because the call is not the same')
}

/** The host's own bytes; where hooks changed the input or the output, the payload with these in it. */
const hostBytesOf = (host: HostAdapter, event: ProtocolEvent, first: ProtocolEvent, { payload, bytes }: ReadablePayload): Buffer => {
  const input = event.tool?.input === first.tool?.input ? undefined : event.tool?.input
  const output = event.result?.output === first.result?.output ? undefined : { value: event.result?.output }
  return input === undefined && output === undefined
    ? bytes
    : Buffer.from(JSON.stringify(host.payloadWith(payload, first, { input, output })))
}

/**
 * The arguments as they stand in the payload, where the event has them from there and they are on one line: a hook may
 * read its stdin line by line.
 */
const rawInputOf = ({ inputKey }: HostAdapter, { tool }: ProtocolEvent, { payload, bytes }: ReadablePayload): Buffer | undefined => {
  if (tool === undefined || tool.input !== payload[inputKey]) return undefined
  const raw = rawMember(bytes, inputKey)
  return raw === undefined || raw.includes(0x0a) || raw.includes(0x0d) ? undefined : raw
}

/**
 * The host's document; or, where the payload itself does not name the event, the one refusal that every host obeys
 * whatever the event is called there, because a document under a wrong name is void.
 */
const rendering = (
  host: HostAdapter,
  event: ProtocolEvent,
  decision: Decision,
  named: boolean,
  setting: RenderSetting,
): RenderedDecision => {
  const rendered = host.render(event.nativeEvent, decision, setting)
  const refuses = rendered.verdict === 'deny' && event.event === 'PreToolUse' && !named
  return refuses ? { ...refusal(rendered.stderr.trim()), verdict: 'deny', dropped: rendered.dropped } : rendered
}
