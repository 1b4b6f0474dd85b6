import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HostName } from '../oracle/index.js'
import { HOSTS, payload, shellCall } from '../support/payloads.mjs'
import { answerTo, modelText, oneHook, personText, printing, saidOnStderr, workspaceWith, type Json } from './judged.js'

/** After a call and at the end of a turn: feedback and "go on" in each host's form. Issue 2 point 4; DESIGN 3. */

interface After {
  host: HostName
  native: string
  payload: (root: string) => Json
  document: (text: unknown) => Json
}

const failed: Json = {
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'toolu_1',
  error: 'Exit code 3\nboom',
  is_interrupt: false,
  duration_ms: 5,
}
const failedInCursor: Json = {
  tool_name: 'Shell',
  tool_input: { command: 'ls' },
  tool_use_id: 't-1',
  error_message: 'boom',
  failure_type: 'error',
  duration: 5,
  is_interrupt: false,
}

const block = (reason: unknown): Json => ({ decision: 'block', reason })
const context =
  (hookEventName: string) =>
  (additionalContext: unknown): Json => ({ hookSpecificOutput: { hookEventName, additionalContext } })

const FEEDBACK: [title: string, after: After][] = (
  [
    { host: 'claude-code', native: 'PostToolUse', payload: (root) => shellCall('claude-code', root, 'ls', 'PostToolUse'), document: block },
    {
      host: 'claude-code',
      native: 'PostToolUseFailure',
      payload: (root) => payload('claude-code', 'PostToolUseFailure', root, failed),
      document: block,
    },
    {
      host: 'codex',
      native: 'PostToolUse',
      payload: (root) => shellCall('codex', root, 'ls', 'PostToolUse'),
      document: context('PostToolUse'),
    },
    {
      host: 'cursor',
      native: 'postToolUse',
      payload: (root) => shellCall('cursor', root, 'ls', 'PostToolUse'),
      document: (text) => ({ additional_context: text }),
    },
    {
      host: 'cursor',
      native: 'postToolUseFailure',
      payload: (root) => payload('cursor', 'postToolUseFailure', root, failedInCursor),
      document: (text) => ({ additional_context: text }),
    },
  ] satisfies After[]
).map((after) => [`${after.host} ${after.native}`, after])

const NEUTRAL: Record<HostName, Json | undefined> = { 'claude-code': undefined, codex: undefined, cursor: {} }

describe.each(FEEDBACK)('feedback at %s', (_title, { host, payload: bodyIn, document }) => {
  it.each([
    ['exit 2', 'echo two lint errors >&2; exit 2'],
    ['exit 1', 'echo two lint errors >&2; exit 1'],
    ['words on stdout and exit 1', 'echo two lint errors; exit 1'],
    ['a JSON deny', printing({ decision: 'deny', reason: 'two lint errors' })],
    ['decision block', printing({ decision: 'block', reason: 'two lint errors' })],
  ])('by %s reaches the model beside the result', async (_how, command) => {
    const workspace = workspaceWith(oneHook('PostToolUse', command))
    const answered = await answerTo(host, bodyIn(workspace.root), workspace)
    expect(answered.judgement.blocked).toBe(false)
    expect(answered.document).toEqual(document(expect.stringContaining('two lint errors')))
    expect(modelText(answered)).toMatch(/guard[^]*two lint errors/)
    expect(answered.stderr).toContain('two lint errors')
    expect(modelText(answered) + saidOnStderr(answered), 'the call has run').not.toMatch(/blocked|denied|stopped/i)
  })

  it('that could not be made is reported to the person', async () => {
    const workspace = workspaceWith(oneHook('PostToolUse', 'no-such-program-here'))
    const answered = await answerTo(host, bodyIn(workspace.root), workspace)
    expect(answered.judgement.blocked).toBe(false)
    expect(answered.stderr).toContain('hook "guard" could not run (exit 127')
    if (host !== 'cursor') expect(personText(answered)).toContain('could not run')
    expect(personText(answered) + saidOnStderr(answered)).not.toMatch(/blocked|denied|stopped/i)
  })

  it('is not made of words a passing hook prints', async () => {
    const workspace = workspaceWith(oneHook('PostToolUse', 'echo formatted; echo careful >&2'))
    const answered = await answerTo(host, bodyIn(workspace.root), workspace)
    expect(answered.document).toEqual(NEUTRAL[host])
    expect(modelText(answered)).toBe('')
  })

  it('stands beside what another hook adds as context', async () => {
    const hooks = [
      { event: 'PostToolUse', name: 'a', command: printing({ context: 'remember' }) },
      { event: 'PostToolUse', name: 'b', command: 'echo two lint errors >&2; exit 2' },
    ]
    const workspace = workspaceWith({ hooks })
    const answered = await answerTo(host, bodyIn(workspace.root), workspace)
    expect(modelText(answered)).toContain('remember')
    expect(modelText(answered)).toContain('two lint errors')
  })
})

it('afterTabFileEdit carries no feedback: the neutral document, and the words on stderr', async () => {
  const workspace = workspaceWith(oneHook('PostToolUse', 'echo two lint errors >&2; exit 2'))
  const edits = [{ old_string: '1', new_string: '2' }]
  const answered = await answerTo(
    'cursor',
    payload('cursor', 'afterTabFileEdit', workspace.root, { file_path: join(workspace.root, 'a.ts'), edits }),
    workspace,
  )
  expect(answered.document).toEqual({})
  expect(answered.stderr).toContain('two lint errors')
})

const GO_ON: Record<HostName, (text: unknown) => Json> = {
  'claude-code': block,
  codex: block,
  cursor: (text) => ({ followup_message: text }),
}

const stops = HOSTS.flatMap((host) => ['Stop', 'SubagentStop'].map((event) => [host, event] as const))

describe.each(stops)('%s %s', (host, event) => {
  it.each([
    ['exit 2', 'echo run the tests >&2; exit 2'],
    ['exit 1', 'echo run the tests >&2; exit 1'],
    ['a JSON deny', printing({ decision: 'deny', reason: 'run the tests' })],
    ['decision block', printing({ decision: 'block', reason: 'run the tests' })],
    ["Cursor's follow-up", printing({ followup_message: 'run the tests' })],
  ])('goes on by %s', async (_how, command) => {
    const workspace = workspaceWith(oneHook(event, command))
    const answered = await answerTo(host, payload(host, event, workspace.root), workspace)
    expect(answered.judgement).toMatchObject({ blocked: true, continues: true })
    expect(answered.document).toEqual(GO_ON[host](expect.stringContaining('run the tests')))
    expect(modelText(answered)).toContain('guard')
    expect(answered.stderr).toContain('run the tests')
  })

  it.each(host === 'cursor' ? [3, 4, 99] : [])('ends when the host has counted %i', async (loop_count) => {
    const workspace = workspaceWith(oneHook(event, 'echo run the tests >&2; exit 2'))
    const answered = await answerTo(host, payload(host, event, workspace.root, { loop_count }), workspace)
    expect(answered.judgement.blocked).toBe(false)
    expect(answered.document).not.toHaveProperty('decision')
    expect(modelText(answered)).toBe('')
    expect(answered.stderr).toContain('run the tests')
  })

  const again: Json = host === 'cursor' ? { loop_count: 1 } : { stop_hook_active: true }
  it('goes on once for one reason', async () => {
    const workspace = workspaceWith(oneHook(event, 'echo run the tests >&2; exit 2'))
    const goesOn = async (more: Json): Promise<boolean> =>
      (await answerTo(host, payload(host, event, workspace.root, more), workspace)).judgement.blocked
    expect([await goesOn({}), await goesOn(again), await goesOn(again)]).toEqual([true, false, false])
  })

  it('goes on three times for different reasons, and no more', async () => {
    const workspace = workspaceWith(oneHook(event, 'echo x >> rounds; echo "round $(wc -l < rounds)" >&2; exit 2'))
    const rounds: boolean[] = []
    for (let round = 0; round < 5; round++)
      rounds.push((await answerTo(host, payload(host, event, workspace.root, round === 0 ? {} : again), workspace)).judgement.blocked)
    expect(rounds).toEqual([true, true, true, false, false])
  })

  it.each(host === 'cursor' ? [1, 2] : [])('goes on while the host has counted only %i', async (loop_count) => {
    const workspace = workspaceWith(oneHook(event, 'echo run the tests >&2; exit 2'))
    expect((await answerTo(host, payload(host, event, workspace.root, { loop_count }), workspace)).judgement.blocked).toBe(true)
  })

  it.each([
    ['is not there', 'no-such-program-here'],
    ['is killed', 'kill -9 $$'],
    ['runs too long', 'sleep 20'],
    ['prints garbage', printing('{"decision":"block"')],
    ['misspells', printing({ decison: 'block' })],
    ['is a missing program', ['no-such-program-here']],
  ] as [string, string | string[]][])('ends when a hook %s', async (_how, command) => {
    const workspace = workspaceWith(oneHook(event, command, { timeoutMs: 300 }))
    const answered = await answerTo(host, payload(host, event, workspace.root), workspace)
    expect(answered.judgement.blocked).toBe(false)
    expect(answered.judgement.continues).toBeUndefined()
    expect(saidOnStderr(answered)).toContain('hook "guard" could not run')
    expect(modelText(answered)).toBe('')
  })

  it.each([
    ['a hook passes', 'echo done'],
    ['a hook has plain text', 'echo remember'],
    ['a hook says that the agent may end', printing({ continue: false, stopReason: 'enough', decision: 'block', reason: 'x' })],
  ])('ends when %s', async (_how, command) => {
    const workspace = workspaceWith(oneHook(event, command))
    const answered = await answerTo(host, payload(host, event, workspace.root), workspace)
    expect(answered.judgement.blocked).toBe(false)
    expect(answered.document).toEqual(NEUTRAL[host])
    expect(modelText(answered)).toBe('')
  })
})

it.each(HOSTS.flatMap((host) => ['Stop', 'SubagentStop'].map((event) => [host, event] as const)))(
  '%s %s: context would make the agent go on, so a hook that answers with it has failed',
  async (host, event) => {
    const workspace = workspaceWith(oneHook(event, printing({ context: 'remember' })))
    const answered = await answerTo(host, payload(host, event, workspace.root), workspace)
    expect(answered.judgement.blocked).toBe(false)
    expect(modelText(answered)).toBe('')
    expect(answered.stderr).toContain('hook "guard" could not run (its answer cannot be read: "context" cannot be answered')
  },
)

it('the end of a compaction in Claude Code is no SubagentStop', async () => {
  const workspace = workspaceWith(oneHook('SubagentStop', 'touch ran; echo go on >&2; exit 2'))
  const answered = await answerTo('claude-code', payload('claude-code', 'SubagentStop', workspace.root, { agent_type: '' }), workspace)
  expect(answered.stdout).toBe('')
  expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
})

it.each(HOSTS.flatMap((host) => ['SessionStart', 'SessionEnd'].map((event) => [host, event] as const)))(
  '%s %s cannot be stopped; the words stand on stderr',
  async (host, event) => {
    const workspace = workspaceWith(oneHook(event, 'echo no entry >&2; exit 2'))
    const answered = await answerTo(host, payload(host, event, workspace.root), workspace)
    expect(answered.judgement).toMatchObject({ blocked: false })
    expect(answered.judgement.continues).toBeUndefined()
    expect(answered.stderr).toContain('no entry')
  },
)
