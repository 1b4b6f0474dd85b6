import { Argument, Command, CommanderError, Option } from 'commander'
import { HOST_IDS } from '../../hosts/index.js'
import { writeAnswer } from '../output/write-answer.js'
import { EXIT, help } from '../text/command-texts.js'
import { VERSION } from '../version.js'
import { check } from './check.js'
import { hosts } from './hosts.js'
import type { PlaceOptions } from './place-options.js'
import { replay, type ReplayOptions } from './replay.js'
import { trust, type TrustOptions } from './trust.js'

/** The command line for people and CI. `run` never comes here; it stands in the list so that `--help` shows it. */
export const main = async (argv: readonly string[]): Promise<void> => {
  const program = new Command('acuvo-hooks')
    .description(help.program)
    .version(VERSION, '--version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => writeAnswer(1, text), writeErr: (text) => writeAnswer(2, text) })
    .addHelpText('after', `\n${help.exitCodes}`)
  const hostOption = new Option('--host <host>', help.host).choices([...HOST_IDS])
  const storeOption = new Option('--store <dir>', help.store)
  const userConfigOption = new Option('--user-config <file>', help.userConfig)

  program
    .command('run')
    .description(help.run)
    .addOption(hostOption)
    .option('--event <event>', help.event)
    .option('--host-timeout <seconds>', help.hostTimeout)
    .addOption(storeOption)
    .addOption(userConfigOption)
  program
    .command('replay')
    .description(help.replay)
    .addArgument(new Argument('<file>', help.file))
    .addOption(hostOption)
    .option('--unapproved', help.unapproved)
    .option('--json', help.json)
    .addOption(storeOption)
    .addOption(userConfigOption)
    .action(async (file: string, options: ReplayOptions) => {
      process.exitCode = await replay(file, options)
    })
  program
    .command('check')
    .description(help.check)
    .addArgument(new Argument('[dir]', help.dir))
    .option('--json', help.json)
    .addOption(storeOption)
    .addOption(userConfigOption)
    .action(async (dir: string | undefined, options: { json?: boolean } & PlaceOptions) => {
      process.exitCode = await check(dir ?? '.', options)
    })
  program
    .command('trust')
    .description(help.trust)
    .addArgument(new Argument('[dir]', help.trustDir))
    .option('--yes', help.yes)
    .option('--expect <sha256>', help.expect)
    .option('--same-as <ref>', help.sameAs)
    .option('--digest', help.digest)
    .option('--status', help.status)
    .option('--revoke', help.revoke)
    .option('--list', help.list)
    .option('--only', help.only)
    .option('--user', help.user)
    .option('--managed', help.managed)
    .option('--json', help.json)
    .addOption(storeOption)
    .addOption(userConfigOption)
    .action(async (dir: string | undefined, options: TrustOptions) => {
      process.exitCode = await trust(dir, options)
    })
  program
    .command('hosts')
    .description(help.hosts)
    .addArgument(new Argument('[host]', help.hostsHost).choices([...HOST_IDS]))
    .option('--json', help.json)
    .action((host: string | undefined, options: { json?: boolean }) => {
      process.exitCode = hosts(host, options)
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
