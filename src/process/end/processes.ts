import { linuxProcesses } from './linux-processes.js'
import { listedProcesses } from './listed-processes.js'

/** One process of the machine, as its system tells it. */
export interface ProcessRow {
  pid: number
  parent: number
  group: number
  /** Absent where the system does not tell. */
  session?: number
  /** Tells it from a later process of the same number. Opaque. */
  startedAt: string
  /** It has ended, and only its number is still taken. */
  isOver: boolean
}

/** What a system can tell of its processes. Nothing here throws: what cannot be read is not there. */
export interface Processes {
  /**
   * Those that started no earlier than we did, because one that started earlier is none of ours; the youngest first, each read when
   * it is asked for.
   *
   * @param isQuick their numbers alone may say that they are older: right as long as the system has not given out all its numbers
   *   since we started
   * @param isWanted asked for each number before anything is read of it
   */
  rows: (isQuick: boolean, isWanted: (pid: number) => boolean) => Iterable<ProcessRow>
  /**
   * Who takes over a descendant of ours whose parent ends: one of those that we descend from, or the first process. Nobody else can,
   * so what has another parent belongs where its parent does.
   */
  heirs: () => ReadonlySet<number>
  /** The process as it is now; undefined when it is gone or another one has its number. */
  again: (row: ProcessRow) => ProcessRow | undefined
  /** Whether the environment that it was started with holds a mark; undefined where that cannot be read (now). */
  isMarked: (row: ProcessRow, mark: string) => boolean | undefined
  /** The nameless pipes and sockets that it has as stdin, stdout and stderr. */
  pipesOf: (pid: number) => string[]
  /** Whether it holds one of these. */
  holds: (row: ProcessRow, pipes: readonly string[]) => boolean
}

export const processesHere = (platform: NodeJS.Platform = process.platform): Processes =>
  platform === 'linux' ? linuxProcesses() : listedProcesses()
