import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shape } from '../../src/shapes/trust.js'
import { shellCall } from '../support/payloads.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** `trust` says what a change does to calls that are known: recorded ones and test cases. Nothing is run. */

let workspace: Workspace
afterEach(() => workspace.remove())

const PUSH = { name: 'push', event: 'PreToolUse', commands: ['git push'], deny: 'no' }
const INFRA = { name: 'infra', event: 'PreToolUse', tools: ['write_file'], paths: ['infra/**'], ask: 'sure?' }
const GUARD = { name: 'guard', event: 'PreToolUse', tools: ['run_command'], command: 'touch ran.txt' }

beforeEach(() => {
  workspace = makeWorkspace({ hooks: [PUSH, INFRA, GUARD] })
  const cases = [
    { host: 'codex', event: 'PreToolUse', command: 'git push', expect: 'deny' },
    { host: 'codex', event: 'PreToolUse', command: 'git push --force', expect: 'deny' },
    { host: 'codex', event: 'PreToolUse', command: 'ls', expect: 'pass' },
    { host: 'claude-code', event: 'PreToolUse', tool: 'write_file', path: 'infra/a.tf', expect: 'ask' },
    { host: 'claude-code', event: 'UserPromptSubmit', prompt: 'hello', expect: 'pass' },
  ]
  workspace.change('.acuvo/tests/a.json', JSON.stringify({ version: 1, cases }))
})

const trust = (...args: string[]) => askProgram(['trust', ...args], { cwd: workspace.root, env: workspace.env })
const change = (...hooks: object[]): void => void workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks }))

const behaviour = async () => {
  const document = shape.parse(JSON.parse((await trust('--yes', '--json')).stdout))
  if (!('behaviour' in document) || document.behaviour === undefined) return undefined
  const { newlyDenied, newlyAsked, newlyLetThrough, ...rest } = document.behaviour
  const abouts = ({ listed }: typeof newlyDenied) => listed.map(({ about, by }) => `${about ?? ''} by ${by}`)
  return { ...rest, denied: abouts(newlyDenied), asked: abouts(newlyAsked), let: abouts(newlyLetThrough) }
}

const SAME = { calls: 5, denied: [], asked: [], let: [], noLongerJudged: [], nowJudged: [] }

it.each<[string, object[], object]>([
  ['the same', [PUSH, INFRA, GUARD], SAME],
  ['another name and reason', [{ ...PUSH, name: 'x', why: 'y' }, INFRA, GUARD], SAME],
  [
    'a gate that is narrower now',
    [{ ...PUSH, commands: ['git push --force'] }, INFRA, GUARD],
    { ...SAME, let: ['git push by push'], nowJudged: [{ hook: 'guard', calls: 1 }] },
  ],
  [
    'a gate that is gone',
    [INFRA, GUARD],
    { ...SAME, let: ['git push by push', 'git push --force by push'], nowJudged: [{ hook: 'guard', calls: 2 }] },
  ],
  [
    'a gate on trial',
    [{ ...PUSH, mode: 'warn' }, INFRA],
    { ...SAME, let: ['git push by push', 'git push --force by push'], noLongerJudged: [{ hook: 'guard', calls: 1 }] },
  ],
  [
    'a gate that is new',
    [PUSH, INFRA, { name: 'ls', event: 'PreToolUse', commands: ['ls'], deny: 'no' }],
    { ...SAME, denied: ['ls by ls'], noLongerJudged: [{ hook: 'guard', calls: 1 }] },
  ],
  ['an ask that becomes a deny', [PUSH, { ...INFRA, ask: undefined, deny: 'no' }, GUARD], { ...SAME, denied: ['infra/a.tf by infra'] }],
  [
    'a deny that becomes an ask',
    [{ ...PUSH, deny: undefined, ask: 'sure?' }, INFRA, GUARD],
    { ...SAME, asked: ['git push by push', 'git push --force by push'], nowJudged: [{ hook: 'guard', calls: 2 }] },
  ],
  [
    'another command',
    [PUSH, INFRA, { ...GUARD, command: 'true' }],
    { ...SAME, noLongerJudged: [{ hook: 'guard', calls: 1 }], nowJudged: [{ hook: 'guard', calls: 1 }] },
  ],
])('%s', async (_name, hooks, expected) => {
  change(...hooks)
  const found = await behaviour()
  expect({ ...found, denied: found?.denied.map(local), asked: found?.asked.map(local), let: found?.let.map(local) }).toEqual(expected)
  expect(existsSync(join(workspace.root, 'ran.txt'))).toBe(false)
})

/** Paths are absolute on some hosts. */
const local = (text: string): string => text.replace(`${workspace.root}/`, '')

it('where nothing was approved, all that is denied is new', async () => {
  await trust('--revoke')
  expect(await behaviour()).toMatchObject({
    denied: ['git push by push', 'git push --force by push'],
    nowJudged: [{ hook: 'guard', calls: 1 }],
  })
})

it('recorded calls are known too, each once', async () => {
  const at = { cwd: workspace.root, env: workspace.env }
  await askProgram(['record', 'on'], at)
  for (const command of ['pwd', 'pwd', 'git push'])
    await askProgram(['run'], { ...at, stdin: shellCall('claude-code', workspace.root, command) })
  workspace.change('.acuvo/tests/a.json', '{"version":1,"cases":[]}')
  change()
  expect(await behaviour()).toEqual({ ...SAME, calls: 2, let: ['git push by push'], noLongerJudged: [{ hook: 'guard', calls: 1 }] })
})

it('without known calls nothing is said', async () => {
  workspace.change('.acuvo/tests/a.json', 'broken')
  change(INFRA)
  expect(await behaviour()).toBeUndefined()
  expect((await trust('--yes')).stdout).not.toContain('known here')
})

it('a person reads counts and a bounded list, before saying yes', async () => {
  const cases = Array.from({ length: 14 }, (_, index) => ({
    host: 'codex',
    event: 'PreToolUse',
    command: `git push ${index}`,
    expect: 'deny',
  }))
  workspace.change('.acuvo/tests/a.json', JSON.stringify({ version: 1, cases }))
  change(INFRA, GUARD)
  const { stdout, exitCode } = await trust()
  expect(exitCode).toBe(2)
  expect(stdout).toContain('what changes for 14 calls')
  expect(stdout).toContain('newly let through 14')
  expect(stdout).toContain('codex PreToolUse Bash: git push 0 ("push")')
  expect(stdout).toContain('and 4 more')
  expect(stdout).toContain('now judged by "guard": 14 calls')
  change(PUSH, INFRA, GUARD)
  expect((await trust()).stdout).toContain('changes nothing for 14 calls')
})
