import { Argument, type Command } from 'commander'
import { help } from '../../text/command-texts.js'
import { recordHelp } from '../../text/record-texts.js'
import { storeOption, userConfigOption } from '../options.js'
import { record, type RecordOptions } from '../record.js'
import type { Register } from './register.js'

const placed = (command: Command): Command => command.option('--json', help.json).addOption(storeOption()).addOption(userConfigOption())

export const recordLine: Register = (program) => {
  const command = program.command('record').description(recordHelp.record)
  const below = (name: 'on' | 'off' | 'status', text: string): Command =>
    placed(command.command(name).description(text)).action(async (options: RecordOptions) => {
      process.exitCode = await record(name, undefined, options)
    })
  below('on', recordHelp.on).option('--hours <number>', recordHelp.hours)
  below('off', recordHelp.off).option('--forget', recordHelp.forget)
  below('status', recordHelp.status)
  placed(command.command('save').description(recordHelp.save).addArgument(new Argument('<name>', recordHelp.name)))
    .option('--last <number>', recordHelp.last)
    .action(async (name: string, options: RecordOptions) => {
      process.exitCode = await record('save', name, options)
    })
}
