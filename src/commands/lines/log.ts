import { Argument } from 'commander'
import { help } from '../../text/command-texts.js'
import { logHelp } from '../../text/log-texts.js'
import { log, logWhy, type LogOptions } from '../log.js'
import { hostOption, storeOption, userConfigOption } from '../options.js'
import type { Register } from './register.js'

export const logLine: Register = (program) => {
  const command = program
    .command('log')
    .description(logHelp.log)
    .option('-f, --follow', logHelp.follow)
    .addOption(hostOption(logHelp.host))
    .option('--hook <name>', logHelp.hook)
    .option('--session <id>', logHelp.session)
    .option('--since <moment>', logHelp.since)
    .option('--denied', logHelp.denied)
    .option('--last <number>', logHelp.last)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (options: LogOptions) => {
      process.exitCode = await log(options)
    })
  command
    .command('why')
    .description(logHelp.why)
    .addArgument(new Argument('<id>', logHelp.id))
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    // The command above has these options too, and takes them wherever they stand.
    .action(async (id: string, _options: LogOptions, why: { optsWithGlobals: () => LogOptions }) => {
      process.exitCode = await logWhy(id, why.optsWithGlobals())
    })
}
