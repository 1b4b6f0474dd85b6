import { columnsOf, wrapped } from './wrapped.js'

/**
 * Lines for people, none wider than the terminal: what is too long goes on below, two columns further in than it began. Where
 * nobody says how wide it is (a pipe into another program), lines stay whole, so that what searches in them finds what it looks for.
 *
 * @param text of any number of lines; code and commands that are copied stay long where they hold no blank
 */
export const fitted = (text: string): string => {
  const { columns } = process.stdout
  if (columns === undefined && !/^\d+$/.test(process.env.COLUMNS ?? '')) return text
  const width = columnsOf(columns, process.env.COLUMNS)
  return text
    .split('\n')
    .flatMap((line) => {
      // A document is copied, and a break inside of it would make it another.
      if (line.length <= width || line.includes('{"')) return [line]
      const [, indent = '', rest = ''] = /^(\s*)(.*)$/s.exec(line) ?? []
      return wrapped(rest, width, indent, `${indent}  `)
    })
    .join('\n')
}
