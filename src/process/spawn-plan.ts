/** How a hook's command becomes a program and its arguments. Pure, so that every platform's plan is tested on one. */

export interface SpawnPlan {
  program: string
  args: readonly string[]
  /** Windows: the arguments are one line that is passed on as it is. */
  verbatim: boolean
  /** Whether a shell stands between us and the command: then some exit codes are the shell's own words. */
  shell: boolean
}

/**
 * A text goes to the platform's plain shell, neither login nor interactive, so that no profile can print into an
 * answer. Words are run as they are: no shell, no expansion.
 */
export const spawnPlanOf = (command: string | readonly string[], platform: NodeJS.Platform = process.platform): SpawnPlan => {
  if (typeof command !== 'string') {
    const [program = '', ...args] = command
    return { program, args, verbatim: false, shell: false }
  }
  if (platform === 'win32') return { program: 'cmd.exe', args: ['/d', '/s', '/c', `"${command}"`], verbatim: true, shell: true }
  return { program: '/bin/sh', args: ['-c', command], verbatim: false, shell: true }
}
