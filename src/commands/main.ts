import { Argument, Command, CommanderError, Option } from 'commander'
import { HOST_IDS } from '../../hosts/index.js'
import { writeAnswer } from '../output/write-answer.js'
import { EXIT, help } from '../text/command-texts.js'
import { VERSION } from '../version.js'
import { check } from './check.js'
import { replay } from './replay.js'

/** The command line for people and CI. `run` never comes here; it stands in the list so that `--help` shows it. */
export const main = async (argv: readonly string[]): Promise<void> => {
  const program = new Command('acuvo-hooks')
    .description(help.program)
    .version(VERSION, '--version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => writeAnswer(1, text), writeErr: (text) => writeAnswer(2, text) })
    .addHelpText('after', `\n${help.exitCodes}`)
  const hostOption = new Option('--host <host>', help.host).choices([...HOST_IDS])

  program
    .command('run')
    .description(help.run)
    .addOption(hostOption)
    .option('--event <event>', help.event)
    .option('--host-timeout <seconds>', help.hostTimeout)
  program
    .command('replay')
    .description(help.replay)
    .addArgument(new Argument('<file>', help.file))
    .addOption(hostOption)
    .option('--json', help.json)
    .action(async (file: string, options: { host?: string; json?: boolean }) => {
      process.exitCode = await replay(file, options)
    })
  program
    .command('check')
    .description(help.check)
    .addArgument(new Argument('[dir]', help.dir))
    .option('--json', help.json)
    .action(async (dir: string | undefined, options: { json?: boolean }) => {
      process.exitCode = await check(dir ?? '.', options)
    })
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
