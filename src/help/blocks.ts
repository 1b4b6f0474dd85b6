/** The blocks of a Markdown text, as far as our README uses it: headings, paragraphs, lists, tables and code. */

export type Block =
  | { is: 'heading'; level: number; text: string }
  | { is: 'text'; text: string }
  /** `mark` is `-` or `1.`; `indent` how far it stands in. */
  | { is: 'item'; mark: string; indent: number; text: string }
  | { is: 'code'; language: string; lines: string[] }
  | { is: 'table'; head: string[]; rows: string[][] }

const FENCE = /^(`{3,})(\w*)\s*$/
const HEADING = /^(#{1,6}) (.+)$/
const ITEM = /^( *)([-*]|\d+\.) (.+)$/
const RULE_OF_TABLE = /^\|[-:| ]+\|$/

export const blocksOf = (markdown: string): Block[] => {
  const lines = markdown.replace(/<!--[^]*?-->/g, '').split('\n')
  const blocks: Block[] = []
  /** The paragraph or item that the next line may go on with. */
  let open: { text: string } | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const fence = FENCE.exec(line)
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)
    if (fence !== null) {
      const end = lines.findIndex((one, index) => index > at && one.trim() === fence[1])
      const last = end === -1 ? lines.length : end
      blocks.push({ is: 'code', language: fence[2] ?? '', lines: lines.slice(at + 1, last) })
      at = last
      open = undefined
    } else if (line.trim() === '') open = undefined
    else if (heading !== null) {
      blocks.push({ is: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
      open = undefined
    } else if (line.startsWith('|') && RULE_OF_TABLE.test(lines[at + 1] ?? '')) {
      const end = lines.findIndex((one, index) => index > at && !one.startsWith('|'))
      const last = end === -1 ? lines.length : end
      blocks.push({ is: 'table', head: cellsOf(line), rows: lines.slice(at + 2, last).map(cellsOf) })
      at = last - 1
      open = undefined
    } else if (item !== null) {
      const block = { is: 'item' as const, mark: item[2] ?? '-', indent: item[1]?.length ?? 0, text: item[3] ?? '' }
      blocks.push(block)
      open = block
    } else if (open !== undefined) open.text += ` ${line.trim()}`
    else {
      const block = { is: 'text' as const, text: line.trim() }
      blocks.push(block)
      open = block
    }
  }
  return blocks
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
