import { Command, CommanderError } from 'commander'
import { writeAnswer } from '../output/write-answer.js'
import { EXIT, help } from '../text/command-texts.js'
import { VERSION } from '../version.js'
import { COMMANDS } from './registry.js'

/** The command line for people and CI. */
export const main = async (argv: readonly string[]): Promise<void> => {
  const program = new Command('acuvo-hooks')
    .description(help.program)
    .version(VERSION, '--version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => writeAnswer(1, text), writeErr: (text) => writeAnswer(2, text) })
    .addHelpText('after', `\n${help.exitCodes}`)
  for (const register of COMMANDS) register(program)
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program)

  try {
    await program.parseAsync([...argv])
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage
    else {
      writeAnswer(2, `acuvo-hooks: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = EXIT.undecided
    }
  }
}
