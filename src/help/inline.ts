/** Markdown inside a line, as a terminal shows it. */

/** `[text](address)`: addresses on the web are kept, places in the same document are not. */
const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g
const CODE = /`([^`]+)`/g
const STRONG = /\*\*([^*]+)\*\*/g
const EMPHASIS = /(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g
const ESCAPED = /\\([\\`*_{}[\]()#+.!|<>-])/g

/** A private sign that stands for a piece of code while the rest is read. */
const HELD = (index: number): string => `\ue000${index}\ue001`

/** @returns plain text; code of several words keeps its marks, because nothing else would tell where it ends */
export const plainInline = (markdown: string): string => {
  const codes: string[] = []
  const hold = (_: string, code: string): string => {
    codes.push(/\s/.test(code) ? `\`${code}\`` : code)
    return HELD(codes.length - 1)
  }
  return (
    markdown
      .replace(CODE, hold)
      .replace(LINK, (_, text: string, address: string) => (/^https?:/.test(address) && address !== text ? `${text} (${address})` : text))
      .replace(STRONG, '$1')
      .replace(EMPHASIS, '$1')
      .replace(ESCAPED, '$1')
      .replace(/\ue000(\d+)\ue001/g, (_, index: string) => codes[Number(index)] ?? '')
      // In a table even code has its bars escaped.
      .replace(/\\\|/g, '|')
  )
}
