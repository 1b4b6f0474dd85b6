import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'
import { bytesFrom } from './read.js'

const NEWLINE = 0x0a

/** A file that is being written: what was read of it, and a line that has not come to its end yet. */
interface Growing {
  fd: number
  ino: number
  position: number
  rest: Buffer
}

/** Reads a log as it grows, also over the moments when it is put aside and a new one begins. */
export class LogFollower {
  #current: Growing | undefined
  /** The one that was put aside last: a call that had opened it may still write to it. */
  #before: Growing | undefined

  constructor(readonly file: string) {}

  /** The lines that came to their end since the last time. @throws the system's error */
  next(): string[] {
    const lines: string[] = []
    for (;;) {
      for (const growing of [this.#before, this.#current]) if (growing !== undefined) lines.push(...linesOf(growing))
      const ino = statSync(this.file, { throwIfNoEntry: false })?.ino
      if (ino === undefined || ino === this.#current?.ino) return lines
      if (this.#before !== undefined) closeSync(this.#before.fd)
      this.#before = this.#current
      this.#current = opened(this.file)
      if (this.#current === undefined) return lines
    }
  }

  /** The files that are read here. */
  get inodes(): number[] {
    return [this.#before, this.#current].flatMap((growing) => (growing === undefined ? [] : [growing.ino]))
  }

  close(): void {
    for (const growing of [this.#before, this.#current]) if (growing !== undefined) closeSync(growing.fd)
    this.#before = undefined
    this.#current = undefined
  }
}

const opened = (file: string): Growing | undefined => {
  try {
    const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    return { fd, ino: fstatSync(fd).ino, position: 0, rest: Buffer.alloc(0) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const linesOf = (growing: Growing): string[] => {
  const chunks = [growing.rest]
  for (let chunk = bytesFrom(growing.fd, growing.position); chunk.length > 0; chunk = bytesFrom(growing.fd, growing.position)) {
    growing.position += chunk.length
    chunks.push(chunk)
  }
  const bytes = chunks.length === 1 ? growing.rest : Buffer.concat(chunks)
  const end = bytes.lastIndexOf(NEWLINE) + 1
  growing.rest = bytes.subarray(end)
  return bytes
    .subarray(0, end)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}
