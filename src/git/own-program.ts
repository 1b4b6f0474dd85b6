import { accessSync, constants } from 'node:fs'
import { launcherPath } from '../install/launcher-path.js'
import { programWords } from '../runtime/runtime.js'
import type { Places } from '../store/places.js'

/** The words that start this program from a place that stays: the launcher where it is installed, else what runs now. */
export const ownProgramWords = (places: Places): string[] => {
  const launcher = launcherPath(places)
  try {
    accessSync(launcher, constants.X_OK)
    return [launcher]
  } catch {
    return programWords()
  }
}
