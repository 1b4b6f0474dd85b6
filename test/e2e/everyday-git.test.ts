import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Workspace } from '../support/workspace.mjs'
import {
  askFor,
  CHANGED_SCRIPT,
  commit,
  denying,
  endOf,
  expectHeld,
  expectTrusted,
  FILE,
  gate,
  git,
  note,
  statusOf,
  takeNotes,
} from './approval.js'
import { modelText, workspaceWith } from './judged.js'

/** Approval across branches, pulls and worktrees, with the real git. */

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const guardOf = (words: string): string => `${note('guard')}\necho ${words} >&2\nexit 2\n`
const scripted = (...more: object[]): string =>
  pretty({ hooks: [gate('guard', ['write_file'], { command: 'sh .acuvo/guard.sh' }), ...more] })

/** A repository with a policy on main. */
const repository = async (): Promise<Workspace> => {
  const workspace = workspaceWith()
  workspace.change(FILE, scripted())
  workspace.change('.acuvo/guard.sh', guardOf('by main'))
  git(workspace, workspace.root, 'init', '-q')
  commit(workspace)
  await expectTrusted(workspace)
  return workspace
}
const branch = (workspace: Workspace, name: string, files: Record<string, string>): void => {
  git(workspace, workspace.root, 'checkout', '-qb', name)
  for (const [path, text] of Object.entries(files)) workspace.change(path, text)
  commit(workspace)
}
const switchTo = (workspace: Workspace, name: string): void => void git(workspace, workspace.root, 'checkout', '-q', name)
const expectDeniedWith = async (words: string, workspace: Workspace): Promise<void> => {
  const answered = await askFor('claude-code', 'write', workspace)
  expect(endOf(answered), modelText(answered)).toBe('denied')
  expect(modelText(answered)).toContain(words)
}

describe('in a git repository', () => {
  it('a switch between approved branches asks for nothing, whether the policy or only a script differs', async () => {
    const workspace = await repository()
    branch(workspace, 'script', { '.acuvo/guard.sh': guardOf('by script') })
    expect(endOf(await askFor('claude-code', 'write', workspace))).toBe('held')
    await expectTrusted(workspace)
    switchTo(workspace, 'main')
    branch(workspace, 'both', { '.acuvo/guard.sh': guardOf('by both'), [FILE]: scripted(denying('read-gate', ['read_file'])) })
    await expectTrusted(workspace)
    for (const name of ['main', 'script', 'both', 'script', 'main']) {
      switchTo(workspace, name)
      await expectDeniedWith(`by ${name}`, workspace)
      expect(endOf(await askFor('claude-code', 'read', workspace))).toBe(name === 'both' ? 'denied' : 'passes')
      expect(modelText(await askFor('claude-code', 'prompt', workspace))).toBe('')
      expect(await statusOf(workspace)).toBe(0)
    }
  })

  it('the policy of one branch with the script of another is no approved state', async () => {
    const workspace = await repository()
    branch(workspace, 'both', { '.acuvo/guard.sh': guardOf('by both'), [FILE]: scripted(denying('read-gate', ['read_file'])) })
    await expectTrusted(workspace)
    git(workspace, workspace.root, 'checkout', '-q', 'main', '--', '.acuvo/guard.sh')
    expect(endOf(await askFor('claude-code', 'write', workspace))).toBe('held')
    expect(await statusOf(workspace)).toBe(1)
  })

  it('a pull with a new gate holds only the calls of it, until a person approves', async () => {
    const workspace = await repository()
    const upstream = join(workspace.base, 'upstream')
    git(workspace, workspace.base, 'clone', '-q', workspace.root, upstream)
    workspace.change(`../upstream/${FILE}`, scripted(denying('read-gate', ['read_file'])))
    commit(workspace, upstream)
    git(workspace, workspace.root, 'pull', '-q', upstream, 'main')

    expect(endOf(await askFor('claude-code', 'shell', workspace))).toBe('passes')
    await expectDeniedWith('by main', workspace)
    expectHeld(await askFor('claude-code', 'read', workspace), workspace.root, 'read-gate')
    await expectTrusted(workspace)
    expect(endOf(await askFor('claude-code', 'read', workspace))).toBe('denied')
  })

  it('the policy of a deleted branch stays approved until the others are forgotten', async () => {
    const workspace = await repository()
    branch(workspace, 'old', { [FILE]: scripted(gate('old-gate', ['read_file'])) })
    await expectTrusted(workspace)
    switchTo(workspace, 'main')
    git(workspace, workspace.root, 'branch', '-qD', 'old')
    await expectDeniedWith('by main', workspace)
    const old = scripted(gate('old-gate', ['read_file']))
    const main = scripted()
    workspace.change(FILE, old)
    expect(endOf(await askFor('claude-code', 'read', workspace))).toBe('passes')
    workspace.change(FILE, main)
    await expectTrusted(workspace, ['--yes', '--only'])
    await expectDeniedWith('by main', workspace)
    workspace.change(FILE, old)
    expect(await statusOf(workspace)).toBe(1)
    expectHeld(await askFor('claude-code', 'read', workspace), workspace.root, 'old-gate')
  })

  it('the last approved of several is in force when the file is gone', async () => {
    const workspace = await repository()
    workspace.change(FILE, scripted(denying('read-gate', ['read_file'])))
    await expectTrusted(workspace)
    rmSync(join(workspace.root, FILE))
    expect(endOf(await askFor('claude-code', 'read', workspace))).toBe('denied')
  })

  it('a linked worktree with the same bytes needs no approval of its own; with others it does', async () => {
    const workspace = await repository()
    const tree = join(workspace.base, 'tree')
    git(workspace, workspace.root, 'worktree', 'add', '-qb', 'side', tree)
    const inTree = { ...workspace, root: tree }
    await expectDeniedWith('by main', inTree)
    expect(takeNotes(tree, 'claude-code')).toEqual(['guard'])
    expect(await statusOf(inTree)).toBe(0)

    workspace.change('../tree/.acuvo/guard.sh', CHANGED_SCRIPT)
    expect(endOf(await askFor('claude-code', 'write', inTree))).toBe('held')
    expect(takeNotes(tree, 'claude-code')).toEqual([])
    await expectDeniedWith('by main', workspace)

    git(inTree, tree, 'checkout', '-q', '.')
    await expectDeniedWith('by main', inTree)
    workspace.change(`../tree/${FILE}`, scripted(gate('NEW', ['read_file'])))
    for (const name of ['read', 'write'] as const) expect(['held', 'denied']).toContain(endOf(await askFor('claude-code', name, inTree)))
    expect(takeNotes(tree, 'claude-code')).not.toContain('NEW')
  })
})
