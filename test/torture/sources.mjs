import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * The oracles of the tests, and of the sources what reads a payload and renders an answer, in this process.
 *
 * @typedef {object} Sources
 * @property {typeof import('../oracle/index.js').oracles} oracles
 * @property {Record<import('../support/payloads.mjs').Host, ReadonlySet<string>>} known native events by host, as the oracles have them
 * @property {typeof import('../../src/input/decode-payload.js').decodePayload} decodePayload
 * @property {typeof import('../../hosts/index.js').detectHost} detectHost
 * @property {typeof import('../../hosts/index.js').readPayload} readPayload
 * @property {typeof import('../../src/run/refuse.js').refusal} refusal
 * @property {typeof import('../../src/protocol/decision.js').denial} denial
 * @property {typeof import('../../src/protocol/decision.js').passDecision} passDecision
 */

const ENTRY = `
export { oracles } from './test/oracle/index.js'
import { EVENTS as claudeCode } from './test/oracle/claude-code.tables.js'
import { EVENTS as codex } from './test/oracle/codex.tables.js'
import { EVENTS as cursor } from './test/oracle/cursor.tables.js'
const names = (events) => new Set(Object.keys(events))
export const known = { 'claude-code': names(claudeCode), codex: names(codex), cursor: names(cursor) }
export { decodePayload } from './src/input/decode-payload.js'
export { detectHost, readPayload } from './hosts/index.js'
export { refusal } from './src/run/refuse.js'
export { denial, passDecision } from './src/protocol/decision.js'
`

/** @returns {Promise<Sources>} */
export const loadSources = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acuvo-torture-'))
  try {
    const outfile = join(folder, 'sources.cjs')
    await build({
      stdin: { contents: ENTRY, resolveDir: fileURLToPath(new URL('../..', import.meta.url)), loader: 'ts' },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    })
    return createRequire(import.meta.url)(outfile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
