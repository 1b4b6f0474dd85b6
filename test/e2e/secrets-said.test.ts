import { expect, it } from 'vitest'
import { shellCall } from '../support/payloads.mjs'
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
