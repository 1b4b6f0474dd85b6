import { realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute } from 'node:path'

/**
 * Where files stand for a moment. TMPDIR may name a folder that is gone, as after a sandbox, or one that is elsewhere from everywhere:
 * then it is the system's own.
 *
 * @returns its real path @throws the system's error where there is none at all
 */
export const temporaryFolder = (): string => {
  const named = tmpdir()
  try {
    if (isAbsolute(named)) return realpathSync.native(named)
  } catch {
    // It is not there.
  }
  return realpathSync.native(process.platform === 'win32' ? named : '/tmp')
}

/** What was found out in a folder stays found out where the folder cannot be taken away: on Windows somebody may still have a file of it open. */
export const removeTemporary = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  } catch {
    // The system clears such folders.
  }
}
