import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { nowMs } from '../clock/now.js'
import { sleepMs } from '../clock/sleep.js'
import { unblockedStdin, type CanRead } from '../runtime/unblocked-stdin.js'
import { payloads } from '../text/call-faults.js'
import { Inbox, type Received } from './inbox.js'

/**
 * Reads the payload. Hosts do leave the pipe open, so the end is EOF, or one complete JSON document and then quiet.
 * A pipe is polled through a descriptor of our own that does not block, a socket as `runtime/unblocked-stdin.ts` can: the
 * asynchronous stream costs a fifth of a Node start, and a plain blocking read cannot see a pipe that was left open.
 */

/** After a complete document, a pipe this long without a byte is taken for finished. */
const QUIET_MS = 300
/** So often an empty pipe is looked at again at once: whoever writes without a pause fills it faster than we could sleep. */
const LOOKS_AT_ONCE = 8
/** First and longest pause between two looks at an empty pipe. */
const FIRST_PAUSE_MS = 0.05
const LONGEST_PAUSE_MS = 5
/** A writer that takes longer is waited for so that a signal can reach us; getting ready for that costs what most calls need not pay. */
const SHORT_WAIT_MS = 20
/** A payload that comes without a longer pause is read without letting go, which costs a millisecond; but never for longer than this. */
const BURST_PAUSE_MS = 2
const LONGEST_HOLD_MS = 250

export interface StdinLimits {
  /** How long to wait without a single byte, and without one more byte while the document is incomplete. */
  silenceMs: number
  /** When all reading ends, on the clock of `nowMs()`. */
  deadline: number
}

/** Called when reading takes long; what it returns is called when it is over. */
export type Waiting = () => () => void

export const readStdin = async (limits: StdinLimits, onWait: Waiting = () => () => undefined): Promise<Received> => {
  let over: (() => void) | undefined
  const wait = (): void => void (over ??= onWait())
  try {
    const stats = fstatSync(0)
    if (stats.isFile()) return drainFile(0, limits)
    const source = (stats.isSocket() ? undefined : ownDescriptor()) ?? (stats.isSocket() || stats.isFIFO() ? givenDescriptor() : undefined)
    return source === undefined ? await drainStream(limits, wait) : await drainPolling(source, limits, wait)
  } catch (error) {
    return { unreadable: payloads.notRead((error as NodeJS.ErrnoException).code ?? 'unknown error') }
  } finally {
    over?.()
  }
}

/**
 * Decides, after a stretch without a byte, whether to go on waiting. The document is looked at once for every stretch,
 * not once for every byte.
 */
class Patience {
  #lookedAt = -1
  readonly #inbox: Inbox
  readonly #limits: StdinLimits

  constructor(inbox: Inbox, limits: StdinLimits) {
    this.#inbox = inbox
    this.#limits = limits
  }

  /** @returns the result, or undefined to go on waiting */
  afterQuiet(quietMs: number): Received | undefined {
    const inbox = this.#inbox
    const over = nowMs() >= this.#limits.deadline || quietMs >= this.#limits.silenceMs
    if (inbox.total === 0) return over ? { unreadable: payloads.nothing(Math.round(quietMs)) } : undefined
    if (quietMs < QUIET_MS && !over) return undefined
    if (inbox.tooLarge) return inbox.result()
    if (this.#lookedAt !== inbox.total) {
      this.#lookedAt = inbox.total
      if (isCompleteDocument(inbox.bytes)) return inbox.result()
    }
    return over ? { unreadable: payloads.incomplete(inbox.total) } : undefined
  }
}

const isCompleteDocument = (bytes: Buffer): boolean => {
  const last = bytes.subarray(-64).toString('latin1').trimEnd().at(-1)
  if (last !== '}' && last !== ']') return false
  try {
    JSON.parse(bytes.toString('utf8').replace(/^\ufeff+/, ''))
    return true
  } catch {
    return false
  }
}

const drainFile = (fd: number, limits: StdinLimits): Received => {
  const inbox = new Inbox()
  while (nowMs() < limits.deadline) {
    const { room } = inbox
    const count = readSync(fd, room, 0, room.length, null)
    if (count === 0) return inbox.result()
    inbox.filled(count)
  }
  return { unreadable: payloads.incomplete(inbox.total) }
}

/** A descriptor that can be read without being held up. */
interface Source {
  fd: number
  isReadable: CanRead
  close: () => void
}

/**
 * A description of our own of what we are given to read, that does not block; the host's stays as it is, whoever else
 * shares it. Undefined where it cannot be had: another user's pipe, no /proc.
 */
const ownDescriptor = (): Source | undefined => {
  if (process.platform !== 'linux') return undefined
  try {
    const fd = openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
    return { fd, isReadable: () => true, close: () => closeSync(fd) }
  } catch {
    return undefined
  }
}

const givenDescriptor = (): Source | undefined => {
  const isReadable = unblockedStdin()
  return isReadable === undefined ? undefined : { fd: 0, isReadable, close: () => undefined }
}

const drainPolling = async (source: Source, limits: StdinLimits, wait: () => void): Promise<Received> => {
  const startedAt = nowMs()
  let lastByteAt = startedAt
  let heldSince = startedAt
  /** Signals reach us meanwhile. */
  const letGo = async (pauseMs: number): Promise<void> => {
    wait()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    heldSince = nowMs()
  }
  try {
    const inbox = new Inbox()
    const patience = new Patience(inbox, limits)
    let looks = 0
    let pauseMs = FIRST_PAUSE_MS
    for (;;) {
      const count = readNow(source, inbox.room)
      if (count === 0) return inbox.total === 0 ? { unreadable: payloads.empty } : inbox.result()
      if (count !== undefined) {
        inbox.filled(count)
        lastByteAt = nowMs()
        looks = 0
        pauseMs = FIRST_PAUSE_MS
        if (lastByteAt >= limits.deadline) return { unreadable: payloads.incomplete(inbox.total) }
        if (lastByteAt - heldSince >= LONGEST_HOLD_MS) await letGo(0)
        continue
      }
      if (++looks <= LOOKS_AT_ONCE) continue
      const now = nowMs()
      const quietMs = now - lastByteAt
      const settled = patience.afterQuiet(quietMs)
      if (settled !== undefined) return settled
      const isBurst = now - startedAt < SHORT_WAIT_MS || (quietMs < BURST_PAUSE_MS && now - heldSince < LONGEST_HOLD_MS)
      if (isBurst) sleepMs(pauseMs)
      else await letGo(pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  } finally {
    source.close()
  }
}

/** @returns the number of bytes read, 0 at the end, undefined when there is nothing yet */
const readNow = ({ fd, isReadable }: Source, into: Buffer): number | undefined => {
  try {
    if (!isReadable()) return undefined
    return readSync(fd, into, 0, into.length, null)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

const drainStream = (limits: StdinLimits, wait: () => void): Promise<Received> =>
  new Promise((resolve) => {
    const inbox = new Inbox()
    const patience = new Patience(inbox, limits)
    const stdin = process.stdin
    let lastByteAt = nowMs()
    const settle = (result: Received): void => {
      clearInterval(watch)
      stdin.removeAllListeners()
      stdin.on('error', () => undefined)
      stdin.destroy()
      resolve(result)
    }
    const watch = setInterval(() => {
      wait()
      const settled = patience.afterQuiet(nowMs() - lastByteAt)
      if (settled !== undefined) settle(settled)
    }, SHORT_WAIT_MS)
    stdin.on('data', (chunk: Buffer) => {
      inbox.add(chunk)
      lastByteAt = nowMs()
    })
    stdin.on('end', () => settle(inbox.total === 0 ? { unreadable: payloads.empty } : inbox.result()))
    stdin.on('error', (error: NodeJS.ErrnoException) => settle({ unreadable: payloads.notRead(error.code ?? 'unknown error') }))
  })
