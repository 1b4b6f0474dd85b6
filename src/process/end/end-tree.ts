import { nowMs } from '../../clock/now.js'
import { sleepMs } from '../../clock/sleep.js'
import type { Target } from './live.js'
import { ProcessTree, type Tree } from './tree.js'
import { windowsTree } from './windows-tree.js'

export { isOwnPipeRead } from './linux-processes.js'

/**
 * Ends hooks with everything that they started, and proves it by looking: TERM, time to go, then KILL to whatever lives, until
 * two looks in a row find nothing. A part of the program of its own: no hook that ends by itself loads it.
 */

/** Between two looks at what was told to end, and at what was killed. */
const POLITE_PAUSE_MS = 15
const PAUSE_MS = 5
const CHASE_PAUSE_MS = 1
/** Looks that must find nothing, one after the other: while the first is made a process may start another. */
const QUIET_LOOKS = 2
/** How long killing may take. */
const KILL_MS = 400
const INTERRUPTED_GRACE_MS = 200
const INTERRUPTED_KILL_MS = 500

export interface Ending {
  /** Between TERM and KILL; 0: no TERM. */
  graceMs: number
  /** Asked again and again: there is no time for grace any more. */
  isUrgent: () => boolean
}

const treeOf = (target: Target): Tree => (process.platform === 'win32' ? windowsTree(target) : new ProcessTree(target))

/** @returns how many of its processes could not be ended, such as another user's */
export const endTree = async (target: Target, { graceMs, isUrgent }: Ending): Promise<number> => {
  const startedAt = nowMs()
  const tree = treeOf(target)
  if (graceMs > 0) {
    tree.signal('SIGTERM', 'young')
    while (nowMs() < startedAt + graceMs && !isUrgent() && isGoing(tree)) await pause(POLITE_PAUSE_MS)
  }
  const killing = new Killing([tree], Math.min(startedAt + graceMs, nowMs()) + KILL_MS)
  while (!killing.isDone()) await pause(killing.pauseMs)
  return killing.isProven ? 0 : tree.alive()
}

/**
 * The same of all hooks that run, without letting go of the thread: nothing else of ours may happen between what ends us and
 * our own end, which the host forces about 1.2 s after its TERM.
 */
export const endTreesNow = (targets: readonly Target[]): void => {
  const startedAt = nowMs()
  const trees = targets.map(treeOf)
  for (const tree of trees) tree.signal('SIGTERM', 'young')
  while (nowMs() < startedAt + INTERRUPTED_GRACE_MS && trees.some(isGoing)) sleepMs(POLITE_PAUSE_MS)
  const killing = new Killing(trees, nowMs() + INTERRUPTED_KILL_MS)
  while (!killing.isDone()) sleepMs(killing.pauseMs)
}

/** Whether any of it lives; what it started meanwhile is told to end as well. */
const isGoing = (tree: Tree): boolean => tree.signal('SIGTERM', 'new') > 0 || tree.alive() > 0

class Killing {
  /** Whether looking came to find nothing. */
  isProven = false
  readonly #trees: readonly Tree[]
  readonly #until: number
  #quiet = 0
  #isChase = false

  /** @param until on the clock of `nowMs()`; what lives is killed once even if that is over */
  constructor(trees: readonly Tree[], until: number) {
    this.#trees = trees
    this.#until = until
  }

  /** Kills whatever lives. @returns whether nothing does any more, or the time was over before */
  isDone(): boolean {
    const isLast = nowMs() >= this.#until
    const look = this.#isChase ? 'new' : this.#quiet === QUIET_LOOKS - 1 ? 'all' : 'young'
    const alive = this.#trees.reduce((sum, tree) => sum + tree.signal('SIGKILL', look), 0)
    // What was killed needs a moment to be gone; what it started meanwhile must not have one.
    if (alive > 0) this.#quiet = 0
    else if (!this.#isChase) this.#quiet++
    this.#isChase = alive > 0
    this.isProven = this.#quiet === QUIET_LOOKS
    return this.isProven || isLast
  }

  get pauseMs(): number {
    return this.#isChase ? CHASE_PAUSE_MS : PAUSE_MS
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))
