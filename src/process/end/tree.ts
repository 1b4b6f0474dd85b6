import { signalGroup } from './group.js'
import type { Target } from './live.js'
import { processesHere, type Processes, type ProcessRow } from './processes.js'

/**
 * Everything that one hook started and that still runs: its group and its session, what carries its mark, what descends from
 * any of these, and what holds the pipes that we gave it. Once found, a process stays found, whatever becomes of its parents
 * and its environment.
 *
 * Not found is only who left group and session, cleared its environment, lost its parents before anything had to be ended, and
 * closed all three descriptors.
 */
export interface Tree {
  /**
   * Looks for all of it, and signals what lives as soon as it is seen.
   *
   * @returns how many lived of what was looked at
   */
  signal: (signal: EndSignal, look: Look) => number
  /** How many of what was found live; costs no look at the machine. */
  alive: () => number
}

/**
 * `all` processes of the machine; `young`: those whose number says that they started after us; `new`: of these, numbers that no
 * look has met since the last one that was not, for what starts another faster than a whole look takes.
 */
export type Look = 'all' | 'young' | 'new'

type EndSignal = 'SIGTERM' | 'SIGKILL'

export class ProcessTree implements Tree {
  readonly #target: Target
  readonly #processes: Processes
  /** Process numbers, each with the start of the one that was found. */
  readonly #found = new Map<number, ProcessRow>()
  /** Looked at, and none of the hook's, by number and start: an environment only loses its mark, and pipes are only closed. */
  readonly #others = new Map<number, string>()
  /** Numbers met since the last whole look. */
  readonly #seen = new Set<number>()
  readonly #killed = new Map<number, string>()
  #heirs: ReadonlySet<number>
  #pipes: string[] | undefined

  constructor(target: Target, processes: Processes = processesHere()) {
    this.#target = target
    this.#processes = processes
    this.#heirs = processes.heirs()
  }

  /** Linear in the number of processes: most are asked for their line in the system's table only. */
  signal(signal: EndSignal, look: Look): number {
    const { leader } = this.#target
    const ours = new Set<number>()
    let isGroupTold = false
    const take = (row: ProcessRow): void => {
      ours.add(row.pid)
      this.#found.set(row.pid, row)
      if (row.group !== leader) this.#signal(row, signal)
      // Only while somebody of it is there: its number may be another group's afterwards.
      else if (!isGroupTold) signalGroup(leader, signal)
      isGroupTold ||= row.group === leader
    }
    const children = new Map<number, ProcessRow[]>()
    this.#pipes ??= this.#pipesOfLeader()
    if (look === 'all') this.#heirs = this.#processes.heirs()
    if (look !== 'new') this.#seen.clear()
    for (const row of this.#processes.rows(look !== 'all', (pid) => !this.#seen.has(pid))) {
      this.#seen.add(row.pid)
      if (row.pid === process.pid || row.isOver) continue
      if (this.#isOurs(row)) take(row)
      const siblings = children.get(row.parent)
      if (siblings === undefined) children.set(row.parent, [row])
      else siblings.push(row)
    }
    const parents = [...ours]
    for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
      for (const child of children.get(parent) ?? []) {
        // Its number may be another process's by now.
        if (ours.has(child.pid) || this.#processes.again(child) === undefined) continue
        take(child)
        parents.push(child.pid)
      }
    }
    return ours.size
  }

  alive(): number {
    return [...this.#found.values()].filter((row) => this.#processes.again(row)?.isOver === false).length
  }

  #signal({ pid, startedAt }: ProcessRow, signal: EndSignal): void {
    // Nobody survives that, though it may take a moment.
    if (this.#killed.get(pid) === startedAt) return
    try {
      process.kill(pid, signal)
      if (signal === 'SIGKILL') this.#killed.set(pid, startedAt)
    } catch {
      // It has just ended; or it became another user's, who alone may end it.
    }
  }

  /** Undefined when its own process is gone. */
  #pipesOfLeader(): string[] | undefined {
    const pipes = this.#processes.pipesOf(this.#target.leader)
    return pipes.length === 0 ? undefined : pipes
  }

  /** Without a look at its parents, unless they were found before. */
  #isOurs(row: ProcessRow): boolean {
    const { leader, mark } = this.#target
    const { pid, parent, group, session, startedAt } = row
    if (group === leader || session === leader || this.#found.get(pid)?.startedAt === startedAt) return true
    const found = this.#found.get(parent)
    if (found !== undefined && this.#processes.again(found) !== undefined) return true
    if (!this.#heirs.has(parent) || this.#others.get(pid) === startedAt) return false
    const isMarked = this.#processes.isMarked(row, mark)
    if (isMarked === true || this.#processes.holds(row, this.#pipes ?? [])) return true
    if (isMarked === false) this.#others.set(pid, startedAt)
    // It is just becoming another program: the next look may tell.
    else this.#seen.delete(pid)
    return false
  }
}
