import { help } from '../../text/command-texts.js'
import { installGitHook, uninstallGitHook, type GitHookOptions } from '../git-hook-install.js'
import { preCommit } from '../git-hook.js'
import { storeOption, userConfigOption } from '../options.js'
import type { PlaceOptions } from '../place-options.js'
import type { Register } from './register.js'

export const gitHookLine: Register = (program) => {
  const command = program.command('git-hook').description(help.gitHook)
  command
    .command('pre-commit')
    .description(help.gitPreCommit)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (options: PlaceOptions) => {
      process.exitCode = await preCommit(options)
    })
  const placing = { install: { act: installGitHook, text: help.gitInstall }, uninstall: { act: uninstallGitHook, text: help.gitUninstall } }
  for (const [name, { act, text }] of Object.entries(placing)) {
    const one = command.command(name).description(text).option('--json', help.json).addOption(storeOption()).addOption(userConfigOption())
    if (name === 'install') one.option('--yes', help.gitYes)
    one.action(async (options: GitHookOptions) => {
      process.exitCode = await act(options)
    })
  }
}
