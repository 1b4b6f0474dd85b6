import { nodeBinding, type PipeBinding, type PipeHandle } from './node-binding.js'
import { isStandalone } from './runtime.js'

/**
 * Reading stdin without being held up by a writer that neither writes nor closes. A socket, which is what a host in Node or Bun hands
 * over, cannot be opened anew as a pipe can, and neither runtime says by its public interface whether one can be read now; their
 * streams can, and cost a fifth of a Node's start (Node 20) or a third of it (Bun 1.4.5), most of it for loading code.
 */

/** Whether a read returns at once: bytes, the end, or EAGAIN. */
export type CanRead = () => boolean

/** For descriptor 0, a pipe or a socket; undefined where it cannot be had, as on Windows: then the stream must be used. */
export const unblockedStdin = (): CanRead | undefined => {
  if (process.platform === 'win32') return undefined
  try {
    return isStandalone ? polled() : unblockedByPipe()
  } catch {
    return undefined
  }
}

/** Nothing may close the descriptor before we end, so who holds it is kept. */
const kept: PipeHandle[] = []

/** What `process.stdin` does first, and no more: libuv takes the descriptor over and sets it not to block. Nodes 20 to 26 have it. */
const unblockedByPipe = (): CanRead | undefined => {
  const { Pipe, constants } = nodeBinding('pipe_wrap') as PipeBinding
  const pipe = new Pipe(constants.SOCKET)
  if (pipe.open(0) !== 0) return undefined
  pipe.unref()
  kept.push(pipe)
  return () => true
}

interface Library {
  symbols: { poll(descriptors: Buffer, count: number, timeoutMs: number): number }
}

interface ForeignFunctions {
  dlopen(library: string, functions: Record<'poll', { args: string[]; returns: string }>): Library
}

const POLLIN = 1

/** Asks the system's own `poll`. The library is the one that the executable has loaded already. */
const polled = (): CanRead => {
  const isMac = process.platform === 'darwin'
  const { dlopen } = require('bun:ffi') as ForeignFunctions
  const { symbols } = dlopen(isMac ? '/usr/lib/libSystem.B.dylib' : 'libc.so.6', {
    poll: { args: ['ptr', isMac ? 'u32' : 'u64', 'i32'], returns: 'i32' },
  })
  // struct pollfd: the descriptor, what is asked, what is answered.
  const descriptor = Buffer.alloc(8)
  descriptor.writeInt32LE(0, 0)
  descriptor.writeInt16LE(POLLIN, 4)
  // A fault of its own (-1) must not lead to a read that waits for ever: then nothing ever comes, and the call is held.
  return () => symbols.poll(descriptor, 1, 0) > 0
}
