import { fstatSync, writeSync } from 'node:fs'
import { signalGroup } from './end/group.js'
import { liveHooks } from './end/live.js'
import { onSignals } from './signals.js'

/** What ended us while hooks ran: a signal, an error that nobody caught, or that nobody reads our answer any more. */
export type Interruption = { signal: string } | { error: unknown } | { disconnected: true }

/** Between two looks at whether somebody still reads our answer. Most hooks are done before the first. */
const LOOK_MS = 200

/**
 * Ends the hooks that run, with all that they started, when something ends us: they lead groups of their own, so neither a
 * signal nor our own end reaches them.
 *
 * @param then called once when they were ended; it must end us
 * @returns a function that takes the watch off again
 */
export const endHooksWhenInterrupted = (then: (interruption: Interruption) => void): (() => void) => {
  let isOver = false
  const over = (interruption: Interruption): void => {
    if (isOver) return
    // Whatever comes besides is part of the same end.
    isOver = true
    const targets = liveHooks()
    // Nothing of ours comes between: the part is read at once, and `then` is called before anything else can be.
    void import('./end/end-tree.js')
      .then(({ endTreesNow }) => endTreesNow(targets))
      .catch(() => {
        for (const { leader } of targets) signalGroup(leader, 'SIGKILL')
      })
      .then(() => then(interruption))
  }
  const onError = (error: unknown): void => over({ error })
  const offSignals = onSignals((signal) => over({ signal }))
  process.on('uncaughtException', onError)
  const startedBy = process.ppid
  const look = async (): Promise<void> => {
    if (!(await isStdoutRead(startedBy))) over({ disconnected: true })
  }
  const watch = setInterval(() => void look(), LOOK_MS)
  return () => {
    clearInterval(watch)
    offSignals()
    process.removeListener('uncaughtException', onError)
  }
}

/**
 * Whether somebody still reads our stdout. A socket says so by itself. A pipe does not before something is written: there it is
 * asked who has its other end, once the process that started us is gone.
 */
const isStdoutRead = async (startedBy: number): Promise<boolean> => {
  try {
    const stats = fstatSync(1)
    if (stats.isSocket()) return writeSync(1, '') === 0
    if (!stats.isFIFO() || process.platform !== 'linux' || process.ppid === startedBy) return true
    return (await import('./end/end-tree.js')).isOwnPipeRead(1)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPIPE'
  }
}
