import { Argument, Option } from 'commander'
import { TEMPLATES } from '../../init/templates/index.js'
import { help } from '../../text/command-texts.js'
import { initHelp } from '../../text/init-texts.js'
import { init, type InitOptions } from '../init.js'
import { storeOption, userConfigOption } from '../options.js'
import type { Register } from './register.js'

export const initLine: Register = (program) =>
  void program
    .command('init')
    .description(initHelp.init)
    .addArgument(new Argument('[dir]', initHelp.dir))
    .addOption(new Option('--template <name...>', initHelp.template).choices(TEMPLATES.map(({ name }) => name)))
    .option('--commit', initHelp.commit)
    .option('--local', initHelp.local)
    .option('--yes', initHelp.yes)
    .option('--list', initHelp.list)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (dir: string | undefined, options: InitOptions) => {
      const install = program.commands.find((command) => command.name() === 'install')
      const runInstall =
        install === undefined ? undefined : async (): Promise<void> => void (await install.parseAsync([], { from: 'user' }))
      const made = await init(dir, options, runInstall)
      process.exitCode ??= made
    })
