import { readdirSync, readFileSync } from 'node:fs'
import { withByteFaults } from './mutate-bytes.mjs'
import { withStructureFaults } from './mutate-json.mjs'

/**
 * Payloads that hosts have sent, with faults put in; and, without asking our own code, which of them must be denied where the
 * chain denies every call.
 *
 * @typedef {import('../support/payloads.mjs').Host} Host
 * @typedef {import('./random.mjs').Random} Random
 * @typedef {{ host: Host, name: string, event: string, text: string }} Capture `event`: native
 * @typedef {{ host: Host, name: string, line: string, bytes: Buffer }} Mutated `line`: event of the registered line, native
 */

const FOLDER = new URL('../../fixtures/captures/', import.meta.url)
/** The root in the captures. */
const CAPTURED_ROOT = '/home/dev/project'

/** Native events before a tool call (DESIGN 3). */
const GATES = /** @type {Record<Host, readonly string[]>} */ ({
  'claude-code': ['PreToolUse', 'PreSkillShellCommand'],
  codex: ['PreToolUse'],
  cursor: ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead'],
})

/**
 * @param {string} root of the workspace, in place of the captured one
 * @returns {Capture[]}
 */
export const capturesIn = (root) =>
  /** @type {Host[]} */ (Object.keys(GATES)).flatMap((host) =>
    readdirSync(new URL(`${host}/`, FOLDER))
      .sort()
      .map((name) => {
        const text = readFileSync(new URL(`${host}/${name}`, FOLDER), 'utf8').replaceAll(CAPTURED_ROOT, root)
        return { host, name, text, event: JSON.parse(text).hook_event_name }
      })
      // Only a host that breaks its own rules sends one without its event.
      .filter(({ event }) => typeof event === 'string'),
  )

/** How many of the cases are calls of a tool: they are what can be lost. */
const GATE_SHARE = 0.7

/**
 * @param {readonly Capture[]} captures
 * @param {Random} random
 * @returns {Mutated}
 */
export const mutated = (captures, random) => {
  const wantsGate = random.chance(GATE_SHARE)
  const candidates = captures.filter(({ host, event }) => GATES[host].includes(event) === wantsGate)
  const { host, name, event, text } = random.one(candidates)
  const others = captures.filter((capture) => capture.host === host)
  const isByteWise = random.chance(0.4)
  const structured = () => withStructureFaults(JSON.parse(text), random, () => JSON.parse(random.one(others).text))
  const bytes = isByteWise ? withByteFaults(Buffer.from(text), random) : structured()
  return { host, name, line: event, bytes: random.chance(0.05) ? withByteFaults(bytes, random) : bytes }
}

/** @param {Buffer} bytes @returns {unknown} what any strict reader of JSON makes of it; undefined: nothing */
const read = (bytes) => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\ufeff+/, ''))
  } catch {
    return undefined
  }
}

/**
 * The native event of a payload: what it says itself; what the registered line says, where it names none that the host has.
 *
 * @param {Mutated} payload
 * @param {ReadonlySet<string>} known events of the host
 * @returns {{ event: string, isGate: boolean, isSure: boolean }} `isSure`: false where two readers may take it for two events
 */
export const eventOf = ({ host, line, bytes }, known) => {
  const document = /** @type {any} */ (read(bytes))
  const isRead = typeof document === 'object' && document !== null && !Array.isArray(document)
  const own = isRead ? document.hook_event_name : undefined
  const event = typeof own === 'string' && known.has(own) ? own : line
  const gates = GATES[host]
  const mentions = isRead ? (bytes.toString('utf8').match(/hook_?event_?name"/gi)?.length ?? 0) : 0
  if (mentions <= 1 || event === line) return { event, isGate: gates.includes(event), isSure: true }
  return { event, isGate: gates.includes(event) && gates.includes(line), isSure: false }
}
