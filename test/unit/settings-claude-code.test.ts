import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ourWritingTools, readSettings, startsFor, type SettingsReport } from '../../hosts/settings-readers.js'

/** Each row by hosts/settings-reading.md: the file, its state, and every finding as `verdict code path field`. */

const entry = { type: 'command', command: 'guard' }
const group = { hooks: [entry] }

const found = ({ findings }: SettingsReport): string[] =>
  findings.map(({ verdict, code, path, field }) =>
    [verdict, code, path.join('.') || '-', ...(field === undefined ? [] : [field])].join(' '),
  )

const at = (event: string, value: unknown): object => ({ hooks: { [event]: value } })
const inGroup = (event: string, more: object): object => at(event, [{ hooks: [{ ...entry, ...more }] }])

type Row = [what: string, file: unknown, state: string, findings?: string[], version?: string]

const rows: Row[] = [
  ['no hooks at all', {}, 'loaded'],
  ['an empty hooks key', { hooks: {} }, 'loaded'],
  ['one group', at('PreToolUse', [group]), 'loaded'],
  ['an empty event', at('PreToolUse', []), 'loaded'],
  ['an empty group', at('PreToolUse', [{ hooks: [] }]), 'loaded'],
  ['a matcher', at('PostToolUse', [{ matcher: 'Edit|Write', hooks: [entry] }]), 'loaded'],
  ['other settings beside it', { permissions: { deny: ['Read(.env)'] }, env: { A: 'b' }, ...at('Stop', [group]) }, 'loaded'],
  ['an unknown key in an entry', inGroup('PreToolUse', { note: 'mine' }), 'loaded'],
  ['an unknown key in a group', at('PreToolUse', [{ ...group, description: 'x' }]), 'loaded'],
  // --- the hooks key
  ['hooks null', { hooks: null }, 'loaded-partial', ['dropped hooks-not-object hooks']],
  ['hooks a text', { hooks: 'PreToolUse' }, 'loaded-partial', ['dropped hooks-not-object hooks']],
  ['hooks a number', { hooks: 4 }, 'loaded-partial', ['dropped hooks-not-object hooks']],
  ['hooks a flag', { hooks: false }, 'loaded-partial', ['dropped hooks-not-object hooks']],
  ['hooks an array of texts', { hooks: ['a', 'b'] }, 'loaded-partial', ['dropped hooks-not-object hooks']],
  ['hooks an empty array', { hooks: [] }, 'loaded-partial', ['dropped hooks-not-object hooks']],
  ['hooks an array of groups', { hooks: [group] }, 'rejected', ['rejected hooks-is-matcher hooks']],
  ['hooks an array of plain objects', { hooks: [{}] }, 'rejected', ['rejected hooks-is-matcher hooks']],
  ['hooks an array of arrays of groups', { hooks: [[group]] }, 'rejected', ['rejected hooks-is-matcher hooks']],
  ['hooks one group', { hooks: { matcher: 'Bash', hooks: [entry] } }, 'rejected', ['rejected hooks-is-matcher hooks hooks']],
  ['hooks one group of one entry', { hooks: { hooks: entry } }, 'rejected', ['rejected hooks-is-matcher hooks hooks']],
  ['hooks one entry', { hooks: entry }, 'rejected', ['rejected hooks-is-matcher hooks type']],
  // --- events
  ['an unknown event without groups', at('BeforeTool', []), 'loaded-partial', ['dropped unknown-event hooks.BeforeTool']],
  ['an unknown event that is a text', at('BeforeTool', 'x'), 'loaded-partial', ['dropped unknown-event hooks.BeforeTool']],
  ['an unknown event before 2.1.101', at('BeforeTool', []), 'rejected', ['rejected unknown-event hooks.BeforeTool'], '2.1.100'],
  ['an unknown event with a group', at('PreToolUses', [group]), 'rejected', ['rejected guard-under-unknown-event hooks.PreToolUses']],
  ['an unknown event with one group', at('pretooluse', group), 'rejected', ['rejected guard-under-unknown-event hooks.pretooluse hooks']],
  [
    'an unknown event with a guard event in it',
    at('Tools', { PreToolUse: [1] }),
    'rejected',
    ['rejected guard-under-unknown-event hooks.Tools PreToolUse'],
  ],
  ['an unknown event with an empty guard event', at('Tools', { PreToolUse: [] }), 'loaded-partial', ['dropped unknown-event hooks.Tools']],
  ['an event with null', at('Stop', null), 'loaded-partial', ['dropped event-not-array hooks.Stop']],
  ['an event with a text', at('Stop', 'x'), 'loaded-partial', ['dropped event-not-array hooks.Stop']],
  ['an event with an object', at('Stop', { a: 1 }), 'loaded-partial', ['dropped event-not-array hooks.Stop']],
  ['an event with one group', at('Stop', group), 'rejected', ['rejected guard-event-not-array hooks.Stop hooks']],
  ['a guard event with null', at('PreToolUse', null), 'loaded-partial', ['dropped event-not-array hooks.PreToolUse']],
  ['a guard event with a text', at('PreToolUse', 'x'), 'rejected', ['rejected guard-event-not-array hooks.PreToolUse']],
  [
    'a guard event with one group',
    at('PermissionRequest', group),
    'rejected',
    ['rejected guard-event-not-array hooks.PermissionRequest hooks'],
  ],
  [
    'a guard event with an empty object',
    at('PermissionRequest', {}),
    'rejected',
    ['rejected guard-event-not-array hooks.PermissionRequest'],
  ],
  // --- groups
  ['a group that is a text', at('Stop', ['x']), 'loaded-partial', ['dropped matcher-invalid hooks.Stop.0']],
  ['a group that is null', at('Stop', [null, group]), 'loaded-partial', ['dropped matcher-invalid hooks.Stop.0']],
  ['a group that is an array of groups', at('Stop', [[group]]), 'rejected', ['rejected guard-matcher-invalid hooks.Stop.0']],
  [
    'a matcher that is an array',
    at('PostToolUse', [{ matcher: ['Edit'], hooks: [entry] }]),
    'loaded-partial',
    ['dropped matcher-invalid hooks.PostToolUse.0 matcher'],
  ],
  [
    'a matcher that is null',
    at('PostToolUse', [{ matcher: null, hooks: [entry] }]),
    'loaded-partial',
    ['dropped matcher-invalid hooks.PostToolUse.0 matcher'],
  ],
  ['a group without hooks', at('Stop', [{ matcher: '' }]), 'loaded-partial', ['dropped matcher-invalid hooks.Stop.0 hooks']],
  ["an entry in a group's place", at('Stop', [entry]), 'loaded-partial', ['dropped matcher-invalid hooks.Stop.0 hooks']],
  ['a group whose hooks is one entry', at('Stop', [{ hooks: entry }]), 'loaded-partial', ['dropped matcher-invalid hooks.Stop.0 hooks']],
  [
    'a guard group whose hooks is one entry',
    at('PreToolUse', [{ hooks: entry }]),
    'rejected',
    ['rejected guard-matcher-invalid hooks.PreToolUse.0 hooks'],
  ],
  [
    'a guard matcher that is an array',
    at('PreToolUse', [{ matcher: ['Bash'], hooks: [entry] }]),
    'rejected',
    ['rejected guard-matcher-invalid hooks.PreToolUse.0 matcher'],
  ],
  ['a guard group that is null', at('PreToolUse', [null]), 'rejected', ['rejected guard-matcher-invalid hooks.PreToolUse.0']],
  ["a guard entry in a group's place", at('PreToolUse', [entry]), 'rejected', ['rejected guard-matcher-invalid hooks.PreToolUse.0 hooks']],
  [
    'a group with a guard event in it',
    at('Stop', [{ ...group, PreToolUse: [group] }]),
    'rejected',
    ['rejected guard-matcher-invalid hooks.Stop.0 PreToolUse'],
  ],
  // --- entries
  ['no type', at('Stop', [{ hooks: [{ command: 'x' }] }]), 'loaded-partial', ['dropped entry-invalid hooks.Stop.0.hooks.0 type']],
  [
    'an unknown type',
    at('Stop', [{ hooks: [{ ...entry, type: 'script' }, entry] }]),
    'loaded-partial',
    ['dropped entry-invalid hooks.Stop.0.hooks.0 type'],
  ],
  [
    'a type that every object has',
    at('Stop', [{ hooks: [{ ...entry, type: 'constructor' }] }]),
    'loaded-partial',
    ['dropped entry-invalid hooks.Stop.0.hooks.0 type'],
  ],
  ['an entry that is a text', at('Stop', [{ hooks: ['x'] }]), 'loaded-partial', ['dropped entry-invalid hooks.Stop.0.hooks.0']],
  ['no command', at('Stop', [{ hooks: [{ type: 'command' }] }]), 'loaded-partial', ['dropped entry-invalid hooks.Stop.0.hooks.0 command']],
  ['an empty command', inGroup('Stop', { command: '' }), 'loaded-partial', ['dropped entry-invalid hooks.Stop.0.hooks.0 command']],
  ['a NUL in a command', inGroup('Stop', { command: 'a\0b' }), 'loaded-partial', ['dropped entry-invalid hooks.Stop.0.hooks.0 command']],
  [
    'a command that is an array',
    inGroup('Stop', { command: ['a'] }),
    'loaded-partial',
    ['dropped entry-invalid hooks.Stop.0.hooks.0 command'],
  ],
  [
    'a guard entry of an unknown type',
    inGroup('PreToolUse', { type: 'script' }),
    'rejected',
    ['rejected guard-entry-invalid hooks.PreToolUse.0.hooks.0 type'],
  ],
  [
    'a guard timeout that is a text',
    inGroup('PreToolUse', { timeout: '5' }),
    'rejected',
    ['rejected guard-entry-invalid hooks.PreToolUse.0.hooks.0 timeout'],
  ],
  [
    'a timeout that is a text',
    inGroup('PostToolUse', { timeout: '5' }),
    'loaded-partial',
    ['dropped entry-invalid hooks.PostToolUse.0.hooks.0 timeout'],
  ],
  [
    'a timeout of nought',
    inGroup('PreToolUse', { timeout: 0 }),
    'rejected',
    ['rejected guard-entry-invalid hooks.PreToolUse.0.hooks.0 timeout'],
  ],
  ['half a second', inGroup('PreToolUse', { timeout: 0.5 }), 'loaded'],
  ['a shell that is none', inGroup('Stop', { shell: 'zsh' }), 'loaded-partial', ['dropped entry-invalid hooks.Stop.0.hooks.0 shell']],
  ['args', inGroup('PreToolUse', { args: ['a', 'b'] }), 'loaded'],
  [
    'args that is a text',
    inGroup('PreToolUse', { args: 'a' }),
    'rejected',
    ['rejected guard-entry-invalid hooks.PreToolUse.0.hooks.0 args'],
  ],
  ['args that is a text, before it was read', inGroup('PreToolUse', { args: 'a' }), 'loaded', [], '2.1.138'],
  ['async that is a text', inGroup('Stop', { async: 'yes' }), 'loaded-partial', ['dropped entry-invalid hooks.Stop.0.hooks.0 async']],
  ['onFailure', inGroup('PreToolUse', { onFailure: 'block' }), 'loaded'],
  [
    'onFailure with another value',
    inGroup('PreToolUse', { onFailure: 'deny' }),
    'rejected',
    ['rejected guard-entry-invalid hooks.PreToolUse.0.hooks.0 onFailure'],
  ],
  ['onFailure with any value, before it was read', inGroup('PreToolUse', { onFailure: 7 }), 'loaded', [], '2.1.294'],
  [
    'an if that is a list',
    inGroup('PreToolUse', { if: ['Bash(rm *)'] }),
    'rejected',
    ['rejected guard-entry-invalid hooks.PreToolUse.0.hooks.0 if'],
  ],
  [
    'statusMessage null',
    inGroup('Stop', { statusMessage: null }),
    'loaded-partial',
    ['dropped entry-invalid hooks.Stop.0.hooks.0 statusMessage'],
  ],
  ['once that is a number', inGroup('Stop', { once: 1 }), 'loaded-partial', ['dropped entry-invalid hooks.Stop.0.hooks.0 once']],
  ['a prompt', at('PreToolUse', [{ hooks: [{ type: 'prompt', prompt: 'is it safe?' }] }]), 'loaded'],
  [
    'an agent without a prompt',
    at('PreToolUse', [{ hooks: [{ type: 'agent' }] }]),
    'rejected',
    ['rejected guard-entry-invalid hooks.PreToolUse.0.hooks.0 prompt'],
  ],
  ['http', at('Stop', [{ hooks: [{ type: 'http', url: 'https://x.example', headers: { A: 'b' }, allowedEnvVars: ['A'] }] }]), 'loaded'],
  [
    'headers that are numbers',
    at('Stop', [{ hooks: [{ type: 'http', url: 'https://x.example', headers: { A: 1 } }] }]),
    'loaded-partial',
    ['dropped entry-invalid hooks.Stop.0.hooks.0 headers'],
  ],
  ['an MCP tool', at('Stop', [{ hooks: [{ type: 'mcp_tool', server: 's', tool: 't', input: { a: 1 } }] }]), 'loaded'],
  [
    'an MCP tool with a guard in its input',
    at('Stop', [{ hooks: [{ type: 'mcp_tool', server: 's', tool: 't', input: { PreToolUse: [group] } }] }]),
    'rejected',
    ['rejected guard-entry-invalid hooks.Stop.0.hooks.0 input'],
  ],
  [
    'an entry with a group in it',
    inGroup('Stop', { hooks: [entry] }),
    'rejected',
    ['rejected guard-entry-invalid hooks.Stop.0.hooks.0 hooks'],
  ],
  // --- guards outside
  ['a guard event at the top', { PreToolUse: [group] }, 'rejected', ['rejected guard-outside-hooks PreToolUse']],
  ['an empty guard event at the top', { PreToolUse: [] }, 'loaded'],
  ['a guard event at the top with null', { PreToolUse: null }, 'loaded'],
  [
    'a guard event under another key',
    { permissions: { PreToolUse: [group] } },
    'rejected',
    ['rejected guard-outside-hooks permissions PreToolUse'],
  ],
  [
    'a guard event deep under another key',
    { a: [{ b: { c: { PermissionRequest: {} } } }] },
    'rejected',
    ['rejected guard-outside-hooks a'],
  ],
  ['a group under another key', { Hooks: group }, 'rejected', ['rejected guard-outside-hooks Hooks hooks']],
  [
    'hooks within another key',
    { settings: { hooks: { PreToolUse: [group] } } },
    'rejected',
    ['rejected guard-outside-hooks settings hooks'],
  ],
  ['a text that speaks of guards', { note: '{"PreToolUse":[{"hooks":[1]}]}' }, 'loaded'],
  [
    'the document a group',
    { matcher: 'Bash', hooks: [entry] },
    'rejected',
    ['rejected guard-outside-hooks - matcher', 'rejected hooks-is-matcher hooks'],
  ],
  ['a stray matcher beside real hooks', { matcher: 'Bash', ...at('PreToolUse', [group]) }, 'loaded'],
  [
    'several at once, in document order',
    { PreToolUse: [1], ...at('Stop', 'x') },
    'rejected',
    ['rejected guard-outside-hooks PreToolUse', 'dropped event-not-array hooks.Stop'],
  ],
  ['no object', [group], 'rejected', ['rejected document-not-object -']],
]

it('there are enough rows', () => expect(rows.length).toBeGreaterThanOrEqual(60))

it.each(rows)('%s', (_what, file, state, findings = [], hostVersion) => {
  const report = readSettings('claude-code', JSON.stringify(file, null, 2), hostVersion === undefined ? {} : { hostVersion })
  expect({ state: report.state, findings: found(report) }).toEqual({ state, findings })
  if (state === 'rejected') expect(report.entries).toEqual([])
})

describe('texts', () => {
  it.each([
    ['a byte order mark', '\ufeff{}', 'loaded', []],
    ['nothing', '', 'loaded', []],
    ['white space', ' \n\t', 'loaded', []],
    [
      'a key twice',
      '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"a"}]}],\n"PreToolUse":[]}}',
      'loaded-partial',
      ['dropped duplicate-key hooks.PreToolUse'],
    ],
    ['a prototype', '{"__proto__":{"PreToolUse":[1]}}', 'rejected', ['rejected guard-outside-hooks __proto__ PreToolUse']],
    [
      'a prototype as an event',
      '{"hooks":{"__proto__":[{"hooks":[1]}]}}',
      'rejected',
      ['rejected guard-under-unknown-event hooks.__proto__'],
    ],
    [
      'numbers as events, in document order',
      '{"hooks":{"b":1,"0":1}}',
      'loaded-partial',
      ['dropped unknown-event hooks.b', 'dropped unknown-event hooks.0'],
    ],
  ])('%s', (_what, text, state, findings) => {
    const report = readSettings('claude-code', text)
    expect({ state: report.state, findings: found(report) }).toEqual({ state, findings })
  })

  it.each([
    ['a comment', '{\n  // mine\n  "hooks": {}\n}', 2, 3],
    ['a trailing comma', '{\n  "hooks": {},\n}', 3, 1],
    ['single quotes', "{'hooks': {}}", 1, 2],
    ['cut off', '{"hooks": {', 1, 12],
    ['two documents', '{} {}', 1, 4],
    ['a bad number', '{"a": 01}', 1, 8],
    ['a control character in a text', '{"a": "x\ty"}', 1, 7],
    ['a bad escape', '{"a":\n "\\x"}', 2, 2],
  ])('%s cannot be parsed', (_what, text, line, column) => {
    expect(readSettings('claude-code', text)).toMatchObject({ state: 'unparsable', at: { line, column }, entries: [] })
  })

  it('says where a finding stands', () => {
    const [finding] = readSettings(
      'claude-code',
      '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [ { "type": "x" } ] }\n    ]\n  }\n}',
    ).findings
    expect(finding).toMatchObject({ line: 4, column: 20 })
  })
})

it('knows the events that were recorded', () => {
  const folder = new URL('../../fixtures/captures/claude-code/', import.meta.url)
  const recorded = new Set(readdirSync(folder).map((name) => name.split('.')[0] as string))
  expect(recorded.size).toBeGreaterThanOrEqual(33)
  for (const event of [...recorded, 'TeammateIdle'])
    expect(readSettings('claude-code', JSON.stringify(at(event, [group]))), event).toMatchObject({ state: 'loaded', entries: [{ event }] })
})

it('reads an entry whole', () => {
  const file = {
    disableAllHooks: true,
    env: { NODE_OPTIONS: 'secret' },
    ...at('PreToolUse', [
      group,
      { matcher: 'Bash', hooks: [{ ...entry, args: ['-x'], timeout: 5, onFailure: 'block', if: 'Bash(rm *)', once: true, mine: 1 }] },
    ]),
  }
  const report = readSettings('claude-code', JSON.stringify(file))
  expect(report.entries[1]).toEqual({
    event: 'PreToolUse',
    matcher: 'Bash',
    group: 1,
    index: 0,
    path: ['hooks', 'PreToolUse', 1, 'hooks', 0],
    type: 'command',
    command: 'guard',
    args: ['-x'],
    condition: 'Bash(rm *)',
    timeoutSeconds: 5,
    isBackground: false,
    failsClosed: true,
    ignoredKeys: ['once', 'mine'],
    entry: expect.anything(),
  })
  expect(report.switches).toEqual({ hooks: false, environment: ['NODE_OPTIONS'] })
  expect(readSettings('claude-code', JSON.stringify(file), { hostVersion: '2.1.197' }).entries[1]).toMatchObject({ failsClosed: false })
  expect(readSettings('claude-code', JSON.stringify({ ...file, PreToolUse: [1] }))).toMatchObject({
    entries: [],
    declared: [{}, {}],
    switches: {},
  })
})

describe('matchers', () => {
  it.each([
    [undefined, 'Bash', true],
    ['', 'Bash', true],
    ['*', 'Bash', true],
    ['Bash', 'Bash', true],
    ['bash', 'Bash', false],
    ['Ba', 'Bash', false],
    ['Write|Edit', 'Edit', true],
    ['Write, Edit', 'Edit', true],
    ['Write, Edit', 'Edit', false, '2.1.190'],
    ['mcp__notes', 'mcp__notes__echo', false],
    ['mcp__notes__.*', 'mcp__notes__echo', true],
    ['mcp__*', 'mcp__notes__echo', true],
    ['mcp__my-notes__echo', 'mcp__my-notes__echo', true],
    ['my-notes', 'mcp__my-notes__echo', false],
    ['my-notes', 'mcp__my-notes__echo', true, '2.1.194'],
    ['Wri.*', 'Write', true],
    ['^Write$', 'NotebookWrite', false],
    ['.*', 'Bash', true],
    ['(unclosed', 'Bash', false],
    ['^(?!Bash)', 'Write', true],
    ['Task', 'Agent', true],
    ['Agent', 'Task', true],
    ['(a+)+$', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', false],
  ] as [string | undefined, string, boolean, string?][])('%s for %s: %s', (matcher, tool, starts, version) => {
    const [read] = readSettings('claude-code', JSON.stringify(at('PreToolUse', [{ matcher, hooks: [entry] }]))).entries
    expect(read !== undefined && startsFor('claude-code', read, tool, version)).toBe(starts)
  })

  it('means nothing at some events', () => {
    const [read] = readSettings('claude-code', JSON.stringify(at('Stop', [{ matcher: 'Bash', hooks: [entry] }]))).entries
    expect(read !== undefined && startsFor('claude-code', read, '')).toBe(true)
  })
})

it('says for which writing tools our lines are started', () => {
  const ours = { type: 'command', command: "'/home/me/.local/share/acuvo-hooks/acuvo-hooks' run --host claude-code --event PreToolUse" }
  const file = {
    hooks: {
      PreToolUse: [
        { matcher: 'Write|Edit', hooks: [ours] },
        { matcher: 'NotebookEdit', hooks: [entry] },
      ],
      PostToolUse: [{ hooks: [{ ...ours, if: 'Edit(*.ts)' }] }, { matcher: 'Edit', hooks: [ours] }],
    },
  }
  const { entries } = readSettings('claude-code', JSON.stringify(file))
  expect(ourWritingTools('claude-code', entries)).toEqual({
    tools: ['Edit', 'Write', 'NotebookEdit'],
    before: ['Edit', 'Write'],
    after: ['Edit'],
  })
})

describe('whatever the file', () => {
  const key = fc.constantFrom('hooks', 'PreToolUse', 'PermissionRequest', 'Stop', 'Nope', 'matcher', 'type', 'command', '__proto__', 'a')
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom<unknown>(null, '', 'command', 'x', 1, true, []),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members) as unknown),
    ),
  }))

  it('a guard is loaded, or the file is rejected: it is never merely dropped', () => {
    const guard = { hooks: [{ type: 'command', command: 'the-guard' }] }
    fc.assert(
      fc.property(value, fc.array(fc.oneof(key, fc.nat(2)), { maxLength: 5 }), fc.boolean(), (file, path, isEvent) => {
        const document = put(file, path, isEvent ? { PreToolUse: [guard] } : guard)
        const report = readSettings('claude-code', JSON.stringify(document))
        const isLoaded = report.entries.some(
          ({ event, command }) => command === 'the-guard' && event in { PreToolUse: 1, PermissionRequest: 1, Stop: 1 },
        )
        expect(isLoaded || report.state === 'rejected', JSON.stringify(document)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  /** Puts a value at a path, making what is not there. */
  const put = (into: unknown, [step, ...rest]: readonly (string | number)[], what: unknown): unknown => {
    if (step === undefined) return what
    if (typeof step === 'number') {
      const list: unknown[] = Array.isArray(into) ? [...(into as unknown[])] : []
      list.push(put(undefined, rest, what))
      return list
    }
    const record = typeof into === 'object' && into !== null && !Array.isArray(into) ? (into as Record<string, unknown>) : {}
    return { ...record, [step]: put(record[step], rest, what) }
  }

  it.each([
    ['arrays', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['objects', '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)],
    ['under hooks', '{"hooks":{"Stop":' + '['.repeat(200_000) + ']'.repeat(200_000) + '}}'],
    ['many events', `{"hooks":{${Array.from({ length: 50_000 }, (_, at) => `"e${at}":1`).join(',\n')}}}`],
    ['many keys twice', `{"hooks":{${'"Stop":[],\n'.repeat(50_000)}"Stop":[]}}`],
    ['a guard at the bottom', '{"a":'.repeat(100_000) + '{"PreToolUse":1}' + '}'.repeat(100_000)],
  ])('deep and long: %s', (_what, text) => {
    expect(['loaded', 'loaded-partial', 'rejected']).toContain(readSettings('claude-code', text).state)
  })
})
