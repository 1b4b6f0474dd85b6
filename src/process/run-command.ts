import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { nowMs } from '../clock/now.js'
import type { Command, ShellProgram } from '../config/types.js'
import { Capture } from './capture.js'
import { groupEnded, groupStarted, signalGroup } from './groups.js'
import { spawnPlanOf } from './spawn-plan.js'

/**
 * Runs one command to its end and says how it ended. The exit state decides, never a pipe: whoever still holds one is
 * not waited for. Our own stdout and stderr are never handed on.
 */

export const MAX_OUTPUT_BYTES = 1_048_576
/** Between TERM and KILL. */
const GRACE_MS = 500
/** After a normal exit: how long output that is still in the pipes is waited for. */
const DRAIN_MS = 200
/** After KILL: how long to wait for the exit state and what is left in the pipes. */
const AFTER_KILL_MS = 100
/** Looks at the pipes after that, as long as each brings something. */
const MOST_LOOKS = 64

export interface CommandRequest {
  command: Command
  shellProgram?: ShellProgram | undefined
  cwd: string
  env: Record<string, string>
  /** A descriptor to read from, or bytes to be written into a pipe. */
  stdin: { fd: number } | { bytes: Buffer }
  timeoutMs: number
  /** When the whole chain must be done, on the clock of `nowMs()`; the command is killed at once then. */
  deadline: number
  /** What the command leaves running after a good end lives on. */
  detach?: boolean | undefined
}

export interface CommandResult {
  exitCode?: number
  signal?: string
  /** It never ran: why, as a system error code or message. */
  notStarted?: string
  /** Which limit ended it. */
  ended?: 'timeout' | 'budget'
  /** Whether a shell ran it, so that 126, 127 and 129 to 192 are the shell's words. */
  shell: boolean
  stdout: string
  stderr: string
  stdoutCut: boolean
  durationMs: number
}

export const runCommand = (request: CommandRequest): Promise<CommandResult> => {
  const plan = spawnPlanOf(request.command, request.shellProgram)
  const startedAt = nowMs()
  const failed = (error: unknown): CommandResult => ({
    notStarted: (error as NodeJS.ErrnoException).code ?? String(error),
    shell: plan.shell,
    stdout: '',
    stderr: '',
    stdoutCut: false,
    durationMs: Math.round(nowMs() - startedAt),
  })

  let child: ChildProcess
  try {
    child = spawn(plan.program, [...plan.args], {
      cwd: request.cwd,
      env: request.env,
      // A group of its own. On Windows this would open a window instead.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: plan.verbatim,
      stdio: ['fd' in request.stdin ? request.stdin.fd : 'pipe', 'pipe', 'pipe'],
    })
  } catch (error) {
    return Promise.resolve(failed(error))
  }
  if (child.pid === undefined) return new Promise((resolve) => child.once('error', (error) => resolve(failed(error))))
  return new RunningCommand(child, child.pid, request, plan.shell, startedAt).result
}

/**
 * Starts one command that nobody waits for: it leads a group of its own, reads from a file, and what it prints is dropped.
 *
 * @returns why it could not be started; undefined when it was
 */
export const startInBackground = ({ command, shellProgram, cwd, env, stdin }: BackgroundRequest): Promise<string | undefined> => {
  const { program, args, verbatim } = spawnPlanOf(command, shellProgram)
  const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)
  try {
    const child = spawn(program, [...args], {
      cwd,
      env,
      detached: true,
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
      stdio: [stdin, 'ignore', 'ignore'],
    })
    if (child.pid === undefined) return new Promise((resolve) => child.once('error', (error) => resolve(codeOf(error))))
    child.unref()
    return Promise.resolve(undefined)
  } catch (error) {
    return Promise.resolve(codeOf(error))
  }
}

export type BackgroundRequest = Pick<CommandRequest, 'command' | 'shellProgram' | 'cwd' | 'env'> & { stdin: number }

class RunningCommand {
  readonly result: Promise<CommandResult>
  #resolve!: (result: CommandResult) => void
  readonly #child: ChildProcess
  readonly #pid: number
  readonly #shell: boolean
  readonly #detach: boolean
  readonly #startedAt: number
  readonly #stdout: Capture
  readonly #stderr: Capture
  readonly #timers: NodeJS.Timeout[] = []
  #ended: CommandResult['ended']
  #settled = false

  constructor(child: ChildProcess, pid: number, request: CommandRequest, shell: boolean, startedAt: number) {
    this.#child = child
    this.#pid = pid
    this.#shell = shell
    this.#detach = request.detach === true
    this.#startedAt = startedAt
    this.#stdout = new Capture(child.stdout as Readable, MAX_OUTPUT_BYTES)
    this.#stderr = new Capture(child.stderr as Readable, MAX_OUTPUT_BYTES)
    this.result = new Promise((resolve) => {
      this.#resolve = resolve
    })
    groupStarted(pid)
    if (child.stdin !== null && 'bytes' in request.stdin) {
      // A hook may end without having read everything.
      child.stdin.on('error', () => undefined)
      child.stdin.end(request.stdin.bytes)
    }
    child.on('error', () => undefined)
    child.once('exit', () => this.#exited())
    child.once('close', () => this.#settle())
    const leftMs = request.deadline - nowMs()
    this.#after(Math.max(leftMs, 0), () => this.#kill('budget'))
    if (request.timeoutMs < leftMs) {
      this.#after(request.timeoutMs, () => {
        this.#ended ??= 'timeout'
        signalGroup(pid, 'SIGTERM')
        this.#after(GRACE_MS, () => this.#kill('timeout'))
      })
    }
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms))
  }

  #kill(why: NonNullable<CommandResult['ended']>): void {
    this.#ended ??= why
    signalGroup(this.#pid, 'SIGKILL')
    this.#after(AFTER_KILL_MS, () => this.#drain())
  }

  #exited(): void {
    this.#after(this.#ended === undefined ? DRAIN_MS : AFTER_KILL_MS, () => this.#drain())
  }

  /**
   * Settles when a look at the pipes brings nothing more. Where we were kept from running meanwhile the time is up before
   * anything was read, and an answer that nobody read would pass for none.
   */
  #drain(looks = MOST_LOOKS): void {
    const seen = this.#stdout.seenBytes + this.#stderr.seenBytes
    setImmediate(() => {
      const isMore = this.#stdout.seenBytes + this.#stderr.seenBytes > seen
      if (isMore && looks > 0) this.#drain(looks - 1)
      else this.#settle()
    })
  }

  #settle(): void {
    if (this.#settled) return
    this.#settled = true
    for (const timer of this.#timers) clearTimeout(timer)
    // Whoever is left of the group was started by a hook that is done.
    if (!this.#detach || this.#ended !== undefined) signalGroup(this.#pid, 'SIGKILL')
    groupEnded(this.#pid)
    const { exitCode, signalCode, stdout, stderr, stdin } = this.#child
    for (const stream of [stdin, stdout, stderr]) stream?.destroy()
    this.#child.unref()
    this.#resolve({
      ...(exitCode === null ? {} : { exitCode }),
      ...(signalCode === null ? {} : { signal: signalCode }),
      ...(this.#ended === undefined ? {} : { ended: this.#ended }),
      shell: this.#shell,
      stdout: this.#stdout.text(),
      stderr: this.#stderr.text(),
      stdoutCut: this.#stdout.cut,
      durationMs: Math.round(nowMs() - this.#startedAt),
    })
  }
}
