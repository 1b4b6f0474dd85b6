import { Argument, Option } from 'commander'
import { HOST_IDS } from '../../../hosts/index.js'
import { help } from '../../text/command-texts.js'
import { storeOption, userConfigOption } from '../options.js'
import { REPORTERS, test, type TestOptions } from '../test.js'
import type { Register } from './register.js'

export const testLine: Register = (program) =>
  void program
    .command('test')
    .description(help.test)
    .addArgument(new Argument('[files...]', help.testFiles))
    .addOption(new Option('--reporter <name>', help.reporter).choices(Object.keys(REPORTERS)))
    .addOption(new Option('--json', help.json).conflicts('reporter'))
    .option('--unapproved', help.unapproved)
    .addOption(new Option('--host <host>', help.onlyHost).choices([...HOST_IDS]))
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (files: string[], options: TestOptions) => {
      process.exitCode = await test(files, options)
    })
