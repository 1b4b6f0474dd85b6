import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { PACKAGE, PROGRAM, runProgram } from './program.mjs'

/**
 * For tests of what the program answers and not of how it starts, reads and ends: most calls are answered by a process that stands
 * (`standing.cjs`), which costs a tenth. The first call of a file and every tenth after it start the program; so do all where
 * `TEST_STARTS=all` says so (`npm run test:all`), and where `ACUVO_BIN` names a program that is no script.
 */

const EVERY = 10
const isPackage = PROGRAM.endsWith('.cjs')
let all = process.env.TEST_STARTS === 'all' || !isPackage
/** A call that does not end is a failed test and not a stuck run. */
const HANG_MS = 50_000

/** @typedef {import('./program.mjs').Ended} Ended */
/** @typedef {{ stdin?: string | Buffer | object, cwd?: string, env?: NodeJS.ProcessEnv }} Asked */

class Standing {
  #child = spawn(process.execPath, [fileURLToPath(new URL('standing.cjs', import.meta.url)), isPackage ? PROGRAM : PACKAGE], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  /** @type {((answer: string | undefined) => void)[]} */
  #waiting = []

  constructor() {
    createInterface({ input: this.#child.stdout })
      .on('line', (line) => this.#waiting.shift()?.(line))
      .on('close', () => this.#waiting.splice(0).forEach((settle) => settle(undefined)))
    this.#child.stdin.on('error', () => undefined)
  }

  get busy() {
    return this.#waiting.length
  }

  /**
   * @param {readonly string[]} args
   * @param {Asked} asked
   * @returns {Promise<Ended>}
   */
  async ask(args, { stdin = '', cwd = process.cwd(), env = process.env }) {
    const bytes = typeof stdin === 'string' || Buffer.isBuffer(stdin) ? Buffer.from(stdin) : Buffer.from(JSON.stringify(stdin))
    const startedAt = performance.now()
    /** @type {NodeJS.Timeout | undefined} */
    let hang
    const line = await new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#child.stdin.write(`${JSON.stringify({ args, cwd, env, stdin: bytes.toString('base64') })}\n`)
      hang = setTimeout(() => this.#child.kill('SIGKILL'), HANG_MS)
    })
    clearTimeout(hang)
    if (line === undefined) throw new Error(`the standing program ended at: ${args.join(' ')}`)
    return { .../** @type {Ended} */ (JSON.parse(line)), signal: null, ms: performance.now() - startedAt }
  }

  end() {
    this.#child.stdin.end()
  }
}

/** As many as there are tests of a file that wait for their hooks at once; each is started when the others are busy. */
const MOST = 2
/** @type {Standing[]} */
const standing = []
let calls = 0

afterAll(() => standing.splice(0).forEach((one) => one.end()))

const idlest = () => {
  const [found] = [...standing].sort((a, b) => a.busy - b.busy)
  if (found !== undefined && (found.busy === 0 || standing.length >= MOST)) return found
  const added = new Standing()
  standing.push(added)
  return added
}

/** For a file whose tests are about the process itself, though it shares how it asks with others: each call starts the program. */
export const everyCallStarts = () => void (all = true)

/**
 * @param {readonly string[]} args
 * @param {Asked} [asked] commands other than `run` get no stdin
 * @returns {Promise<Ended>}
 */
export const askStanding = (args, asked = {}) => idlest().ask(args, asked)

/**
 * As `runProgram`: the same answer, mostly without a start.
 *
 * @param {readonly string[]} args
 * @param {Asked} [asked]
 * @returns {Promise<Ended>}
 */
export const askProgram = (args, asked = {}) => {
  const isTurn = calls++ % EVERY === 0
  const isApart = asked.env?.NODE_OPTIONS !== undefined || (asked.stdin !== undefined && args[0] !== 'run')
  return all || isTurn || isApart ? runProgram(args, asked) : askStanding(args, asked)
}
