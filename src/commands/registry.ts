import { Argument, Option, type Command } from 'commander'
import { HOST_IDS } from '../../hosts/index.js'
import { SCOPES } from '../../hosts/registrations.js'
import { help } from '../text/command-texts.js'
import { installHelp } from '../text/install-texts.js'
import { check } from './check.js'
import { hosts } from './hosts.js'
import { install, trustOptions, type InstallOptions } from './install.js'
import { hostOption, storeOption, userConfigOption } from './options.js'
import type { PlaceOptions } from './place-options.js'
import { replay, type ReplayOptions } from './replay.js'
import { trust, type TrustOptions } from './trust.js'
import { uninstall, type UninstallOptions } from './uninstall.js'

/** Adds one command to the program. Its action sets the exit code of the process. */
export type Register = (program: Command) => void

/** `run` never comes here; it stands in the list so that `--help` shows it. */
const runCommand: Register = (program) =>
  void program
    .command('run')
    .description(help.run)
    .addOption(hostOption())
    .option('--event <event>', help.event)
    .option('--host-timeout <seconds>', help.hostTimeout)
    .addOption(storeOption())
    .addOption(userConfigOption())

const replayCommand: Register = (program) =>
  void program
    .command('replay')
    .description(help.replay)
    .addArgument(new Argument('<file>', help.file))
    .addOption(hostOption())
    .option('--unapproved', help.unapproved)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (file: string, options: ReplayOptions) => {
      process.exitCode = await replay(file, options)
    })

const checkCommand: Register = (program) =>
  void program
    .command('check')
    .description(help.check)
    .addArgument(new Argument('[dir]', help.dir))
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (dir: string | undefined, options: { json?: boolean } & PlaceOptions) => {
      process.exitCode = await check(dir ?? '.', options)
    })

const trustCommand: Register = (program) =>
  void program
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
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (dir: string | undefined, options: TrustOptions) => {
      process.exitCode = await trust(dir, options)
    })

const hostsCommand: Register = (program) =>
  void program
    .command('hosts')
    .description(help.hosts)
    .addArgument(new Argument('[host]', help.hostsHost).choices([...HOST_IDS]))
    .option('--json', help.json)
    .action((host: string | undefined, options: { json?: boolean }) => {
      process.exitCode = hosts(host, options)
    })

const scopeOption = (): Option => new Option('--scope <scope>', installHelp.scope).choices([...SCOPES]).default('user')

const installCommand: Register = (program) => {
  const command = program
    .command('install')
    .description(installHelp.install)
    .addArgument(new Argument('[hosts...]', installHelp.installHosts).choices([...HOST_IDS]))
    .addOption(scopeOption())
    .option('--dry-run', installHelp.dryRun)
    .option('--status', installHelp.status)
  for (const { option, does } of trustOptions()) command.option(`--${option}`, does)
  command
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (named: string[], options: InstallOptions) => {
      process.exitCode = await install(named, options)
    })
}

const uninstallCommand: Register = (program) =>
  void program
    .command('uninstall')
    .description(installHelp.uninstall)
    .addArgument(new Argument('[hosts...]', installHelp.uninstallHosts).choices([...HOST_IDS]))
    .addOption(scopeOption())
    .option('--dry-run', installHelp.dryRun)
    .option('--purge', installHelp.purge)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (named: string[], options: UninstallOptions) => {
      process.exitCode = await uninstall(named, options)
    })

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Register[] = [
  runCommand,
  replayCommand,
  checkCommand,
  trustCommand,
  installCommand,
  uninstallCommand,
  hostsCommand,
]
