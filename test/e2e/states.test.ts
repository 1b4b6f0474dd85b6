import { chmodSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { HostName } from '../oracle/index.js'
import { HOSTS, payload } from '../support/payloads.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { ask, askFor, CALLS, endOf, expectHeld, expectTrusted, takeNotes, type CallName } from './approval.js'
import { modelText, personText, workspaceWith, type Answered } from './judged.js'
import { AT_EXTENDED, AT_FOLDER, AT_PINNED } from './states-pinned.rows.js'
import { BROKEN, CHANGED, GONE, Place, policyOf, SAME, type End, type Setup, type StateRow } from './states.rows.js'

/** The table of states of DESIGN 8, for each kind of file that an approval pins, in every host. */

const approved = (setup: Setup): Workspace => {
  const workspace = workspaceWith()
  for (const [path, text] of Object.entries(setup.files ?? {}))
    chmodSync(workspace.change(path, text), path.endsWith('guard') ? 0o755 : 0o644)
  workspace.policy(policyOf(setup))
  return workspace
}

/** Which approved hooks each call runs. */
const hooksFor = (name: CallName, { hooks = [], files = {} }: Setup): string[] => {
  const names = [...hooks, ...Object.values(files)].map((value) => JSON.stringify(value))
  const has = (hook: string): string[] => (names.some((text) => text.includes(hook)) ? [hook] : [])
  if (name === 'read') return has('read-gate')
  if (name === 'after') return ['after', ...has('script-after')]
  return { shell: ['shell-gate'], write: ['write-gate'], prompt: ['prompt'], stop: ['stop'] }[name]
}

const APPROVED_ENDS: Record<CallName, End> = {
  shell: 'passes',
  write: 'denied',
  read: 'passes',
  after: 'passes',
  prompt: 'passes',
  stop: 'passes',
}
const MATCHING: Record<End, readonly string[]> = {
  passes: ['passes'],
  denied: ['denied'],
  held: ['held'],
  blocked: ['held', 'denied'],
  guarded: ['held', 'passes'],
}
const ALL_CALLS = Object.keys(CALLS) as CallName[]
const TOOL_CALLS = ALL_CALLS.filter((name) => ['shell', 'write', 'read'].includes(name))

const expectState = async (row: StateRow, host: HostName, workspace: Workspace, root: string, calls: CallName[]): Promise<void> => {
  const { setup = {}, skips = [], says = [] } = row
  const elsewhere = { ...workspace, root }
  const answers = await Promise.all(calls.map((name) => askFor(host, name, elsewhere)))
  const byName = Object.fromEntries(calls.map((name, index) => [name, answers[index]])) as Record<CallName, Answered>

  const expected: Record<CallName, End> = { ...APPROVED_ENDS, ...row.ends }
  const ends = calls.map((name) => [name, endOf(byName[name])] as const)
  for (const [name, end] of ends) expect(MATCHING[expected[name]], `${host} ${name}: ${byName[name].stderr}`).toContain(end)
  for (const name of calls.filter((name) => expected[name] === 'held')) expectHeld(byName[name], root, ...says)

  const notes = takeNotes(root, host)
  const mayRun = calls.flatMap((name) => hooksFor(name, setup)).filter((hook) => !skips.includes(hook))
  const mustRun = ends.flatMap(([name, end]) => (end === 'held' || expected[name] === 'blocked' ? [] : hooksFor(name, setup)))
  expect(notes, `${host}: hooks that ran`).toEqual(expect.arrayContaining(mustRun.filter((hook) => !skips.includes(hook))))
  expect([...new Set(notes)], `${host}: each once`).toEqual(notes)
  expect(mayRun, `${host}: only what was approved`).toEqual(expect.arrayContaining(notes))

  if (row.silent && calls.includes('prompt')) expect(modelText(byName.prompt) + personText(byName.prompt)).toBe('')
  for (const name of calls.filter((name) => !TOOL_CALLS.includes(name))) {
    const isSkipped = hooksFor(name, setup).some((hook) => skips.includes(hook))
    if (isSkipped) for (const words of says) expect(byName[name].stderr, `${host} ${name}: a notice`).toMatch(words)
    if (isSkipped && says.length > 0 && name !== 'stop' && host !== 'cursor') expect(personText(byName[name])).toMatch(says[0] as string)
  }
}

const GROUPS: [title: string, rows: StateRow[]][] = [
  ['hooks.json as it was approved, or the same to the chain, is in force', SAME],
  ['hooks.json changed and valid: the approved chain runs, what a gate is new for is held', CHANGED],
  ['hooks.json changed and broken: every call is held', BROKEN],
  ['hooks.json gone: the approved chain runs', GONE],
  ['beside it', AT_EXTENDED],
  ['beside it', AT_PINNED],
  ['its folder', AT_FOLDER],
]

describe.each(GROUPS)('%s', (_title, rows) => {
  // Each state is tried whole in every host by its first row, the others with one host's further events in turn.
  it.each(rows.map((row, index) => ({ ...row, index })))('$name', async ({ index, ...row }) => {
    const workspace = approved(row.setup ?? {})
    const root = row.change(new Place(workspace, row.setup ?? {})) ?? workspace.root
    for (const [turn, host] of HOSTS.entries()) {
      await expectState(row, host, workspace, root, index === 0 || index % HOSTS.length === turn ? ALL_CALLS : TOOL_CALLS)
    }
  })
})

// --- told once a session ----------------------------------------------------------------------------------------

const TOLD: [state: string, change: (place: Place) => void][] = [
  ['changed', (place) => place.hooks((hooks) => hooks.slice(1))],
  ['gone', (place) => rmSync(place.at('.acuvo'), { recursive: true })],
]

describe.each(HOSTS)('in %s', (host) => {
  it.each(TOLD)('that hooks.json is %s is told once a session', async (_state, change) => {
    const workspace = approved({})
    change(new Place(workspace, {}))
    const told = async (session: string, event = 'UserPromptSubmit'): Promise<{ model: string; person: string }> => {
      const answered = await ask(host, payload(host, event, workspace.root), workspace, { session })
      expect(endOf(answered)).toBe('passes')
      return { model: modelText(answered), person: personText(answered) }
    }
    const first = await told('one')
    expect(first.model).toContain('hooks.json')
    expect(first.model).toContain('acuvo-hooks trust')
    if (host !== 'cursor') expect(first.person).toContain('hooks.json')
    expect(await told('one')).toEqual({ model: '', person: '' })
    expect(await told('one', 'SessionStart')).toEqual({ model: '', person: '' })
    expect((await told('two')).model).toContain('hooks.json')
    expect(await told('two')).toEqual({ model: '', person: '' })
  })

  it('the approved chain is in force again as soon as the approved bytes stand there', async () => {
    const workspace = approved({})
    const bytes = JSON.stringify(policyOf({}), null, 2)
    workspace.change('.acuvo/hooks.json', '{')
    expect(endOf(await askFor(host, 'read', workspace))).toBe('held')
    workspace.change('.acuvo/hooks.json', bytes)
    expect(endOf(await askFor(host, 'read', workspace))).toBe('passes')
    expect(modelText(await askFor(host, 'prompt', workspace))).toBe('')
  })

  it('what is approved afterwards is in force, and only that', async () => {
    const workspace = approved({})
    const place = new Place(workspace, {})
    place.hooks((hooks) => hooks.filter(({ name }) => name !== 'write-gate'))
    expect(endOf(await askFor(host, 'write', workspace))).toBe('denied')
    await expectTrusted(workspace)
    expect(endOf(await askFor(host, 'write', workspace))).toBe('passes')
    expect(takeNotes(workspace.root, host)).toEqual(['write-gate'])
  })
})
