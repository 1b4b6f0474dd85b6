import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startLine } from '../support/program.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { everyCallStarts } from '../support/standing.mjs'
import { askFor, denying, endOf, expectHeld, expectTrusted, FILE, gate, statusOf, takeNotes, trust } from './approval.js'
import { workspaceWith } from './judged.js'

/** Approving where the store is missing, cannot be written, or is written by several at once. */

// Who writes at once are processes.
everyCallStarts()

const policyOf = (...more: object[]): object => ({
  hooks: [denying('write-gate', ['write_file']), gate('shell-gate', ['run_command']), ...more],
})
const numbered = (index: number): string => JSON.stringify(policyOf(gate(`gate-${index}`, ['read_file'])))

/** At once, for whoever reads meanwhile: half of a policy is rightly refused. Beside it, a file would count as part of the folder. */
const exchanged = (workspace: Workspace, text: string): void => {
  const aside = join(workspace.base, 'aside.json')
  writeFileSync(aside, text)
  mkdirSync(join(workspace.root, '.acuvo'), { recursive: true })
  renameSync(aside, join(workspace.root, FILE))
}

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** Everything that an approval must not lose: the approved gates hold, and run. */
const expectWorks = async (workspace: Workspace, uid?: number): Promise<void> => {
  const from = uid === undefined ? {} : { uid }
  expect(endOf(await askFor('cursor', 'shell', workspace, from))).toBe('passes')
  expect(endOf(await askFor('cursor', 'write', workspace, from))).toBe('denied')
  expect(takeNotes(workspace.root, 'cursor')).toEqual(['shell-gate', 'write-gate'])
}
const recordsIn = ({ store }: Workspace): string[] =>
  readdirSync(join(store, 'approvals')).map((name) => join(store, 'approvals', name, 'record.json'))

describe('a store that is missing', () => {
  it.each([
    ['never made', (store: string) => expect(existsSync(store)).toBe(false), false],
    ['removed after an approval', (store: string) => rmSync(store, { recursive: true }), true],
    ['emptied of its approvals', (store: string) => rmSync(join(store, 'approvals'), { recursive: true }), true],
    ['replaced by a file', (store: string) => (rmSync(store, { recursive: true }), writeFileSync(store, '')), true],
  ])('%s: a policy that stands there is held as never approved', async (_name, spoil, approve) => {
    const workspace = workspaceWith(approve ? policyOf() : undefined)
    if (!approve) workspace.change(FILE, JSON.stringify(policyOf()))
    spoil(workspace.store)
    expectHeld(await askFor('cursor', 'shell', workspace), workspace.root)
    expect(endOf(await askFor('cursor', 'write', workspace))).toBe('held')
    expect(takeNotes(workspace.root, 'cursor')).toEqual([])
    if (existsSync(workspace.store)) rmSync(workspace.store, { recursive: true })
    await expectTrusted(workspace)
    await expectWorks(workspace)
  })
})

/** A workspace of a user who may not write everywhere, as root may. */
const asNobody = async (): Promise<Workspace> => {
  const workspace = workspaceWith()
  workspace.change(FILE, JSON.stringify(policyOf()))
  const all = [workspace.base, ...readdirSync(workspace.base, { recursive: true }).map((path) => join(workspace.base, String(path)))]
  for (const path of all) chownSync(path, NOBODY, NOBODY)
  await expectTrusted(workspace, ['--yes'], { uid: NOBODY })
  return workspace
}

const expectCannotStore = async (workspace: Workspace, uid?: number): Promise<void> => {
  workspace.change(FILE, numbered(1))
  const from = uid === undefined ? {} : { uid }
  const refused = await trust(workspace, ['--yes'], from)
  expect(refused.exitCode, refused.stdout).not.toBe(0)
  expect(refused.stderr, 'says where').toContain(workspace.store)
  expectHeld(await askFor('cursor', 'read', workspace, from), workspace.root)
  await expectWorks(workspace, uid)
  workspace.change(FILE, JSON.stringify(policyOf()))
  await expectWorks(workspace, uid)
  workspace.change(FILE, numbered(1))
}

describe('a store that cannot be written', () => {
  it.skipIf(!isRoot)(
    'read-only: what was approved holds, nothing more can be approved, in words that say so (needs root to become nobody)',
    async () => {
      const workspace = await asNobody()
      const folders = [
        workspace.store,
        ...readdirSync(workspace.store, { recursive: true }).map((path) => join(workspace.store, String(path))),
      ]
      const modes = folders.map((path) => [path, statSync(path).mode] as const)
      for (const [path, mode] of modes) chmodSync(path, mode & 0o577)
      await expectCannotStore(workspace, NOBODY)
      for (const [path, mode] of modes) chmodSync(path, mode)
      await expectTrusted(workspace, ['--yes'], { uid: NOBODY })
      expect(endOf(await askFor('cursor', 'read', workspace, { uid: NOBODY }))).toBe('passes')
    },
  )

  it('on a full disk: likewise', async ({ skip }) => {
    const workspace = workspaceWith()
    mkdirSync(workspace.store, { recursive: true, mode: 0o700 })
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', workspace.store], { stdio: 'ignore' })
    } catch {
      skip('this user may not mount a small file system')
    }
    const unmount = (): void => void execFileSync('umount', ['-l', workspace.store])
    try {
      workspace.policy(policyOf())
      const filler = join(workspace.store, 'filler')
      expect(() => {
        for (;;) writeFileSync(filler, Buffer.alloc(4_096), { flag: 'a' })
      }).toThrow('ENOSPC')
      await expectCannotStore(workspace)
      rmSync(filler)
      await expectTrusted(workspace)
      expect(endOf(await askFor('cursor', 'read', workspace))).toBe('passes')
    } finally {
      unmount()
    }
  })

  it('half of an approval that was never ended is no approval', async () => {
    const workspace = workspaceWith(policyOf())
    const [record = ''] = recordsIn(workspace)
    writeFileSync(join(record, '..', '.record.json.17-x'), '{"version":1,"root":"', { mode: 0o600 })
    await expectWorks(workspace)
    await expectTrusted(workspace)
    await expectWorks(workspace)
  })
})

describe('several at once', () => {
  const digestOf = ({ stdout }: { stdout: string }): string => (JSON.parse(stdout) as { digest: string }).digest

  it('ten approvals of one policy: all succeed, the record is whole', async () => {
    const workspace = workspaceWith()
    workspace.change(FILE, JSON.stringify(policyOf()))
    await Promise.all(Array.from({ length: 10 }, () => expectTrusted(workspace)))
    expect(recordsIn(workspace)).toHaveLength(1)
    JSON.parse(readFileSync(recordsIn(workspace)[0] ?? '', 'utf8'))
    await expectWorks(workspace)
  })

  it('approvals of several roots in a store that nobody made yet', async () => {
    const workspace = workspaceWith()
    const roots = Array.from({ length: 6 }, (_, index) => join(workspace.base, `root-${index}`))
    for (const root of roots) {
      mkdirSync(join(root, '.acuvo'), { recursive: true })
      writeFileSync(join(root, FILE), JSON.stringify(policyOf()))
    }
    await Promise.all(roots.map((root) => expectTrusted(workspace, [root, '--yes'])))
    for (const root of roots) await expectWorks({ ...workspace, root })
  })

  it('approvals of several contents of one root: each that was reported is kept', async () => {
    const workspace = workspaceWith()
    // One that ends before the others begin, however slow they are to start: there are several contents in any case.
    exchanged(workspace, numbered(0))
    const running = [trust(workspace, ['--yes', '--json'])]
    await running[0]
    for (let index = 1; index < 8; index++) {
      exchanged(workspace, numbered(index))
      running.push(trust(workspace, ['--yes', '--json']))
      await sleep(40)
    }
    const ended = await Promise.all(running)
    for (const { exitCode, stdout, stderr } of ended) expect(exitCode, stdout + stderr).toBe(0)
    const stored = new Set(ended.map(digestOf))
    for (let index = 0; index < 8; index++) {
      workspace.change(FILE, numbered(index))
      const digest = (await trust(workspace, ['--digest'])).stdout.trim()
      if (stored.has(digest)) expect(await statusOf(workspace), `content ${index}`).toBe(0)
    }
    expect(stored.size).toBeGreaterThan(1)
  })

  it('an approval that is killed midway leaves the former ones whole', async () => {
    const workspace = workspaceWith(policyOf())
    for (let index = 0; index < 12; index++) {
      workspace.change(FILE, numbered(index))
      const [program, first] = startLine()
      const child = spawn(program, [...first, 'trust', '--yes'], { cwd: workspace.root, env: workspace.env, stdio: 'ignore' })
      onTestFinished(() => void child.kill('SIGKILL'))
      await sleep(40 + index * 15)
      const gone = new Promise((resolve) =>
        child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(undefined),
      )
      child.kill('SIGKILL')
      await gone
      expect(['held', 'passes']).toContain(endOf(await askFor('cursor', 'read', workspace)))
      takeNotes(workspace.root, 'cursor')
      workspace.change(FILE, JSON.stringify(policyOf()))
      await expectWorks(workspace)
    }
    workspace.change(FILE, numbered(0))
    await expectTrusted(workspace)
    expect(endOf(await askFor('cursor', 'read', workspace))).toBe('passes')
  })
})
