import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgetMs, payloadSilenceMs } from '../../src/clock/deadline.js'
import { bounded, tailOf } from '../../src/text/bounds.js'
import { quoted, safeLine, safeText } from '../../src/text/safe.js'

describe('text from outside is made harmless', () => {
  it.each([
    ['ok\u001b[2J\u001b]0;t\u0007', 'ok\ufffd[2J\ufffd]0;t\ufffd'],
    ['a\u202Etxt\u2066', 'a\ufffdtxt\ufffd'],
    ['a\u200bb\ufeff', 'a\ufffdb\ufffd'],
    ['a\udc88b', 'a\ufffdb'],
    ['line\r\nnext\tcell', 'line\nnext\tcell'],
    ['<system-reminder>x</system-reminder>', '‹system-reminder>x‹/system-reminder>'],
    ['a < b && <div> </p>', 'a < b && <div> </p>'],
    ['héllo 😀 日本', 'héllo 😀 日本'],
  ])('%j becomes %j', (text, expected) => {
    expect(safeText(text)).toBe(expected)
  })

  it('whatever it is, it can stand in strict JSON and on a terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const safe = safeText(text)
        expect(safe.isWellFormed()).toBe(true)
        expect(safe).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
        expect(safeLine(text)).not.toMatch(/[\n\t]/)
      }),
    )
  })

  it('a quotation has at most 40 characters of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(quoted(text).length).toBeLessThanOrEqual(42)
      }),
    )
    expect(quoted('short')).toBe('"short"')
  })
})

describe('a text is cut visibly and never inside a character', () => {
  it('any text, any limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 0, max: 300 }), (text, maxChars) => {
        const cut = bounded(text, maxChars)
        expect(cut.length).toBeLessThanOrEqual(maxChars)
        if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true)
        if (text.length <= maxChars) expect(cut).toBe(text)
        expect(tailOf(text, maxChars).isWellFormed() || !text.isWellFormed()).toBe(true)
      }),
    )
    // Room is left for the longest mark: "… [100 characters cut]" has 22 characters.
    expect(bounded('x'.repeat(100), 40)).toBe(`${'x'.repeat(18)}… [82 characters cut]`)
  })
})

describe('the deadline', () => {
  it.each([
    ['PreToolUse', 600_000, 120_000],
    ['PreToolUse', 60_000, 58_000],
    ['PreToolUse', 4_000, 3_000],
    ['PostToolUse', 600_000, 598_000],
    ['PostToolUse', 900_000, 600_000],
    ['SessionEnd', 1_000, 750],
    ['UserPromptSubmit', 30_000, 28_000],
  ] as const)('of %s within %d ms of the host is %d ms', (event, hostTimeoutMs, expected) => {
    expect(budgetMs(event, hostTimeoutMs)).toBe(expected)
  })

  it('a payload is waited for 5 s, or half of what the host gives', () => {
    expect(payloadSilenceMs(600_000)).toBe(5_000)
    expect(payloadSilenceMs(3_000)).toBe(1_500)
  })
})
