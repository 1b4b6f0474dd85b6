import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTS } from '../support/payloads.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { workspaceWith } from './judged.js'
import { writeOf, type ProtectionRow } from './self-protection.calls.js'
import { FILE_TOOLS_DENIED } from './self-protection-files.rows.js'
import { FURTHER_DENIED, FURTHER_PASSED } from './self-protection-further.rows.js'
import { MCP_DENIED, MCP_PASSED } from './self-protection-mcp.rows.js'
import { NAMES_DENIED } from './self-protection-names.rows.js'
import { SHELL_PASSED } from './self-protection-neighbours-shell.rows.js'
import { FILE_TOOLS_PASSED } from './self-protection-neighbours.rows.js'
import { PINNED_DENIED, PINNED_PASSED } from './self-protection-pinned.rows.js'
import { PROGRAMS_DENIED, PROGRAMS_PASSED } from './self-protection-programs.rows.js'
import { SHELL_DENIED } from './self-protection-shell.rows.js'
import { SPELLING_DENIED } from './self-protection-spelling.rows.js'
import { answerIn, answerToRow, expectDenied, expectNoOpinion, workspaceIn, type Situation } from './self-protection.runs.js'

/** What an agent may not touch, and what it may, on every host and with any policy (issue 3, point 5). */

const DENIED: readonly ProtectionRow[] = [
  ...FILE_TOOLS_DENIED,
  ...NAMES_DENIED,
  ...MCP_DENIED,
  ...SHELL_DENIED,
  ...SPELLING_DENIED,
  ...PROGRAMS_DENIED,
  ...PINNED_DENIED,
  ...FURTHER_DENIED,
]
const PASSED: readonly ProtectionRow[] = [
  ...FILE_TOOLS_PASSED,
  ...MCP_PASSED,
  ...SHELL_PASSED,
  ...PROGRAMS_PASSED,
  ...PINNED_PASSED,
  ...FURTHER_PASSED,
]

/** Every row once; what means the same in both situations is tried in the second with one row of eight. */
const rowsIn = (rows: readonly ProtectionRow[], situation: Situation): ProtectionRow[] =>
  rows.filter(({ only, before }, index) => {
    if (only !== undefined) return only === situation
    return situation === 'without a policy' || (before === undefined && index % 8 === 0)
  })

/** Where everything is held, a few rows of each kind. */
const SOME: readonly ProtectionRow[] = [...DENIED, ...PASSED].filter(({ before }, index) => before === undefined && index % 29 === 0)

const describeIn = (situation: Situation, rows: (workspace: () => Workspace) => void): void => {
  describe(situation, () => {
    let workspace: Workspace
    beforeAll(() => {
      workspace = workspaceIn(situation)
    })
    afterAll(() => workspace.remove())
    rows(() => workspace)
  })
}

for (const situation of ['without a policy', 'with an approved policy'] as const) {
  describeIn(situation, (workspace) => {
    it.concurrent.each(rowsIn(DENIED, situation))('denied on $call.host: $name', async (row) => {
      expectDenied(await answerToRow(row, workspace(), situation))
    })
    it.concurrent.each(rowsIn(PASSED, situation))('passes on $call.host: $name', async (row) => {
      expectNoOpinion(row.call, await answerToRow(row, workspace(), situation))
    })
  })
}

describeIn('with a policy that nobody approved', (workspace) => {
  it.concurrent.each(SOME)('held on $call.host: $name', async (row) => {
    const { judgement, stdout } = await answerToRow(row, workspace(), 'with a policy that nobody approved')
    expect(judgement.blocked, stdout).toBe(true)
  })
})

it.each(HOSTS)('a write to a loop of links is stopped on %s', async (host) => {
  const workspace = workspaceWith()
  symlinkSync('two', join(workspace.root, 'one'))
  symlinkSync('one', join(workspace.root, 'two'))
  for (const path of ['{root}/one', 'two', 'one/x']) {
    const { judgement, stdout } = await answerIn(workspace, writeOf(host, path))
    expect(judgement.blocked, stdout).toBe(true)
  }
})

describe('the rows', () => {
  it.each([
    ['denied', DENIED],
    ['passing', PASSED],
  ])('of the %s are at least 110, each once, on every host', (_, rows) => {
    const names = rows.map(({ name, call }) => `${call.host} ${name}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(rows.length).toBeGreaterThanOrEqual(110)
    for (const host of HOSTS) expect(rows.filter(({ call }) => call.host === host).length, host).toBeGreaterThanOrEqual(35)
  })
})
