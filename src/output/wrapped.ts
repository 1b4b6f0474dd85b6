/** Columns where neither a terminal nor COLUMNS says how many there are. */
const USUAL_COLUMNS = 80
const LEAST_COLUMNS = 20

/** How wide a text for people may be. */
export const columnsOf = (terminal: number | undefined, variable: string | undefined): number => {
  const said = terminal ?? (/^\d{1,5}$/.test(variable ?? '') ? Number(variable) : 0)
  return said === 0 ? USUAL_COLUMNS : Math.max(said, LEAST_COLUMNS)
}

/** Colours take no room. */
// eslint-disable-next-line no-control-regex
const COLOUR = /\u001b\[[0-9;]*m/g
const widthOf = (text: string): number => (text.includes('\u001b') ? text.replace(COLOUR, '').length : text.length)

/**
 * Lines of at most `columns` characters; a word that is longer (an address) stands whole in a line of its own.
 *
 * @param first put in front of the first line; the others are indented as far as it is wide, or as `indent` says
 */
export const wrapped = (text: string, columns: number, first = '', indent = ' '.repeat(first.length)): string[] => {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const word of text.split(' ')) {
    if (!isEmpty && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line)
      line = indent
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}
