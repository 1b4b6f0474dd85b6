/** The oracles against the measured tables of the host documents: every row is one line there, written by hand. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claudeCodeRows } from './claude-code.rows.js'
import { codexRows } from './codex.rows.js'
import { cursorRows } from './cursor.rows.js'
import { parse } from './document.js'
import { oracles, type HostName } from './index.js'
import type { Row } from './row.js'
import { isObject } from './shape.js'
import { nothing } from './types.js'

const tables: Record<HostName, Row[]> = { 'claude-code': claudeCodeRows, codex: codexRows, cursor: cursorRows }

for (const [host, rows] of Object.entries(tables) as [HostName, Row[]][]) {
  describe(host, () => {
    test.each(rows.map((row) => [`${row.event}: ${row.title}`, row] as const))('%s', (_, row) => {
      const judgement = oracles[host].judge(row.event, row.result, row.options)
      const { problems, personSees } = judgement
      expect(judgement).toEqual({ ...nothing(), problems, personSees, ...row.expect })
      if (row.problem === undefined) expect(problems).toEqual([])
      else expect(problems.join('\n')).toContain(row.problem)
    })

    test('is invalid only with a problem named', () => {
      for (const row of rows) {
        const { valid, problems } = oracles[host].judge(row.event, row.result, row.options)
        expect(valid || problems.length > 0, `${row.event}: ${row.title}`).toBe(true)
      }
    })

    test('takes any output without throwing, and a garbled one never as valid', () => {
      const whole = (stdout: string): boolean => isObject(parse(stdout)) && stdout.startsWith('{"')
      const printed = rows.map((row) => row.result.stdout).filter(whole)
      const events = [...new Set(rows.map((row) => row.event))]
      const sample = fc.record({
        event: fc.constantFrom(...events),
        stdout: fc.oneof(fc.string(), fc.json(), fc.constantFrom(...printed)),
        cut: fc.nat(60),
        exitCode: fc.constantFrom(0, 1, 2, null),
        failClosed: fc.boolean(),
      })
      fc.assert(
        fc.property(sample, ({ event, stdout, cut, exitCode, failClosed }) => {
          oracles[host].judge(event, { exitCode, stdout, stderr: 'E' }, { failClosed })
          if (!whole(stdout)) return
          const half = stdout.slice(0, 1 + (cut % (stdout.length - 1)))
          const judgement = oracles[host].judge(event, { exitCode: 0, stdout: half, stderr: '' })
          expect(judgement.valid).toBe(false)
          expect(judgement.widened).toBe(false)
        }),
        { numRuns: 500 },
      )
    })

    test('row titles are unique', () => {
      const titles = rows.map((row) => `${row.event}: ${row.title}`)
      expect(titles).toEqual([...new Set(titles)])
    })
  })
}

test('wouldBlock is the blocked of a judgement with default options', () => {
  expect(oracles.codex.wouldBlock('PreToolUse', 2, '', 'no')).toBe(true)
  expect(oracles.codex.wouldBlock('PreToolUse', 2, '', '')).toBe(false)
  expect(oracles['claude-code'].wouldBlock('PreToolUse', 2, '', '')).toBe(true)
  expect(oracles.cursor.wouldBlock('preToolUse', 1, '{"permission":"deny"}', '')).toBe(false)
})
