import { Command, CommanderError } from 'commander'
import { TOPICS } from '../help/topics.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { EXIT, help } from '../text/command-texts.js'
import { helpTexts } from '../text/help-texts.js'
import { runtimeName } from '../runtime/runtime.js'
import { VERSION } from '../version.js'
import { layOutHelp } from './help-layout.js'
import { COMMANDS } from './registry.js'

/** The command line for people and CI. */
export const main = async (argv: readonly string[]): Promise<void> => {
  const columns = columnsOf(process.stdout.columns, process.env.COLUMNS)
  const lines = (text: string): string =>
    text
      .trimEnd()
      .split('\n')
      .flatMap((line) => wrapped(line, columns))
      .join('\n')
  const program = new Command('acuvo-hooks')
    .description(help.program)
    .version(`${VERSION} (${runtimeName()})`, '--version')
    .configureOutput({
      // What a command adds to its help stands there as a paragraph.
      writeOut: (text) => writeAnswer(1, text.replace(/^(?!Usage: )\S.*$/gm, lines)),
      writeErr: (text) => writeAnswer(2, text),
      outputError: (text, write) => write(`${lines(text)}\n`),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
    })
    .addHelpText('after', () => `\n${lines(help.exitCodes)}\n${lines(helpTexts.topics(TOPICS))}`)
  for (const register of COMMANDS) register(program)
  layOutHelp(program)
  neverExits(program, program)

  try {
    await program.parseAsync([...argv])
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage
    else if (isFolderGone(error)) {
      writeAnswer(2, `${lines(helpTexts.folderGone)}\n`)
      process.exitCode = EXIT.usage
    } else {
      writeAnswer(2, `acuvo-hooks: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = EXIT.undecided
    }
  }
}

/** Where a command looks at the folder it was started in, and that is no longer there. */
const isFolderGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall === 'uv_cwd'

/** Commands end by an error that is caught here, so that whatever was written is written whole. */
const neverExits = (command: Command, program: Command): void => {
  // Our own help command shows the help of a command below another one as well.
  command.exitOverride().helpCommand(false)
  if (command !== program) command.copyInheritedSettings(program).exitOverride()
  for (const below of command.commands) neverExits(below, program)
}
