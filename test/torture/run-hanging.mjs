import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { shellCall, writeCall } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import { makeWorkspace } from '../support/workspace.mjs'
import { TIMEOUT_MS } from './hanging-hooks.mjs'

/**
 * Runs one hook that hangs, through the built program as a host starts it, and looks what is left of it. Everything that was
 * started is ended when this returns, whatever came of it.
 *
 * @typedef {object} Hung
 * @property {import('../support/program.mjs').Ended} ended
 * @property {number} lateMs how long after the hook's timeout the host had our answer, from when the hook was first seen; negative: before it
 * @property {number} begun most processes of the hook that were seen at once
 * @property {number} left processes of the hook that live when the time is over
 * @property {number} goneMs after our answer, when none was left
 * @property {number} peakMiB most memory of ours, as the system counts it
 */

/** How long after the answer nothing may be left. */
export const GONE_MS = 2_000
const LOOK_MS = 100

/** @param {string[]} [needs] */
export const areThere = (needs = []) => {
  try {
    for (const program of needs) execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * @param {import('./hanging-hooks.mjs').HangingHook} hook
 * @param {import('../support/payloads.mjs').Host} host
 * @param {{ lookMs?: number, isCounted?: boolean }} [looking] `lookMs` between two looks at what runs: `lateMs` is as exact as that;
 *   `isCounted`: `begun` is the most that there was, not the first that was seen
 * @returns {Promise<Hung>}
 */
export const runHanging = async (
  { command, timeoutMs = TIMEOUT_MS, payloadMiB = 0, files = {} },
  host,
  { lookMs = LOOK_MS, isCounted = false } = {},
) => {
  // A time to sleep that nobody else sleeps: 97.1234567 s.
  const token = `97.${String(Math.random()).slice(2, 9)}${process.pid}`
  /** @param {string} text */
  const filled = (text) => text.replaceAll('SLEEP', `sleep ${token}`).replaceAll('TOKEN', token)
  const workspace = makeWorkspace()
  let peakMiB = 0
  let begun = 0
  let begunAt = Infinity
  /** @type {NodeJS.Timeout | undefined} */
  let watch
  try {
    for (const [name, text] of Object.entries(files)) workspace.change(name, filled(text))
    workspace.policy({
      hooks: [
        {
          event: 'PreToolUse',
          name: 'g',
          command: Array.isArray(command) ? command.map(filled) : filled(command),
          timeoutMs,
          env: ['HANG_TOKEN'],
        },
      ],
    })
    const call = payloadMiB === 0 ? shellCall(host, workspace.root, 'ls') : writeCall(host, workspace.root, 'a.txt')
    const pad = payloadMiB === 0 ? {} : { pad: 'x'.repeat(payloadMiB * 1_048_576) }
    const ended = await runProgram(['run', '--host', host], {
      stdin: { ...call, ...pad },
      cwd: workspace.root,
      env: { ...workspace.env, HANG_TOKEN: token },
      started: (pid) => {
        watch = setInterval(() => {
          peakMiB = Math.max(peakMiB, peakMiBOf(pid))
          if (!isCounted && begun > 0) return
          begun = Math.max(begun, processesWith(token).filter((found) => found !== pid).length)
          if (begun > 0) begunAt = Math.min(begunAt, performance.now())
        }, lookMs)
      },
    })
    clearInterval(watch)
    const answeredAt = performance.now()
    let left = processesWith(token)
    while (left.length > 0 && performance.now() - answeredAt < GONE_MS) {
      await sleep(lookMs)
      left = processesWith(token)
    }
    return { ended, lateMs: answeredAt - begunAt - timeoutMs, begun, left: left.length, goneMs: performance.now() - answeredAt, peakMiB }
  } finally {
    clearInterval(watch)
    endAll(token)
    workspace.remove()
  }
}

/** @param {string} token */
export const endAll = (token) => {
  for (const pid of processesWith(token)) end(pid)
}

/** @param {number} pid */
const end = (pid) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * The living processes that hold a word in their command line or in the environment that they were started with.
 *
 * @param {string} word
 * @returns {number[]}
 */
export const processesWith = (word) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const holds = ['cmdline', 'environ'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(word))
        return holds && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
      } catch {
        return false
      }
    })
    .map(Number)

/**
 * Most memory that a living process of ours has had.
 *
 * @param {number} pid
 */
export const peakMiBOf = (pid) => {
  try {
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
