import { describe, expect, it } from 'vitest'
import { HOSTS, payload, shellCall } from '../support/payloads.mjs'
import { CALLS, STOPPING, expectCouldNotRun, expectNeutral, titled } from './gates.js'
import { answerTo, modelText, oneHook, personText, printing, saidOnStderr, workspaceWith } from './judged.js'
import { EVERYWHERE } from './malformed-answers.rows.js'

/** Hooks that could not run: the call is stopped in words of its own, nothing else is. DESIGN 6 and 7; malformed answers have more. */

type Failing = [how: string, command: string | string[], ...causes: (string | RegExp)[]]

const ENDED: Failing[] = [
  ['is not executable', './plain', '126'],
  ['is not there', 'no-such-program-here --flag', '127'],
  ['is a script whose helper is not there', 'set -eu; v=$(no-such-program-here -r .x); exit 0', '127'],
  ['exits 129, the first code of a signal', 'exit 129', '129'],
  ['exits 137 as its child was killed', 'sh -c "kill -9 \\$\\$"', '137'],
  ['exits 192, the last code of a signal', 'exit 192', '192'],
  ['kills itself', 'kill -9 $$', 'SIGKILL'],
  ['crashes', 'kill -SEGV $$', 'SIGSEGV'],
  ['is ended politely', 'kill -TERM $$', 'SIGTERM'],
  ['is a program that is not there', ['no-such-program-here', '--flag'], /ENOENT|no-such-program-here/],
  ['is a program that is not executable', ['./plain'], /EACCES|not executable/],
  ['is a program that is killed', ['sh', '-c', 'kill -9 $$'], 'SIGKILL'],
  ['runs too long', 'sleep 20', 'timed out after 300 ms'],
]

const SHORT = { timeoutMs: 300 }

describe.each(titled(CALLS))('%s', (_title, gate) => {
  it.each(ENDED)('is stopped by a hook that %s', async (_how, command, ...causes) => {
    const workspace = workspaceWith(oneHook('PreToolUse', command, command === 'sleep 20' ? SHORT : {}))
    workspace.write('plain', 'text\n', 0o644)
    const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
    expectCouldNotRun(gate, answered, ...causes)
    expect(saidOnStderr(answered), 'no command line in the reason').not.toMatch(/--flag|set -eu|kill -/)
  })

  it('is not told what a broken hook printed', async () => {
    const workspace = workspaceWith(oneHook('PreToolUse', 'echo "TOKEN=abc123"; echo /home/u/secret >&2; exit 127'))
    const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
    expectCouldNotRun(gate, answered, '127')
    for (const text of [answered.stdout, modelText(answered), personText(answered), saidOnStderr(answered)]) {
      expect(text).not.toMatch(/abc123|secret/)
    }
  })

  it('is stopped every time, however often the hook failed before', async () => {
    const workspace = workspaceWith(oneHook('PreToolUse', 'exit 127'))
    for (let call = 0; call < 5; call++) expectCouldNotRun(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace), '127')
  })
})

describe('what failure means', () => {
  const failures: [how: string, command: string | string[]][] = [
    ['crash', 'no-such-program-here'],
    ['timeout', 'sleep 20'],
    ['garbage', printing('{oops')],
    ['missing program', ['no-such-program-here']],
  ]
  const rows = CALLS.flatMap((gate) => failures.map(([how, command]) => [gate.host, how, gate, command] as const))

  it.each(rows)('%s, %s: deny and ask stop the call, notice lets it go and says so', async (_host, _how, gate, command) => {
    const workspace = workspaceWith(oneHook('PreToolUse', command, { ...SHORT, onFailure: 'deny' }))
    expectCouldNotRun(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace))
    workspace.policy(oneHook('PreToolUse', command, { ...SHORT, onFailure: 'ask' }))
    const asked = await answerTo(gate.host, gate.payload(workspace.root), workspace, { asks: gate.host === 'claude-code' })
    expect(asked.judgement).toMatchObject({ blocked: true, asked: gate.host === 'claude-code' })
    expect(modelText(asked)).toMatch(/hook "guard" could not run \(.*so a person must confirm/)
    workspace.policy(oneHook('PreToolUse', command, { ...SHORT, onFailure: 'notice' }))
    const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
    expect(answered.judgement.blocked).toBe(false)
    expect(saidOnStderr(answered)).toContain('hook "guard" could not run')
    if (gate.host !== 'cursor') expect(personText(answered)).toContain('hook "guard" could not run')
    expect(modelText(answered)).toBe('')
  })

  it.each(titled(CALLS))('at %s a deny stays one, whatever failure means', async (_title, gate) => {
    const workspace = workspaceWith(oneHook('PreToolUse', 'echo no entry >&2; exit 1', { onFailure: 'notice' }))
    const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
    expect(answered.judgement.blocked).toBe(true)
  })

  it.each(titled(CALLS))('at %s notice keeps what earlier hooks said and lets later ones speak', async (_title, gate) => {
    const broken = { event: 'PreToolUse', name: 'broken', command: 'exit 127', onFailure: 'notice' }
    const workspace = workspaceWith({ hooks: [{ event: 'PreToolUse', name: 'first', command: printing({ context: 'remember' }) }, broken] })
    const passed = await answerTo(gate.host, gate.payload(workspace.root), workspace)
    expect(passed.judgement.blocked).toBe(false)
    expect(modelText(passed)).toContain('remember')
    workspace.policy({ hooks: [broken, { event: 'PreToolUse', name: 'last', command: 'echo no entry >&2; exit 2' }] })
    const stopped = await answerTo(gate.host, gate.payload(workspace.root), workspace)
    expect(stopped.judgement.blocked).toBe(true)
    expect(modelText(stopped)).toContain('denied by "last": no entry')
  })

  it.each(titled(STOPPING))('at %s deny stops', async (_title, gate) => {
    const workspace = workspaceWith(oneHook(gate.event, 'exit 127', { onFailure: 'deny' }))
    expectCouldNotRun(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace), '127')
  })

  it.each(titled(STOPPING.filter(({ event }) => event !== 'PreToolUse')))('at %s it is a notice by default', async (_title, gate) => {
    const workspace = workspaceWith(oneHook(gate.event, 'exit 127'))
    const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
    expect(answered.judgement.blocked).toBe(false)
    expect(saidOnStderr(answered)).toContain('hook "guard" could not run (exit 127')
    expect(modelText(answered)).toBe('')
  })
})

describe('where nothing can be stopped', () => {
  const elsewhere = ['SessionStart', 'PostToolUse', 'Stop', 'SubagentStop', 'SessionEnd']
  const rows = HOSTS.flatMap((host) => elsewhere.map((event) => [host, event] as const))

  it.each(rows)('%s %s: a failure is reported and changes nothing', async (host, event) => {
    const workspace = workspaceWith()
    const body = event === 'PostToolUse' ? shellCall(host, workspace.root, 'ls', 'PostToolUse') : payload(host, event, workspace.root)
    const failing = [
      ...ENDED.filter(([, command]) => command !== 'sleep 20').slice(1, 9),
      ...EVERYWHERE.slice(0, 12).map(({ name, command }): Failing => [name, command]),
    ]
    // One file for all of them: none ends the chain, each is reported.
    workspace.policy({ hooks: failing.map(([name, command]) => ({ event, name, command })) })
    // Codex waits for a second where its session ends.
    const answered = await answerTo(host, body, workspace, { args: ['--host-timeout', '60'] })
    expect(answered.judgement.blocked).toBe(false)
    expect(answered.judgement.continues).toBeUndefined()
    for (const [name] of failing) expect(saidOnStderr(answered)).toContain(`hook "${name}" could not run`)
    expect(saidOnStderr(answered)).not.toMatch(/denied by|blocked/i)
    expect(modelText(answered)).not.toMatch(/no en|hello|denied|blocked/)
  })

  it.each(HOSTS)('%s: a text longer than 1 MiB is no context', async (host) => {
    const workspace = workspaceWith(oneHook('SessionStart', "head -c 1100000 /dev/zero | tr '\\0' x"))
    const answered = await answerTo(host, payload(host, 'SessionStart', workspace.root), workspace)
    expect(modelText(answered)).not.toContain('xxx')
    expect(saidOnStderr(answered)).toContain('could not run')
  })
})

it('a failure at one gate leaves the neutral answer of the next call alone', async () => {
  for (const gate of CALLS) {
    const workspace = workspaceWith(oneHook('PreToolUse', 'test -e fixed || exit 127'))
    expectCouldNotRun(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace), '127')
    workspace.write('fixed', '')
    expectNeutral(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace))
  }
})
