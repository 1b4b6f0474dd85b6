import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../src/chain/answer.js'
import { conflictingKeyOf } from '../../src/input/conflicting-keys.js'
import { rawMember } from '../../src/input/raw-member.js'
import { pathsInArguments } from '../../hosts/shared/paths.js'
import { toAbsolute } from '../../src/paths/absolute.js'
import { safeText } from '../../src/text/safe.js'

/**
 * Readers of text from outside, on texts made to hurt. Nothing here is timed: what is worse than linear does not come to an
 * end on these within the limit of any test run.
 */

const LONG = 1_000_000
const hurtful = [
  '{',
  '{\n',
  '{"',
  '{\n\n"a',
  ' ',
  '\n',
  '\t\n',
  '"',
  '\\',
  '\\"',
  '/',
  './',
  '<',
  '</a-',
  '\u200b',
  'é',
  'C:\\',
  '\\\\',
  "'",
  '}{',
  '[',
  ':',
  '\r',
  '\u2028',
  '{\r',
  '\u001b[0m',
]

describe('text that hurts', () => {
  it.each(hurtful)('%j a million times', (part) => {
    const text = part.repeat(LONG / part.length)
    expect(readAnswer(text, false)).toBeDefined()
    expect(readAnswer(`log\n${text}`, false)).toBeDefined()
    expect(safeText(text).length).toBeGreaterThan(0)
    expect(toAbsolute(text, '/w', '/h').length).toBeGreaterThan(0)
    expect(pathsInArguments({ path: text, other: text }, { cwd: '/w' })).toBeDefined()
    const json = JSON.stringify({ a: text, b: { a: text } })
    expect(conflictingKeyOf(json, JSON.parse(json))).toBeUndefined()
    expect(rawMember(Buffer.from(json), 'b')).toBeDefined()
  })
})
