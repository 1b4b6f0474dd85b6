import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectHost, readPayload } from '../../hosts/index.js'
import { operationsOf, type PatchOperation } from '../../hosts/shared/patch.js'
import { loadPolicy } from '../../src/config/load.js'
import { decodePayload } from '../../src/input/decode-payload.js'
import { denial } from '../../src/protocol/decision.js'
import { EVENTS as CLAUDE_CODE } from '../oracle/claude-code.tables.js'
import { EVENTS as CODEX } from '../oracle/codex.tables.js'
import { EVENTS as CURSOR } from '../oracle/cursor.tables.js'
import { oracles } from '../oracle/index.js'
import { capturesIn, eventOf, mutated } from '../torture/captured.mjs'
import { CONFIGURED, plainReading } from '../torture/configured.mjs'
import { withByteFaults } from '../torture/mutate-bytes.mjs'
import { withStructureFaults } from '../torture/mutate-json.mjs'
import { randomFrom } from '../torture/random.mjs'

/** What readers make of texts that nobody has thought of. The torture run does the same a hundred times as often. */

const KNOWN = {
  'claude-code': new Set(Object.keys(CLAUDE_CODE)),
  codex: new Set(Object.keys(CODEX)),
  cursor: new Set(Object.keys(CURSOR)),
}
const seeds = fc.integer({ min: 0, max: 0x7fff_ffff })

describe('a patch', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((name) => name.replace(/[\n\r]/g, ''))
  const path = text.filter((name) => name !== '' && name.replaceAll('\u0085', ' ').trim() === name && !name.startsWith('***'))
  /** Lines of a hunk may quote a header. */
  const hunk = fc.array(fc.oneof(text, fc.constantFrom('*** Delete File: quoted', '*** End Patch', '*** Move to: quoted', '')), {
    maxLength: 4,
  })
  const operation = fc.oneof(
    fc.record({ operation: fc.constant('add' as const), path }),
    fc.record({ operation: fc.constant('delete' as const), path }),
    fc.record({ operation: fc.constant('update' as const), path }),
    fc.record({ operation: fc.constant('update' as const), path, moveTo: path }),
  )
  const HEADERS = { add: 'Add', update: 'Update', delete: 'Delete' }
  const written = ({ operation, path, moveTo }: PatchOperation, lines: string[], sign: string): string[] => [
    `*** ${HEADERS[operation]} File: ${path}`,
    ...(moveTo === undefined ? [] : [`*** Move to: ${moveTo}`]),
    ...(operation === 'delete' ? [] : lines.map((line) => `${operation === 'add' ? '+' : sign}${line}`)),
  ]

  it('is read as it was written, whatever its lines quote', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(operation, hunk, fc.constantFrom(' ', '+', '-')), { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        (parts, end) => {
          const lines = ['*** Begin Patch', ...parts.flatMap(([one, inner, sign]) => written(one, inner, sign)), '*** End Patch']
          expect(operationsOf(lines.join(end))).toEqual(parts.map(([one]) => one))
        },
      ),
    )
  })

  it('of any text is read without a throw, and never into more operations than it has lines', () => {
    const odd = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('*** Add File: ', '*** Update File: a', '*** Move to: ', '***', '*** End Patch')),
    )
    fc.assert(
      fc.property(
        odd,
        (lines) => void expect(operationsOf(lines.join('\n')).length).toBeLessThanOrEqual(lines.join('\n').split('\n').length),
      ),
    )
  })
})

describe('a policy with faults in it', () => {
  it('is read whole or refused with every fault in words, and nothing that a plain reading refuses is taken', () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, isByteWise) => {
        const random = randomFrom(seed)
        const { policy } = random.one(CONFIGURED)
        const bytes = isByteWise
          ? withByteFaults(Buffer.from(JSON.stringify(policy)), random)
          : withStructureFaults(policy, random, () => random.one(CONFIGURED).policy)
        const loaded = loadPolicy({ bytes }, { layer: 'workspace', file: '/w/.acuvo/hooks.json', root: '/w', open: () => undefined })
        if ('errors' in loaded) {
          expect(loaded.errors.length).toBeGreaterThan(0)
          for (const { message } of loaded.errors) expect(message).not.toBe('')
        } else expect(plainReading(bytes), bytes.toString()).toHaveProperty('policy')
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('a payload with faults in it', () => {
  const ROOT = '/home/dev/project'
  const captures = capturesIn(ROOT)

  it('is never taken for something harmless where it is a call: read as one, and denied, the host stops it', () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, isThere) => {
        const payload = mutated(captures, randomFrom(seed))
        const { host: id, line, bytes } = payload
        const decoded = decodePayload(bytes)
        const host = 'payload' in decoded ? detectHost(decoded.payload, id) : undefined
        if (!('payload' in decoded) || host === undefined) return
        const reading = readPayload(host, decoded.payload, {
          env: {},
          processCwd: ROOT,
          home: '/home/dev',
          exists: () => isThere,
          readText: () => undefined,
          eventHint: line,
        })
        const { isGate } = eventOf(payload, KNOWN[id])
        if (isGate) expect(reading.kind, `${seed}`).not.toBe('other')
        if (reading.kind !== 'event' || reading.event.event !== 'PreToolUse' || !reading.named) return
        const { nativeEvent } = reading.event
        const { blocked, widened, valid } = oracles[host.id as typeof id].judge(
          nativeEvent,
          host.render(nativeEvent, denial('no'), reading),
        )
        expect({ blocked, widened, valid }, `${seed}`).toEqual({ blocked: true, widened: false, valid: true })
      }),
      { numRuns: 1_500 },
    )
  })
})
