import { accessSync, constants, realpathSync } from 'node:fs'
import { launcherPath } from '../install/launcher-path.js'
import type { Places } from '../store/places.js'

/** The words that start this program from a place that stays: the launcher where it is installed, else this Node and this file. */
export const ownProgramWords = (places: Places): string[] => {
  const launcher = launcherPath(places)
  try {
    accessSync(launcher, constants.X_OK)
    return [launcher]
  } catch {
    return [process.execPath, realpathSync.native(process.argv[1] ?? process.execPath)]
  }
}
