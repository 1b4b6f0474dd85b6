import { Argument } from 'commander'
import { columnsOf, wrapped } from '../../output/wrapped.js'
import { logHelp } from '../../text/log-texts.js'
import { storeOption, userConfigOption } from '../options.js'
import { pass } from '../pass.js'
import type { PlaceOptions } from '../place-options.js'
import type { Register } from './register.js'

export const passLine: Register = (program) =>
  void program
    .command('pass')
    .description(logHelp.pass)
    .addArgument(new Argument('<id>', logHelp.id))
    .addOption(storeOption())
    .addOption(userConfigOption())
    .addHelpText('after', () => `\n${wrapped(logHelp.passLimits, columnsOf(process.stdout.columns, process.env.COLUMNS)).join('\n')}`)
    .action(async (id: string, options: PlaceOptions) => {
      process.exitCode = await pass(id, options)
    })
