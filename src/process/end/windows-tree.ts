import { spawnSync } from 'node:child_process'
import { placedProgram } from '../../paths/windows-program.js'
import type { Target } from './live.js'
import type { Tree } from './tree.js'

const TASKKILL_MS = 2_000

/**
 * Windows: a process and what descends from it, as `taskkill` finds them by their parents. It knows no polite end. Unproven: no
 * test of ours runs there; what lost its parents is not found.
 */
export const windowsTree = ({ leader }: Target): Tree => {
  const isAlive = (): boolean => {
    try {
      return process.kill(leader, 0)
    } catch {
      return false
    }
  }
  return {
    alive: () => (isAlive() ? 1 : 0),
    signal: () => {
      if (!isAlive()) return 0
      spawnSync(placedProgram('taskkill', process.env), ['/pid', String(leader), '/t', '/f'], {
        stdio: 'ignore',
        windowsHide: true,
        timeout: TASKKILL_MS,
      })
      return 1
    },
  }
}
