import { spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'

/**
 * One series: several programs started in turn, each right after an empty Node, so that what the machine does meanwhile
 * touches both alike. All times are of the whole process, from its start to its end.
 *
 * @typedef {object} Start
 * @property {string} program
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {{ fifo: string, file: string } | { socket: string } | undefined} [stdin] a pipe that holds a file, or a socket that holds a text
 *
 * @typedef {{ median: number, p10: number, p90: number }} Spread
 * @typedef {{ ratio: Spread, ms: Spread }} Cost
 */

/** Runs before the first that counts: files are in the page cache then. */
const WARM_UP = 2
/** What a pipe holds at once on every system. */
const PIPE_BYTES = 60_000

/** @param {number} value */
export const round = (value) => Math.round(value * 100) / 100

/** @param {readonly number[]} values @param {number} share */
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** @param {readonly number[]} values @returns {Spread} */
export const spreadOf = (values) => ({
  median: round(quantile(values, 0.5)),
  p10: round(quantile(values, 0.1)),
  p90: round(quantile(values, 0.9)),
})

/**
 * A real pipe that holds the payload and its end; a Node child's own "pipe" is a socket.
 *
 * @param {string} fifo
 * @param {string} file
 */
const pipeWith = (fifo, file) => {
  const read = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK)
  const write = openSync(fifo, 'w')
  if (statSync(file).size < PIPE_BYTES) writeFileSync(write, readFileSync(file))
  else spawn('cat', [file], { stdio: ['ignore', write, 'ignore'] })
  closeSync(write)
  return read
}

/** Starts a program and waits for its end. @param {Start} start @returns {number} milliseconds @throws where it fails: that would be fast */
const timed = ({ program, args, cwd, env, stdin }) => {
  const fd = stdin !== undefined && 'fifo' in stdin ? pipeWith(stdin.fifo, stdin.file) : undefined
  const input = stdin !== undefined && 'socket' in stdin ? { input: stdin.socket } : {}
  const from = process.hrtime.bigint()
  const ended = spawnSync(program, args, {
    cwd,
    env,
    maxBuffer: 1e8,
    stdio: [fd ?? (stdin === undefined ? 'ignore' : 'pipe'), 'pipe', 'pipe'],
    ...input,
  })
  const ms = Number(process.hrtime.bigint() - from) / 1e6
  if (fd !== undefined) closeSync(fd)
  if (ended.status !== 0)
    throw new Error(
      `${program} ${args.join(' ')}: ${ended.error?.message ?? ended.signal ?? `exit ${ended.status}`}\n${ended.stderr ?? ''}`,
    )
  return ms
}

/**
 * @param {string} node the Node whose empty start is the measure
 * @param {Record<string, Start>} starts
 * @param {number} pairs
 * @returns {{ bareMs: number, costs: Record<string, Cost> }} milliseconds of the empty Node, and each program's cost
 */
export const series = (node, starts, pairs) => {
  const entries = Object.entries(starts)
  const [first] = entries
  if (first === undefined) return { bareMs: 0, costs: {} }
  const { cwd, env } = first[1]
  /** @type {number[]} */
  const bare = []
  /** @type {Record<string, { ratio: number[], ms: number[] }>} */
  const seen = Object.fromEntries(entries.map(([name]) => [name, { ratio: [], ms: [] }]))
  for (let pair = -WARM_UP; pair < pairs; pair++) {
    for (const [name, start] of entries) {
      const floor = timed({ program: node, args: ['-e', '0'], cwd, env })
      const ms = timed(start)
      if (pair < 0) continue
      bare.push(floor)
      seen[name]?.ratio.push(ms / floor)
      seen[name]?.ms.push(ms)
    }
  }
  return {
    bareMs: spreadOf(bare).median,
    costs: Object.fromEntries(Object.entries(seen).map(([name, { ratio, ms }]) => [name, { ratio: spreadOf(ratio), ms: spreadOf(ms) }])),
  }
}

/**
 * Peak resident memory of one run in MiB, read from the system while it goes on. Linux only.
 *
 * @param {Start} start
 * @returns {Promise<number | undefined>}
 */
export const peakMemoryOf = ({ program, args, cwd, env, stdin }) =>
  new Promise((resolve) => {
    if (process.platform !== 'linux') return resolve(undefined)
    const fd = stdin !== undefined && 'file' in stdin ? openSync(stdin.file, 'r') : undefined
    const child = spawn(program, args, { stdio: [fd ?? 'ignore', 'ignore', 'ignore'], env, cwd })
    let peak = 0
    const look = setInterval(() => {
      try {
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0))
      } catch {
        // It has ended.
      }
    }, 1)
    child.on('close', () => {
      clearInterval(look)
      if (fd !== undefined) closeSync(fd)
      resolve(Math.round(peak / 1024))
    })
  })
