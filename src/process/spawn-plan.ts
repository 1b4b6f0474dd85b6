import type { Command, Hook, ShellProgram } from '../config/types.js'

/** How a hook's command becomes a program and its arguments. Pure, so that every platform's plan is tested on one. */

export interface SpawnPlan {
  program: string
  args: readonly string[]
  /** Windows: the arguments are one line that is passed on as it is. */
  verbatim: boolean
  /** Whether a shell stands between us and the command: then some exit codes are the shell's own words. */
  shell: boolean
}

/** The command that is run on this machine; undefined for a hook that answers by itself. */
export const commandHere = ({ command, commandWindows }: Hook, platform: NodeJS.Platform = process.platform): Command | undefined =>
  platform === 'win32' ? (commandWindows ?? command) : command

/** Which shell reads a hook's text: the one that it names, or the platform's own. */
export const textShell = (named?: ShellProgram, platform: NodeJS.Platform = process.platform): ShellProgram =>
  named ?? (platform === 'win32' ? 'cmd' : 'sh')

/**
 * A text goes to a plain shell, neither login nor interactive, so that no profile can print into an answer: the platform's own,
 * or the one that the hook names. Words are run as they are: no shell, no expansion.
 */
export const spawnPlanOf = (command: Command, named?: ShellProgram, platform: NodeJS.Platform = process.platform): SpawnPlan => {
  if (typeof command !== 'string') {
    const [program = '', ...args] = command
    return { program, args, verbatim: false, shell: false }
  }
  const shell = textShell(named, platform)
  if (shell === 'cmd') return { program: 'cmd.exe', args: ['/d', '/s', '/c', `"${command}"`], verbatim: true, shell: true }
  if (shell === 'pwsh')
    return { program: 'pwsh', args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', command], verbatim: false, shell: true }
  if (shell === 'bash') return { program: 'bash', args: ['--noprofile', '--norc', '-c', command], verbatim: false, shell: true }
  return { program: platform === 'win32' ? 'sh' : '/bin/sh', args: ['-c', command], verbatim: false, shell: true }
}
