import { capturesIn, eventOf, mutated } from './captured.mjs'
import { randomFrom } from './random.mjs'
import { Tally } from './tally.mjs'
import { faultOf } from './part-payloads.mjs'

/**
 * Mutated payloads through what reads them and what renders a deny, in this process: nothing throws, nothing takes long, and a
 * deny that is rendered stops the call at the host.
 */

const ROOT = '/home/dev/project'
/** A payload of some kilobytes takes a millisecond; what takes this long is worse than linear. */
const MOST_MS = 1_000
const TRIES = 3
const REASON = 'nothing is done here'

/**
 * @param {{ cases: number, seed: number, sources: import('./sources.mjs').Sources }} setting
 * @returns {import('./tally.mjs').Row}
 */
export const mutatedInProcess = ({ cases, seed, sources }) => {
  const tally = new Tally('mutated payloads, in process')
  const random = randomFrom(seed)
  const captures = capturesIn(ROOT)
  for (let index = 0; index < cases; index++) {
    const payload = mutated(captures, random)
    const words = () => `#${index} ${payload.host}/${payload.name} ${JSON.stringify(payload.bytes.toString('latin1').slice(0, 300))}`
    const startedAt = performance.now()
    tally.row.cases++
    try {
      const rendered = answered(payload, index % 2 === 0, sources)
      const fault = faultOf(payload, { ...rendered, signal: null, ms: 0 }, sources)
      if (fault !== undefined) tally.add('lost', `${fault}: ${words()}: ${rendered.stdout}`)
    } catch (error) {
      tally.add('lost', `${error}: ${words()}`)
    }
    let ms = performance.now() - startedAt
    // Once more, where the machine may only have been busy with something else.
    for (let again = 0; again < TRIES && ms > MOST_MS; again++)
      ms = Math.min(
        ms,
        msOf(() => answered(payload, true, sources)),
      )
    if (ms > MOST_MS) tally.add('late', `${Math.round(ms)} ms: ${words()}`)
  }
  return tally.end()
}

/**
 * From bytes to an answer, by a chain that denies every call. What is unreadable is held where the event that is known of it is
 * one before a call, as the program does; that much is written here again.
 *
 * @param {import('./captured.mjs').Mutated} payload
 * @param {boolean} isThere what the disk says of every path
 * @param {import('./sources.mjs').Sources} sources
 */
const answered = (payload, isThere, { decodePayload, detectHost, readPayload, refusal, denial, passDecision, known }) => {
  const silence = { stdout: '', stderr: '', exitCode: 0 }
  const held = () => (eventOf(payload, known[payload.host]).isGate ? refusal(REASON) : silence)
  const decoded = decodePayload(payload.bytes)
  if ('unreadable' in decoded) return held()
  const host = detectHost(decoded.payload, payload.host)
  if (host === undefined) return held()
  const reading = readPayload(host, decoded.payload, {
    env: { CLAUDE_PROJECT_DIR: ROOT, CURSOR_PROJECT_DIR: ROOT },
    processCwd: ROOT,
    home: '/home/dev',
    exists: () => isThere,
    readText: () => undefined,
    eventHint: payload.line,
  })
  if (reading.kind === 'unreadable') return held()
  if (reading.kind === 'other') return host.render(reading.nativeEvent, passDecision())
  const { event, named } = reading
  if (event.event !== 'PreToolUse') return host.render(event.nativeEvent, passDecision(), { event })
  return named ? host.render(event.nativeEvent, denial(REASON), { event }) : refusal(REASON)
}

/** @param {() => void} act */
const msOf = (act) => {
  const startedAt = performance.now()
  act()
  return performance.now() - startedAt
}
