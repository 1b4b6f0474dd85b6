import { describe, expect, it } from 'vitest'
import { writeCall } from '../support/payloads.mjs'
import { CALLS, GATES, STOPPING, expectDenied, expectNeutral, titled } from './gates.js'
import { answerTo, modelText, oneHook, printing, saidOnStderr, workspaceWith } from './judged.js'

/** What a hook can say at a gate, and what each host makes of our answer. DESIGN 6, issue 2 points 4 and 6. */

type Form = [form: string, command: string | string[], words: string]

const nested = (permissionDecision: string, hookEventName = 'PreToolUse'): object => ({
  hookSpecificOutput: { hookEventName, permissionDecision, permissionDecisionReason: 'no entry' },
})

const DENIES: Form[] = [
  ['exit 2 and stderr', 'echo no entry >&2; exit 2', 'no entry'],
  ['exit 1 and stderr', 'echo BLOCKED >&2; exit 1', 'BLOCKED'],
  ['exit 2 and nothing', 'exit 2', ''],
  ['exit 1 and nothing', 'exit 1', ''],
  ['exit 3 and words on stdout', 'echo no entry; exit 3', 'no entry'],
  ['exit 2 and words on both: stderr is the reason', 'echo something else; echo no entry >&2; exit 2', 'no entry'],
  ['exit 125, the last before the words of a shell', 'echo no entry >&2; exit 125', 'no entry'],
  ['exit 128, between them', 'echo no entry >&2; exit 128', 'no entry'],
  ['exit 193, the first after them', 'echo no entry >&2; exit 193', 'no entry'],
  ['exit 255', 'echo no entry >&2; exit 255', 'no entry'],
  ['exit 127 of a program without a shell', ['sh', '-c', 'echo no entry >&2; exit 127'], 'no entry'],
  ['a JSON deny', printing({ decision: 'deny', reason: 'no entry' }), 'no entry'],
  ['a JSON deny without a reason', printing({ decision: 'deny' }), ''],
  ['a JSON deny over several lines', printing(JSON.stringify({ decision: 'deny', reason: 'no entry' }, null, 2)), 'no entry'],
  ['a JSON deny and exit 1', `${printing({ decision: 'deny', reason: 'no entry' })}; exit 1`, 'no entry'],
  ['a JSON deny and exit 2 with stderr', `${printing({ decision: 'deny', reason: 'other' })}; echo no entry >&2; exit 2`, 'no entry'],
  ['a JSON allow and exit 2', `${printing({ decision: 'allow' })}; echo no entry >&2; exit 2`, 'no entry'],
  ["Claude Code's nested form", printing(nested('deny')), 'no entry'],
  ["Claude Code's form, flat", printing({ permissionDecision: 'deny', permissionDecisionReason: 'no entry' }), 'no entry'],
  ['decision block', printing({ decision: 'block', reason: 'no entry' }), 'no entry'],
  [
    'decision block beside a nested allow',
    printing({ decision: 'block', reason: 'no entry', hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }),
    'no entry',
  ],
  ["Cursor's form", printing({ permission: 'deny', user_message: 'no entry', agent_message: 'no entry' }), 'no entry'],
  ["Cursor's form with one message", printing({ permission: 'deny', agent_message: 'no entry' }), 'no entry'],
]

describe.each(titled(CALLS))('%s', (_title, gate) => {
  it.each(DENIES)('is stopped by %s', async (_form, command, words) => {
    const workspace = workspaceWith(oneHook('PreToolUse', command))
    expectDenied(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace), words)
  })

  it.each([
    ['ours', { decision: 'ask', reason: 'sure?' }],
    [
      "Claude Code's",
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: 'sure?' } },
    ],
    ["Cursor's", { permission: 'ask', user_message: 'sure?' }],
  ])('waits for a person because of a question in %s form', async (_form, answer) => {
    const workspace = workspaceWith(oneHook('PreToolUse', printing(answer)))
    const asks = gate.host === 'claude-code'
    const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace, { asks })
    expect(modelText(answered)).toMatch(/sure\?/)
    if (asks) return expect(answered.judgement).toMatchObject({ blocked: true, asked: true })
    expectDenied(gate, answered, '')
    expect(modelText(answered)).toMatch(/confirm/)
    expect(answered.stdout).not.toContain('"ask"')
  })
})

describe('a deny', () => {
  it.each(titled(STOPPING))('by exit 2 stops %s', async (_title, gate) => {
    const workspace = workspaceWith(oneHook(gate.event, 'echo no entry >&2; exit 2'))
    expectDenied(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace), 'no entry')
  })

  it.each(titled(STOPPING))('by JSON stops %s', async (_title, gate) => {
    const workspace = workspaceWith(oneHook(gate.event, printing({ decision: 'deny', reason: 'no entry' })))
    expectDenied(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace), 'no entry')
  })

  it.each(titled(STOPPING.filter(({ event }) => event === 'UserPromptSubmit' || event === 'PreCompact')))(
    'as continue false stops %s',
    async (_title, gate) => {
      const workspace = workspaceWith(oneHook(gate.event, printing({ continue: false, stopReason: 'no entry' })))
      expectDenied(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace), 'no entry')
    },
  )

  it.each(titled(GATES.filter(({ denied }) => denied === undefined)))(
    'cannot be carried at %s, which the log says',
    async (_title, gate) => {
      const workspace = workspaceWith(oneHook(gate.event, 'echo no entry >&2; exit 2'))
      const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
      expect(answered.judgement.blocked).toBe(false)
      expect(modelText(answered)).toBe('')
      expect(answered.stderr).toContain('denied by "guard": no entry')
      expect(answered.stderr).toMatch(/^acuvo-hooks: .*deny/m)
    },
  )

  it('stops a write in every host', async () => {
    for (const gate of CALLS) {
      const workspace = workspaceWith(oneHook('PreToolUse', 'echo no entry >&2; exit 2', { tools: ['write_file'] }))
      expectDenied(gate, await answerTo(gate.host, writeCall(gate.host, workspace.root, `${workspace.root}/a.txt`), workspace), 'no entry')
      expectNeutral(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace))
    }
  })
})

describe('no opinion', () => {
  const passes: [form: string, command: string][] = [
    ['nothing', 'exit 0'],
    ['plain text', 'echo all fine'],
    ['an array', printing('[{"decision":"deny"}]')],
    ['a JSON text', printing('"deny"')],
    ['plain text and an object that is no answer', printing('checked\n{"files":3}')],
    ['words on stderr', 'echo careful >&2'],
    ['an empty object', printing({})],
    ['pass', printing({ decision: 'pass', reason: 'fine' })],
    ['an object without a verdict', printing({ hookSpecificOutput: { hookEventName: 'PreToolUse' } })],
    ['continue true', printing({ continue: true, suppressOutput: true })],
  ]
  const allows: [form: string, command: string][] = [
    ['allow', printing({ decision: 'allow', reason: 'trusted' })],
    ['approve', printing({ decision: 'approve' })],
    ["Claude Code's nested allow", printing(nested('allow'))],
    ["Cursor's allow", printing({ permission: 'allow' })],
  ]

  describe.each(titled(CALLS))('%s', (_title, gate) => {
    it.each(passes)('is left to the host by %s', async (_form, command) => {
      const workspace = workspaceWith(oneHook('PreToolUse', command))
      const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
      expectNeutral(gate, answered)
      expect(saidOnStderr(answered)).toBe('')
    })

    it.each(allows)('is left to the host by %s, which never comes out as allow', async (_form, command) => {
      const workspace = workspaceWith(oneHook('PreToolUse', command))
      const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
      expectNeutral(gate, answered)
      expect(answered.stderr, 'a line in the log').toMatch(/^acuvo-hooks: .*allow/m)
    })
  })

  it.each(titled(GATES))('is the neutral answer at %s', async (_title, gate) => {
    const workspace = workspaceWith(oneHook(gate.event, 'exit 0'))
    const payload = gate.payload(workspace.root)
    expectNeutral(gate, await answerTo(gate.host, payload, workspace))
    workspace.policy(oneHook(gate.event, printing({ decision: 'allow' })))
    expectNeutral(gate, await answerTo(gate.host, payload, workspace))
  })
})
