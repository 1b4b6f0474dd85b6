/**
 * Node's own bindings, of which its public modules are made: where loading those costs more than all that we do. They are nobody's
 * promise, and a wrong argument ends the process, so whoever uses one names the Nodes it was tried with and has another way.
 *
 * @throws where this Node does not hand it out
 */
export const nodeBinding = (name: string): unknown => {
  const node = process as NodeJS.Process & { binding(name: string): unknown; noDeprecation?: boolean }
  const { noDeprecation } = node
  // People who ask for warnings of what may go one day must not find them in front of a reason.
  node.noDeprecation = true
  try {
    return node.binding(name)
  } finally {
    if (noDeprecation === undefined) delete node.noDeprecation
    else node.noDeprecation = noDeprecation
  }
}

/** What `pipe_wrap` gives: a pipe or a local socket. */
export interface PipeHandle {
  /** Its descriptor, which does not block. */
  readonly fd: number
  /** @returns 0, or an error of the system */
  open(fd: number): number
  close(): void
  unref(): void
}

export interface PipeBinding {
  Pipe: new (type: number) => PipeHandle
  constants: { SOCKET: number }
}
