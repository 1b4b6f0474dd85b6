import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oracles, type HostName } from '../oracle/index.js'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { payloadOf, type Situation } from './conformance.payloads.js'
import { environmentOf, workspaceWith, type Json } from './judged.js'

/** Every row of `fixtures/conformance`, on the built program with real hooks. The format is in the README there. */

interface Row extends Situation {
  id: string
  host: HostName
  chain: (Json & { event?: string; answer?: Answer })[]
  file?: Json
  line?: string[]
  files?: Record<string, string>
  before?: Situation[]
  expect: Expected
}

interface Answer {
  exit?: number
  stdout?: unknown
  stderr?: string
}

interface Expected {
  stdout?: unknown
  exitCode?: number
  blocked?: boolean
  asked?: boolean
  widened?: boolean
  model?: string[]
  person?: string[]
  updatedInput?: unknown
  replacedOutput?: unknown
  outcomes?: string[]
  log?: string[]
  notModel?: string[]
  notPerson?: string[]
}

const folder = new URL('../../fixtures/conformance/', import.meta.url)
const rows = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) =>
    (JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Row[]).map((row) => ({ ...row, file: row.file ?? {}, from: name })),
  )

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A command that prints and ends exactly so. */
const commandOf = ({ exit = 0, stdout = '', stderr = '' }: Answer): string => {
  const out = typeof stdout === 'string' ? stdout : JSON.stringify(stdout)
  const parts = [
    ...(out === '' ? [] : [`printf '%s' ${quoted(out)}`]),
    ...(stderr === '' ? [] : [`printf '%s' ${quoted(stderr)} >&2`]),
    `exit ${exit}`,
  ]
  return parts.join('; ')
}

const policyOf = ({ chain, event, file = {} }: Row): Json => ({
  ...file,
  hooks: chain.map(({ answer, ...hook }) => ({ event, ...hook, ...(answer === undefined ? {} : { command: commandOf(answer) }) })),
})

const deliver = (row: Row, situation: Situation, workspace: Workspace): Promise<Ended> => {
  const stdin = payloadOf(row.host, workspace.root, situation)
  const line = ['run', '--host', row.host, '--event', stdin.hook_event_name as string, ...(row.line ?? [])]
  return askProgram(line, { stdin, cwd: workspace.root, env: environmentOf(row.host, workspace) })
}

/** Whether a value is as expected; `$says` stands for a text that holds these words in this order. */
const isAs = (value: unknown, expected: unknown): boolean => {
  if (typeof expected === 'object' && expected !== null && '$says' in expected)
    return typeof value === 'string' && says(value, expected.$says as string[])
  if (Array.isArray(expected))
    return Array.isArray(value) && value.length === expected.length && expected.every((one, index) => isAs(value[index], one))
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(expected)
  return Object.keys(value).length === keys.length && keys.every((key) => isAs((value as Json)[key], (expected as Json)[key]))
}

const says = (text: string, words: readonly string[]): boolean => {
  let from = 0
  return words.every((word) => {
    const at = text.indexOf(word, from)
    from = at + word.length
    return at !== -1
  })
}

interface Record_ {
  event?: string
  outcomes: { outcome: string }[]
  entries: { code: string }[]
}

/** What the log has on the last call; a call without anything to report has no record. */
const recordsIn = ({ store }: Workspace): Record_[] => {
  try {
    return readFileSync(join(store, 'log.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record_)
  } catch {
    return []
  }
}

const check = async (row: Row): Promise<void> => {
  const workspace = workspaceWith()
  for (const [path, text] of Object.entries(row.files ?? {})) {
    mkdirSync(dirname(join(workspace.root, path)), { recursive: true })
    writeFileSync(join(workspace.root, path), text)
  }
  workspace.policy(policyOf(row))
  expect(workspace.approve(), 'the policy is valid').toBe(true)
  for (const situation of row.before ?? []) await deliver(row, situation, workspace)
  const before = recordsIn(workspace).length
  const ended = await deliver(row, row, workspace)
  const record = recordsIn(workspace)[before]
  const { expect: expected } = row
  const shown = `${ended.stdout}\n${ended.stderr}`

  expect(ended.exitCode, shown).toBe(expected.exitCode ?? 0)
  if (expected.stdout === '') expect(ended.stdout.trim(), shown).toBe('')
  else if (expected.stdout !== undefined) {
    const document: unknown = ended.stdout.trim() === '' ? undefined : JSON.parse(ended.stdout)
    if (!isAs(document, expected.stdout)) expect(document, shown).toEqual(expected.stdout)
  }
  const payload = payloadOf(row.host, workspace.root, row)
  const options = typeof payload.tool_name === 'string' ? { tool: payload.tool_name } : {}
  const judgement = oracles[row.host].judge(payload.hook_event_name as string, ended, options)
  const { blocked, asked, widened, valid, problems } = judgement
  expect({ blocked, asked, valid, problems }, shown).toEqual({
    blocked: expected.blocked ?? false,
    asked: expected.asked ?? false,
    valid: true,
    problems: [],
  })
  if (!('updatedInput' in expected && row.host === 'codex')) expect(widened, shown).toBe(expected.widened ?? false)
  if (!isAs(judgement.updatedInput, expected.updatedInput)) expect(judgement.updatedInput, shown).toEqual(expected.updatedInput)
  if (!isAs(judgement.replacedOutput, expected.replacedOutput)) expect(judgement.replacedOutput, shown).toEqual(expected.replacedOutput)
  for (const [who, texts, words, not] of [
    ['model', judgement.modelSees, expected.model, expected.notModel],
    ['person', judgement.personSees, expected.person, expected.notPerson],
  ] as const) {
    const text = texts.join('\n')
    if (words?.length === 0) expect(text, `${who}: ${shown}`).toBe('')
    else if (words !== undefined && !says(text, words)) expect(text, `${who}: ${shown}`).toContain(words.join(' … '))
    for (const word of not ?? []) expect(text, `${who}: ${shown}`).not.toContain(word)
  }
  if (expected.outcomes !== undefined)
    expect(
      (record?.outcomes ?? []).map(({ outcome }) => outcome),
      shown,
    ).toEqual(expected.outcomes)
  const codes = (record?.entries ?? []).map(({ code }) => code)
  for (const code of expected.log ?? []) expect(codes, shown).toContain(code)
}

it('there are enough rows, and each has an id of its own', () => {
  expect(rows.length).toBeGreaterThanOrEqual(250)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

describe.each([...new Set(rows.map(({ from }) => from))])('%s', (from) => {
  it.each(rows.filter((row) => row.from === from).map((row) => [row.id, row] as const))('%s', (_id, row) => check(row))
})
