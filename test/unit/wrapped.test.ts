import { describe, expect, it } from 'vitest'
import { columnsOf, wrapped } from '../../src/output/wrapped.js'

describe('wrapped', () => {
  it.each([
    [['a bb ccc', 10], ['a bb ccc']],
    [
      ['a bb ccc', 5],
      ['a bb', 'ccc'],
    ],
    [
      ['a bb ccc', 6, '- '],
      ['- a bb', '  ccc'],
    ],
    [
      ['a bb ccc', 6, '  ', '    '],
      ['  a bb', '    ccc'],
    ],
    [
      ['see https://example.com now', 10],
      ['see', 'https://example.com', 'now'],
    ],
    [['https://example.com', 10, '  '], ['  https://example.com']],
    [['', 10], ['']],
  ] as [[string, number, string?, string?], string[]][])('%j becomes %j', (given, lines) => {
    expect(wrapped(...given)).toEqual(lines)
  })
})

describe('columnsOf', () => {
  it.each([
    [120, '40', 120],
    [undefined, '40', 40],
    [undefined, undefined, 80],
    [undefined, '', 80],
    [undefined, '0', 80],
    [undefined, 'wide', 80],
    [undefined, '-3', 80],
    [undefined, '5', 20],
    [0, undefined, 80],
  ])('a terminal of %j and COLUMNS=%j give %d', (terminal, variable, columns) => {
    expect(columnsOf(terminal, variable)).toBe(columns)
  })
})
