import { Argument } from 'commander'
import { help } from '../../text/command-texts.js'
import { hostOption, storeOption, userConfigOption } from '../options.js'
import { replay, type ReplayOptions } from '../replay.js'
import type { Register } from './register.js'

export const replayLine: Register = (program) =>
  void program
    .command('replay')
    .description(help.replay)
    .addArgument(new Argument('[file]', help.file))
    .addOption(hostOption())
    .option('--lines', help.lines)
    .option('--unapproved', help.unapproved)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (file: string | undefined, options: ReplayOptions) => {
      process.exitCode = await replay(file, options)
    })
