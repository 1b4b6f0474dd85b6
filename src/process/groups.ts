import { spawnSync } from 'node:child_process'

/**
 * The process groups of the hooks that run now. Each hook leads a group of its own, so that ending it ends what it
 * started too, and ending us ends them all.
 */

const live = new Set<number>()

export const groupStarted = (pid: number): void => void live.add(pid)
export const groupEnded = (pid: number): void => void live.delete(pid)

/** Signals a whole group; one that is gone already is no error. Windows has no groups: there the tree is ended. */
export const signalGroup = (pid: number, signal: 'SIGTERM' | 'SIGKILL'): void => {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // ESRCH: nobody is left.
  }
}

export const killAllGroups = (): void => {
  for (const pid of live) signalGroup(pid, 'SIGKILL')
}
