import { execFileSync, spawn, type StdioOptions } from 'node:child_process'
import { closeSync, constants, createWriteStream, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Writable } from 'node:stream'
import { startLine, type Ended } from '../support/program.mjs'

/** Starts the built program and hands it its stdin piece by piece, over whatever a host may use, and looks at the writer's side. */

/** A Node host's `pipe` is a socket pair; a host in another language has a real pipe; a test or CI may have a file. */
export type Via = 'socket' | 'pipe' | 'file'

/** Bytes, or a pause in milliseconds before the next bytes. */
export type Piece = string | Buffer | number

export interface DeliverOptions {
  cwd: string
  env: NodeJS.ProcessEnv
  via?: Via
  /** The writer keeps its end until the program is gone. */
  leaveOpen?: boolean
  /** The user (and group) to run as; for root only. */
  uid?: number
}

export interface Delivered extends Ended {
  /** Code of the error that the writer met (EPIPE when the program went away before reading all). */
  writeError: string | undefined
}

/** A program that does not answer is killed, so that a hang is a failed test and not a stuck run. */
const HANG_MS = 25_000

export const deliver = async (args: readonly string[], pieces: readonly Piece[], options: DeliverOptions): Promise<Delivered> => {
  const { cwd, env, via = 'socket', leaveOpen = false, uid } = options
  const source = sourceFor(via, pieces)
  const stdio: StdioOptions = [source.fd ?? 'pipe', 'pipe', 'pipe']
  const [program, first] = startLine()
  const startedAt = performance.now()
  const child = spawn(program, [...first, ...args], { cwd, env, stdio, ...(uid === undefined ? {} : { uid, gid: uid }) })
  source.started()
  const hang = setTimeout(() => child.kill('SIGKILL'), HANG_MS)
  const texts: Buffer[][] = [[], []]
  child.stdout?.on('data', (chunk: Buffer) => texts[0]?.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => texts[1]?.push(chunk))
  const ended = new Promise<{ exitCode: number | null; signal: string | null }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal }))
  })

  const writer = source.writer ?? child.stdin ?? undefined
  // At the child's end Node destroys the stdin that it knows of, and with it the error that a host would meet.
  child.stdin = null
  let writeError: string | undefined
  const failed = (error: NodeJS.ErrnoException): void => void (writeError ??= error.code ?? error.message)
  writer?.on('error', failed)
  const written = writer === undefined ? Promise.resolve() : write(writer, pieces, leaveOpen, failed)
  const result = await ended
  const ms = performance.now() - startedAt
  clearTimeout(hang)
  if (!leaveOpen) await written
  writer?.destroy()
  source.remove()
  const [stdout, stderr] = texts.map((chunks) => Buffer.concat(chunks).toString('utf8')) as [string, string]
  return { ...result, stdout, stderr, ms, writeError }
}

/** Ends early when the reader is gone. */
const write = async (writer: Writable, pieces: readonly Piece[], leaveOpen: boolean, failed: (error: Error) => void): Promise<void> => {
  const gone = new Promise<void>((resolve) => writer.once('close', resolve))
  const settled = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
    Promise.race([
      gone,
      new Promise<void>((resolve) => {
        start((error) => {
          if (error) failed(error)
          resolve()
        })
      }),
    ])
  for (const piece of pieces) {
    if (writer.destroyed) return
    if (typeof piece === 'number') await sleep(piece)
    else await settled((done) => writer.write(piece, done))
  }
  if (!leaveOpen && !writer.destroyed) await settled((done) => writer.end(done))
}

interface Source {
  /** Absent: the socket that `spawn` makes. */
  fd?: number
  writer?: Writable
  started: () => void
  remove: () => void
}

const sourceFor = (via: Via, pieces: readonly Piece[]): Source => {
  if (via === 'socket') return { started: () => undefined, remove: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'acuvo-stdin-'))
  const path = join(folder, 'stdin')
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  if (via === 'file') {
    writeFileSync(path, Buffer.concat(pieces.flatMap((piece) => (typeof piece === 'number' ? [] : [Buffer.from(piece)]))))
    const fd = openSync(path, 'r')
    return { fd, started: () => closeSync(fd), remove }
  }
  execFileSync('mkfifo', [path])
  // Both ends at once first: opening one end alone would wait for the other.
  const both = openSync(path, 'r+')
  const fd = openSync(path, constants.O_RDONLY)
  const writer = createWriteStream('', { fd: openSync(path, constants.O_WRONLY) })
  closeSync(both)
  return { fd, writer, started: () => closeSync(fd), remove }
}
