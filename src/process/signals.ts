/** The signals by which hosts, terminals and machines end a program. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * @param act called for each that arrives, as soon as nothing else of ours runs
 * @returns a function that gives them back to the system, which ends us at once
 */
export const onSignals = (act: (signal: string) => void): (() => void) => {
  for (const signal of SIGNALS) process.on(signal, act)
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, act)
  }
}
