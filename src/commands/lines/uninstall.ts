import { Argument } from 'commander'
import { HOST_IDS } from '../../../hosts/index.js'
import { help } from '../../text/command-texts.js'
import { installHelp } from '../../text/install-texts.js'
import { scopeOption, storeOption, userConfigOption } from '../options.js'
import { uninstall, type UninstallOptions } from '../uninstall.js'
import type { Register } from './register.js'

export const uninstallLine: Register = (program) =>
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
