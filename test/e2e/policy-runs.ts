import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { HOSTS, nativeName, payload, shellCall, type Host } from '../support/payloads.mjs'
import type { Workspace } from '../support/workspace.mjs'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import { deliver } from './deliver.js'
import { expectBlocked, expectNeutral, judged } from './expectations.js'

/** What the program must do in a workspace whose policy is broken, valid or absent. */

export interface RunAs {
  /** The user to run as, where reading must fail. */
  uid?: number
}

const ended = (args: string[], { root: cwd, env }: Workspace, { uid }: RunAs, stdin?: string): Promise<Ended> =>
  uid === undefined
    ? askProgram(args, { cwd, env, ...(stdin === undefined ? {} : { stdin }) })
    : deliver(args, stdin === undefined ? [] : [stdin], { cwd, env, uid })

export const check = (args: string[], workspace: Workspace, as: RunAs = {}): Promise<Ended> => ended(['check', ...args], workspace, as)

export const runEvent = (host: Host, event: string, workspace: Workspace, as: RunAs = {}, call?: object): Promise<Ended> => {
  const isCall = event === 'PreToolUse' || event === 'PostToolUse'
  const good = call ?? (isCall ? shellCall(host, workspace.root, 'ls', event) : payload(host, event, workspace.root))
  const native = (good as { hook_event_name?: string }).hook_event_name ?? nativeName(host, event)
  return ended(['run', '--host', host, '--event', native], workspace, as, JSON.stringify(good))
}

const linesOf = (text: string): string[] => text.split('\n')

/** For each fault there is one line that has all of its words. */
const expectFaults = (text: string, faults: readonly (readonly string[])[], what: string): void => {
  for (const words of faults) {
    const found = linesOf(text).some((line) => words.every((word) => line.includes(word)))
    expect(found, `${what}: no line has all of ${JSON.stringify(words)}:\n${text.slice(0, 3_000)}`).toBe(true)
  }
}

const expectNothingRan = ({ root }: Workspace): void => expect(existsSync(join(root, 'ran')), 'nothing of a broken file is run').toBe(false)

/** Held on every host, with a reason that shows the faults; the same from `check`. */
export const expectBroken = async (
  workspace: Workspace,
  faults: readonly (readonly string[])[],
  { atLeast, ...as }: RunAs & { atLeast?: true } = {},
): Promise<void> => {
  for (const host of HOSTS) {
    const answered = await runEvent(host, 'PreToolUse', workspace, as)
    expectBlocked(host, answered)
    const reason = judged(host, 'PreToolUse', answered).modelSees.join('\n')
    expectFaults(reason, [['hooks.json'], ...faults], `${host} reason`)
    expectFaults(answered.stderr, [['hooks.json'], ...faults], `${host} stderr`)
    expect(reason).not.toContain('denied by')
  }
  const shown = await check([], workspace, as)
  expect(shown.exitCode, shown.stderr).toBe(1)
  expectFaults(shown.stdout + shown.stderr, [['hooks.json'], ...faults], 'check')

  const machine = await check(['--json'], workspace, as)
  expect(machine.exitCode, machine.stderr).toBe(1)
  const { files } = JSON.parse(machine.stdout) as { files: { valid: boolean; errors: unknown[] }[] }
  expect(files.map(({ valid }) => valid)).toEqual([false])
  const found = files[0]?.errors.length ?? 0
  if (atLeast) expect(found).toBeGreaterThanOrEqual(faults.length)
  else expect(found, machine.stdout).toBe(faults.length)
  expectNothingRan(workspace)
}

/** The call passes as if there were nothing, and `check` is content. */
export const expectUnbroken = async (workspace: Workspace, as: RunAs = {}): Promise<void> => {
  for (const host of HOSTS) expectNeutral(host, 'PreToolUse', await runEvent(host, 'PreToolUse', workspace, as))
  const shown = await check([], workspace, as)
  expect(shown.exitCode, shown.stdout + shown.stderr).toBe(0)
  const machine = await check(['--json'], workspace, as)
  expect(machine.exitCode).toBe(0)
  expect(typeof JSON.parse(machine.stdout)).toBe('object')
}

/**
 * Other events pass. Where a session or a prompt starts the model is told on all hosts, and the person where the host
 * shows a text (claude-code.md 5, codex.md 6; Cursor's answers have no such key there, cursor.md 5).
 */
export const expectTold = async (host: Host, workspace: Workspace, as: RunAs = {}): Promise<void> => {
  for (const event of ['SessionStart', 'UserPromptSubmit']) {
    const answered = await runEvent(host, event, workspace, as)
    const judgement = judged(host, event, answered, { interactive: true })
    expect(answered.exitCode).toBe(0)
    expect(judgement, answered.stdout).toMatchObject({ blocked: false, widened: false, valid: true })
    expect(judgement.modelSees.join('\n'), event).toContain('hooks.json')
    if (host !== 'cursor') expect(judgement.personSees.join('\n'), event).toContain('hooks.json')
    expect(answered.stderr, event).toContain('hooks.json')
  }
  for (const event of ['PostToolUse', 'Stop']) {
    const answered = await runEvent(host, event, workspace, as)
    expectNeutral(host, event, answered)
    expect(answered.stderr, 'a log line').toContain('hooks.json')
  }
  expectNothingRan(workspace)
}
