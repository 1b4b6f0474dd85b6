import { Argument } from 'commander'
import { HOST_IDS } from '../../../hosts/index.js'
import { help } from '../../text/command-texts.js'
import { installHelp } from '../../text/install-texts.js'
import { install, trustOptions, type InstallOptions } from '../install.js'
import { scopeOption, storeOption, userConfigOption } from '../options.js'
import type { Register } from './register.js'

export const installLine: Register = (program) => {
  const command = program
    .command('install')
    .description(installHelp.install)
    .addArgument(new Argument('[hosts...]', installHelp.installHosts).choices([...HOST_IDS]))
    .addOption(scopeOption())
    .option('--dry-run', installHelp.dryRun)
    .option('--status', installHelp.status)
  for (const { option, does } of trustOptions()) command.option(`--${option}`, does)
  command
    .option('--standalone [file]', installHelp.standalone)
    .option('--no-standalone', installHelp.noStandalone)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (named: string[], options: InstallOptions) => {
      process.exitCode = await install(named, options)
    })
}
