import { help } from '../../text/command-texts.js'
import { hostOption, storeOption, userConfigOption } from '../options.js'
import type { Register } from './register.js'

export const runLine: Register = (program) =>
  void program
    .command('run')
    .description(help.run)
    .addOption(hostOption())
    .option('--event <event>', help.event)
    .option('--host-timeout <seconds>', help.hostTimeout)
    .addOption(storeOption())
    .addOption(userConfigOption())
