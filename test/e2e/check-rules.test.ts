import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RULES } from '../../src/check/rules.js'
import { shape, type CheckDocument } from '../../src/shapes/check.js'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'
import { COMMAND_ROWS } from './check-rules-commands.rows.js'
import { REACH_ROWS } from './check-rules.rows.js'

/** Every rule of `check`: where it speaks and where it stays silent. One folder inside the other, so that one run shows all. */

const RULE_ROWS = [...REACH_ROWS, ...COMMAND_ROWS]

let workspace: Workspace
let shown: CheckDocument
let exitCode: number | null

beforeAll(async () => {
  workspace = makeWorkspace()
  let root = workspace.root
  for (const { hooks, file = {}, files = {} } of RULE_ROWS) {
    root = join(root, 'n')
    for (const [name, content] of Object.entries({ '.acuvo/hooks.json': JSON.stringify({ ...file, hooks }, null, 1), ...files })) {
      const [text, mode] = typeof content === 'string' ? [content, 0o644] : content
      const path = join(root, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      chmodSync(path, mode)
    }
  }
  const ended = await askProgram(['check', root, '--json'], { env: workspace.env, cwd: workspace.root })
  exitCode = ended.exitCode
  shown = shape.parse(JSON.parse(ended.stdout))
})
afterAll(() => {
  workspace.remove()
  rmSync(workspace.base, { recursive: true, force: true })
})

it('reads each of them, in order, and errors make exit 1', () => {
  expect(shown.files).toHaveLength(RULE_ROWS.length)
  expect(shown.files.flatMap(({ errors }) => errors ?? [])).toEqual([])
  expect(exitCode).toBe(1)
  expect(shown.summary.errors).toBe(shown.files.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'error').length)
})

describe.each(RULE_ROWS.map((row, index) => ({ ...row, index })))('$id: $what', ({ id, finds, at, says = [], index }) => {
  it(finds === undefined ? 'is silent' : `is ${finds} at ${at ?? ''}`, () => {
    const found = shown.files[index]?.findings.filter((finding) => finding.id === id) ?? []
    if (finds === undefined) return expect(found).toEqual([])
    const [first] = found
    expect(first).toMatchObject({ id, severity: finds, path: at })
    expect(first?.line).toBeGreaterThan(0)
    for (const words of says) expect(first?.message).toContain(words)
  })
})

it('has a row that fires and one that is silent for each rule', () => {
  const ids = RULES.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const of = (fires: boolean): string[] =>
    [...new Set(RULE_ROWS.filter(({ finds }) => (finds !== undefined) === fires).map(({ id }) => id))].sort()
  expect(of(true)).toEqual([...ids].sort())
  expect(of(false)).toEqual([...ids].sort())
})
