/** A hook leads a group of its own, so that one signal ends it with what it started, except what left the group. */

/** Signals a whole group; one that is gone already is no error. Windows has no groups. */
export const signalGroup = (leader: number, signal: 'SIGTERM' | 'SIGKILL'): void => {
  if (process.platform === 'win32') return
  try {
    process.kill(-leader, signal)
  } catch {
    // ESRCH: nobody is left.
  }
}
