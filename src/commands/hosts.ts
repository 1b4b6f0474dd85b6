import type { Fact } from '../../hosts/facts.js'
import { HOSTS } from '../../hosts/index.js'
import { ANSWERS, type AnswerName, type Support } from '../../hosts/types.js'
import { colours } from '../output/colours.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { EXIT } from '../text/command-texts.js'
import { answerWords, hostTexts, sourced, supportWords } from '../text/host-texts.js'
import { hostRecord, type EventRecord, type HostRecord } from './host-record.js'

/**
 * What each host can carry at which event, what limits it, and what it never calls us for. Looks at nothing but our own tables.
 *
 * @param id only this host's; absent: every host's
 * @returns the exit code
 */
export const hosts = (id: string | undefined, { json }: { json?: boolean }): number => {
  const records = HOSTS.filter((host) => id === undefined || host.id === id).map(hostRecord)
  if (json) writeAnswer(1, `${JSON.stringify({ version: 1, hosts: records }, null, 2)}\n`)
  else writeAnswer(1, textOf(records, columnsOf(process.stdout.columns, process.env.COLUMNS)))
  return EXIT.fine
}

const textOf = (records: readonly HostRecord[], columns: number): string => {
  const notes = [hostTexts.legend, hostTexts.meanings, hostTexts.sources].flatMap((note) => wrapped(note, columns))
  return `${[...records.flatMap((record) => [...hostLines(record, columns), '']), ...notes].join('\n')}\n`
}

const hostLines = (record: HostRecord, columns: number): string[] => {
  const section = (title: string, items: readonly string[]): string[] =>
    items.length === 0
      ? []
      : ['', ...wrapped(title, columns).map(colours.bold), ...items.flatMap((item) => wrapped(item, columns, '  ', '    '))]
  const facts = (title: string, list: readonly Fact[]): string[] => section(title, list.map(factText))
  return [
    ...wrapped(`${record.title} (${record.id})`, columns).map(colours.bold),
    ...wrapped(hostTexts.verified(record.verifiedAgainst), columns),
    ...wrapped(hostTexts.context(record.context.max, record.context.unit), columns),
    '',
    ...tableLines(record.events, columns),
    ...section(hostTexts.limits, limitItems(record.events)),
    ...facts(hostTexts.neverCalled, record.neverCalled),
    ...facts(hostTexts.failClosedSwitch, record.failClosedSwitch),
    ...facts(hostTexts.timeouts, record.timeouts),
    ...facts(hostTexts.stopControl, record.stopControl),
    ...facts(hostTexts.subagents, record.subagents),
    ...section(
      hostTexts.calls,
      record.events.map(({ name, event, calls }) => `${hostTexts.native(name, event)}: ${factText(calls)}`),
    ),
    ...section(hostTexts.otherEvents, record.otherEvents.length === 0 ? [] : [record.otherEvents.join(', ')]),
    ...section(
      hostTexts.documentation,
      record.documentation.map(({ url, says }) => `${url} ${says}`),
    ),
  ]
}

const factText = ({ text, source }: Fact): string => sourced(text, source)

// --- the table --------------------------------------------------------------------------------------------------

const COLUMNS = ['deny', 'ask', 'allow', 'context', 'notice', 'rewrite', 'replace'] as const satisfies readonly AnswerName[]

/** Outputs of built-in tools and of MCP tools share a column: where only one of them is replaced, that is a limit. */
const supportOf = ({ answers }: EventRecord, column: (typeof COLUMNS)[number]): Support => {
  const { support } = answers[column]
  return column === 'replace' && answers.replaceMcp.support !== support ? 'partial' : support
}

const paint = (support: Support, text: string): string => {
  if (support === 'native') return colours.green(text)
  return support === 'none' ? text : colours.yellow(text)
}

const tableLines = (events: readonly EventRecord[], columns: number): string[] => {
  const rows = events.map((event) => ({ name: event.name, cells: COLUMNS.map((column) => supportOf(event, column)) }))
  const nameWidth = Math.max(hostTexts.event.length, ...rows.map(({ name }) => name.length))
  const widths = COLUMNS.map((column, at) =>
    Math.max(answerWords[column].length, ...rows.map(({ cells }) => wordOf(cells[at] as Support).length)),
  )
  if (widths.reduce((sum, width) => sum + GAP.length + width, nameWidth) > columns) {
    return rows.flatMap(({ name, cells }) => [name, ...wrapped(cellsInWords(cells), columns, '  ', '  ')])
  }
  const padded = (text: string, at: number): string => (at === COLUMNS.length - 1 ? text : text.padEnd(widths[at] ?? 0))
  return [
    colours.bold([hostTexts.event.padEnd(nameWidth), ...COLUMNS.map((column, at) => padded(answerWords[column], at))].join(GAP)),
    ...rows.map(({ name, cells }) =>
      [name.padEnd(nameWidth), ...cells.map((support, at) => paint(support, padded(wordOf(support), at)))].join(GAP),
    ),
  ]
}

const GAP = '  '

const wordOf = (support: Support): string => supportWords[support]

const cellsInWords = (cells: readonly Support[]): string => {
  const words = cells.flatMap((support, at) => (support === 'none' ? [] : [`${answerWords[COLUMNS[at] as AnswerName]} ${wordOf(support)}`]))
  return words.length === 0 ? hostTexts.nothing : words.join(', ')
}

// --- the sentences below it -------------------------------------------------------------------------------------

/** Each limit once, for the answers that it limits at the same events. */
const limitItems = (events: readonly EventRecord[]): string[] => {
  const texts = new Set(events.flatMap(({ answers }) => ANSWERS.flatMap((answer) => answers[answer].limits.map(factText))))
  return [...texts].flatMap((text) => {
    const answersAt = new Map<string, string[]>()
    for (const answer of ANSWERS) {
      const names = events.filter(({ answers }) => answers[answer].limits.some((limit) => factText(limit) === text)).map(({ name }) => name)
      const at = names.join(', ')
      if (at !== '') answersAt.set(at, [...(answersAt.get(at) ?? []), answerWords[answer]])
    }
    return [...answersAt].map(([names, answers]) => `${names}: ${answers.join(', ')}: ${text}`)
  })
}
