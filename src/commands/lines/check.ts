import { Argument } from 'commander'
import { help } from '../../text/command-texts.js'
import { check, type CheckOptions } from '../check.js'
import { storeOption, userConfigOption } from '../options.js'
import type { Register } from './register.js'

export const checkLine: Register = (program) =>
  void program
    .command('check')
    .description(help.check)
    .addArgument(new Argument('[dir]', help.dir))
    .option('--json', help.json)
    .option('--format <format>', help.checkFormat)
    .option('--strict', help.strict)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (dir: string | undefined, options: CheckOptions) => {
      process.exitCode = await check(dir ?? '.', options)
    })
