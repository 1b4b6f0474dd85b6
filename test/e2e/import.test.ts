import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { shape } from '../../src/shapes/import.js'
import { oracles, type HookResult, type HostName, type Judgement } from '../oracle/index.js'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'
import { payloadOf } from './conformance.payloads.js'
import { CLAUDE, CODEX, CURSOR, type Answer, type ImportRow } from './import.rows.js'
import { environmentOf, workspaceWith, type Json } from './judged.js'

/** `import`, then `run`: decided as the host itself would have decided, but where the import named that it is not. */

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const commandOf = ({ exit = 0, stdout = '', stderr = '', command }: Answer): string => {
  if (command !== undefined) return command
  const out = typeof stdout === 'string' ? stdout : JSON.stringify(stdout)
  return [
    ...(out === '' ? [] : [`printf '%s' ${quoted(out)}`]),
    ...(stderr === '' ? [] : [`printf '%s' ${quoted(stderr)} >&2`]),
    `exit ${exit}`,
  ].join('; ')
}

const FILES: Readonly<Record<HostName, string>> = {
  'claude-code': '.claude/settings.json',
  codex: '.codex/hooks.json',
  cursor: '.cursor/hooks.json',
}

/** An entry in its own group, or in its event's list. */
const placed = ({ host, matcher }: ImportRow, entry: Json): Json => {
  const matched = matcher === undefined ? {} : { matcher }
  return host === 'cursor' ? { ...matched, ...entry } : { ...matched, hooks: [{ type: 'command', ...entry }] }
}

const put = (workspace: Workspace, host: HostName, settings: unknown): void => {
  const file = join(workspace.root, FILES[host])
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings, null, 2))
}

const importing = (workspace: Workspace, args: readonly string[]): Promise<Ended> =>
  askProgram(['import', ...args], { cwd: workspace.root, env: environmentOf('codex', workspace) })

/** What became of one row's entry: its hook, absent where it was not carried, and the cases that were named for it. */
interface Translated {
  entry: Json
  hook?: Json
  cases: string[]
}

/** No more than a file may hold. */
const AT_ONCE = 32

/** Imports many entries as one settings file. */
const translated = async (host: HostName, rows: readonly ImportRow[]): Promise<Translated[]> => {
  const workspace = makeWorkspace()
  try {
    const hooks: Record<string, Json[]> = {}
    const all = rows.map((row, number) => {
      // A comment, so that no two are the same.
      const entry: Json = { command: `${commandOf(row.answer)} # ${number}`, ...row.entry }
      const list = (hooks[row.event] ??= [])
      list.push(placed(row, entry))
      return { entry, place: `${row.event} ${list.length - 1}` }
    })
    put(workspace, host, { ...(host === 'cursor' ? { version: 1 } : {}), hooks })
    const { stdout, stderr, exitCode } = await importing(workspace, [host, '--json'])
    expect(exitCode, stderr).toBe(0)
    const { carried, policy, failedOpen, failedClosed } = shape.parse(JSON.parse(stdout))
    return all.map(({ entry, place }) => {
      const at = carried.findIndex(({ path }) => `${path[1]} ${path[2]}` === place)
      const cases = [...failedOpen, ...failedClosed].flatMap((named): string[] => (named.name === carried[at]?.name ? named.cases : []))
      return { entry, cases, ...(at === -1 ? {} : { hook: policy.hooks[at] as Json }) }
    })
  } finally {
    workspace.remove()
  }
}

/** The hook itself, as the host starts it. */
const original = (row: ImportRow, entry: Json, payload: Json, workspace: Workspace): Promise<HookResult> =>
  new Promise((resolve) => {
    const args = entry.args as string[] | undefined
    const filled = args?.map((word) => word.replaceAll('${CLAUDE_PROJECT_DIR}', workspace.root))
    const [program, words] = filled === undefined ? ['/bin/sh', ['-c', entry.command as string]] : [entry.command as string, filled]
    const child = spawn(program, words, { cwd: workspace.root, env: environmentOf(row.host, workspace) })
    const texts = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => (texts.stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (texts.stderr += String(chunk)))
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(payload))
    const timer = row.timedOut === true ? setTimeout(() => child.kill('SIGKILL'), 200) : undefined
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      resolve({ exitCode, signal, ...texts })
    })
  })

const CLOSED_CASES = ['silence', 'text', 'output', 'turn', 'start', 'context', 'crash']

const decision = ({ blocked, widened, asked, continues, updatedInput, replacedOutput }: Judgement): Json => ({
  blocked,
  widened,
  asked,
  // An end that is said and one that comes by itself are the same.
  goesOn: continues === true,
  updatedInput,
  replacedOutput,
})

const check = async (row: ImportRow, { entry, hook, cases }: Translated): Promise<void> => {
  const { host, comes, starts = true } = row
  const workspace = workspaceWith()
  workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: hook === undefined ? [] : [hook] }))
  put(workspace, host, {})
  expect(workspace.approve(), 'what is written is valid').toBe(true)
  if (starts) expect(hook, 'it was carried').toBeDefined()

  const payload = payloadOf(host, workspace.root, row.situation)
  const native = payload.hook_event_name as string
  const ended = await askProgram(['run', '--host', host, '--event', native], {
    stdin: payload,
    cwd: workspace.root,
    env: environmentOf(host, workspace),
  })
  const result: HookResult = starts ? await original(row, entry, payload, workspace) : { exitCode: 0, stdout: '', stderr: '' }
  const failClosed = starts && (entry.failClosed === true || entry.onFailure === 'block')
  const options = { ...(typeof payload.tool_name === 'string' ? { tool: payload.tool_name } : {}) }
  const theirs = oracles[host].judge(native, result, { ...options, failClosed, timedOut: row.timedOut === true })
  const ours = oracles[host].judge(native, ended, options)
  const shown = `${ended.stdout}\n${ended.stderr}\n${JSON.stringify(result)}`

  if (comes === 'same') {
    expect(decision(ours), shown).toEqual(decision(theirs))
    if (theirs.modelSees.length > 0) expect(ours.modelSees.length, shown).toBeGreaterThan(0)
    if (!theirs.blocked && theirs.modelSees.length === 0) expect(ours.modelSees, shown).toEqual([])
    return
  }
  expect(cases).toContain(comes)
  const strict = (judgement: Judgement): boolean =>
    judgement.blocked || judgement.replacedOutput !== undefined || (/^[Pp]ost/.test(native) && judgement.modelSees.length > 0)
  if (CLOSED_CASES.includes(comes)) {
    expect({ theirs: strict(theirs) || theirs.continues === false, blocked: ours.blocked }, shown).toEqual({ theirs: true, blocked: false })
  } else
    expect({ theirs: strict(theirs), ours: strict(ours), widened: ours.widened }, shown).toEqual({
      theirs: false,
      ours: true,
      widened: false,
    })
}

it('there are enough pairs', () => {
  expect([...CLAUDE, ...CODEX, ...CURSOR].filter(({ comes }) => comes === 'same').length).toBeGreaterThanOrEqual(60)
})

describe.each([
  ['claude-code', CLAUDE],
  ['codex', CODEX],
  ['cursor', CURSOR],
] as const)('%s', (host, rows) => {
  let all: Translated[]
  beforeAll(async () => {
    const parts = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) => rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
    all = []
    for (const part of parts) all.push(...(await translated(host, part)))
  }, 60_000)

  it.each(rows.map((row, number) => [`${row.event}: ${row.what}`, row, number] as const))('%s', (_what, row, number) =>
    check(row, all[number] as Translated),
  )
})
