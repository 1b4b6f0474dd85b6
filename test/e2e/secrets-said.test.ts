import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { shellCall } from '../support/payloads.mjs'
import { PACKAGE } from '../support/program.mjs'
import { answerTo, oneHook, workspaceWith } from './judged.js'

/** What a hook printed before it could not go on is told on stderr: a secret in it is not (issue 6, point 4). */

const SECRET = `ghp_${'a1B2'.repeat(9)}`

it.each<[string, string, object, string]>([
  ['failed', `echo "fetching with ${SECRET}" >&2; kill -KILL $$`, {}, 'fetching with [redacted]'],
  ['failed, with the sign of it far before the end', `printf 'password=%0500dSECRET' 7; kill -KILL $$`, {}, '[redacted]'],
  ['is on trial', `echo "fetching with ${SECRET}" >&2; exit 2`, { mode: 'warn' }, 'fetching with [redacted]'],
])('of a hook that %s', async (_name, command, more, said) => {
  const workspace = workspaceWith(oneHook('PreToolUse', command, more))
  const { stdout, stderr } = await answerTo('claude-code', shellCall('claude-code', workspace.root, 'ls'), workspace)
  expect(stderr).toContain(said)
  for (const text of [stdout, stderr]) expect(text).not.toMatch(/a1B2|SECRET/)
})

it('is not told where it cannot be looked for, and what other hooks say counts all the same', () => {
  const workspace = workspaceWith({
    hooks: [
      { event: 'PostToolUse', command: `echo "fetching with ${SECRET}" >&2; kill -KILL $$` },
      { event: 'PostToolUse', deny: 'run the tests again' },
    ],
  })
  const dist = join(workspace.base, 'dist')
  cpSync(dirname(PACKAGE), dist, { recursive: true })
  rmSync(join(dist, 'redacted.cjs'))
  const { stdout, stderr } = spawnSync(process.execPath, [join(dist, 'acuvo-hooks.cjs'), 'run', '--host', 'claude-code'], {
    input: JSON.stringify(shellCall('claude-code', workspace.root, 'ls', 'PostToolUse')),
    env: workspace.env,
    cwd: workspace.root,
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', reason: expect.stringContaining('run the tests again') as string })
  for (const text of [stdout, stderr]) expect(text).not.toContain('a1B2')
})
