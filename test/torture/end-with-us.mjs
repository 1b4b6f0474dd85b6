import { setTimeout as sleep } from 'node:timers/promises'
import { endAll, processesWith } from './run-hanging.mjs'

/** A run that is interrupted leaves nothing behind. */

/** Our own program ends its hooks within a second. */
const HOOKS_MS = 1_500

/** Marks all that is started from here on, and ends it when a person or a CI ends us. */
export const endWithUs = () => {
  const mark = `torture-${process.pid}-${Date.now()}`
  process.env.ACUVO_TORTURE = mark
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      for (const pid of processesWith(mark)) process.kill(pid, 'SIGTERM')
      void sleep(HOOKS_MS).then(() => {
        endAll(mark)
        process.exit(1)
      })
    })
  }
}
