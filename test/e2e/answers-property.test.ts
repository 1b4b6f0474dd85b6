import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { oracles, type HostName } from '../oracle/index.js'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'
import { isGate, isStop, plans, type Event, type Plan, type Planned } from './answers-property.chains.js'
import { markOf } from './answers-property.texts.js'
import { payloadOf } from './conformance.payloads.js'
import { environmentOf, textsIn, type Json } from './judged.js'

/**
 * Whatever hooks answer, in any host and at any event: one document at most that the host takes, nothing widened, no deny lost, one
 * outcome for each hook, and texts that are bounded and harmless. On the built program, with real hooks.
 */

const SEED = Number(process.env.TEST_SEED ?? 20_261_130)
const RUNS = Number(process.env.TEST_RUNS ?? 150)

type Outcome = 'passed' | 'denied' | 'asked' | 'failed' | 'skipped'
type Verdict = 'pass' | 'allow' | 'ask' | 'deny'

interface Expected {
  verdict: Verdict
  outcomes: Outcome[]
  /** Hooks that ran and do not only look on. */
  ran: Planned[]
  /** Hooks whose context counts: also of those on trial. */
  contexts: Planned[]
}

const RANK: readonly Verdict[] = ['pass', 'allow', 'ask', 'deny']
const OUTCOMES = { pass: 'passed', allow: 'passed', ask: 'asked', deny: 'denied', failed: 'failed' } as const

/** The contract once more, in its own words (DESIGN 7). */
const expectedOf = ({ event, hooks }: Plan): Expected => {
  const expected: Expected = { verdict: 'pass', outcomes: [], ran: [], contexts: [] }
  let mayEnd = false
  for (const hook of hooks.filter(({ mode }) => mode !== 'off')) {
    if (expected.verdict === 'deny' && !hook.redacts) {
      expected.outcomes.push('skipped')
      continue
    }
    if (hook.hasContext) expected.contexts.push(hook)
    expected.outcomes.push(hook.mode === 'warn' ? 'passed' : OUTCOMES[hook.means])
    if (hook.mode === 'warn') continue
    expected.ran.push(hook)
    const said = mayEnd ? 'pass' : verdictOf(hook, event)
    // The agent may end, whatever later hooks say.
    mayEnd ||= hook.kind === 'ends' && isStop(event)
    if (RANK.indexOf(said) > RANK.indexOf(expected.verdict)) expected.verdict = said
  }
  return expected
}

const verdictOf = ({ means, onFailure, mayAllow }: Planned, event: Event): Verdict => {
  if (means === 'deny') return isGate(event) || isStop(event) || event === 'PostToolUse' ? 'deny' : 'pass'
  if (means === 'failed') return isGate(event) && onFailure !== 'notice' ? onFailure : 'pass'
  return means === 'allow' && !mayAllow ? 'pass' : means
}

/** Whether the host stops, or sends the agent on. */
const blocks = (host: HostName, event: Event, verdict: Verdict): boolean => {
  if (event === 'PreToolUse') return verdict === 'deny' || verdict === 'ask'
  if (event === 'PreCompact') return verdict === 'deny' && host !== 'cursor'
  if (event === 'SubagentStart') return verdict === 'deny' && host === 'cursor'
  return verdict === 'deny' && (event === 'UserPromptSubmit' || isStop(event))
}

const SHELL = { kind: 'run_command', command: 'ls' } as const
const MCP = { kind: 'mcp', server: 'tracker', tool: 'list', input: { project: 'x' } } as const

const delivered = async ({ host, event, tool, hooks }: Plan, workspace: Workspace): Promise<{ ended: Ended; payload: Json }> => {
  for (const [name, text] of hooks.flatMap(({ files }) => Object.entries(files))) workspace.change(name, text)
  workspace.policy({ hooks: hooks.map(({ name, keys }) => ({ event, name, ...keys })) })
  expect(workspace.approve(), 'the policy is valid').toBe(true)
  const payload = payloadOf(host, workspace.root, { event, ...(tool === undefined ? {} : { tool: tool === 'mcp' ? MCP : SHELL }) })
  // Codex waits for a second where its session ends.
  const line = ['run', '--host', host, '--event', payload.hook_event_name as string, '--host-timeout', '60']
  return { ended: await askProgram(line, { stdin: payload, cwd: workspace.root, env: environmentOf(host, workspace) }), payload }
}

const expectJudged = (plan: Plan, expected: Expected, ended: Ended, payload: Json): void => {
  const { host, event, tool } = plan
  const { verdict, ran } = expected
  const options = payload.tool_name === undefined ? {} : { tool: payload.tool_name as string }
  const judge = (more: object) => oracles[host].judge(payload.hook_event_name as string, ended, { ...options, ...more })
  for (const more of [{}, { failClosed: true }, { interactive: true }, { version: 'old' }]) {
    const { valid, problems } = judge(more)
    expect({ valid, problems }, JSON.stringify(more)).toEqual({ valid: true, problems: [] })
  }
  const { blocked, asked, widened, updatedInput, replacedOutput } = judge({})
  const asks = host === 'claude-code' && event === 'PreToolUse' && verdict === 'ask'
  expect({ blocked, asked }).toEqual({ blocked: blocks(host, event, verdict), asked: asks })
  const changed = ran.some(({ rewrites }) => rewrites) && (verdict === 'pass' || verdict === 'allow')
  expect(updatedInput).toEqual(changed ? { ...(payload.tool_input as Json), command: 'ls -l' } : undefined)
  // Codex takes another input only beside an allow, which lifts no prompt there.
  if (!(host === 'codex' && changed)) expect(widened).toBe(host === 'claude-code' && event === 'PreToolUse' && verdict === 'allow')
  const replaced = ran.some(({ replaces }) => replaces) && (host !== 'cursor' || tool === 'mcp')
  expect(replacedOutput === undefined).toBe(!replaced)
}

/** Each deny is read under the name of the first hook that denied, wherever the host shows it or not. */
const expectReason = ({ event }: Plan, { ran, verdict }: Expected, { stderr }: Ended): void => {
  const first = verdict === 'deny' ? ran.find((hook) => verdictOf(hook, event) === 'deny') : undefined
  if (first === undefined) return
  const says = first.means === 'failed' ? `hook "${first.name}" could not run (` : `"${first.name}"`
  expect(stderr.split('\n', 1)[0]).toContain(says)
}

// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u
const MARKUP = /<\/?(?:system-reminder|hook_prompt)/

const count = (text: string, mark: string): number => text.split(mark).length - 1

const expectTexts = (
  { host, event, hooks }: Plan,
  { verdict, contexts }: Expected,
  { stderr }: Ended,
  document: Json | undefined,
): void => {
  for (const text of [...textsIn(document, ''), stderr]) {
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toMatch(UNSEEN)
    expect(text).not.toMatch(MARKUP)
  }
  for (const text of textsIn(document, '')) {
    for (const index of hooks.keys()) {
      expect(count(text, markOf(index, 'reason')), 'a reason').toBeLessThanOrEqual(4_000)
      expect(count(text, markOf(index, 'context')), 'a context').toBeLessThanOrEqual(8_192)
      expect(count(text, markOf(index, 'notice')), 'a notice').toBeLessThanOrEqual(512)
      expect(count(text, markOf(index, 'replace')), 'a replacement').toBeLessThanOrEqual(32_768)
    }
  }
  const { additionalContext } = (document?.hookSpecificOutput ?? {}) as Json
  const context = additionalContext ?? document?.additional_context
  if (typeof context !== 'string') return
  expect(host === 'codex' ? Buffer.byteLength(context) : context.length).toBeLessThanOrEqual(10_000)
  // Feedback stands before the contexts in some hosts.
  if (event === 'PostToolUse' && verdict === 'deny' && host !== 'claude-code') return
  expect([...context.matchAll(/\[output of hook "(\w+)"\]/g)].map(([, name]) => name)).toEqual(contexts.map(({ name }) => name))
}

const outcomesIn = ({ store }: Workspace): { hook: string; outcome: string }[] => {
  try {
    const records = readFileSync(join(store, 'log.ndjson'), 'utf8').trim().split('\n')
    expect(records).toHaveLength(1)
    return (JSON.parse(records[0] as string) as { outcomes: { hook: string; outcome: string }[] }).outcomes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && value !== null && Object.values(value).some(hasNull))

const check = async (plan: Plan): Promise<void> => {
  const workspace = makeWorkspace()
  try {
    const { ended, payload } = await delivered(plan, workspace)
    expect(ended.exitCode, ended.stderr).toBe(0)
    const document = ended.stdout === '' ? undefined : (JSON.parse(ended.stdout) as Json)
    expect(hasNull(document)).toBe(false)
    const expected = expectedOf(plan)
    const alive = plan.hooks.filter(({ mode }) => mode !== 'off')
    expect(outcomesIn(workspace).map(({ hook, outcome }) => `${hook} ${outcome}`)).toEqual(
      expected.outcomes.map((outcome, index) => `${alive[index]?.name} ${outcome}`),
    )
    expectJudged(plan, expected, ended, payload)
    expectReason(plan, expected, ended)
    expectTexts(plan, expected, ended, document)
  } finally {
    workspace.remove()
  }
}

it(`any chain of answers, in any host, at any event (seed ${SEED})`, { timeout: 300_000 }, async () => {
  // A failure is made smaller only for so long: what is found by then is shown with its seed.
  await fc.assert(fc.asyncProperty(plans, check), {
    seed: SEED,
    numRuns: RUNS,
    interruptAfterTimeLimit: 200_000,
    markInterruptAsFailure: true,
  })
})
