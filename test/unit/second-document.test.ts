import { expect, it } from 'vitest'
import { hasSecondDocument } from '../../src/input/second-document.js'

/** By the grammar of JSON (RFC 8259): a whole document, and something behind it that is no blank. */
it.each([
  ['{} {}', true],
  ['{}x', true],
  [' \n{"a":"}\\""} x', true],
  ['[1,2]]', true],
  ['1 2', true],
  ['"a"b', true],
  ['"a\\"" b', true],
  ['truex', true],
  ['{}\u00a0', true],
  ['{}', false],
  [' {} \r\n\t', false],
  ['"a"', false],
  ['{"a" 1} {}', false],
  ['{"a":"\n"}{}', false],
  ['{]x', false],
  ['01', false],
  ['nul', false],
  ['"a', false],
  ['"a\\', false],
  ['{"a":[1', false],
  ['-', false],
  ['1.', true],
  ['', false],
  [']', false],
])('%j: %s', (text, expected) => expect(hasSecondDocument(text)).toBe(expected))

it('is told of a long text', () => {
  const long = `{"a":"${'\\"x'.repeat(2_000_000)}"}`
  expect(hasSecondDocument(`${long} 1`)).toBe(true)
  expect(hasSecondDocument(`${'['.repeat(2_000_000)}`)).toBe(false)
})
