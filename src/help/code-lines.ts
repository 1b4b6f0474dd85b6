/** Code on a narrow terminal: broken only where it stays the same code. */

const INDENT = '    '
const DEEPER = '      '

/**
 * Lines to copy. Between words that are not inside quotes a long line goes on below, in a shell behind a backslash; what has no
 * such place stays long.
 */
export const codeLines = (lines: readonly string[], language: string, columns: number): string[] =>
  lines.flatMap((line) =>
    INDENT.length + line.length <= columns ? [line === '' ? '' : INDENT + line] : brokenLine(line, language, columns),
  )

/** A command to type, broken like one of a shell. */
export const commandLines = (line: string, columns: number): string[] =>
  2 + line.length <= columns ? [`  ${line}`] : broken(piecesOf(line), '  ', INDENT, ' \\', columns)

const brokenLine = (line: string, language: string, columns: number): string[] => {
  const [, own = '', rest = ''] = /^(\s*)(.*)$/.exec(line) ?? []
  const indent = INDENT + own
  if (/^(?:sh|bash|shell)$/.test(language)) return broken(piecesOf(rest), indent, indent + INDENT, ' \\', columns)
  return /^jsonc?$/.test(language) ? broken(piecesOf(rest), indent, own + DEEPER, '', columns) : [indent + rest]
}

/** What stands between blanks outside of quotes. */
const piecesOf = (line: string): string[] => line.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'])+|["']\S*/g) ?? []

const broken = (pieces: readonly string[], first: string, indent: string, mark: string, columns: number): string[] => {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const [index, piece] of pieces.entries()) {
    const room = columns - (index === pieces.length - 1 ? 0 : mark.length)
    if (!isEmpty && line.length + 1 + piece.length > room) {
      lines.push(line + mark)
      line = indent
      isEmpty = true
    }
    line += isEmpty ? piece : ` ${piece}`
    isEmpty = false
  }
  return [...lines, line]
}
