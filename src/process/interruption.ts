import { killAllGroups } from './groups.js'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Ends the hooks that run when a signal ends us: they lead groups of their own, so the signal does not reach them.
 *
 * @param then called once with the signal when every group was ended
 * @returns a function that takes the watch off again
 */
export const endGroupsOnSignal = (then: (signal: string) => void): (() => void) => {
  const onSignal = (signal: NodeJS.Signals): void => {
    killAllGroups()
    then(signal)
  }
  for (const signal of SIGNALS) process.once(signal, onSignal)
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal)
  }
}
