import { spawn, type ChildProcess } from 'node:child_process'
import type { Child, ChildEvents, ChildSetting } from './child.js'

export const startChild = ({ program, args, verbatim, cwd, env, stdin, output, leadsGroup }: ChildSetting): Promise<Child> => {
  const printed = output === 'read' ? 'pipe' : 'ignore'
  const child = spawn(program, [...args], {
    cwd,
    env,
    detached: leadsGroup,
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
    stdio: ['fd' in stdin ? stdin.fd : 'pipe', printed, printed],
  })
  const { pid } = child
  if (pid === undefined) return new Promise((_resolve, reject) => child.once('error', reject))
  child.on('error', () => undefined)
  if (child.stdin !== null && 'bytes' in stdin) {
    // A hook may end without having read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin.bytes)
  }
  return Promise.resolve(new ChildOfNode(child, pid))
}

class ChildOfNode implements Child {
  readonly pid: number
  readonly #child: ChildProcess

  constructor(child: ChildProcess, pid: number) {
    this.#child = child
    this.pid = pid
  }

  get exitCode(): number | null {
    return this.#child.exitCode
  }

  get signal(): string | null {
    return this.#child.signalCode
  }

  listen({ onOutput, onExit, onClose }: ChildEvents): void {
    for (const name of ['stdout', 'stderr'] as const) {
      this.#child[name]?.on('data', (chunk: Buffer) => onOutput(name, chunk))
      // A reset of the pipe is not the hook's answer; its exit state is.
      this.#child[name]?.on('error', () => undefined)
    }
    this.#child.once('exit', onExit)
    this.#child.once('close', onClose)
  }

  release(): void {
    const { stdin, stdout, stderr } = this.#child
    for (const stream of [stdin, stdout, stderr]) stream?.destroy()
    this.#child.unref()
  }
}
