import type { Payload } from '../../hosts/types.js'
import { appendLine } from '../log/append.js'
import { realPathOf } from '../paths/real.js'
import type { Decided } from '../run/decide.js'
import { judgementOf } from '../run/judgement.js'
import type { Places } from '../store/places.js'
import { callsFileOf } from './places.js'
import { redacted, redactedText } from './redact.js'
import { forgetOver, recordingsOn, type Recording } from './switch.js'
import { CALLS_ROTATION, RECORDED_VERSION, type RecordedCall } from './recorded.js'

/** `run`'s part in recording, loaded only while a workspace is recorded. The build makes a part of its own of it. */

/** What one write carries whole on every system. */
const MAX_LINE_BYTES = 65_536
/** Characters of one text that are kept; fewer, until the whole fits into a line. */
const KEPT_CHARS = [4_000, 800, 160] as const
const REASON_CHARS = 1_000

/**
 * Keeps a payload of a workspace that is recorded, redacted, with what came of it.
 *
 * @throws the system's error; the answer is out by then
 */
export const recordCall = (payload: Payload, decided: Decided, places: Places): void => {
  const on = recordingsOn(places)
  if (on.length === 0) return forgetOver(places)
  for (const recording of on.filter((one) => isOf(one, decided))) {
    const line = lineOf(payload, decided, spelledRoot(recording, decided), places)
    if (line !== undefined) appendLine(callsFileOf(places, recording.root), line, CALLS_ROTATION)
  }
}

/** Whether a call is of a workspace: its session has that root, or the policy that stands there applied. */
const isOf = ({ root }: Recording, { event, policies }: Decided): boolean =>
  event !== undefined &&
  (policies.some(({ layer, approvedAs }) => layer === 'workspace' && approvedAs === root) || realRoot(event) === root)

const realRoot = ({ workspace }: NonNullable<Decided['event']>): string => realPathOf(workspace.root) ?? workspace.root

/** As the payload spells it, so that it can be found there. */
const spelledRoot = ({ root }: Recording, { event }: Decided): string =>
  event !== undefined && realRoot(event) === root ? event.workspace.root : root

const lineOf = (payload: Payload, decided: Decided, root: string, { home }: Places): Buffer | undefined => {
  const { host, event, policies } = decided
  if (host === undefined || event === undefined) return undefined
  const { decision, by, failing, reason } = judgementOf(decided)
  for (const maxChars of KEPT_CHARS) {
    const kept = redacted(payload, { home, maxChars })
    const record: RecordedCall = {
      version: RECORDED_VERSION,
      at: new Date().toISOString(),
      root: redactedText(root, { home, maxChars: 4_000 }),
      host: host.id,
      event: event.event,
      verdict: decision,
      by: by.map((name) => redactedText(name, { home, maxChars: 200 })),
      ...(reason === undefined ? {} : { reason: redactedText(reason, { home, maxChars: REASON_CHARS }) }),
      ...(failing === undefined ? {} : { failed: true }),
      ...(policies.every(({ standing }) => standing.state === 'approved') ? {} : { unapproved: true }),
      ...(kept.cut === 0 ? {} : { cut: kept.cut }),
      payload: kept.value as Payload,
    }
    const line = Buffer.from(`${JSON.stringify(record)}\n`)
    if (line.length <= MAX_LINE_BYTES) return line
  }
  return undefined
}
