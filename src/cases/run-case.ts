import { detectHost, HOST_IDS, hostOf, readPayload } from '../../hosts/index.js'
import { sampleOf } from '../../hosts/samples.js'
import { nativeNameOf } from '../../hosts/shared/rows.js'
import { outcomeOf } from '../explain/outcomes.js'
import type { ReadablePayload } from '../input/decode-payload.js'
import type { HookOutcome } from '../protocol/decision.js'
import type { HostId } from '../protocol/event.js'
import type { Decided } from '../run/decide.js'
import type { Judgement } from '../run/judgement.js'
import type { ShortCase } from './case-schema.js'
import { folderIn, mapped } from './mapped.js'
import type { TestCase } from './read-cases.js'
import { verdictOn } from './verdict.js'

/** One case, judged by the real hooks at one host. */

export interface CaseResult {
  test: TestCase
  /** Absent where the payload is no host's. */
  host?: HostId
  event?: string
  status: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped, or what is not as expected. */
  why?: string
  got?: Judgement
  outcomes: readonly HookOutcome[]
  /** The gates that said no, or would have: keys of `gateKey`. */
  refusing: readonly string[]
  durationMs: number
}

/** A hook by its place in its file: names are not unique. */
export const gateKey = (file: string, index: number): string => `${index}\0${file}`

export interface CaseSetting {
  /** The workspace's root, absolute. */
  root: string
  home: string
  decide: (payload: ReadablePayload, host: HostId | undefined) => Promise<Decided>
  /** Only this host. */
  host?: HostId | undefined
  now: () => number
}

/** The hosts that a case is about; none where it is about others than the one that is asked for. */
export const hostsOf = (test: TestCase, wanted: HostId | undefined): (HostId | undefined)[] => {
  const { call } = test
  if ('recorded' in call) {
    const host = detectHost(call.recorded.payload, test.host)?.id
    return wanted === undefined || host === wanted ? [host ?? test.host] : []
  }
  const { event } = call.short
  const hosts = HOST_IDS.filter((host) => nativeNameOf(hostOf(host).descriptor, event) !== undefined)
  return hosts.filter((host) => (test.host ?? host) === host && (wanted ?? host) === host)
}

export const runCase = async (test: TestCase, host: HostId | undefined, setting: CaseSetting): Promise<CaseResult> => {
  const startedAt = setting.now()
  const result = (rest: Omit<CaseResult, 'test' | 'durationMs' | 'host' | 'refusing'>, refusing: readonly string[] = []): CaseResult => ({
    test,
    refusing,
    ...rest,
    durationMs: Math.round(setting.now() - startedAt),
    ...(host === undefined ? {} : { host }),
  })
  const made = payloadFor(test, host, setting)
  if ('why' in made) return result({ status: 'skipped', why: made.why, outcomes: [] })
  const decided = await setting.decide(made, host)
  const { failed, got } = verdictOn(test.expect, decided)
  const event = decided.event?.event ?? decided.nativeEvent
  return result(
    {
      status: failed === undefined ? 'passed' : 'failed',
      ...(failed === undefined ? {} : { why: failed }),
      got,
      outcomes: decided.decision?.outcomes ?? [],
      ...(event === undefined ? {} : { event }),
    },
    refusingIn(decided),
  )
}

const refusingIn = (decided: Decided): string[] =>
  decided.hooks.flatMap((judged) => {
    const { outcome, would } = outcomeOf(decided, judged) ?? {}
    return [outcome, would].some((how) => how === 'denied' || how === 'asked') ? [gateKey(judged.policy.file, judged.index)] : []
  })

type Here = Pick<CaseSetting, 'root' | 'home'>

/** What the host would send for a case here; or why it never would. */
export const payloadFor = ({ call }: TestCase, host: HostId | undefined, setting: Here): ReadablePayload | { why: string } =>
  'recorded' in call ? here(call.recorded, call.root, host, setting) : sampled(call.short, host as HostId, setting)

const payloadOf = (payload: Record<string, unknown>): ReadablePayload => ({ payload, bytes: Buffer.from(JSON.stringify(payload)) })

const sampled = (short: ShortCase, host: HostId, { root, home }: Here): ReadablePayload | { why: string } => {
  const sample = sampleOf({ ...short, host, root, home, cwd: folderIn(root, short.cwd) })
  return 'lacks' in sample ? { why: sample.why } : payloadOf(sample.payload)
}

/** A recorded payload as if it had been recorded here. */
const here = (recorded: ReadablePayload, root: string | undefined, host: HostId | undefined, setting: Here): ReadablePayload => {
  const from = root ?? rootOf(recorded, host, setting.home)
  const payload = from === undefined ? recorded.payload : mapped(recorded.payload, from, setting.root)
  // Nothing changed: the very bytes that were recorded.
  return payload === recorded.payload ? recorded : payloadOf(payload as Record<string, unknown>)
}

/** The root that a payload itself names. */
const rootOf = ({ payload }: ReadablePayload, host: HostId | undefined, home: string): string | undefined => {
  if (host === undefined) return undefined
  const reading = readPayload(hostOf(host), payload, { env: {}, home, exists: () => false, readText: () => undefined })
  return reading.kind === 'event' ? reading.event.workspace.root : undefined
}
