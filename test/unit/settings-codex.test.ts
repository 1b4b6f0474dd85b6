import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkUp } from '../../hosts/codex/check-up.js'
import { readSettings, readTogether, startsFor, type SettingsReport } from '../../hosts/settings-readers.js'

/** By hosts/codex.md section 3: the file, its state, and every finding as `verdict code path field`. */

const entry = { type: 'command', command: 'guard' }
const group = { hooks: [entry] }

const found = ({ findings }: SettingsReport): string[] =>
  findings.map(({ verdict, code, path, field }) =>
    [verdict, code, path.join('.') || '-', ...(field === undefined ? [] : [field])].join(' '),
  )

const at = (event: string, value: unknown): object => ({ hooks: { [event]: value } })
const inGroup = (more: object, event = 'PreToolUse'): object => at(event, [{ hooks: [{ ...entry, ...more }] }])
const bad = (field?: string): string[] => [`rejected entry-invalid hooks.PreToolUse.0.hooks.0${field === undefined ? '' : ` ${field}`}`]

type Row = [what: string, file: unknown, state: string, findings?: string[], version?: string]

const rows: Row[] = [
  ['nothing in it', {}, 'loaded'],
  ['no events', { hooks: {} }, 'loaded'],
  ['one group', at('PreToolUse', [group]), 'loaded'],
  ['a description', { description: 'x', ...at('Stop', [group]) }, 'loaded'],
  ['a $schema', { $schema: 'x', ...at('Stop', [group]) }, 'rejected', ['rejected root-key $schema']],
  ['a version', { version: 1, hooks: {} }, 'rejected', ['rejected root-key version']],
  ['events without the wrapper', { PreToolUse: [group] }, 'rejected', ['rejected root-key PreToolUse']],
  ['hooks null', { hooks: null }, 'rejected', ['rejected hooks-not-object hooks']],
  ['hooks an array', { hooks: [group] }, 'rejected', ['rejected hooks-not-object hooks']],
  ['no object', [], 'rejected', ['rejected document-not-object -']],
  ['an unknown event', at('Notification', [group]), 'loaded-partial', ['dropped unknown-event hooks.Notification']],
  ['an unknown event of any shape', at('Nope', 'x'), 'loaded-partial', ['dropped unknown-event hooks.Nope']],
  ['SessionEnd', at('SessionEnd', [group]), 'loaded'],
  ['SessionEnd in an old release', at('SessionEnd', [group]), 'loaded-partial', ['dropped unknown-event hooks.SessionEnd'], '0.144.1'],
  ['an event with null', at('Stop', null), 'rejected', ['rejected event-not-array hooks.Stop']],
  ['an event with one group', at('Stop', group), 'rejected', ['rejected event-not-array hooks.Stop']],
  ['a group that is a text', at('Stop', ['x']), 'rejected', ['rejected matcher-invalid hooks.Stop.0']],
  [
    'a matcher that is a list',
    at('PreToolUse', [{ matcher: ['Bash'], hooks: [entry] }]),
    'rejected',
    ['rejected matcher-invalid hooks.PreToolUse.0 matcher'],
  ],
  ['a matcher that is null', at('PreToolUse', [{ matcher: null, hooks: [entry] }]), 'loaded'],
  ['an unknown key in a group', at('PreToolUse', [{ ...group, note: 1 }]), 'loaded'],
  ["a handler in a group's place", at('PreToolUse', [entry]), 'loaded-partial', ['dropped group-without-hooks hooks.PreToolUse.0']],
  ['a group with one handler', at('PreToolUse', [{ hooks: entry }]), 'rejected', ['rejected matcher-invalid hooks.PreToolUse.0 hooks']],
  [
    'a matcher that is no expression',
    at('PreToolUse', [{ matcher: '(', hooks: [entry] }]),
    'loaded-partial',
    ['dropped matcher-pattern hooks.PreToolUse.0 matcher'],
  ],
  [
    'a matcher with look-ahead',
    at('PreToolUse', [{ matcher: '^(?!Bash)', hooks: [entry] }]),
    'loaded-partial',
    ['dropped matcher-pattern hooks.PreToolUse.0 matcher'],
  ],
  ['the same at an event without matchers', at('Stop', [{ matcher: '(', hooks: [entry] }]), 'loaded'],
  ['a handler that is a text', at('PreToolUse', [{ hooks: ['x'] }]), 'rejected', bad()],
  ['no type', at('PreToolUse', [{ hooks: [{ command: 'x' }] }]), 'rejected', bad('type')],
  ['http', inGroup({ type: 'http' }), 'rejected', bad('type')],
  ['no command', at('PreToolUse', [{ hooks: [{ type: 'command' }] }]), 'rejected', bad('command')],
  ['a command in words', inGroup({ command: ['a', 'b'] }), 'rejected', bad('command')],
  ['an empty command', inGroup({ command: ' ' }), 'loaded-partial', ['dropped entry-skipped hooks.PreToolUse.0.hooks.0 command']],
  ['a timeout with a fraction', inGroup({ timeout: 1.5 }), 'rejected', bad('timeout')],
  ['a timeout that is a text', inGroup({ timeout: '5' }), 'rejected', bad('timeout')],
  ['a timeout below nought', inGroup({ timeout: -1 }), 'rejected', bad('timeout')],
  ['a timeout of nought', inGroup({ timeout: 0 }), 'loaded'],
  ['timeoutSec, which means nothing', inGroup({ timeoutSec: 'x' }), 'loaded'],
  ['async null', inGroup({ async: null }), 'rejected', bad('async')],
  ['async', inGroup({ async: true }), 'loaded'],
  [
    'async in an old release',
    inGroup({ async: true }),
    'loaded-partial',
    ['dropped entry-skipped hooks.PreToolUse.0.hooks.0 async'],
    '0.144.1',
  ],
  ['both spellings', inGroup({ commandWindows: 'a', command_windows: 'b' }), 'rejected', bad('command_windows')],
  [
    'a prompt',
    at('PreToolUse', [{ hooks: [{ type: 'prompt', prompt: 'x' }, entry] }]),
    'loaded-partial',
    ['dropped entry-skipped hooks.PreToolUse.0.hooks.0 type'],
  ],
  ['an MCP tool', at('PreToolUse', [{ hooks: [{ type: 'mcp_tool', server: 's', tool: 't' }] }]), 'loaded'],
  ['an MCP tool without a tool', at('PreToolUse', [{ hooks: [{ type: 'mcp_tool', server: 's' }] }]), 'rejected', bad('tool')],
]

it('there are enough rows', () => expect(rows.length).toBeGreaterThanOrEqual(30))

it.each(rows)('hooks.json: %s', (_what, file, state, findings = [], hostVersion) => {
  const report = readSettings('codex', JSON.stringify(file, null, 2), hostVersion === undefined ? {} : { hostVersion })
  expect({ state: report.state, findings: found(report) }).toEqual({ state, findings })
})

it.each([
  ['a byte order mark', '\ufeff{}', 'unparsable', []],
  ['nothing', '', 'unparsable', []],
  ['a trailing comma', '{"hooks":{},}', 'unparsable', []],
  ['a comment', '/* x */{}', 'unparsable', []],
  ['deeper than its reader goes', `{"hooks":{"Stop":${'['.repeat(200)}${']'.repeat(200)}}}`, 'unparsable', []],
  ['far deeper', '['.repeat(200_000) + ']'.repeat(200_000), 'unparsable', []],
  ['an event twice', '{"hooks":{"Stop":[],"Stop":[]}}', 'rejected', ['rejected duplicate-key hooks.Stop']],
  [
    'a timeout twice',
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a","timeout":1,"timeout":2}]}]}}',
    'rejected',
    ['rejected duplicate-key hooks.Stop.0.hooks.0.timeout'],
  ],
  ['an unknown key twice', '{"hooks":{"Stop":[{"note":1,"note":2,"hooks":[]}]}}', 'loaded', []],
])('text of hooks.json: %s', (_what, text, state, findings) => {
  const report = readSettings('codex', text)
  expect({ state: report.state, findings: found(report) }).toEqual({ state, findings })
})

describe('config.toml', () => {
  const toml = (text: string): SettingsReport => readSettings('codex', text, { kind: 'config.toml' })

  it.each([
    ['nothing', '', 'loaded', []],
    ['other settings only', 'model = "x"\n[mcp_servers.a]\ncommand = "b"\n', 'loaded', []],
    [
      'a hook',
      '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "guard"\ntimeout = 5\n',
      'loaded',
      [],
    ],
    [
      'a float',
      '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "guard"\ntimeout = 5.0\n',
      'rejected',
      bad('timeout'),
    ],
    ['hooks in one line', 'hooks = { Stop = [{ hooks = [{ type = "command", command = "guard" }] }] }', 'loaded', []],
    ['an unknown event', '[[hooks.Nope]]\n', 'loaded-partial', ['dropped unknown-event hooks.Nope']],
    ['hooks a text', 'hooks = "x"', 'rejected', ['rejected hooks-not-object hooks']],
  ])('%s', (_what, text, state, findings) => {
    const report = toml(text)
    expect({ state: report.state, findings: found(report) }).toEqual({ state, findings })
  })

  it.each([
    ['a key twice', '[features]\nhooks = true\nhooks = false\n', 3],
    ['no value', 'a = \n', 1],
    ['a table twice', '[features]\n[features]\n', 2],
  ])('cannot be parsed: %s', (_what, text, line) => {
    expect(toml(text)).toMatchObject({ state: 'unparsable', at: { line } })
  })

  it('reads switches, trust and projects', () => {
    const key = '/home/me/.codex/hooks.json:pre_tool_use:0:0'
    const text = [
      '\ufeff[features]\nhooks = false',
      '[projects."/work/a"]\ntrust_level = "trusted"\n[projects."/work/b"]\ntrust_level = "untrusted"',
      `[hooks.state."${key}"]\ntrusted_hash = "sha256:0a"\n[hooks.state."${key}x"]\nenabled = false`,
    ].join('\n')
    expect(toml(text)).toMatchObject({
      state: 'loaded',
      switches: {
        hooks: false,
        projects: [
          { path: '/work/a', isTrusted: true },
          { path: '/work/b', isTrusted: false },
        ],
        trust: [
          { key, trustedHash: 'sha256:0a' },
          { key: `${key}x`, enabled: false },
        ],
      },
    })
    expect(toml('[features]\ncodex_hooks = false').switches).toEqual({ hooks: false })
  })
})

describe("the machine owner's files", () => {
  const command = "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = 'command'\ncommand = 'guard'\n"
  const requirements = (text: string): SettingsReport => readSettings('codex', text, { kind: 'requirements.toml' })
  const layered = (text: string, isManaged: boolean, kind: string) => ({ isManaged, report: readSettings('codex', text, { kind }) })

  it('requirements.toml has keys of its own, and can drop what others register', () => {
    const read = requirements(`allow_managed_hooks_only = true\n[hooks]\nmanaged_dir = '/etc/codex/hooks'\n${command}`)
    expect(read).toMatchObject({ state: 'loaded', findings: [], switches: { managedOnly: true }, entries: [{ command: 'guard' }] })
    expect(requirements(command).switches).toEqual({})
    // Elsewhere the key means nothing.
    expect(readSettings('codex', 'allow_managed_hooks_only = true', { kind: 'config.toml' }).switches).toEqual({})
  })

  it('what stands there is all that is left then; the last file that says something about the feature counts', () => {
    const own = layered(command.replace('guard', 'own'), false, 'config.toml')
    const only = layered(`allow_managed_hooks_only = true\n${command}`, true, 'requirements.toml')
    expect(readTogether('codex', [own, only])).toMatchObject({ isManagedOnly: true, entries: [{ command: 'guard' }] })
    const off = layered('[features]\nhooks = false', true, 'requirements.toml')
    expect(readTogether('codex', [own, off])).toMatchObject({ isOff: true, entries: [] })
    const on = layered('[features]\nhooks = true', true, 'requirements.toml')
    expect(readTogether('codex', [layered('[features]\nhooks = false', false, 'config.toml'), on])).toMatchObject({ isOff: false })
  })

  it('are looked at before the person’s, and those that bind everybody after all others', () => {
    const files = checkUp.places.filter(({ platform = 'linux' }) => platform === 'linux').map(({ level, file }) => `${level} ${file}`)
    expect(files).toEqual([
      'managed /etc/codex/hooks.json',
      'managed /etc/codex/config.toml',
      'user hooks.json',
      'user config.toml',
      'shared hooks.json',
      'shared config.toml',
      'managed /etc/codex/managed_config.toml',
      'managed /etc/codex/requirements.toml',
    ])
  })
})

it('knows the events that were recorded', () => {
  const folder = new URL('../../fixtures/captures/codex/', import.meta.url)
  for (const event of new Set(readdirSync(folder).map((name) => name.split('.')[0] as string)))
    expect(readSettings('codex', JSON.stringify(at(event, [group]))), event).toMatchObject({ state: 'loaded', entries: [{ event }] })
})

it('reads a handler whole', () => {
  const [read] = readSettings('codex', JSON.stringify(inGroup({ timeout: 0, command_windows: 'w', async: true, timeoutSec: 3 }))).entries
  expect(read).toEqual({
    event: 'PreToolUse',
    group: 0,
    index: 0,
    path: ['hooks', 'PreToolUse', 0, 'hooks', 0],
    type: 'command',
    command: 'guard',
    commandWindows: 'w',
    timeoutSeconds: 1,
    isBackground: true,
    failsClosed: false,
    ignoredKeys: ['timeoutSec'],
    entry: expect.anything(),
  })
})

it.each([
  [undefined, 'Bash', true],
  ['', 'apply_patch', true],
  ['*', 'Bash', true],
  ['Bash', 'Bash', true],
  ['bash', 'Bash', false],
  ['Ba', 'Bash', false],
  ['Edit|Write', 'apply_patch', true],
  ['MultiEdit', 'apply_patch', false],
  ['apply', 'apply_patch', false],
  ['^apply', 'apply_patch', true],
  ['^Ed', 'apply_patch', true],
  ['Edit', 'Bash', false],
  ['shell|exec_command', 'Bash', false],
  ['Bash, Edit', 'Bash', false],
  ['Bash(git:*)', 'Bash', false],
  ['mcp__demo', 'mcp__demo__echo', false],
  ['mcp__demo__.*', 'mcp__demo__echo', true],
  ['.*echo', 'mcp__demo__echo', true],
  ['(?i)^bash$', 'Bash', true],
  ['\\ABash\\z', 'Bash', true],
  ['(?P<tool>Bash)', 'Bash', true],
  ['[{]|Bash', 'Bash', true],
] as [string | undefined, string, boolean][])('%s for %s: %s', (matcher, tool, starts) => {
  const [read] = readSettings('codex', JSON.stringify(at('PreToolUse', [{ matcher, hooks: [entry] }]))).entries
  expect(read !== undefined && startsFor('codex', read, tool)).toBe(starts)
})

it.each(['(?=a)', '(?<!a)b', '(a)\\1', '\\Z', 'a{', '\\hx'])('an expression that Rust refuses: %s', (matcher) => {
  expect(readSettings('codex', JSON.stringify(at('PreToolUse', [{ matcher, hooks: [entry] }]))).findings).toMatchObject([
    { code: 'matcher-pattern' },
  ])
})

it('gives a report for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.constantFrom('hooks.json', 'config.toml'), (text, kind) => {
      const { state, entries } = readSettings('codex', text, { kind })
      expect(state === 'loaded' || state === 'loaded-partial' || entries.length === 0).toBe(true)
    }),
  )
})
