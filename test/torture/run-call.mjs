import { setTimeout as sleep } from 'node:timers/promises'
import { runProgram } from '../support/program.mjs'
import { GONE_MS, endAll, peakMiBOf, processesWith } from './run-hanging.mjs'

/**
 * Starts the built program as a host does, and looks at its memory meanwhile.
 *
 * @typedef {import('../support/program.mjs').Ended} Ended
 * @typedef {import('./tally.mjs').Tally} Tally
 */

const LOOK_MS = 50

/** What stands in our own environment must not look like a host's. */
const NOT_INHERITED = /^(?:CLAUDE|CURSOR|CODEX|ACUVO_(?!BIN$))/

/**
 * @param {import('../support/payloads.mjs').Host} host
 * @param {import('../support/workspace.mjs').Workspace} workspace
 * @returns {NodeJS.ProcessEnv}
 */
export const environmentOf = (host, { env, root }) => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_INHERITED.test(name))),
  ...(host === 'claude-code' ? { CLAUDE_PROJECT_DIR: root } : {}),
  ...(host === 'cursor' ? { CURSOR_PROJECT_DIR: root } : {}),
})

/**
 * @param {readonly string[]} args
 * @param {NonNullable<Parameters<typeof runProgram>[1]>} options
 * @param {Tally} tally
 * @returns {Promise<Ended>}
 */
export const runWatched = async (args, options, tally) => {
  /** @type {NodeJS.Timeout | undefined} */
  let watch
  try {
    return await runProgram(args, {
      ...options,
      started: (pid) => {
        watch = setInterval(() => tally.sawMemory(peakMiBOf(pid)), LOOK_MS)
      },
    })
  } finally {
    clearInterval(watch)
  }
}

/** A line of a stack trace of Node. */
const TRACE = /^\s+at .*:\d+:\d+\)?$/m
/** What a run of ours says that ended by a fault of our own. */
const CRASH = /internal_failure|(?:Type|Range|Reference|Syntax)Error:/

/**
 * @param {Pick<Ended, 'exitCode' | 'signal' | 'stdout' | 'stderr'>} ended
 * @param {readonly number[]} exitCodes those that mean something
 * @returns {string | undefined} how it crashed; undefined: it did not
 */
export const crashOf = ({ exitCode, signal, stdout, stderr }, exitCodes) => {
  if (signal !== null || exitCode === null) return `ended by ${signal}`
  if (!exitCodes.includes(exitCode)) return `exit code ${exitCode}`
  const texts = `${stdout}\n${stderr}`
  return TRACE.test(texts) || CRASH.test(texts) ? 'a crash' : undefined
}

/**
 * Counts what lives on 2 s after the last answer, and ends it.
 *
 * @param {string} token a word that every process of this part has in its command line or environment
 * @param {Tally} tally
 */
export const countLeft = async (token, tally) => {
  const until = performance.now() + GONE_MS
  let left = processesWith(token)
  while (left.length > 0 && performance.now() < until) {
    await sleep(LOOK_MS)
    left = processesWith(token)
  }
  if (left.length > 0) tally.add('left', `${left.length} processes live on`, left.length)
  endAll(token)
}
