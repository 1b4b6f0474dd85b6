import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Workspace } from '../support/workspace.mjs'
import { askFor, denying, endOf, expectTrusted, FILE, LEAVING_MARKS, SCRIPT, statusOf, trust } from './approval.js'
import { modelText, workspaceWith } from './judged.js'

/** Looking at approvals, taking them back, and keeping them in other places. */

const unapproved = (): Workspace => {
  const workspace = workspaceWith()
  workspace.change(FILE, JSON.stringify(LEAVING_MARKS))
  workspace.change(SCRIPT, 'touch ran\n')
  return workspace
}
const jsonOf = async (workspace: Workspace, ...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await trust(workspace, [...args, '--json'])).stdout) as Record<string, unknown>

// --- looking and taking back ------------------------------------------------------------------------------------

it('--status tells what is approved and what changed', async () => {
  const workspace = unapproved()
  const status = async (): Promise<[number | null, string]> => {
    const { exitCode, stdout, stderr } = await trust(workspace, ['--status'])
    return [exitCode, stdout + stderr]
  }
  expect(await status()).toEqual([1, expect.stringMatching(/not approved|never approved/)])
  await expectTrusted(workspace)
  expect(await status()).toEqual([0, expect.stringContaining('approved')])
  workspace.change(SCRIPT, 'true\n')
  expect(await status()).toEqual([1, expect.stringContaining('guard.sh')])
  workspace.change(SCRIPT, 'touch ran\n')
  workspace.change(FILE, JSON.stringify({ hooks: [...LEAVING_MARKS.hooks, denying('new-gate', ['read_file'])] }))
  expect(await status()).toEqual([1, expect.stringMatching(/hooks\.json/)])
  workspace.change(FILE, '{')
  expect(await status()).toEqual([1, expect.stringMatching(/hooks\.json/)])
  rmSync(join(workspace.root, '.acuvo'), { recursive: true })
  expect(await status()).toEqual([1, expect.stringMatching(/gone/)])
})

it('--list names the roots, and --revoke takes one back', async () => {
  const workspace = unapproved()
  const other = join(workspace.base, 'other root')
  mkdirSync(other)
  workspace.change(`../other root/${FILE}`, '{}')
  await expectTrusted(workspace)
  await expectTrusted(workspace, [other, '--yes'])
  const listed = async (): Promise<string> => (await expectTrusted(workspace, ['--list'])).stdout
  expect(await listed()).toContain(workspace.root)
  expect(await listed()).toContain(other)

  await expectTrusted(workspace, ['--revoke'])
  expect((await listed()).split('\n').some((line) => line.includes(workspace.root))).toBe(false)
  expect(await listed()).toContain(other)
  expect(await statusOf(workspace)).toBe(1)
  expect(endOf(await askFor('codex', 'shell', workspace))).toBe('held')
  expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
})

it('--json is one document of a version', async () => {
  const workspace = unapproved()
  const documents = [
    await jsonOf(workspace, '--status'),
    await jsonOf(workspace, '--yes'),
    await jsonOf(workspace, '--status'),
    await jsonOf(workspace, '--list'),
  ]
  workspace.change(FILE, '{')
  documents.push(await jsonOf(workspace, '--yes'), await jsonOf(workspace, '--status'))
  for (const document of documents) expect(document).toMatchObject({ version: 1 })
  expect(JSON.stringify(documents[1])).toContain('touch ran')
  expect(JSON.stringify(documents[3])).toContain(workspace.root)
})

// --- other places -----------------------------------------------------------------------------------------------

it('--store keeps it elsewhere, and no variable moves it from there', async () => {
  const workspace = unapproved()
  const store = join(workspace.base, 'kept here')
  await expectTrusted(workspace, ['--yes', '--store', store])
  expect(existsSync(workspace.store)).toBe(false)
  expect(endOf(await askFor('codex', 'shell', workspace))).toBe('held')
  const env = { ...workspace.env, XDG_STATE_HOME: join(workspace.base, 'moved'), HOME: workspace.base }
  expect(endOf(await askFor('codex', 'shell', workspace, { env, args: ['--store', store] }))).toBe('passes')
  expect(await statusOf(workspace, '--store', store)).toBe(0)
})

it('--user approves the file of the person, wherever it stands', async () => {
  const workspace = workspaceWith()
  const file = join(workspace.home, '.config', 'acuvo', 'hooks.json')
  const moved = join(workspace.base, 'mine.json')
  for (const [path, args] of [
    [file, []],
    [moved, ['--user-config', moved]],
  ] as [string, string[]][]) {
    workspace.change(join('..', path.slice(workspace.base.length)), JSON.stringify({ hooks: [denying('mine', ['run_command'])] }))
    const held = await askFor('codex', 'shell', workspace, { args })
    expect(endOf(held)).toBe('held')
    expect(modelText(held)).toMatch(/acuvo-hooks trust --user\b/)
    await expectTrusted(workspace, ['--user', '--yes', ...args])
    expect(endOf(await askFor('codex', 'shell', workspace, { args }))).toBe('denied')
    rmSync(path)
    expect(endOf(await askFor('codex', 'shell', workspace, { args })), 'gone, it still holds').toBe('denied')
    await expectTrusted(workspace, ['--user', '--revoke', ...args])
    expect(endOf(await askFor('codex', 'shell', workspace, { args }))).toBe('passes')
  }
})
