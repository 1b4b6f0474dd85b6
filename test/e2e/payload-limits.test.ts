import { describe, expect, it } from 'vitest'
import { shellCall } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import { workspaceWith } from './judged.js'

/** A payload of a million keys is judged like any other one, wherever they stand, and not after the host's time. */

const KEYS = 1_000_000
const keys = Object.fromEntries(Array.from({ length: KEYS }, (_, index) => [`k${index}`, index]))

describe('a million keys', () => {
  it.each([
    ['claude-code', 'beside the call'],
    ['codex', 'in its arguments'],
    ['cursor', 'in its arguments'],
  ] as const)('%s, %s', async (host, where) => {
    const workspace = workspaceWith({ hooks: [{ event: 'PreToolUse', commands: ['never'], deny: 'not this one' }] })
    const call = shellCall(host, workspace.root, 'never') as { tool_input: object }
    const payload = where === 'beside the call' ? { ...keys, ...call } : { ...call, tool_input: { ...call.tool_input, ...keys } }
    // Written out before the program is started: it waits for bytes only so long.
    const stdin = JSON.stringify(payload)
    const ended = await runProgram(['run', '--host', host], { stdin, cwd: workspace.root, env: workspace.env })
    expect(ended.exitCode, ended.stderr).toBe(0)
    expect(ended.stdout).toContain('not this one')
  })
})
