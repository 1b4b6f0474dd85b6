import { accessSync, constants, realpathSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The words that start this program from a place that stays: the launcher where it is installed, else this Node and this file.
 *
 * @param home the person's home folder
 */
export const ownProgramWords = (home: string, env: Readonly<Record<string, string | undefined>>): string[] => {
  const launcher =
    process.platform === 'win32'
      ? join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'acuvo-hooks', 'acuvo-hooks.cmd')
      : join(home, '.local', 'share', 'acuvo-hooks', 'acuvo-hooks')
  try {
    accessSync(launcher, constants.X_OK)
    return [launcher]
  } catch {
    return [process.execPath, realpathSync.native(process.argv[1] ?? process.execPath)]
  }
}
