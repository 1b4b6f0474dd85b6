import { expect, it } from 'vitest'
import { hostOf } from '../../hosts/index.js'
import { driftOfEntryTypes, driftOfEvents, driftOfKeys, driftOfTools, storedPayloads, type Toured } from '../real-hosts/drift.js'
import { mutated, mutationsOf } from '../real-hosts/mutations.mjs'

/** The drift gate and the mutation run themselves, without a host. */

const events = hostOf('claude-code').descriptor.events.map(({ name }) => name)
const toured = (change: Partial<Toured>): Toured => ({
  names: { events, entryTypes: ['command'] },
  payloads: [],
  offered: [],
  place: undefined as never,
  ...change,
})

it('an event that is new, and one that is gone', () => {
  expect(driftOfEvents('claude-code', toured({}), { formerEvents: [] })).toEqual([])
  const [first = '', ...rest] = events
  const found = driftOfEvents('claude-code', toured({ names: { events: [...rest, 'BrandNew'], entryTypes: [] } }), { formerEvents: [] })
  expect(found).toEqual([
    'the program has the event BrandNew, which hosts/claude-code/descriptor.ts has not: add it to WITHOUT_ROW, or a row where a hook could answer it',
    `hosts/claude-code/descriptor.ts has the event ${first}, which the program does not name any more`,
  ])
  expect(driftOfEvents('claude-code', toured({ names: { events: rest, entryTypes: [] } }), { formerEvents: [first] })).toEqual([])
})

it('a kind of entry that is new', () => {
  const tour = toured({ names: { events, entryTypes: ['command', 'wasm'] } })
  expect(driftOfEntryTypes('claude-code', tour, { entryTypes: ['command'] })).toEqual([expect.stringContaining('entries of type wasm')])
})

it('a tool that is new, be it offered or used', () => {
  const found = driftOfTools('claude-code', toured({ offered: ['Bash', 'mcp__x__y', 'Teleport'], payloads: [{ tool_name: 'Launch' }] }))
  expect(found).toEqual([expect.stringContaining('the tool Teleport'), expect.stringContaining('the tool Launch')])
})

it('keys that are new, gone, or of something of which nothing is stored', () => {
  const setting = { eventOf: ({ event }: Readonly<Record<string, unknown>>) => String(event), toolKeys: ['tool_input'] }
  const stored = [
    { event: 'Pre', always: 1, sometimes: 1, tool_name: 'Bash', tool_input: { command: '' } },
    { event: 'Pre', always: 1, tool_name: 'Bash', tool_input: { command: '' } },
  ]
  const at = (payload: object): string[] => driftOfKeys('claude-code', [{ event: 'Pre', always: 1, ...payload }], stored, setting)
  expect(at({ tool_name: 'Bash', tool_input: { command: '' } })).toEqual([])
  expect(at({ tool_name: 'Bash', tool_input: { command: '', hidden_path: '' } })).toEqual([
    expect.stringContaining('Pre of Bash: tool_input: new key hidden_path'),
  ])
  expect(at({ tool_name: 'Bash', tool_input: {} })).toEqual([expect.stringContaining('key command, which every stored payload has')])
  expect(at({ tool_name: 'Other', tool_input: { x: 1 } })).toEqual([
    expect.stringContaining('Pre of Other: tool_input: no payload of it is stored'),
  ])
})

it('every stored payload is one of an event that we know', () => {
  const payloads = [...storedPayloads('claude-code').values()]
  expect(payloads.length).toBeGreaterThan(150)
  for (const { hook_event_name: name } of payloads) expect(events).toContain(name)
})

it('an answer has as many mutations as it has parts, and each makes another answer of it', () => {
  const document = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'R' } }
  const said = { stdout: `${JSON.stringify(document)}\n`, stderr: 'R\n', exitCode: 0 }
  const mutations = mutationsOf(said, [])
  expect(mutations.map(({ name }) => name)).toEqual([
    'silence',
    'cut off',
    'a line before',
    'exit 1',
    'without hookSpecificOutput.hookEventName',
    'hookSpecificOutput.hookEventName of another event',
    'without hookSpecificOutput.permissionDecision',
    'hookSpecificOutput.permissionDecision allow',
    'without hookSpecificOutput.permissionDecisionReason',
    'hookSpecificOutput.permissionDecisionReason other words',
    'hookSpecificOutput.permissionDecisionReason null',
  ])
  const wrong = mutations.map((mutation) => mutated(said, mutation))
  for (const one of wrong) expect(one).not.toEqual(said)
  expect(new Set(wrong.map((one) => JSON.stringify(one))).size).toBe(mutations.length)
})

it('a stop by the exit code, and silence', () => {
  const names = (exitCode: number, stderr: string): string[] =>
    mutationsOf({ stdout: '', stderr, exitCode }, [{ name: 'a wrong no', does: 'say', stdout: '{}' }]).map(({ name }) => name)
  expect(names(2, 'words')).toEqual(['silence', 'exit 0', 'exit 1', 'no words'])
  expect(names(0, '')).toEqual(['a wrong no'])
})
