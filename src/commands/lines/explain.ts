import { Argument } from 'commander'
import { help } from '../../text/command-texts.js'
import { explain, type ExplainOptions } from '../explain.js'
import { hostOption, storeOption, userConfigOption } from '../options.js'
import type { Register } from './register.js'

export const explainLine: Register = (program) =>
  void program
    .command('explain')
    .description(help.explain)
    .addArgument(new Argument('[file]', help.file))
    .addOption(hostOption())
    .option('--event <event>', help.explainEvent)
    .option('--tool <tool>', help.explainTool)
    .option('--command <text>', help.explainCommand)
    .option('--path <path>', help.explainPath)
    .option('--content <text>', help.explainContent)
    .option('--prompt <text>', help.explainPrompt)
    .option('--host-timeout <seconds>', help.hostTimeout)
    .option('--run', help.explainRun)
    .option('--unapproved', help.explainUnapproved)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (file: string | undefined, options: ExplainOptions) => {
      process.exitCode = await explain(file, options)
    })
