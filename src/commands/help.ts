import type { Command } from 'commander'
import { TOPICS } from '../help/topics.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { EXIT } from '../text/command-texts.js'
import { helpTexts } from '../text/help-texts.js'
import { safeLine } from '../text/safe.js'

/**
 * The README's own text about a topic, or the help of a command. A topic that is a command's name too is the topic: the command's
 * options are what its `--help` shows.
 *
 * @param words absent: everything there is
 * @returns the exit code
 */
export const showHelp = async (words: readonly string[], program: Command): Promise<number> => {
  const [topic] = words
  if (topic === undefined) {
    program.outputHelp()
    return EXIT.fine
  }
  const columns = columnsOf(process.stdout.columns, process.env.COLUMNS)
  if (words.length === 1 && TOPICS.includes(topic)) {
    const { SECTIONS } = await import('../help/sections.js')
    const { rendered } = await import('../help/render.js')
    const command = program.commands.some((one) => one.name() === topic) ? ['', ...wrapped(helpTexts.alsoCommand(topic), columns)] : []
    writeAnswer(1, `${[...rendered(SECTIONS[topic] ?? '', columns), ...command].join('\n')}\n`)
    return EXIT.fine
  }
  const command = commandNamed(words, program)
  if (command === undefined) {
    for (const line of wrapped(helpTexts.unknown(safeLine(words.join(' ')), TOPICS), columns)) writeAnswer(2, `${line}\n`)
    return EXIT.usage
  }
  command.outputHelp()
  return EXIT.fine
}

const commandNamed = (words: readonly string[], program: Command): Command | undefined =>
  words.reduce<Command | undefined>(
    (above, word) => above?.commands.find((one) => one.name() === word || one.aliases().includes(word)),
    program,
  )
