import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The package's entry: for what is about its parts, whichever artefact the rest runs against. */
export const PACKAGE = fileURLToPath(new URL('../../dist/acuvo-hooks.cjs', import.meta.url))

/** The built program. ACUVO_BIN names another artefact to run everything against. */
export const PROGRAM = process.env.ACUVO_BIN ?? PACKAGE

export const isStandalone = !PROGRAM.endsWith('.cjs')

/** @returns {[string, string[]]} program and first arguments that start it */
export const startLine = () => (isStandalone ? [PROGRAM, []] : [process.execPath, [PROGRAM]])

/**
 * @typedef {object} Ended
 * @property {number | null} exitCode
 * @property {string | null} signal
 * @property {string} stdout
 * @property {string} stderr
 * @property {number} ms
 */

/**
 * Starts the built program and waits for its end.
 *
 * @param {readonly string[]} args
 * @param {{ stdin?: string | Buffer | object, leaveOpen?: boolean, cwd?: string, env?: NodeJS.ProcessEnv, started?: (pid: number, kill: (signal: NodeJS.Signals) => void) => void, start?: [string, string[]] }} [options]
 *   `stdin`: text and bytes as they are, an object as JSON; `leaveOpen`: the pipe is not closed after it; `start`: another program
 * @returns {Promise<Ended>}
 */
export const runProgram = (args, { stdin, leaveOpen = false, cwd, env = process.env, started, start = startLine() } = {}) =>
  new Promise((resolve, reject) => {
    const [program, first] = start
    const startedAt = performance.now()
    const child = spawn(program, [...first, ...args], { ...(cwd === undefined ? {} : { cwd }), env, stdio: 'pipe' })
    /** @type {Buffer[]} */
    const out = []
    /** @type {Buffer[]} */
    const err = []
    child.stdout.on('data', (chunk) => out.push(chunk))
    child.stderr.on('data', (chunk) => err.push(chunk))
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (exitCode, signal) => {
      child.stdin.destroy()
      resolve({
        exitCode,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        ms: performance.now() - startedAt,
      })
    })
    if (stdin !== undefined) child.stdin.write(typeof stdin === 'string' || Buffer.isBuffer(stdin) ? stdin : JSON.stringify(stdin))
    if (!leaveOpen) child.stdin.end()
    started?.(child.pid ?? 0, (signal) => child.kill(signal))
  })

/**
 * Waits until a process is gone, by asking for its pid; a zombie counts as gone.
 *
 * @param {number} pid
 * @param {number} withinMs
 * @returns {Promise<boolean>} whether it went in time
 */
export const isGoneWithin = async (pid, withinMs) => {
  const until = performance.now() + withinMs
  while (isAlive(pid)) {
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}

/** @param {number} pid */
export const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return process.platform !== 'linux'
  }
}
