import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { payload, shellCall, type Host } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** A hook that takes over half its time is told to the person once a session, by the host's own channel, and logged each time. */

let workspace: Workspace
afterEach(() => workspace.remove())

const run = (stdin: object, host: Host = 'claude-code') =>
  runProgram(['run', '--host', host, '--host-timeout', '60'], { stdin, cwd: workspace.root, env: workspace.env })
const slowEntries = (): number =>
  readFileSync(join(workspace.store, 'log.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { entries: { code: string }[] }).entries)
    .filter(({ code }) => code === 'slow_hook').length

const SLOW = { event: 'PreToolUse', name: 'slow', command: 'sleep 2.2', timeoutMs: 4_000 }

describe('a slow hook', () => {
  it('is told once a session and logged each time', async () => {
    workspace = makeWorkspace({ hooks: [SLOW] })
    const call = shellCall('claude-code', workspace.root, 'ls')
    const first = JSON.parse((await run(call)).stdout) as { systemMessage?: string }
    expect(first).toEqual({ systemMessage: expect.stringMatching(/hook "slow" took \d+ ms of the 4000/) as string })
    expect((await run(call)).stdout).toBe('')
    expect((await run({ ...call, session_id: 's-2' })).stdout).toContain('took')
    expect(slowEntries()).toBe(3)
  }, 60_000)

  it('that denies is told beside the deny, and one on trial too', async () => {
    workspace = makeWorkspace({ hooks: [{ ...SLOW, command: 'sleep 2.2; exit 2' }] })
    const { hookSpecificOutput, systemMessage } = JSON.parse((await run(shellCall('claude-code', workspace.root, 'ls'))).stdout) as Record<
      string,
      unknown
    >
    expect(hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
    expect(systemMessage).toContain('took')
  }, 60_000)

  it('waits to be told where the host has no channel for it', async () => {
    workspace = makeWorkspace({ hooks: [{ ...SLOW, event: 'Notification' }, SLOW] })
    expect((await run(payload('claude-code', 'Notification', workspace.root))).stdout).toBe('')
    expect((await run(shellCall('claude-code', workspace.root, 'ls'))).stdout).toContain('took')
    expect(slowEntries()).toBe(2)
  }, 60_000)

  it('in the background is none, and a fast one neither', async () => {
    workspace = makeWorkspace({
      hooks: [
        { event: 'PostToolUse', name: 'behind', command: 'sleep 3', background: true },
        { event: 'PostToolUse', name: 'fast', command: 'true', timeoutMs: 20_000 },
        { event: 'PostToolUse', name: 'text', context: 'x' },
      ],
    })
    await run(shellCall('claude-code', workspace.root, 'ls', 'PostToolUse'))
    expect(slowEntries()).toBe(0)
  })
})
