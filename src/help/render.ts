import { colours } from '../output/colours.js'
import { wrapped } from '../output/wrapped.js'
import { blocksOf, type Block } from './blocks.js'
import { codeLines } from './code-lines.js'
import { plainInline } from './inline.js'

/** A Markdown text as a terminal shows it: wrapped, its tables readable on a narrow one too. */
export const rendered = (markdown: string, columns: number): string[] => {
  const lines: string[] = []
  let before: Block | undefined
  for (const block of blocksOf(markdown)) {
    // Items of one list stand together.
    if (before !== undefined && !(before.is === 'item' && block.is === 'item')) lines.push('')
    lines.push(...linesOf(block, columns))
    before = block
  }
  return lines
}

const linesOf = (block: Block, columns: number): string[] => {
  if (block.is === 'heading') return wrapped(plainInline(block.text), columns).map(colours.bold)
  if (block.is === 'text') return wrapped(plainInline(block.text), columns)
  if (block.is === 'code') return codeLines(block.lines, block.language, columns)
  if (block.is === 'item') return wrapped(plainInline(block.text), columns, `${' '.repeat(block.indent)}${block.mark} `)
  return tableLines(
    block.head.map(plainInline),
    block.rows.map((row) => row.map(plainInline)),
    columns,
  )
}

const GAP = '  '

const tableLines = (head: readonly string[], rows: readonly (readonly string[])[], columns: number): string[] => {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const width = widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1))
  if (width <= columns) {
    const line = (cells: readonly string[]): string =>
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join(GAP)
        .trimEnd()
    return [colours.bold(line(head)), ...rows.map(line)]
  }
  return head.length === 2 ? pairs(head, rows, columns) : records(head, rows, columns)
}

/** Two columns, the second of sentences: each first cell, and its sentences below it. */
const pairs = (head: readonly string[], rows: readonly (readonly string[])[], columns: number): string[] => [
  ...wrapped(head.filter((title) => title !== '').join(': '), columns).map(colours.bold),
  ...rows.flatMap(([first = '', second = '']) => [...wrapped(first, columns), ...wrapped(second, columns, '    ', '    ')]),
]

/** Several columns: each row under its first cell, the others with their titles. */
const records = ([, ...titles]: readonly string[], rows: readonly (readonly string[])[], columns: number): string[] =>
  rows.flatMap(([first = '', ...cells]) => [
    ...wrapped(first, columns),
    ...wrapped(titles.map((title, at) => `${title} ${cells[at] ?? ''}`.trim()).join(', '), columns, '    ', '    '),
  ])
