import { spawnSync } from 'node:child_process'
import { quietly } from '../../paths/stats.js'
import { placedProgram } from '../../paths/windows-program.js'
import type { Target } from './live.js'
import type { Tree } from './tree.js'

const TASKKILL_MS = 2_000

/** @throws where there is no `taskkill`, which must not keep us from our answer */
const kill = (leader: number): unknown =>
  spawnSync(placedProgram('taskkill', process.env), ['/pid', String(leader), '/t', '/f'], {
    stdio: 'ignore',
    windowsHide: true,
    timeout: TASKKILL_MS,
  })

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
      quietly(() => kill(leader))
      return 1
    },
  }
}
