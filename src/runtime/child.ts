import { placedProgram } from '../paths/windows-program.js'
import { isStandalone } from './runtime.js'

/** One process that we start and follow to its end: what both runtimes can tell of it, and no more. */
export interface Child {
  readonly pid: number
  /** Null as long as it runs, and where a signal ended it. */
  readonly exitCode: number | null
  /** The signal that ended it. */
  readonly signal: string | null
  /** To be called at once: what happens before is not told again. */
  listen(events: ChildEvents): void
  /** Tells what stands in its pipes now; absent where that is told without being asked for. */
  look?(): void
  /** Lets go of its pipes and waits for it no longer. */
  release(): void
}

export interface ChildEvents {
  onOutput: (stream: OutputName, chunk: Uint8Array) => void
  onExit: () => void
  /** It has exited, and nobody holds its pipes any more. */
  onClose: () => void
}

export type OutputName = 'stdout' | 'stderr'

export interface ChildSetting {
  program: string
  args: readonly string[]
  /** Windows: the arguments are one line that is passed on as it is. */
  verbatim: boolean
  cwd: string
  env: Record<string, string>
  /** A descriptor to read from, or bytes to be written into a pipe. */
  stdin: { fd: number } | { bytes: Buffer }
  /** Whether what it prints is read, or dropped. */
  output: 'read' | 'dropped'
  /** Whether it leads a group of its own. On Windows it opens a window then. */
  leadsGroup: boolean
}

/** @throws the system's error, with its code, where it cannot be started */
export const startChild = async (asked: ChildSetting): Promise<Child> => {
  const setting = { ...asked, program: placedProgram(asked.program, asked.env) }
  // Each loads what the other has not, or pays for dearly: Bun's `node:child_process` costs a tenth of a Node's start.
  if (isStandalone) return (await import('./child-of-bun.js')).startChild(setting)
  const { startChild: startByBinding } = await import('./child-of-binding.js')
  return (await startByBinding(setting)) ?? (await import('./child-of-node.js')).startChild(setting)
}
