import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listed } from '../../src/process/end/listed-processes.js'
import { markedWith, newMark } from '../../src/process/end/mark.js'
import type { Processes, ProcessRow } from '../../src/process/end/processes.js'
import { ProcessTree } from '../../src/process/end/tree.js'

/** Which processes belong to a hook, on a machine that is written down: numbers that come back cannot be had on a real one. */

const LEADER = 400
const ANCESTOR = 7

let signalled: [number, string | number | undefined][]
beforeEach(() => {
  signalled = []
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    signalled.push([pid, signal])
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

type Known = Partial<ProcessRow> & Pick<ProcessRow, 'pid'> & { marked?: true; holds?: true }

/** A machine whose processes can be changed between two looks. */
const machineOf = (first: readonly Known[]) => {
  let all: readonly Known[] = first
  const rowOf = ({ pid, parent = 1, group = pid, session = group, startedAt = '1', isOver = false }: Known): ProcessRow => ({
    pid,
    parent,
    group,
    session,
    startedAt,
    isOver,
  })
  const find = (pid: number): Known | undefined => all.find((one) => one.pid === pid)
  const processes: Processes = {
    rows: (_isQuick, isWanted) => all.filter(({ pid }) => isWanted(pid)).map(rowOf),
    heirs: () => new Set([0, 1, ANCESTOR]),
    again: ({ pid, startedAt }) => {
      const now = find(pid)
      return now === undefined || rowOf(now).startedAt !== startedAt ? undefined : rowOf(now)
    },
    isMarked: ({ pid }) => find(pid)?.marked ?? false,
    pipesOf: () => ['pipe:[1]'],
    holds: ({ pid }) => find(pid)?.holds ?? false,
  }
  return { processes, become: (next: readonly Known[]) => void (all = next) }
}

const leader: Known = { pid: LEADER, parent: process.pid }
const killed = (): number[] => signalled.map(([pid]) => pid)

describe('what belongs to a hook', () => {
  it.each<[string, Known[], number[]]>([
    ['its group, by one signal', [leader, { pid: 401, group: LEADER }], [-LEADER]],
    ['its session', [{ pid: 401, session: LEADER }], [401]],
    ['what descends from it, however far', [leader, { pid: 401, parent: LEADER }, { pid: 402, parent: 401 }], [-LEADER, 401, 402]],
    ['what carries its mark', [{ pid: 401, marked: true }], [401]],
    ['what carries its mark below one of those we descend from', [{ pid: 401, parent: ANCESTOR, marked: true }], [401]],
    ['what holds its pipes', [{ pid: 401, holds: true }], [401]],
    [
      'what descends from what carries its mark',
      [
        { pid: 401, marked: true },
        { pid: 402, parent: 401 },
      ],
      [401, 402],
    ],
    ['nothing else', [{ pid: 401 }, { pid: 402, parent: 401 }, { pid: 403, parent: ANCESTOR }], []],
    ['nothing that has ended', [{ pid: 401, marked: true, isOver: true }], []],
    ['never we ourselves', [{ pid: process.pid, marked: true, holds: true }], []],
  ])('%s', (_name, rows, expected) => {
    const tree = new ProcessTree({ leader: LEADER, mark: 'm' }, machineOf(rows).processes)
    const count = tree.signal('SIGKILL', 'all')
    expect(killed().sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b))
    expect(count === 0).toBe(expected.length === 0)
  })

  it('once found stays found, without mark and parents', () => {
    const machine = machineOf([leader, { pid: 401, parent: LEADER }])
    const tree = new ProcessTree({ leader: LEADER, mark: 'm' }, machine.processes)
    tree.signal('SIGTERM', 'all')
    machine.become([{ pid: 401, parent: 1 }])
    expect(tree.alive()).toBe(1)
    expect(tree.signal('SIGKILL', 'young')).toBe(1)
    expect(signalled.at(-1)).toEqual([401, 'SIGKILL'])
  })

  it.each(['all', 'young', 'new'] as const)('a number that came back belongs to somebody else (%s)', (look) => {
    const machine = machineOf([leader, { pid: 401, marked: true }])
    const tree = new ProcessTree({ leader: LEADER, mark: 'm' }, machine.processes)
    tree.signal('SIGTERM', 'all')
    signalled = []
    machine.become([
      { pid: LEADER, startedAt: '9', group: 88 },
      { pid: 401, startedAt: '9' },
      { pid: 402, parent: 401 },
    ])
    expect(tree.alive()).toBe(0)
    expect(tree.signal('SIGKILL', look)).toBe(0)
    expect(killed()).toEqual([])
  })

  it('a chase meets what was started since, and children of what was found', () => {
    const machine = machineOf([leader])
    const tree = new ProcessTree({ leader: LEADER, mark: 'm' }, machine.processes)
    tree.signal('SIGTERM', 'all')
    signalled = []
    machine.become([leader, { pid: 405, marked: true }, { pid: 406, parent: LEADER }])
    expect(tree.signal('SIGKILL', 'new')).toBe(2)
    expect(killed()).toEqual([405, 406])
  })
})

describe('the mark', () => {
  it('is a word of its own each time, behind those of the hooks that started us', () => {
    const mark = newMark()
    expect(mark).toMatch(/^[a-z0-9.]+$/)
    expect(newMark()).not.toBe(mark)
    expect(markedWith(mark, undefined)).toBe(mark)
    expect(markedWith('c', 'a b')).toBe('a b c')
  })

  it('leaves out what is no mark', () => {
    for (const outer of ['', 'a\nb', 'A=1', 'x'.repeat(401)]) expect(markedWith('c', outer)).toBe('c')
  })
})

it('reads what ps of macOS lists', () => {
  const text = [
    '    1     0     1 Ss   Mon Nov 30 08:00:01 2026     /sbin/launchd',
    '  501   400   400 S+   Mon Nov 30 18:28:45 2026     sleep 97 HOME=/Users/a ACUVO_RUN=abc.def',
    '  502     1   502 Z    Mon Nov  2 18:28:46 2026     (sh)',
    '',
  ].join('\n')
  expect(listed(text)).toEqual([
    { pid: 1, parent: 0, group: 1, startedAt: 'Mon Nov 30 08:00:01 2026', isOver: false, command: '/sbin/launchd' },
    {
      pid: 501,
      parent: 400,
      group: 400,
      startedAt: 'Mon Nov 30 18:28:45 2026',
      isOver: false,
      command: 'sleep 97 HOME=/Users/a ACUVO_RUN=abc.def',
    },
    { pid: 502, parent: 1, group: 502, startedAt: 'Mon Nov  2 18:28:46 2026', isOver: true, command: '(sh)' },
  ])
})
