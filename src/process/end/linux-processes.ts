import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs'
import type { Processes, ProcessRow } from './processes.js'

/** Processes by `/proc` (proc(5)). A look costs one read for each process of the machine, and more for the young ones only. */

const ENVIRONMENT_STEP = 131_072
/** An environment of which more than 4 MiB would have to be read cannot have been started by us: Linux takes less. */
const MOST_STEPS = 32
const MOST_DESCRIPTORS = 256
/** A pipe or socket without a name is shared by inheritance only. */
const NAMELESS = /^(?:pipe|socket):\[\d+\]$/

export const linuxProcesses = (): Processes => {
  const own = rowOf(process.pid)
  const isYoung = ({ startedAt }: ProcessRow): boolean => own === undefined || Number(startedAt) >= Number(own.startedAt)
  return {
    *rows(isQuick, isWanted) {
      const last = lastNumber()
      const age = (pid: number): number => (last - pid + NUMBERS) % NUMBERS
      const all = isQuick ? pids().filter((pid) => age(pid) < age(process.pid)) : pids()
      // Whoever forks to get away is met first.
      for (const pid of all.sort((a, b) => age(a) - age(b))) {
        const row = isWanted(pid) ? rowOf(pid) : undefined
        if (row !== undefined && isYoung(row)) yield row
      }
    },
    heirs: () => {
      const heirs = new Set([0, 1])
      for (let row = rowOf(process.ppid); row !== undefined && !heirs.has(row.pid); row = rowOf(row.parent)) heirs.add(row.pid)
      return heirs
    },
    again: (row) => {
      const now = rowOf(row.pid)
      return now?.startedAt === row.startedAt ? now : undefined
    },
    isMarked: ({ pid }, mark) => environmentHolds(pid, Buffer.from(mark)),
    pipesOf: (pid) => linksOf(pid, ['0', '1', '2']).filter((link) => NAMELESS.test(link)),
    holds: ({ pid }, pipes) => pipes.length > 0 && linksOf(pid, descriptorsOf(pid)).some((link) => pipes.includes(link)),
  }
}

/** Whether anybody but us can read from a pipe of ours; true where that cannot be told. */
export const isOwnPipeRead = (descriptor: number): boolean => {
  const [ours] = linksOf(process.pid, [String(descriptor)])
  if (ours === undefined) return true
  const isReader = (pid: number, theirs: string): boolean => linksOf(pid, [theirs])[0] === ours && mayRead(pid, theirs)
  return pids().some((pid) => pid !== process.pid && descriptorsOf(pid).some((theirs) => isReader(pid, theirs)))
}

/** More than any system has. */
const NUMBERS = 2 ** 22 + 1

/** The number given out last: from there on downward, and then from the top again, is the order in which they were. */
const lastNumber = (): number => {
  try {
    return Number(textOf('/proc/loadavg').split(' ')[4]) || NUMBERS
  } catch {
    return NUMBERS
  }
}

const pids = (): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** Longer than any line that the system writes of a process. */
const line = Buffer.allocUnsafe(4_096)

/** By hand: there is one for each process of the machine, and `readFileSync` takes twice the time. */
const textOf = (file: string): string => {
  const fd = openSync(file, 'r')
  try {
    return line.toString('latin1', 0, readSync(fd, line, 0, line.length, null))
  } finally {
    closeSync(fd)
  }
}

/** The program's name stands in brackets and may hold anything, brackets and blanks too. */
const rowOf = (pid: number): ProcessRow | undefined => {
  try {
    const stat = textOf(`/proc/${pid}/stat`)
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state = '', parent, group, session] = fields
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      startedAt: fields[19] ?? '',
      isOver: state === 'Z' || state === 'X' || state === 'x',
    }
  } catch {
    return undefined
  }
}

/** Undefined for one that cannot be read: another user's, or while the process becomes another program. */
const environmentHolds = (pid: number, mark: Buffer): boolean | undefined => {
  let fd: number
  try {
    fd = openSync(`/proc/${pid}/environ`, 'r')
  } catch {
    return undefined
  }
  try {
    const buffer = Buffer.allocUnsafe(ENVIRONMENT_STEP + mark.length)
    // What the mark may begin in is looked at again with what comes next.
    for (let kept = 0, steps = 0; steps < MOST_STEPS; steps++) {
      const count = readSync(fd, buffer, kept, ENVIRONMENT_STEP, null)
      if (count === 0) return steps === 0 ? undefined : false
      const end = kept + count
      if (buffer.subarray(0, end).includes(mark)) return true
      kept = Math.min(mark.length, end)
      buffer.copy(buffer, 0, end - kept, end)
    }
    return false
  } catch {
    return undefined
  } finally {
    closeSync(fd)
  }
}

const descriptorsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).slice(0, MOST_DESCRIPTORS)
  } catch {
    return []
  }
}

const linksOf = (pid: number, descriptors: readonly string[]): string[] =>
  descriptors.flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${descriptor}`)]
    } catch {
      return []
    }
  })

const mayRead = (pid: number, descriptor: string): boolean => {
  try {
    const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(textOf(`/proc/${pid}/fdinfo/${descriptor}`))?.[1] ?? '', 8)
    // O_WRONLY alone cannot.
    return (flags & 0o3) !== 1
  } catch {
    return false
  }
}
