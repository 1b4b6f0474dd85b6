import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { nowMs } from '../clock/now.js'
import { endTree } from '../process/end/end-tree.js'
import { hookEnded, hookStarted } from '../process/end/live.js'
import { MARK_VARIABLE, markedWith, newMark } from '../process/end/mark.js'

/** A program that is started as nobody else's child would be, and that ends with everything it started, whatever it does. */

export interface ProgramStart {
  program: string
  words: readonly string[]
  cwd: string
  /** All that it sees; nothing of ours is added but the mark by which its descendants are found. */
  env: Readonly<Record<string, string>>
  /** What it reads; absent: it is written to by hand, and its stdin stays open. */
  stdin?: string
}

export interface ProgramEnd {
  exitCode?: number
  signal?: string
  /** It never ran: why, as a system error code. */
  notStarted?: string
  /** It was still running when its time was over. */
  timedOut: boolean
  stdout: string
  stderr: string
  /** How many of its processes could not be ended. */
  left: number
  durationMs: number
}

export interface RunningProgram {
  stdin: Writable
  /** Called with each piece of stdout as it comes. */
  onOutput: (listener: (text: string) => void) => void
  /** Of its own accord, or by `end`. Never rejects. */
  ended: Promise<ProgramEnd>
  /** Ends it, with all that it started. */
  end: () => Promise<ProgramEnd>
}

/** Of each stream; the rest is dropped. */
const MAX_OUTPUT_CHARS = 67_108_864
/** Between TERM and KILL. */
const GRACE_MS = 1000
/** After its end: how long what it printed is waited for. */
const DRAIN_MS = 300

export const startProgram = ({ program, words, cwd, env, stdin }: ProgramStart, timeoutMs: number): RunningProgram => {
  const startedAt = nowMs()
  const mark = newMark()
  const child = spawn(program, [...words], {
    cwd,
    env: { ...env, [MARK_VARIABLE]: markedWith(mark, process.env[MARK_VARIABLE]) },
    stdio: 'pipe',
    // A group of its own, so that whatever it starts ends with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const texts = { stdout: '', stderr: '' }
  const listeners: ((text: string) => void)[] = []
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      if (texts[name].length < MAX_OUTPUT_CHARS) texts[name] += text
      if (name === 'stdout') for (const listener of listeners) listener(text)
    })
  child.stdin.on('error', () => undefined)
  if (stdin !== undefined) child.stdin.end(stdin)
  const target = child.pid === undefined ? undefined : { leader: child.pid, mark }
  if (target !== undefined) hookStarted(target)
  let timedOut = false
  let ending: Promise<number> | undefined
  const endAll = (graceMs: number): Promise<number> => {
    ending ??= target === undefined ? Promise.resolve(0) : endTree(target, { graceMs, isUrgent: () => false })
    return ending
  }
  const timer = setTimeout(() => {
    timedOut = true
    void endAll(GRACE_MS)
  }, timeoutMs)
  const ended = new Promise<ProgramEnd>((resolve) => {
    const done = async (how: Pick<ProgramEnd, 'exitCode' | 'signal' | 'notStarted'>): Promise<void> => {
      clearTimeout(timer)
      // What it left behind ends too, and holds no pipe up.
      const left = await endAll(0)
      if (target !== undefined) hookEnded(target)
      await drained(child.stdout, child.stderr)
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      resolve({ ...how, timedOut, ...texts, left, durationMs: Math.round(nowMs() - startedAt) })
    }
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (target === undefined) void done({ notStarted: error.code ?? error.message })
    })
    child.once('exit', (code, signal) => void done(signal === null ? { exitCode: code ?? 0 } : { signal }))
  })
  return {
    stdin: child.stdin,
    onOutput: (listener) => void listeners.push(listener),
    ended,
    end: () => {
      void endAll(GRACE_MS)
      return ended
    },
  }
}

const drained = (...streams: NodeJS.ReadableStream[]): Promise<void> =>
  new Promise((resolve) => {
    let open = streams.filter((stream) => stream.readable).length
    if (open === 0) return resolve()
    const timer = setTimeout(resolve, DRAIN_MS)
    for (const stream of streams)
      stream.once('end', () => {
        if (--open > 0) return
        clearTimeout(timer)
        resolve()
      })
  })
