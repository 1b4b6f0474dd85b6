import { nowMs } from '../clock/now.js'
import type { Command, ShellProgram } from '../config/types.js'
import { startChild, type Child } from '../runtime/child.js'
import { Capture } from './capture.js'
import { signalGroup } from './end/group.js'
import { hookEnded, hookStarted, type Target } from './end/live.js'
import { closeInherited } from './inherited.js'
import { spawnPlanOf } from './spawn-plan.js'

/**
 * Runs one command to its end and says how it ended. The exit state decides, never a pipe: whoever still holds one is
 * not waited for. Our own stdout and stderr are never handed on.
 */

export const MAX_OUTPUT_BYTES = 1_048_576
/** Between TERM and KILL. */
const GRACE_MS = 400
/** After a normal exit: how long output that is still in the pipes is waited for. */
const DRAIN_MS = 200
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
  /** What the environment of all that it starts holds: see `end/mark.ts`. */
  mark: string
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
  /** Of stdout and stderr, with what was dropped. */
  outputBytes: number
  /** How many of its processes could not be ended. */
  left?: number
  durationMs: number
}

export const runCommand = async (request: CommandRequest): Promise<CommandResult> => {
  const { command, shellProgram, cwd, env, stdin } = request
  const { shell, ...program } = spawnPlanOf(command, shellProgram)
  const startedAt = nowMs()
  closeInherited()
  try {
    const child = await startChild({ ...program, cwd, env, stdin, output: 'read', leadsGroup: process.platform !== 'win32' })
    return await new RunningCommand(child, request, shell, startedAt).result
  } catch (error) {
    return {
      notStarted: codeOf(error),
      shell,
      stdout: '',
      stderr: '',
      stdoutCut: false,
      outputBytes: 0,
      durationMs: Math.round(nowMs() - startedAt),
    }
  }
}

/**
 * Starts one command that nobody waits for: it leads a group of its own, reads from a file, and what it prints is dropped.
 *
 * @returns why it could not be started; undefined when it was
 */
export const startInBackground = async ({ command, shellProgram, cwd, env, stdin }: BackgroundRequest): Promise<string | undefined> => {
  const { shell: _shell, ...program } = spawnPlanOf(command, shellProgram)
  closeInherited()
  try {
    const child = await startChild({ ...program, cwd, env, stdin: { fd: stdin }, output: 'dropped', leadsGroup: true })
    child.release()
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

export type BackgroundRequest = Pick<CommandRequest, 'command' | 'shellProgram' | 'cwd' | 'env'> & { stdin: number }

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

class RunningCommand {
  readonly result: Promise<CommandResult>
  #resolve!: (result: CommandResult) => void
  readonly #child: Child
  readonly #target: Target
  readonly #shell: boolean
  readonly #detach: boolean
  readonly #startedAt: number
  readonly #printed = { stdout: new Capture(MAX_OUTPUT_BYTES), stderr: new Capture(MAX_OUTPUT_BYTES) }
  readonly #timers: NodeJS.Timeout[] = []
  #ended: CommandResult['ended']
  /** It is being ended with all that it started: that settles, whatever it does meanwhile. */
  #isEnding = false
  #isUrgent = false
  #left = 0
  #settled = false

  constructor(child: Child, request: CommandRequest, shell: boolean, startedAt: number) {
    this.#child = child
    this.#target = { leader: child.pid, mark: request.mark }
    this.#shell = shell
    this.#detach = request.detach === true
    this.#startedAt = startedAt
    this.result = new Promise((resolve) => {
      this.#resolve = resolve
    })
    hookStarted(this.#target)
    child.listen({
      onOutput: (stream, chunk) => this.#printed[stream].take(chunk),
      onExit: () => this.#exited(),
      onClose: () => this.#closed(),
    })
    const leftMs = request.deadline - nowMs()
    this.#after(Math.max(leftMs, 0), () => {
      this.#isUrgent = true
      this.#end('budget', 0)
    })
    if (request.timeoutMs < leftMs) this.#after(request.timeoutMs, () => this.#end('timeout', GRACE_MS))
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms))
  }

  /** @param why undefined: its own process was killed by somebody else, and what it started is left */
  #end(why: CommandResult['ended'], graceMs: number): void {
    // One that has ended in time is only waited for by us.
    if (this.#isEnding || this.#child.exitCode !== null) return
    this.#isEnding = true
    this.#ended = why
    void import('./end/end-tree.js')
      .then(({ endTree }) => endTree(this.#target, { graceMs, isUrgent: () => this.#isUrgent }))
      .catch(() => {
        signalGroup(this.#target.leader, 'SIGKILL')
        return 0
      })
      .then((left) => {
        this.#left = left
        this.#drain()
      })
  }

  #exited(): void {
    if (this.#child.signal !== null) this.#end(undefined, 0)
    else
      this.#after(DRAIN_MS, () => {
        if (!this.#isEnding) this.#drain()
      })
  }

  /** It has ended by itself, and everything that it printed was read. */
  #closed(): void {
    if (!this.#isEnding) this.#settle()
  }

  /**
   * Settles when a look at the pipes brings nothing more. Where we were kept from running meanwhile the time is up before
   * anything was read, and an answer that nobody read would pass for none.
   */
  #drain(looks = MOST_LOOKS): void {
    const seen = this.#seenBytes
    setImmediate(() => {
      this.#child.look?.()
      if (this.#seenBytes > seen && looks > 0) this.#drain(looks - 1)
      else this.#settle()
    })
  }

  get #seenBytes(): number {
    return this.#printed.stdout.seenBytes + this.#printed.stderr.seenBytes
  }

  #settle(): void {
    if (this.#settled) return
    this.#settled = true
    for (const timer of this.#timers) clearTimeout(timer)
    // Whoever is left of the group was started by a hook that is done.
    if (!this.#detach && !this.#isEnding) signalGroup(this.#target.leader, 'SIGKILL')
    hookEnded(this.#target)
    const { exitCode, signal } = this.#child
    this.#child.release()
    const { stdout, stderr } = this.#printed
    this.#resolve({
      ...(exitCode === null ? {} : { exitCode }),
      ...(signal === null ? {} : { signal }),
      ...(this.#ended === undefined ? {} : { ended: this.#ended }),
      ...(this.#left === 0 ? {} : { left: this.#left }),
      shell: this.#shell,
      stdout: stdout.text(),
      stderr: stderr.text(),
      stdoutCut: stdout.cut,
      outputBytes: this.#seenBytes,
      durationMs: Math.round(nowMs() - this.#startedAt),
    })
  }
}
