import { spawnSync } from 'node:child_process'
import type { Processes, ProcessRow } from './processes.js'

/**
 * Processes as `ps` lists them, for macOS and other POSIX systems. Unproven: it runs in no test of ours but on listings written
 * by hand. macOS shows the environment of the person's own programs, not of those that it protects (`/bin/sh`); these are found
 * by their group and their parents.
 */

const LIST_MS = 2_000
const LIST_BYTES = 64 * 1_048_576
const COLUMNS = ['-o', 'pid=', '-o', 'ppid=', '-o', 'pgid=', '-o', 'stat=', '-o', 'lstart=']

export interface Listed extends ProcessRow {
  /** The command line, with the environment behind it where it was asked for and is shown. */
  command: string
}

/** `pid ppid pgid stat`, the start as five words, and the command. */
const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s*(.*)$/

export const listed = (text: string): Listed[] =>
  text.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = '', startedAt = '', command = ''] = LINE.exec(line) ?? []
    if (pid === undefined) return []
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), startedAt, isOver: state.startsWith('Z'), command }]
  })

const list = (flags: readonly string[], ...more: string[]): Listed[] => {
  const { stdout } = spawnSync('ps', [...flags, ...COLUMNS, ...more], { encoding: 'utf8', timeout: LIST_MS, maxBuffer: LIST_BYTES })
  return listed(stdout ?? '')
}

export const listedProcesses = (): Processes => {
  const own = list(['-p', String(process.pid)])[0]
  const isYoung = ({ startedAt }: ProcessRow): boolean => !(Date.parse(startedAt) < Date.parse(own?.startedAt ?? ''))
  let commands = new Map<number, string>()
  return {
    rows: (_isQuick, isWanted) => {
      const rows = list(['-axEww'], '-o', 'command=').filter((row) => isWanted(row.pid) && isYoung(row))
      commands = new Map(rows.map(({ pid, command }) => [pid, command]))
      return rows
    },
    heirs: () => {
      const parents = new Map(list(['-ax']).map(({ pid, parent }) => [pid, parent]))
      const heirs = new Set([0, 1])
      for (let pid: number | undefined = process.ppid; pid !== undefined && !heirs.has(pid); pid = parents.get(pid)) heirs.add(pid)
      return heirs
    },
    // A list for each process would take longer than the number of one that ended stays free.
    again: (row) => (isThere(row.pid) ? row : undefined),
    isMarked: ({ pid }, mark) => commands.get(pid)?.includes(mark),
    pipesOf: () => [],
    holds: () => false,
  }
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
