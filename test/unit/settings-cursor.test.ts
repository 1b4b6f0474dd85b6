import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSettings, startsFor, type SettingsReport } from '../../hosts/settings-readers.js'

/** By hosts/cursor.md section 8: the file, its state, and every finding as `verdict code path field`. */

const entry = { command: 'guard' }

const found = ({ findings }: SettingsReport): string[] =>
  findings.map(({ verdict, code, path, field }) =>
    [verdict, code, path.join('.') || '-', ...(field === undefined ? [] : [field])].join(' '),
  )

const at = (event: string, value: unknown): object => ({ version: 1, hooks: { [event]: value } })
const one = (more: object, event = 'preToolUse'): object => at(event, [{ ...entry, ...more }])
const bad = (field?: string): string[] => [`rejected entry-invalid hooks.preToolUse.0${field === undefined ? '' : ` ${field}`}`]

type Row = [what: string, file: unknown, state: string, findings?: string[]]

const rows: Row[] = [
  ['no events', { version: 1, hooks: {} }, 'loaded'],
  ['one entry', one({}), 'loaded'],
  ['every field', one({ type: 'command', timeout: 30, matcher: 'Shell', failClosed: true, loop_limit: 3 }), 'loaded'],
  ['a $schema', { $schema: 'x', ...one({}) }, 'loaded'],
  ['no version', { hooks: {} }, 'rejected', ['rejected version-invalid - version']],
  ['a version that is a text', { version: '1', hooks: {} }, 'rejected', ['rejected version-invalid version version']],
  ['version nought', { version: 0, hooks: {} }, 'rejected', ['rejected version-invalid version version']],
  ['no hooks', { version: 1 }, 'rejected', ['rejected hooks-not-object - hooks']],
  ['hooks an array', { version: 1, hooks: [entry] }, 'rejected', ['rejected hooks-not-object hooks hooks']],
  ['hooks null', { version: 1, hooks: null }, 'rejected', ['rejected hooks-not-object hooks hooks']],
  ['no object', 'x', 'rejected', ['rejected document-not-object -']],
  ['an unknown event', at('beforeFileEdit', [entry]), 'rejected', ['rejected unknown-event hooks.beforeFileEdit']],
  ["another host's event", at('PreToolUse', [entry]), 'rejected', ['rejected unknown-event hooks.PreToolUse']],
  ['an unknown event without entries', at('nope', []), 'rejected', ['rejected unknown-event hooks.nope']],
  ['an event with one entry', at('stop', entry), 'rejected', ['rejected event-not-array hooks.stop']],
  ['an entry that is a text', at('preToolUse', ['x']), 'rejected', bad()],
  ['no command', at('preToolUse', [{ timeout: 3 }]), 'rejected', bad('command')],
  ["another host's groups", at('preToolUse', [{ matcher: 'Shell', hooks: [entry] }]), 'rejected', bad('command')],
  ['an empty command', one({ command: '' }), 'rejected', bad('command')],
  ['a command in words', one({ command: ['a'] }), 'rejected', bad('command')],
  ['an unknown type', one({ type: 'http' }), 'rejected', bad('type')],
  ['a prompt', at('preToolUse', [{ type: 'prompt', prompt: 'safe?', model: 'm' }]), 'loaded'],
  ['a prompt without one', at('preToolUse', [{ type: 'prompt', command: 'x' }]), 'rejected', bad('prompt')],
  ['a timeout that is a text', one({ timeout: '30' }), 'rejected', bad('timeout')],
  ['a timeout of nought', one({ timeout: 0 }), 'rejected', bad('timeout')],
  ['a matcher that is a list', one({ matcher: ['Shell'] }), 'rejected', bad('matcher')],
  ['a matcher that is an object', one({ matcher: { tool: 'Shell' } }), 'rejected', bad('matcher')],
  ['failClosed a text', one({ failClosed: 'true' }), 'rejected', bad('failClosed')],
  ['loop_limit null', one({ loop_limit: null }, 'stop'), 'loaded'],
  ['loop_limit a text', one({ loop_limit: 'none' }), 'rejected', bad('loop_limit')],
  [
    'a URL in a command',
    one({ command: 'curl -s https://x.example/hook' }),
    'rejected',
    ['rejected url-in-command hooks.preToolUse.0 command'],
  ],
  ['an unknown key in an entry', one({ note: 'mine' }), 'loaded'],
  ['a matcher that is no expression', one({ matcher: '(' }), 'loaded-partial', ['dropped matcher-pattern hooks.preToolUse.0 matcher']],
  [
    'all faults, in document order',
    { hooks: { nope: [], stop: {} } },
    'rejected',
    ['rejected version-invalid - version', 'rejected unknown-event hooks.nope', 'rejected event-not-array hooks.stop'],
  ],
]

it('there are enough rows', () => expect(rows.length).toBeGreaterThanOrEqual(30))

it.each(rows)('%s', (_what, file, state, findings = []) => {
  const report = readSettings('cursor', JSON.stringify(file, null, 2))
  expect({ state: report.state, findings: found(report) }).toEqual({ state, findings })
})

it.each([
  ['nothing', '', 'loaded', []],
  ['a byte order mark', '\ufeff{"version":1,"hooks":{}}', 'unparsable', []],
  ['a trailing comma', '{"version":1,"hooks":{},}', 'unparsable', []],
  ['a comment', '// x\n{}', 'unparsable', []],
  ['an event twice', '{"version":1,"hooks":{"stop":[{"command":"a"}],"stop":[]}}', 'loaded-partial', ['dropped duplicate-key hooks.stop']],
  [
    'very deep',
    `{"version":1,"hooks":{"stop":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
    'rejected',
    ['rejected entry-invalid hooks.stop.0'],
  ],
])('a text: %s', (_what, text, state, findings) => {
  const report = readSettings('cursor', text)
  expect({ state: report.state, findings: found(report) }).toEqual({ state, findings })
})

it('knows the events that were recorded', () => {
  const folder = new URL('../../fixtures/captures/cursor/', import.meta.url)
  for (const event of new Set(readdirSync(folder).map((name) => name.split('.')[0] as string)))
    expect(readSettings('cursor', JSON.stringify(at(event, [entry]))), event).toMatchObject({ state: 'loaded', entries: [{ event }] })
})

it('reads an entry whole', () => {
  expect(
    readSettings('cursor', JSON.stringify(one({ timeout: 30, matcher: 'Shell', failClosed: true, loop_limit: null, note: 1 }))).entries,
  ).toEqual([
    {
      event: 'preToolUse',
      index: 0,
      path: ['hooks', 'preToolUse', 0],
      matcher: 'Shell',
      type: 'command',
      command: 'guard',
      timeoutSeconds: 30,
      isBackground: false,
      failsClosed: true,
      loopLimit: null,
      ignoredKeys: ['note'],
      entry: expect.anything(),
    },
  ])
})

it.each([
  [undefined, 'Shell', true],
  ['', 'Shell', true],
  ['*', 'Shell', true],
  ['Shell', 'Shell', true],
  ['Shell', 'WriteShellStdin', true],
  ['^Shell$', 'WriteShellStdin', false],
  ['Write|Delete', 'Delete', true],
  ['shell', 'Shell', false],
  ['MCP:.*', 'MCP:echo', true],
  ['^(?!Read)', 'Write', true],
  ['*.ts', 'Write', false],
  ['(x+x+)+y', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', false],
] as [string | undefined, string, boolean][])('%s for %s: %s', (matcher, tool, starts) => {
  const [read] = readSettings('cursor', JSON.stringify(one(matcher === undefined ? {} : { matcher }))).entries
  expect(read !== undefined && startsFor('cursor', read, tool)).toBe(starts)
})

it('gives a report for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { state, entries } = readSettings('cursor', text)
      expect(state === 'loaded' || state === 'loaded-partial' || entries.length === 0).toBe(true)
    }),
  )
})
