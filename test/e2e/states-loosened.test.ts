import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOSTS, shellCall, writeCall } from '../support/payloads.mjs'
import { ask } from './approval.js'
import { workspaceWith } from './judged.js'

/**
 * Until a person approves, a change can only tighten (DESIGN 8), whichever key of a hook or of the file it is made with: the
 * approved gate goes on stopping its calls, and calls that the new one would judge are held.
 */

const GATE = { event: 'PreToolUse', name: 'guard', tools: ['write_file', 'edit_file'], paths: ['infra/**'], deny: 'people only' }
const SHELL = { event: 'PreToolUse', name: 'shell', commands: ['git push'], command: 'echo no push >&2; exit 2' }

const LOOSENED: [what: string, change: object | undefined][] = [
  ['switched off', { mode: 'off' }],
  ['put on trial', { mode: 'warn' }],
  ['for another host', { hosts: ['codex'] }],
  ['for other paths', { paths: ['infra/x/**'] }],
  ['with an exception', { paths: ['infra/**', '!infra/a.txt'] }],
  ['for other tools', { tools: ['read_file'] }],
  ['a notice', { deny: undefined, notice: 'careful' }],
  ['a question', { deny: undefined, ask: 'sure?' }],
  ['with what to do instead', { instead: 'write it all the same' }],
  ['at another event', { event: 'PostToolUse' }],
  ['gone', undefined],
]

const SHELL_LOOSENED: [what: string, change: object][] = [
  ['with an exception', { commands: ['git push', '!git push origin'] }],
  ['for other commands', { commands: ['git tag'] }],
  ['a mere notice when it fails', { onFailure: 'notice', command: 'exit 127' }],
  ['in the shell of somebody else', { shellProgram: 'bash' }],
  ['with a variable of the host', { env: ['BASH_ENV'] }],
  ["with the host's payload", { stdin: 'host' }],
  ['with an allow', { mayAllow: true, command: 'echo \'{"decision":"allow"}\'' }],
  ['once for each path', { each: 'path' }],
]

describe.each(HOSTS)('an unapproved change, for %s', (host) => {
  it.each(LOOSENED)('of a gate on paths that is then %s leaves the approved one in force', async (_what, change) => {
    const workspace = workspaceWith({ hooks: [GATE] })
    const call = writeCall(host, workspace.root, join(workspace.root, 'infra', 'a.txt'))
    expect((await ask(host, call, workspace)).judgement.blocked).toBe(true)
    workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: change === undefined ? [] : [{ ...GATE, ...change }] }))
    const answered = await ask(host, call, workspace)
    expect(answered.judgement).toMatchObject({ blocked: true, widened: false })
    expect(answered.stderr).toMatch(/denied by "guard"|held: the policy/)
  })

  it.each(SHELL_LOOSENED)('of a gate on commands that is then %s leaves the approved one in force', async (_what, change) => {
    const workspace = workspaceWith({ hooks: [SHELL] })
    const call = shellCall(host, workspace.root, 'git push origin main')
    workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: [{ ...SHELL, ...change }] }))
    const answered = await ask(host, call, workspace)
    expect(answered.judgement).toMatchObject({ blocked: true, widened: false })
    expect(answered.stderr).toMatch(/denied by "shell": no push|held: the policy/)
  })

  it('that adds a gate holds only the calls that the new gate would judge', async () => {
    const workspace = workspaceWith({ hooks: [GATE] })
    const more = { ...GATE, name: 'more', paths: ['docs/**'] }
    workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: [GATE, more] }))
    const at = async (path: string): Promise<string> =>
      (await ask(host, writeCall(host, workspace.root, join(workspace.root, path)), workspace)).stderr
    expect(await at('docs/a.txt')).toContain('a new or changed gate ("more") would judge this call')
    expect(await at('src/a.txt')).not.toMatch(/would judge this call|denied/)
  })

  it('of limits of the file changes no limit', async () => {
    const hook = { event: 'PreToolUse', name: 'slow', command: 'sleep 20' }
    const workspace = workspaceWith({ budgetMs: 400, hooks: [hook] })
    workspace.change('.acuvo/hooks.json', JSON.stringify({ budgetMs: 100_000, hooks: [hook] }))
    const answered = await ask(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(answered.stderr).toContain('the time budget of 400 ms')
  })

  it('of names, reasons and places alone holds nothing', async () => {
    const workspace = workspaceWith({ hooks: [GATE, SHELL] })
    const renamed = [
      { ...SHELL, name: 'other', why: 'as before' },
      { ...GATE, paths: [...GATE.paths], why: 'as before' },
    ]
    workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: renamed }))
    const answered = await ask(host, shellCall(host, workspace.root, 'git push'), workspace)
    expect(answered.stderr).toContain('denied by "shell": no push')
  })
})
