import { readSync } from 'node:fs'
import type { Child, ChildEvents, ChildSetting, OutputName } from './child.js'
import { nodeBinding, type PipeBinding, type PipeHandle } from './node-binding.js'

/**
 * A process without `node:child_process`, whose streams and sockets cost 8 ms of a Node's 40 for the first hook of a call. What that
 * module itself calls is called here, and the pipes are looked at instead of being listened to.
 */

/**
 * The Nodes whose binding takes what is given here: tried with 20.12, 20.16, 20.20, 22.0, 22.12 and 22.23. Neither line gets anything but
 * mending any more. Others take other arguments (24.22 ends the process over these).
 */
const isKnownNode = (): boolean => /^2[02]\./.test(process.versions.node) && process.platform !== 'win32'

interface ProcessHandle {
  pid: number
  /** @param signal empty where none ended it */
  onexit: (exitCode: number, signal: string) => void
  /** @returns 0, or an error of the system */
  spawn(setting: {
    file: string
    args: string[]
    cwd: string
    envPairs: string[]
    detached: boolean
    stdio: ({ type: 'fd'; fd: number } | { type: 'pipe'; handle: PipeHandle } | { type: 'ignore' })[]
  }): number
  close(): void
  unref(): void
}

interface ProcessBinding {
  Process: new () => ProcessHandle
}

/** @returns undefined where this way cannot be gone; @throws the system's error where the program cannot be started */
export const startChild = async ({ program, args, cwd, env, stdin, output, leadsGroup }: ChildSetting): Promise<Child | undefined> => {
  if (!isKnownNode() || !('fd' in stdin)) return undefined
  const envPairs = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  // The binding would cut a text there.
  if ([program, ...args, cwd, ...envPairs].some((text) => text.includes('\0'))) return undefined
  let handle: ProcessHandle
  let pipes: Record<OutputName, PipeHandle> | undefined
  try {
    const { Process } = nodeBinding('process_wrap') as ProcessBinding
    const { Pipe, constants } = nodeBinding('pipe_wrap') as PipeBinding
    handle = new Process()
    if (output === 'read') pipes = { stdout: new Pipe(constants.SOCKET), stderr: new Pipe(constants.SOCKET) }
  } catch {
    return undefined
  }
  const child = new ChildOfBinding(handle, pipes)
  const printed = (['stdout', 'stderr'] as const).map((name) =>
    pipes === undefined ? { type: 'ignore' as const } : { type: 'pipe' as const, handle: pipes[name] },
  )
  const fault = handle.spawn({
    file: program,
    args: [program, ...args],
    cwd,
    envPairs,
    detached: leadsGroup,
    stdio: [{ type: 'fd', fd: stdin.fd }, ...printed],
  })
  if (fault === 0) return child
  child.release()
  const { getSystemErrorName } = await import('node:util')
  throw Object.assign(new Error(`spawn ${program}`), { code: getSystemErrorName(fault) })
}

/** Pauses between two looks at the pipes: after one that brought something, and at most. A pipe holds some 200 KiB meanwhile. */
const SHORT_PAUSE_MS = 1
const LONGEST_PAUSE_MS = 25
/** What one look takes of each pipe, so that a flood does not keep us from everything else. */
const CHUNK_BYTES = 65_536
const MOST_CHUNKS = 16

class ChildOfBinding implements Child {
  exitCode: number | null = null
  signal: string | null = null
  readonly #handle: ProcessHandle
  readonly #pipes: Map<OutputName, PipeHandle>
  readonly #buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  #events: ChildEvents | undefined
  #pauseMs = SHORT_PAUSE_MS
  #next: NodeJS.Timeout | undefined

  constructor(handle: ProcessHandle, pipes: Record<OutputName, PipeHandle> | undefined) {
    this.#handle = handle
    this.#pipes = new Map(Object.entries(pipes ?? {}) as [OutputName, PipeHandle][])
    handle.onexit = (exitCode, signal) => this.#exited(exitCode, signal)
  }

  get pid(): number {
    return this.#handle.pid
  }

  listen(events: ChildEvents): void {
    this.#events = events
    this.#lookLater()
  }

  look(): void {
    let isMore = false
    for (const [name, { fd }] of this.#pipes) isMore = this.#take(name, fd) || isMore
    this.#pauseMs = isMore ? SHORT_PAUSE_MS : Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
  }

  release(): void {
    clearTimeout(this.#next)
    this.#events = undefined
    for (const name of [...this.#pipes.keys()]) this.#close(name)
    this.#handle.unref()
  }

  #exited(exitCode: number, signal: string): void {
    if (signal === '') this.exitCode = exitCode
    else this.signal = signal
    this.#handle.close()
    this.#events?.onExit()
    clearTimeout(this.#next)
    this.#lookAgain()
  }

  #lookAgain(): void {
    this.look()
    const hasExited = this.exitCode !== null || this.signal !== null
    if (!hasExited || this.#pipes.size > 0) this.#lookLater()
    else this.#events?.onClose()
  }

  #lookLater(): void {
    if (this.#events !== undefined) this.#next = setTimeout(() => this.#lookAgain(), this.#pauseMs)
  }

  /** @returns whether there was something */
  #take(name: OutputName, fd: number): boolean {
    for (let chunks = 0; chunks < MOST_CHUNKS; chunks++) {
      try {
        const count = readSync(fd, this.#buffer, 0, CHUNK_BYTES, null)
        if (count === 0) {
          this.#close(name)
          return chunks > 0
        }
        this.#events?.onOutput(name, Buffer.from(this.#buffer.subarray(0, count)))
      } catch (error) {
        // A reset of the pipe is not the hook's answer; its exit state is.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') this.#close(name)
        return chunks > 0
      }
    }
    return true
  }

  #close(name: OutputName): void {
    this.#pipes.get(name)?.close()
    this.#pipes.delete(name)
  }
}
