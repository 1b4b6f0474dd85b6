import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { payload, shellCall } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { inWorkspace } from './expectations.js'

/** A hook that takes over half its time is told to the person once a session, by the host's own channel, and logged each time. */

const run = (workspace: Workspace, stdin: object) =>
  runProgram(['run', '--host', 'claude-code', '--host-timeout', '60'], { stdin, cwd: workspace.root, env: workspace.env })
const slowEntries = (workspace: Workspace): number =>
  readFileSync(join(workspace.store, 'log.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { entries: { code: string }[] }).entries)
    .filter(({ code }) => code === 'slow_hook').length

const SLOW = { event: 'PreToolUse', name: 'slow', command: 'sleep 2.2', timeoutMs: 4_000 }

// They wait for their hooks.
describe.concurrent('a slow hook', () => {
  it('is told once a session and logged each time', () =>
    inWorkspace({ hooks: [SLOW] }, async (workspace) => {
      const call = shellCall('claude-code', workspace.root, 'ls')
      const first = JSON.parse((await run(workspace, call)).stdout) as { systemMessage?: string }
      expect(first).toEqual({ systemMessage: expect.stringMatching(/hook "slow" took \d+ ms of the 4000/) as string })
      expect((await run(workspace, call)).stdout).toBe('')
      expect((await run(workspace, { ...call, session_id: 's-2' })).stdout).toContain('took')
      expect(slowEntries(workspace)).toBe(3)
    }))

  it('that denies is told beside the deny, and one on trial too', () =>
    inWorkspace({ hooks: [{ ...SLOW, command: 'sleep 2.2; exit 2' }] }, async (workspace) => {
      const { hookSpecificOutput, systemMessage } = JSON.parse(
        (await run(workspace, shellCall('claude-code', workspace.root, 'ls'))).stdout,
      ) as Record<string, unknown>
      expect(hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
      expect(systemMessage).toContain('took')
    }))

  it('waits to be told where the host has no channel for it', () =>
    inWorkspace({ hooks: [{ ...SLOW, event: 'Notification' }, SLOW] }, async (workspace) => {
      expect((await run(workspace, payload('claude-code', 'Notification', workspace.root))).stdout).toBe('')
      expect((await run(workspace, shellCall('claude-code', workspace.root, 'ls'))).stdout).toContain('took')
      expect(slowEntries(workspace)).toBe(2)
    }))

  it('in the background is none, and a fast one neither', () =>
    inWorkspace(
      {
        hooks: [
          { event: 'PostToolUse', name: 'behind', command: 'sleep 3', background: true },
          { event: 'PostToolUse', name: 'fast', command: 'true', timeoutMs: 20_000 },
          { event: 'PostToolUse', name: 'text', context: 'x' },
        ],
      },
      async (workspace) => {
        await run(workspace, shellCall('claude-code', workspace.root, 'ls', 'PostToolUse'))
        expect(slowEntries(workspace)).toBe(0)
      },
    ))
})
