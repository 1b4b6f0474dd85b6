import type { Command, Help, HelpConfiguration } from 'commander'
import { commandLines } from '../help/code-lines.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { EXAMPLES, examplesTitle } from '../text/examples.js'

/** How the help of every command is laid out: readable on a narrow terminal too, with examples. */

/** Where less is left beside the terms, descriptions stand below them. */
const LEAST_BESIDE = 36
const BELOW = '      '

const columns = (): number => columnsOf(process.stdout.columns, process.env.COLUMNS)

const layout: HelpConfiguration = {
  minWidthToWrap: 10,
  formatItem(term: string, termWidth: number, description: string, helper: Help): string {
    const width = helper.helpWidth ?? columns()
    if (description === '') return `  ${term}`
    const first = `  ${term.padEnd(termWidth)}  `
    if (width - first.length >= LEAST_BESIDE) return wrapped(description, width, first).join('\n')
    return [...wrapped(term, width, '  ', BELOW), ...wrapped(description, width, BELOW, BELOW)].join('\n')
  },
  boxWrap: (text: string, width: number): string => wrapped(text, width).join('\n'),
}

/** The words by which a command is called, without the program's. */
const pathOf = (command: Command): string[] => (command.parent === null ? [] : [...pathOf(command.parent), command.name()])

/** A command's examples; one below another command may have them there. */
const examplesOf = (command: Command): string[] => {
  const path = pathOf(command)
  const examples = EXAMPLES[path.join(' ')] ?? EXAMPLES[path[0] ?? ''] ?? []
  const lines = examples.flatMap(({ line, says }) => [...commandLines(line, columns()), ...wrapped(says, columns(), BELOW, BELOW)])
  return lines.length === 0 ? [] : ['', examplesTitle, ...lines]
}

/** @param command with those below it */
export const layOutHelp = (command: Command): void => {
  command.configureHelp(layout)
  if (command.parent !== null) command.addHelpText('after', () => examplesOf(command).join('\n'))
  for (const below of command.commands) layOutHelp(below)
}
