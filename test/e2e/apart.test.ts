import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shellCall } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import { everyCallStarts } from '../support/standing.mjs'
import { payloadOf } from './conformance.payloads.js'
import { answerTo, environmentOf, printing, workspaceWith } from './judged.js'

/** What must not touch anything else: trials, replays, calls with nothing to remember. */

// Background hooks outlive the process that started them.
everyCallStarts()

it('a hook on trial ends no turn, and what it would have replaced is told', async () => {
  const trial = (event: string, answer: object): object => ({ event, name: 'trial', mode: 'warn', command: printing(answer) })
  const workspace = workspaceWith({
    hooks: [trial('Stop', { continue: false }), { event: 'Stop', name: 'go', deny: 'go on' }, trial('PostToolUse', { replace: 'X' })],
  })
  const stop = payloadOf('claude-code', workspace.root, { event: 'Stop' })
  expect((await answerTo('claude-code', stop, workspace)).judgement.blocked).toBe(true)
  const after = await answerTo('claude-code', shellCall('claude-code', workspace.root, 'ls', 'PostToolUse'), workspace)
  expect(after.stderr).toContain('it would have replaced the output')
  expect(after.stderr).not.toContain('changed the output')
})

it('replay changes nothing that a living session remembers', async () => {
  const workspace = workspaceWith({ hooks: [{ event: 'Stop', name: 'go', deny: 'go on' }] })
  const stop = payloadOf('claude-code', workspace.root, { event: 'Stop' })
  writeFileSync(join(workspace.base, 'stop.json'), JSON.stringify(stop))
  for (let time = 0; time < 2; time++) {
    const { stdout } = await runProgram(['replay', join(workspace.base, 'stop.json'), '--json'], {
      cwd: workspace.root,
      env: environmentOf('claude-code', workspace),
    })
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'deny' })
  }
  expect((await answerTo('claude-code', stop, workspace)).judgement.blocked).toBe(true)
})

it('a call without anything to remember makes no folder', async () => {
  const workspace = workspaceWith()
  await answerTo('claude-code', shellCall('claude-code', workspace.root, 'ls', 'PostToolUse'), workspace)
  expect(existsSync(join(workspace.store, 'sessions'))).toBe(false)
})

it("what reads the host's payload after a replacement reads it in the host's shape", async () => {
  const second = { event: 'PostToolUse', name: 'second', stdin: 'host', command: 'cat > seen' }
  const workspace = workspaceWith({ hooks: [{ event: 'PostToolUse', name: 'first', command: printing({ replace: 'clean' }) }, second] })
  const body = shellCall('claude-code', workspace.root, 'ls', 'PostToolUse')
  await runProgram(['run', '--host', 'claude-code'], { stdin: body, cwd: workspace.root, env: environmentOf('claude-code', workspace) })
  expect(JSON.parse(readFileSync(join(workspace.root, 'seen'), 'utf8'))).toMatchObject({ tool_response: { stdout: 'clean', stderr: '' } })
})

it('where a host cannot carry an allow, replay says what the host is told', async () => {
  const allow = { event: 'PreToolUse', mayAllow: true, command: printing({ decision: 'allow' }) }
  const workspace = workspaceWith({ hooks: [allow] })
  for (const [host, verdict, effect] of [
    ['claude-code', 'allow', /without asking/],
    ['codex', 'pass', /No opinion/],
    ['cursor', 'pass', /No opinion/],
  ] as const) {
    writeFileSync(join(workspace.base, 'call.json'), JSON.stringify(shellCall(host, workspace.root, 'ls')))
    const line = ['replay', join(workspace.base, 'call.json'), '--host', host, '--json']
    const { stdout } = await runProgram(line, { cwd: workspace.root, env: environmentOf(host, workspace) })
    expect(JSON.parse(stdout), host).toMatchObject({ verdict, effect: expect.stringMatching(effect) as string })
  }
})

it('a long context that no host shows is not kept', async () => {
  const workspace = workspaceWith({ hooks: [{ event: 'PreCompact', command: printing({ context: 'x'.repeat(9_000) }) }] })
  await answerTo('claude-code', payloadOf('claude-code', workspace.root, { event: 'PreCompact' }), workspace)
  expect(existsSync(join(workspace.store, 'sessions'))).toBe(false)
})
