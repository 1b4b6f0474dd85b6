import { PROGRAM } from './messages.js'

/** What people read from `git-hook`. */
export const gitHookTexts = {
  couldNotRun: (why: string) =>
    `${PROGRAM} could not run its checks, so the commit is refused: ${why}\nMend that and commit again; nothing was denied by a policy.`,
  unread: (detail: string) => `what is staged could not be read: ${detail}`,
  ended: (signal: string) => `it was ended by ${signal}`,
} as const
