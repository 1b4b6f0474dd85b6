import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendRecord, type CallRecord, type RecordedOutcome } from '../../src/log/call-record.js'

/** A record is one line of at most 16 KiB, whatever stands in it, and says what it lost. */

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'acuvo-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const MAX_BYTES = 16_384
const appended = (record: Partial<CallRecord>, telling: Partial<Parameters<typeof appendRecord>[2]> = {}): CallRecord => {
  const file = join(folder, 'log')
  const whole: CallRecord = { version: 1, id: 'aaaaaaaa', at: '2026-11-30T10:00:00.000Z', entries: [], outcomes: [], ...record }
  appendRecord(file, whole, { told: (text) => text, ...telling })
  const text = readFileSync(file, 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  expect(text.indexOf('\n')).toBe(text.length - 1)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES)
  rmSync(file)
  return JSON.parse(text) as CallRecord
}
const many = <One>(count: number, make: (index: number) => One): One[] => Array.from({ length: count }, (_, index) => make(index))

describe('a record', () => {
  it('that is short stays whole', () => {
    const outcomes = [{ hook: 'guard', outcome: 'denied', file: '/w/.acuvo/hooks.json', cause: 'why', exitCode: 2 }]
    const record = { host: 'codex', paths: ['/w/a'], reason: 'no', entries: [{ code: 'held', text: 'x' }], outcomes }
    expect(appended(record)).toEqual({ version: 1, id: 'aaaaaaaa', at: '2026-11-30T10:00:00.000Z', ...record })
  })

  const shapes: [string, string][] = [
    ['ASCII', 'a'],
    ['three bytes each', '\u6f22'],
    ['lone surrogates', '\ud800'],
    ['controls', '\u0001'],
    ['quotes', '"'],
    ['emoji', '\ud83d\ude00'],
  ]
  it.each(shapes)('in which everything is far too long and too many, of %s, still fits', (_name, sign) => {
    const long = sign.repeat(70_000)
    const outcomes = many(500, (index): RecordedOutcome => {
      const outcome = index === 499 ? 'denied' : 'passed'
      return {
        hook: long,
        outcome,
        file: long,
        cause: long,
        would: 'denied',
        changed: 'output',
        exitCode: 255,
        signal: 'SIGVTALRM',
        durationMs: 599_999,
        outputBytes: 1e9,
        slow: true,
        passed: 'aaaaaaaa',
      }
    })
    const record = appended(
      {
        host: long,
        event: 'PostToolUseFailure',
        nativeEvent: long,
        session: long,
        promptId: long,
        agentId: long,
        callId: long,
        tool: { kind: 'unknown', native: long },
        root: long,
        paths: many(4_000, () => long),
        verdict: 'deny',
        reason: long,
        durationMs: 599_999,
        payloadBytes: 67_108_864,
        answerBytes: 67_108_864,
        entries: many(100, () => ({ code: 'policy_unapproved', text: long })),
        outcomes,
      },
      {
        said: (maxChars) => ({
          input: sign.repeat(maxChars),
          output: sign.repeat(maxChars),
          prompt: sign.repeat(maxChars),
          message: sign.repeat(maxChars),
        }),
      },
    )
    expect(record.verdict).toBe('deny')
    expect(record.outcomes.map(({ outcome }) => outcome)).toContain('denied')
    const { paths = 0, entries = 0, outcomes: cutOutcomes = 0, texts } = record.cut ?? {}
    expect(paths + (record.paths?.length ?? 0)).toBe(4_000)
    expect(entries + record.entries.length).toBe(100)
    expect(cutOutcomes + record.outcomes.length).toBe(500)
    expect(texts).toBe(true)
  })

  it('keeps what decided of more hooks than fit', () => {
    const outcomes = many(300, (index) => ({ hook: `hook-${index}`, outcome: index % 100 === 50 ? 'denied' : 'passed' }))
    const record = appended({ outcomes })
    expect(record.outcomes.filter(({ outcome }) => outcome === 'denied').map(({ hook }) => hook)).toEqual([
      'hook-50',
      'hook-150',
      'hook-250',
    ])
    expect(record.cut).toEqual({ outcomes: 300 - record.outcomes.length })
  })

  it('keeps what was said as far as it fits, and says so where it does not', () => {
    const said = (maxChars: number) => ({ input: 'x'.repeat(Math.min(maxChars, 20_000)) })
    expect(appended({}, { said }).said).toEqual({ input: 'x'.repeat(3_000) })
    const much = many(30, () => ({ code: 'held', text: 'y'.repeat(1_000) }))
    expect(appended({ entries: much }, { said }).said).toEqual({ input: 'x'.repeat(600) })
  })

  it('is told without secrets before it is cut, so that none loses the sign by which it is known', () => {
    const told = (text: string): string => text.replace(/SECRET\w*/g, '[redacted]')
    const { reason, paths, entries, outcomes } = appended(
      {
        reason: `${'r'.repeat(1_990)}SECRET${'s'.repeat(500)}`,
        paths: [`${'p'.repeat(995)}SECRETs`],
        entries: [{ code: 'held', text: `${'e'.repeat(995)}SECRETs` }],
        outcomes: [{ hook: 'a', outcome: 'failed', cause: `${'c'.repeat(995)}SECRETs` }],
      },
      { told },
    )
    expect(JSON.stringify([reason, paths, entries, outcomes])).not.toContain('SECRET')
  })
})
