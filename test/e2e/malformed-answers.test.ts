import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HostName } from '../oracle/index.js'
import { HOSTS, payload, shellCall } from '../support/payloads.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { inWorkspace } from './expectations.js'
import { CALLS, STOPPING, expectCouldNotRun, expectNeutral, titled } from './gates.js'
import { answerTo, modelText, oneHook, personText, printing, saidOnStderr, workspaceWith, type Json } from './judged.js'
import { BEFORE_A_CALL, EVERYWHERE, MISPLACED, NOT_MALFORMED, type MalformedRow } from './malformed-answers.rows.js'

/**
 * Answers that nobody can read, or that mean nothing where they are given (DESIGN 6). Before a call each stops it in the words of
 * a check that could not be made, because a misspelt deny must not pass; elsewhere none does anything but be told.
 */

it('there are enough kinds, each with a name of its own', () => {
  const names = [...BEFORE_A_CALL, ...MISPLACED].map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(45)
  expect(new Set(names).size).toBe(names.length)
})

describe('before a call, at every host, it is stopped by a hook that prints', () => {
  it.concurrent.each(BEFORE_A_CALL.map((row) => [row.name, row] as const))('%s', async (_name, { command, quotes }) => {
    await inWorkspace(oneHook('PreToolUse', command), async (workspace) => {
      for (const gate of CALLS) {
        const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
        expectCouldNotRun(gate, answered)
        // The first line is the reason; the log stands below.
        expect(modelText(answered), gate.host).toMatch(/^hook "guard" could not run \(its answer cannot be read: /)
        expect(modelText(answered), gate.host).toContain(quotes)
        expect(modelText(answered).split('\n', 1)[0]?.length, 'only so much is quoted').toBeLessThan(250)
      }
    })
  })

  it.concurrent.each(NOT_MALFORMED)('but not by one that prints %s', async (_name, command) => {
    await inWorkspace(oneHook('PreToolUse', command), async (workspace) => {
      for (const gate of CALLS) {
        const answered = await answerTo(gate.host, gate.payload(workspace.root), workspace)
        expectNeutral(gate, answered)
        expect(saidOnStderr(answered)).toBe('')
      }
    })
  })
})

/** How the hooks of the last call ended, by name. */
const outcomesIn = ({ store }: Workspace): Map<string, { outcome: string; cause?: string }> => {
  const last = readFileSync(join(store, 'log.ndjson'), 'utf8').trim().split('\n').at(-1) ?? '{}'
  const { outcomes } = JSON.parse(last) as { outcomes: { hook: string; outcome: string; cause?: string }[] }
  return new Map(outcomes.map(({ hook, ...ended }) => [hook, ended]))
}

/** All in one policy: none ends the chain, each is told, nothing else happens. */
const expectHarmless = async (host: HostName, event: string, rows: readonly MalformedRow[]): Promise<void> => {
  const workspace = workspaceWith({ hooks: rows.map(({ name, command }) => ({ event, name, command })) })
  const { root } = workspace
  const body: Json = event === 'PostToolUse' ? shellCall(host, root, 'ls', 'PostToolUse') : payload(host, event, root)
  // Codex waits for a second where its session ends.
  const answered = await answerTo(host, body, workspace, { args: ['--host-timeout', '60'] })
  expect(answered.judgement.blocked).toBe(false)
  expect(answered.judgement.continues).toBeUndefined()
  expect(modelText(answered)).toBe('')
  expect(saidOnStderr(answered)).not.toMatch(/denied by/)
  const ended = outcomesIn(workspace)
  expect(ended.size).toBe(rows.length)
  for (const { name, quotes } of rows) {
    expect(ended.get(name), name).toMatchObject({ outcome: 'failed', cause: expect.stringContaining(quotes) as string })
    expect(saidOnStderr(answered), name).toContain(`hook "${name}" could not run`)
  }
  const isShown = host !== 'cursor' && !['SessionEnd', 'Notification', 'SessionStart', 'SubagentStart'].includes(event)
  if (isShown) expect(personText(answered)).toContain(`hook "${rows[0]?.name}" could not run`)
}

const MAX_HOOKS = 32
const portions = (rows: readonly MalformedRow[]): MalformedRow[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_HOOKS) }, (_, index) => rows.slice(index * MAX_HOOKS, (index + 1) * MAX_HOOKS))

describe.each(HOSTS)('where it stops nothing, at %s,', (host) => {
  it.each(['PostToolUse', 'Stop'])('each is harmless and told: %s', async (event) => {
    for (const rows of portions(EVERYWHERE)) await expectHarmless(host, event, rows)
  })

  const events = [...new Set(MISPLACED.flatMap((row) => row.events))].filter((event) => host === 'claude-code' || event !== 'Notification')
  it.each(events)('an answer that means nothing there is told: %s', async (event) => {
    await expectHarmless(
      host,
      event,
      MISPLACED.filter((row) => row.events.includes(event)),
    )
  })
})

const otherGates = STOPPING.filter(({ event }) => event !== 'PreToolUse')
describe.each(titled(otherGates))('at %s, where failure means deny,', (_title, gate) => {
  it.each([
    ['a misspelt key', printing({ decison: 'deny' })],
    ['a rewrite', printing({ rewrite: { prompt: 'x' } })],
    ['a replacement', printing({ replace: 'x' })],
    ['a second document', printing('{}{"decision":"deny"}')],
  ])('%s stops', async (_what, command) => {
    const workspace = workspaceWith(oneHook(gate.event, command, { onFailure: 'deny' }))
    expectCouldNotRun(gate, await answerTo(gate.host, gate.payload(workspace.root), workspace), 'its answer cannot be read')
  })
})
