import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HostName } from '../oracle/index.js'
import { HOSTS } from '../support/payloads.mjs'
import type { Workspace } from '../support/workspace.mjs'
import {
  askFor,
  CHANGED_SCRIPT,
  denying,
  endOf,
  expectHeld,
  expectTrusted,
  gate,
  NOTING_SCRIPT,
  statusOf,
  takeNotes,
  trust,
} from './approval.js'
import { workspaceWith } from './judged.js'

/** The store in every bad state: a clear word, gates closed, nothing lost. */

const SCRIPT = '.acuvo/gate.sh'
const POLICY = {
  hooks: [
    gate('shell-gate', ['run_command']),
    denying('write-gate', ['write_file']),
    gate('read-gate', ['read_file'], { command: `sh ${SCRIPT}` }),
  ],
}
const approved = (): Workspace => {
  const workspace = workspaceWith()
  workspace.change(SCRIPT, NOTING_SCRIPT)
  workspace.policy(POLICY)
  return workspace
}
const foldersOf = ({ store }: Workspace): string[] => readdirSync(join(store, 'approvals')).map((name) => join(store, 'approvals', name))
/** The record of the one root that is approved. */
const recordOf = (workspace: Workspace): string => join(foldersOf(workspace)[0] ?? '', 'record.json')

const expectWorks = async (workspace: Workspace): Promise<void> => {
  expect(endOf(await askFor('codex', 'shell', workspace))).toBe('passes')
  expect(endOf(await askFor('codex', 'write', workspace))).toBe('denied')
  expect(endOf(await askFor('codex', 'read', workspace))).toBe('passes')
  expect(takeNotes(workspace.root, 'codex')).toEqual(['read-gate', 'shell-gate', 'write-gate'])
}

it('a record is for its owner alone', () => {
  const workspace = approved()
  const files = readdirSync(workspace.store, { recursive: true, withFileTypes: true })
  expect(files.some(({ name }) => name === 'record.json')).toBe(true)
  for (const entry of files) {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
    expect([entry.name, mode.toString(8)]).toEqual([entry.name, entry.isDirectory() ? '700' : '600'])
  }
})

// --- a record that cannot be used -------------------------------------------------------------------------------

interface Fault {
  name: string
  spoil: (record: string, workspace: Workspace) => void
  says?: RegExp
  /** Only root can make it. */
  asRoot?: true
}
const edited = (change: (record: Record<string, unknown>) => unknown) => (record: string) =>
  writeFileSync(record, JSON.stringify(change(JSON.parse(readFileSync(record, 'utf8')) as Record<string, unknown>)))
const cut = (share: number) => (record: string) => {
  const bytes = readFileSync(record)
  writeFileSync(record, bytes.subarray(0, Math.floor((bytes.length - 1) * share)))
}
const moved = (record: string): string => {
  const away = `${dirname(dirname(dirname(record)))}/away`
  renameSync(record, away)
  return away
}
const asNobodys = (path: (record: string) => string) => (record: string) => chownSync(path(record), 65_534, 65_534)
const isRoot = process.getuid?.() === 0

const FAULTS: Fault[] = [
  ...[0, 0.001, 0.3, 0.7, 1].map((share) => ({ name: `cut at ${share * 100}%`, spoil: cut(share), says: /damaged/ })),
  { name: 'binary', spoil: (record) => writeFileSync(record, Buffer.from([0xff, 0, 0xfe])), says: /damaged/ },
  ...['null', '[]', '17', '"text"', '{}', '{"version":1}'].map((text) => ({
    name: `with only ${text} in it`,
    spoil: (record: string) => writeFileSync(record, text),
    says: /damaged/,
  })),
  { name: 'without a version', spoil: edited(({ version: _version, ...record }) => record), says: /damaged/ },
  { name: 'with a version that is a text', spoil: edited((record) => ({ ...record, version: '1' })), says: /damaged/ },
  { name: 'with a root that is a number', spoil: edited((record) => ({ ...record, root: 17 })), says: /damaged/ },
  {
    name: 'with wrong values for everything but version and root',
    spoil: edited((record) =>
      Object.fromEntries(Object.keys(record).map((key) => [key, ['version', 'root'].includes(key) ? record[key] : [17]])),
    ),
    says: /damaged/,
  },
  { name: 'of a newer version', spoil: edited((record) => ({ ...record, version: 999 })), says: /newer version/ },
  { name: 'for another root', spoil: edited((record) => ({ ...record, root: '/somewhere/else' })), says: /\/somewhere\/else/ },
  { name: 'readable by others', spoil: (record) => chmodSync(record, 0o644), says: /other users.*644/ },
  { name: 'writable by its group', spoil: (record) => chmodSync(record, 0o620), says: /other users.*620/ },
  { name: 'that is a link', spoil: (record) => symlinkSync(moved(record), record), says: /link/ },
  { name: 'that is a link to nowhere', spoil: (record) => (rmSync(record), symlinkSync('gone', record)), says: /link/ },
  { name: 'that is a FIFO', spoil: (record) => (rmSync(record), execFileSync('mkfifo', ['-m', '600', record])), says: /regular file/ },
  { name: 'that is a folder', spoil: (record) => (rmSync(record), mkdirSync(record, { mode: 0o700 })), says: /regular file|folder/ },
  { name: 'in a folder that others may write', spoil: (record) => chmodSync(dirname(record), 0o777), says: /other users.*777/ },
  { name: 'below a folder that others may write', spoil: (record) => chmodSync(dirname(dirname(record)), 0o777), says: /other users.*777/ },
  { name: 'in a store that others may write', spoil: (_record, { store }) => chmodSync(store, 0o777), says: /other users.*777/ },
  { name: "that is another user's", spoil: asNobodys((record) => record), says: /another user/, asRoot: true },
  { name: "in a folder that is another user's", spoil: asNobodys(dirname), says: /another user/, asRoot: true },
]

describe('a record', () => {
  it.each(
    FAULTS.filter(({ asRoot }) => !asRoot || isRoot).map((fault, index) => ({ ...fault, host: HOSTS[index % HOSTS.length] as HostName })),
  )('$name: calls are held, in words that say so, and approving again or undoing it mends it ($host)', async ({ spoil, says, host }) => {
    const workspace = approved()
    const record = recordOf(workspace)
    const whole = `${workspace.base}/whole`
    cpSync(workspace.store, whole, { recursive: true })
    spoil(record, workspace)
    const words = [workspace.store, ...(says === undefined ? [] : [says])]
    for (const name of ['shell', 'write', 'read'] as const) expectHeld(await askFor(host, name, workspace), workspace.root, ...words)
    expect(endOf(await askFor(host, 'prompt', workspace))).toBe('passes')
    expect(takeNotes(workspace.root, host)).toEqual([])

    const again = await trust(workspace)
    if (again.exitCode === 0) await expectWorks(workspace)
    else expect(again.stderr, 'says what a person must mend by hand').toContain(workspace.store)
    rmSync(workspace.store, { recursive: true })
    cpSync(whole, workspace.store, { recursive: true })
    for (const folder of [workspace.store, dirname(dirname(record)), dirname(record)]) chmodSync(folder, 0o700)
    await expectWorks(workspace)
  })

  it('of a newer version is not overwritten: what the newer version holds is not lost', async () => {
    const workspace = approved()
    const record = recordOf(workspace)
    edited((whole) => ({ ...whole, version: 999, more: 'unknown to us' }))(record)
    const newer = readFileSync(record, 'utf8')
    const ended = await trust(workspace)
    expect(ended.exitCode, ended.stdout).not.toBe(0)
    expect(ended.stderr).toMatch(/newer version/)
    expect(readFileSync(record, 'utf8')).toBe(newer)
  })

  it("put in another root's place approves nothing there", async () => {
    const workspace = approved()
    const [own = ''] = foldersOf(workspace)
    const other = join(workspace.base, 'other')
    cpSync(workspace.root, other, { recursive: true })
    await expectTrusted(workspace, [other, '--yes'])
    const theirs = foldersOf(workspace).find((folder) => folder !== own) ?? ''
    copyFileSync(join(own, 'record.json'), join(theirs, 'record.json'))
    expectHeld(await askFor('codex', 'shell', { ...workspace, root: other }), other, workspace.root)
    expect(takeNotes(other, 'codex')).toEqual([])
    await expectWorks(workspace)
  })

  it('does not move with its workspace, and approving at the new place is enough', async () => {
    const workspace = approved()
    const there = `${workspace.root}-moved`
    renameSync(workspace.root, there)
    const elsewhere = { ...workspace, root: there }
    expectHeld(await askFor('codex', 'shell', elsewhere), there, /never approved/)
    await expectTrusted(workspace, ['--yes'], { cwd: there })
    await expectWorks(elsewhere)
  })
})

// --- another version of the program -----------------------------------------------------------------------------

describe('a chain that another version of the program compiled', () => {
  interface Stored {
    approvals: { policy: string; compiled: Record<string, unknown> }[]
  }
  const byAnother = (change: (approval: Stored['approvals'][number]) => void) =>
    edited((record) => {
      for (const approval of (record as unknown as Stored).approvals) {
        approval.compiled = { 'another-version': Object.values(approval.compiled)[0] }
        change(approval)
      }
      return record
    })

  it('is compiled again from the approved bytes, without asking, and the other one is kept', async () => {
    const workspace = approved()
    byAnother(() => undefined)(recordOf(workspace))
    await expectWorks(workspace)
    await expectWorks(workspace)
    const { approvals } = JSON.parse(readFileSync(recordOf(workspace), 'utf8')) as Stored
    expect(approvals.map(({ compiled }) => Object.keys(compiled))).toEqual([expect.arrayContaining(['another-version'])])
    expect(await statusOf(workspace)).toBe(0)
  })

  it('from a policy that this one does not understand: calls are held', async () => {
    const workspace = approved()
    const later = JSON.stringify({ ...POLICY, aKeyOfALaterVersion: true })
    workspace.change('.acuvo/hooks.json', later)
    byAnother((approval) => (approval.policy = later))(recordOf(workspace))
    for (const name of ['shell', 'write', 'read'] as const) expectHeld(await askFor('codex', name, workspace), workspace.root, /version/)
    expect(takeNotes(workspace.root, 'codex')).toEqual([])
    workspace.change('.acuvo/hooks.json', JSON.stringify(POLICY))
    await expectTrusted(workspace)
    await expectWorks(workspace)
  })
})

// --- what stands beside it --------------------------------------------------------------------------------------

describe('the approved copy of a script', () => {
  const copies = (workspace: Workspace): string[] =>
    readdirSync(dirname(recordOf(workspace)), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'record.json')
      .map((entry) => join(entry.parentPath, entry.name))

  it.each<[string, (copy: string) => void]>([
    ['removed', (copy) => rmSync(copy)],
    ['cut', (copy) => writeFileSync(copy, '')],
    ['changed', (copy) => writeFileSync(copy, CHANGED_SCRIPT)],
    ['readable by others', (copy) => chmodSync(copy, 0o644)],
    ['replaced by a link', (copy) => (linkSync(copy, `${copy}.2`), rmSync(copy), symlinkSync(`${copy}.2`, copy))],
  ])('%s: what it serves is held, and approving again mends it', async (_name, spoil) => {
    const workspace = approved()
    expect(copies(workspace).length).toBeGreaterThan(0)
    copies(workspace).forEach(spoil)
    expectHeld(await askFor('codex', 'read', workspace), workspace.root, 'gate.sh')
    expect(takeNotes(workspace.root, 'codex')).toEqual([])
    await expectTrusted(workspace)
    await expectWorks(workspace)
  })
})
