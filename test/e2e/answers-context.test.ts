import { describe, expect, it } from 'vitest'
import type { HostName } from '../oracle/index.js'
import { EVENTS, HOSTS, nativeName, payload, shellCall } from '../support/payloads.mjs'
import { GATES, titled } from './gates.js'
import { answerTo, modelText, oneHook, personText, printing, workspaceWith, type Json } from './judged.js'

/** Context for the model and notices for the person, where each host can carry them. DESIGN 6 and 7; FR-11, FR-96 to FR-98. */

const body = (host: HostName, event: string, root: string): Json =>
  event === 'PreToolUse' || event === 'PostToolUse' ? shellCall(host, root, 'ls', event) : payload(host, event, root)

/** The whole answer that carries a context; absent: the host cannot at this event. */
const nested =
  (hookEventName: string) =>
  (additionalContext: unknown): Json => ({ hookSpecificOutput: { hookEventName, additionalContext } })
const flat =
  (neutral: Json) =>
  (text: unknown): Json => ({ ...neutral, additional_context: text })

const CARRIERS: Record<HostName, Record<string, (text: unknown) => Json>> = {
  'claude-code': Object.fromEntries(
    ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart'].map((event) => [event, nested(event)]),
  ),
  codex: Object.fromEntries(
    ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart'].map((event) => [event, nested(event)]),
  ),
  cursor: {
    SessionStart: flat({}),
    UserPromptSubmit: flat({ continue: true }),
    PreToolUse: flat({ permission: 'allow' }),
    PostToolUse: flat({}),
  },
}
/** Cursor's answers to no opinion; the other hosts take silence. */
const NEUTRAL: Record<string, Json> = {
  UserPromptSubmit: { continue: true },
  PreToolUse: { permission: 'allow' },
  SubagentStart: { permission: 'allow' },
}
const neutral = (host: HostName, event: string): Json | undefined => (host === 'cursor' ? (NEUTRAL[event] ?? {}) : undefined)

/** Only one host has notifications, and it shows nothing there. */
const all = HOSTS.flatMap((host) => EVENTS.filter((event) => event !== 'Notification').map((event) => [host, event] as const))
const carrying = all.filter(([host, event]) => CARRIERS[host][event] !== undefined)
const silent = all.filter(([host, event]) => CARRIERS[host][event] === undefined)
const plainTextEvents = (event: string): boolean => event === 'SessionStart' || event === 'UserPromptSubmit'

const SPELLINGS: [spelling: string, command: (event: string, host: HostName) => string][] = [
  ['ours', () => printing({ context: 'use pnpm' })],
  ['flat', () => printing({ additionalContext: 'use pnpm' })],
  ["Claude Code's and Codex's", (event) => printing({ hookSpecificOutput: { hookEventName: event, additionalContext: 'use pnpm' } })],
  ["Cursor's", () => printing({ additional_context: 'use pnpm' })],
]

describe('context', () => {
  it.each(carrying)('reaches the model at %s %s, under the name of its hook', async (host, event) => {
    const workspace = workspaceWith()
    for (const [spelling, command] of SPELLINGS) {
      workspace.policy(oneHook(event, command(event, host)))
      const answered = await answerTo(host, body(host, event, workspace.root), workspace)
      expect(answered.judgement.blocked).toBe(false)
      expect(answered.document, spelling).toEqual(CARRIERS[host][event]?.(expect.stringMatching(/guard[^]*use pnpm/)))
      expect(modelText(answered), spelling).toMatch(/guard[^]*use pnpm/)
    }
  })

  it.each(silent.filter(([, event]) => !/Stop$/.test(event)))('is dropped at %s %s, which the log says', async (host, event) => {
    const workspace = workspaceWith(oneHook(event, printing({ context: 'use pnpm' })))
    const answered = await answerTo(host, body(host, event, workspace.root), workspace)
    expect(answered.document).toEqual(neutral(host, event))
    expect(answered.judgement.blocked).toBe(false)
    expect(modelText(answered)).toBe('')
    expect(answered.stderr).toMatch(/^acuvo-hooks: .*context/m)
  })

  it.each(carrying.filter(([, event]) => plainTextEvents(event)))('may be plain text at %s %s', async (host, event) => {
    const workspace = workspaceWith()
    for (const text of ['use pnpm', '[note] use pnpm', 'first\n\nuse pnpm', '"use pnpm"', 'use pnpm {"files":3}']) {
      workspace.policy(oneHook(event, `${printing(text)}; echo`))
      const answered = await answerTo(host, body(host, event, workspace.root), workspace)
      expect(answered.document).toEqual(CARRIERS[host][event]?.(expect.stringContaining(text)))
      expect(modelText(answered)).toMatch(/guard/)
    }
  })

  it.each(all.filter(([, event]) => !plainTextEvents(event)))('is not plain text at %s %s', async (host, event) => {
    const workspace = workspaceWith(oneHook(event, 'echo use pnpm'))
    const answered = await answerTo(host, body(host, event, workspace.root), workspace)
    expect(answered.document).toEqual(neutral(host, event))
    expect(modelText(answered) + personText(answered)).toBe('')
  })

  it.each(HOSTS)('of two hooks arrives in their order, each under its name: %s', async (host) => {
    const workspace = workspaceWith({
      hooks: [
        { event: 'SessionStart', name: 'zeta', command: 'echo AAA' },
        { event: 'SessionStart', name: 'alpha', command: printing({ context: 'BBB' }) },
      ],
    })
    const answered = await answerTo(host, body(host, 'SessionStart', workspace.root), workspace)
    expect(answered.judgement.modelSees).toHaveLength(1)
    expect(modelText(answered)).toMatch(/zeta[^]*AAA[^]*alpha[^]*BBB/)
  })

  it.each(HOSTS)("is cut visibly within the host's limit, and the short one stays whole: %s", async (host) => {
    const workspace = workspaceWith({
      hooks: [
        { event: 'SessionStart', name: 'long', command: 'cat long' },
        { event: 'SessionStart', name: 'longer', command: 'cat long long' },
        { event: 'SessionStart', name: 'short', command: 'echo MUST' },
      ],
    })
    workspace.write('long', '😀é '.repeat(7_500))
    const answered = await answerTo(host, body(host, 'SessionStart', workspace.root), workspace)
    const text = modelText(answered)
    expect(text.length).toBeGreaterThan(5_000)
    expect(text.length).toBeLessThanOrEqual(10_000)
    expect(text).toContain('MUST')
    expect(text.match(/cut/g)?.length).toBeGreaterThanOrEqual(2)
    expect(text.isWellFormed()).toBe(true)
  })

  it.each(HOSTS)('of an earlier hook does not weaken a deny: %s', async (host) => {
    const workspace = workspaceWith({
      hooks: [
        { event: 'PreToolUse', name: 'a', command: printing({ context: 'use pnpm', notice: 'told' }) },
        { event: 'PreToolUse', name: 'b', command: 'echo no entry >&2; exit 2' },
      ],
    })
    const answered = await answerTo(host, body(host, 'PreToolUse', workspace.root), workspace)
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain('denied by "b": no entry')
    expect(modelText(answered)).toContain('use pnpm')
  })

  it.each(HOSTS)('beside a deny of the same hook does not weaken it: %s', async (host) => {
    const workspace = workspaceWith()
    for (const event of ['PreToolUse', 'UserPromptSubmit']) {
      workspace.policy(oneHook(event, printing({ decision: 'deny', reason: 'no entry', context: 'use pnpm', notice: 'told' })))
      const answered = await answerTo(host, body(host, event, workspace.root), workspace)
      expect(answered.judgement.blocked).toBe(true)
      expect(modelText(answered) + personText(answered)).toContain('denied by "guard": no entry')
    }
  })
})

describe('a notice', () => {
  const shown = (['claude-code', 'codex'] as const).flatMap((host) =>
    ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PreCompact', 'SubagentStop', 'Stop'].map((event) => [host, event] as const),
  )
  it.each(shown)('reaches the person alone at %s %s', async (host, event) => {
    const workspace = workspaceWith()
    for (const answer of [{ notice: 'look here' }, { systemMessage: 'look here' }]) {
      workspace.policy(oneHook(event, printing(answer)))
      const answered = await answerTo(host, body(host, event, workspace.root), workspace)
      expect(answered.judgement.blocked).toBe(false)
      expect(answered.document).toEqual({ systemMessage: expect.stringMatching(/guard[^]*look here/) })
      expect(personText(answered)).toContain('look here')
      expect(modelText(answered)).toBe('')
    }
  })

  it("reaches the person through Cursor's preCompact", async () => {
    const workspace = workspaceWith(oneHook('PreCompact', printing({ notice: 'look here' })))
    const answered = await answerTo('cursor', body('cursor', 'PreCompact', workspace.root), workspace)
    expect(answered.document).toEqual({ user_message: expect.stringContaining('look here') })
    expect(personText(answered)).toContain('look here')
  })

  it.each(['SessionStart', 'PreToolUse', 'PostToolUse', 'SubagentStart', 'Stop', 'SessionEnd'])(
    'stands on stderr where Cursor cannot show it: %s',
    async (event) => {
      const workspace = workspaceWith(oneHook(event, printing({ notice: 'look here' })))
      const answered = await answerTo('cursor', body('cursor', event, workspace.root), workspace)
      expect(answered.document).toEqual(neutral('cursor', event))
      expect(answered.stderr).toContain('look here')
      expect(modelText(answered)).toBe('')
    },
  )

  it.each(HOSTS)('of two hooks are both there, in order: %s', async (host) => {
    const workspace = workspaceWith({
      hooks: ['one', 'two'].map((name) => ({ event: 'PreCompact', name, command: printing({ notice: `from ${name}` }) })),
    })
    const answered = await answerTo(host, body(host, 'PreCompact', workspace.root), workspace)
    expect(personText(answered)).toMatch(/one[^]*from one[^]*two[^]*from two/)
  })
})

describe.each(titled(GATES))('everything a hook can say at once, at %s', (_title, gate) => {
  const extras = { context: 'use pnpm', notice: 'look here', suppressOutput: true }
  it('breaks no pass and no deny', async () => {
    const workspace = workspaceWith(oneHook(gate.event, printing({ decision: 'pass', ...extras })))
    const passed = await answerTo(gate.host, gate.payload(workspace.root), workspace)
    expect(passed.judgement.blocked).toBe(false)
    workspace.policy(oneHook(gate.event, printing({ decision: 'deny', reason: 'no entry', ...extras })))
    const denied = await answerTo(gate.host, gate.payload(workspace.root), workspace)
    expect(denied.judgement.blocked).toBe(gate.denied !== undefined)
    expect(denied.stderr).toContain('denied by "guard": no entry')
    if (gate.reader !== 'nobody') expect(modelText(denied) + personText(denied)).toContain('denied by "guard": no entry')
  })
})

/** Documented keys of a host that mean nothing here: DESIGN 6. */
const OTHER_KEYS: [event: string, key: string, answer: Json][] = [
  ['PreToolUse', 'suppressOutput', { suppressOutput: true }],
  ['PostToolUse', 'terminalSequence', { terminalSequence: '' }],
  ['PostToolUse', 'async', { async: true, asyncTimeout: 5 }],
  ['PostToolUse', 'classifierContext', { hookSpecificOutput: { hookEventName: 'PostToolUse', classifierContext: 'x' } }],
  [
    'UserPromptSubmit',
    'suppressOriginalPrompt',
    { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true } },
  ],
  ['UserPromptSubmit', 'sessionTitle', { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', sessionTitle: 'x' } }],
  ['SessionStart', 'watchPaths', { hookSpecificOutput: { hookEventName: 'SessionStart', watchPaths: ['x'] } }],
  ['SessionStart', 'reloadSkills', { hookSpecificOutput: { hookEventName: 'SessionStart', reloadSkills: true } }],
  ['SessionStart', 'initialUserMessage', { hookSpecificOutput: { hookEventName: 'SessionStart', initialUserMessage: 'x' } }],
  ['SessionStart', 'env', { env: { A: 'b' } }],
]

it.each(OTHER_KEYS)('at %s the key %s of a host is ignored with a line in the log', async (event, key, answer) => {
  for (const host of HOSTS) {
    const workspace = workspaceWith(oneHook(event, printing({ ...answer, context: 'use pnpm' })))
    const answered = await answerTo(host, body(host, event, workspace.root), workspace)
    expect(modelText(answered)).toContain('use pnpm')
    expect(answered.stderr).not.toContain('could not run')
    expect(answered.stderr).toMatch(new RegExp(`^acuvo-hooks: .*${key}`, 'm'))
  }
})

it('the event name in an answer is the incoming one, verbatim', async () => {
  for (const host of ['claude-code', 'codex'] as const) {
    const workspace = workspaceWith(oneHook('SessionStart', 'echo use pnpm'))
    const answered = await answerTo(host, body(host, 'SessionStart', workspace.root), workspace, { event: 'PreToolUse' })
    expect(answered.document).toMatchObject({ hookSpecificOutput: { hookEventName: nativeName(host, 'SessionStart') } })
  }
})
