/** The table of the torture run, as it stands in the README. */

const COLUMNS = ['part', 'cases', 'lost verdicts', 'late answers', 'processes left', 'log lines lost', 'peak memory', 'time']

/** @param {readonly string[]} cells */
const line = (cells) =>
  `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(36) : cell.padStart(/** @type {string} */ (COLUMNS[index]).length))).join(' | ')} |`

export const TABLE_HEAD = `${line(COLUMNS)}\n|${COLUMNS.map((name, index) => (index === 0 ? '-'.repeat(38) : `${'-'.repeat(name.length + 1)}:`)).join('|')}|`

/** @param {import('./tally.mjs').Row} row */
export const shownRow = ({ part, cases, lost, late, left, lostLines, peakMiB, seconds }) =>
  line([
    part,
    String(cases),
    String(lost),
    String(late),
    String(left),
    String(lostLines),
    peakMiB === 0 ? '-' : `${Math.round(peakMiB)} MiB`,
    `${Math.round(seconds)} s`,
  ])
