import { help } from '../../text/command-texts.js'
import { logHelp } from '../../text/log-texts.js'
import type { LogOptions } from '../log.js'
import { hostOption, storeOption, userConfigOption } from '../options.js'
import { stats } from '../stats.js'
import type { Register } from './register.js'

export const statsLine: Register = (program) =>
  void program
    .command('stats')
    .description(logHelp.stats)
    .addOption(hostOption(logHelp.host))
    .option('--session <id>', logHelp.session)
    .option('--since <moment>', logHelp.since)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (options: LogOptions) => {
      process.exitCode = await stats(options)
    })
