import { killAllGroups } from './groups.js'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** What ended us while hooks ran: a signal, or an error that nobody caught. */
export type Interruption = { signal: string } | { error: unknown }

/**
 * Ends the hooks that run when something ends us: they lead groups of their own, so neither a signal nor our own end
 * reaches them.
 *
 * @param then called once when every group was ended
 * @returns a function that takes the watch off again
 */
export const endGroupsWhenInterrupted = (then: (interruption: Interruption) => void): (() => void) => {
  const onSignal = (signal: NodeJS.Signals): void => {
    killAllGroups()
    then({ signal })
  }
  const onError = (error: unknown): void => {
    killAllGroups()
    then({ error })
  }
  for (const signal of SIGNALS) process.once(signal, onSignal)
  process.once('uncaughtException', onError)
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal)
    process.removeListener('uncaughtException', onError)
  }
}
