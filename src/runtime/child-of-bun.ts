import type { Child, ChildEvents, ChildSetting, OutputName } from './child.js'

/** What is used of a Bun (1.4.5), whose `node:child_process` is made of it. */
interface BunSubprocess {
  pid: number
  exitCode: number | null
  signalCode: string | null
  /** Settled when it has exited, whoever holds its pipes. */
  exited: Promise<unknown>
  stdout?: ReadableStream<Uint8Array>
  stderr?: ReadableStream<Uint8Array>
  unref(): void
}

interface BunSpawning {
  spawn(setting: {
    cmd: string[]
    cwd: string
    env: Record<string, string>
    detached: boolean
    windowsHide: boolean
    windowsVerbatimArguments: boolean
    stdio: [number | Buffer, 'pipe' | 'ignore', 'pipe' | 'ignore']
  }): BunSubprocess
}

declare const Bun: BunSpawning

type Reader = ReadableStreamDefaultReader<Uint8Array>

export const startChild = ({ program, args, verbatim, cwd, env, stdin, output, leadsGroup }: ChildSetting): Child => {
  const printed = output === 'read' ? 'pipe' : 'ignore'
  return new ChildOfBun(
    Bun.spawn({
      cmd: [program, ...args],
      cwd,
      env,
      detached: leadsGroup,
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
      stdio: ['fd' in stdin ? stdin.fd : stdin.bytes, printed, printed],
    }),
  )
}

class ChildOfBun implements Child {
  readonly #subprocess: BunSubprocess
  readonly #readers: Reader[] = []

  constructor(subprocess: BunSubprocess) {
    this.#subprocess = subprocess
  }

  get pid(): number {
    return this.#subprocess.pid
  }

  get exitCode(): number | null {
    return this.#subprocess.exitCode
  }

  get signal(): string | null {
    return this.#subprocess.signalCode
  }

  listen({ onOutput, onExit, onClose }: ChildEvents): void {
    const closed = (['stdout', 'stderr'] as const).map((name) => this.#read(name, onOutput))
    const exited = this.#subprocess.exited.then(onExit)
    void Promise.all([exited, ...closed]).then(onClose)
  }

  async #read(name: OutputName, onOutput: ChildEvents['onOutput']): Promise<void> {
    const reader = this.#subprocess[name]?.getReader()
    if (reader === undefined) return
    this.#readers.push(reader)
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        onOutput(name, value)
      }
    } catch {
      // A reset of the pipe is not the hook's answer; its exit state is.
    }
  }

  release(): void {
    for (const reader of this.#readers) reader.cancel().catch(() => undefined)
    this.#subprocess.unref()
  }
}
