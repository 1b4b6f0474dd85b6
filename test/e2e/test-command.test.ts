import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { shape } from '../../src/shapes/test.js'
import { startLine } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** `test`: what a workspace expects, held against its policy by the real hooks. */

let workspace: Workspace
afterEach(() => workspace.remove())

const GUARD = `const fs = require('node:fs'); const e = JSON.parse(fs.readFileSync(0, 'utf8'))
fs.appendFileSync('ran.txt', e.tool.command + '\\n')
if (e.tool.command.includes('secret')) { console.error('no secrets, please'); process.exit(2) }`

const HOOKS = [
  { name: 'push', event: 'PreToolUse', commands: ['git push --force'], deny: 'no force push here' },
  { name: 'infra', event: 'PreToolUse', tools: ['write_file', 'edit_file'], paths: ['infra/**'], ask: 'really change infra?' },
  { name: 'guard', event: 'PreToolUse', tools: ['run_command'], command: 'node .acuvo/guard.cjs' },
  { name: 'notes', event: 'PreToolUse', tools: ['notes.add_note'], deny: 'no notes' },
  { name: 'hello', event: 'SessionStart', context: 'be careful here' },
]

const make = (cases: readonly object[] | string, hooks: readonly object[] = HOOKS): void => {
  workspace = makeWorkspace()
  workspace.change('.acuvo/guard.cjs', GUARD)
  workspace.policy({ hooks })
  workspace.change('.acuvo/tests/a.json', typeof cases === 'string' ? cases : JSON.stringify({ version: 1, cases }, null, 2))
}

const run = (...args: string[]) => askProgram(['test', ...args], { cwd: workspace.root, env: workspace.env })

const results = async (...args: string[]) => {
  const { stdout, exitCode } = await run('--json', ...args)
  return { ...shape.parse(JSON.parse(stdout)), exitCode }
}

const statuses = ({ results: all }: { results: readonly { host?: string | undefined; status: string; why?: string | undefined }[] }) =>
  Object.fromEntries(all.map(({ host, status }) => [host, status]))

/** Cases that prove every gate of HOOKS. */
const PROOF = [
  {
    event: 'PreToolUse',
    tool: 'run_command',
    command: 'git push --force',
    expect: { decision: 'deny', reason: 'no force push', by: 'push' },
  },
  { event: 'PreToolUse', tool: 'edit_file', path: 'infra/a.tf', expect: { decision: 'ask', by: 'infra', reason: 'infra?' } },
  { event: 'PreToolUse', tool: 'Bash', command: 'cat secret', expect: { decision: 'deny', by: 'guard', reason: 'no secrets' } },
  { event: 'PreToolUse', tool: 'notes.add_note', expect: 'deny' },
]

const WIN = {
  conversation_id: 'c',
  generation_id: 'g',
  cursor_version: '3.7.27',
  workspace_roots: ['/c:/work/project'],
  hook_event_name: 'preToolUse',
}

describe('a case', () => {
  it.each<[string, object, Record<string, string>]>([
    [
      'of every host',
      { event: 'PreToolUse', command: 'git push --force', expect: 'deny' },
      { 'claude-code': 'passed', codex: 'passed', cursor: 'passed' },
    ],
    ['of one host', { host: 'codex', event: 'PreToolUse', command: 'git push --force', expect: 'deny' }, { codex: 'passed' }],
    [
      'where a host has no such tool',
      { event: 'PreToolUse', tool: 'search_files', path: 'src', expect: 'pass' },
      { 'claude-code': 'passed', codex: 'skipped', cursor: 'passed' },
    ],
    ['where a host has no such event', { event: 'Notification', expect: 'pass' }, { 'claude-code': 'passed' }],
    ['of a native event', { event: 'beforeShellExecution', command: 'git push --force', expect: 'deny' }, { cursor: 'passed' }],
    [
      'by a native name',
      { event: 'PreToolUse', tool: 'Shell', command: 'git push --force', expect: 'deny' },
      { 'claude-code': 'passed', codex: 'passed', cursor: 'passed' },
    ],
    [
      'an ask, also where the host cannot ask',
      { event: 'PreToolUse', tool: 'write_file', path: 'infra/a', expect: 'ask' },
      { 'claude-code': 'passed', codex: 'passed', cursor: 'passed' },
    ],
    [
      'an ask is no pass',
      { host: 'claude-code', event: 'PreToolUse', tool: 'write_file', path: 'infra/a', expect: 'pass' },
      { 'claude-code': 'failed' },
    ],
    [
      'an ask is no deny where the host asks',
      { event: 'PreToolUse', tool: 'write_file', path: 'infra/a', expect: 'deny' },
      { 'claude-code': 'failed', codex: 'passed', cursor: 'passed' },
    ],
    ['a pass', { host: 'codex', event: 'PreToolUse', command: 'ls', expect: 'pass' }, { codex: 'passed' }],
    ['a deny that does not come', { host: 'codex', event: 'PreToolUse', command: 'ls', expect: 'deny' }, { codex: 'failed' }],
    ['a deny that should not come', { host: 'codex', event: 'PreToolUse', command: 'cat secret', expect: 'pass' }, { codex: 'failed' }],
    [
      'another hook',
      { host: 'codex', event: 'PreToolUse', command: 'cat secret', expect: { decision: 'deny', by: 'push' } },
      { codex: 'failed' },
    ],
    [
      'another reason',
      { host: 'codex', event: 'PreToolUse', command: 'cat secret', expect: { decision: 'deny', reason: 'force' } },
      { codex: 'failed' },
    ],
    [
      'a context',
      { event: 'SessionStart', expect: { decision: 'pass', context: 'be careful', by: 'hello' } },
      { 'claude-code': 'passed', codex: 'passed', cursor: 'passed' },
    ],
    [
      'a context that does not come',
      { host: 'codex', event: 'SessionStart', expect: { decision: 'pass', context: 'be careless' } },
      { codex: 'failed' },
    ],
    [
      'a notice that does not come',
      { host: 'codex', event: 'SessionStart', expect: { decision: 'pass', notice: 'x' } },
      { codex: 'failed' },
    ],
    ['the built-in rules', { host: 'codex', event: 'PreToolUse', command: 'rm -rf .acuvo', expect: 'deny' }, { codex: 'passed' }],
    [
      'in a folder of the root',
      { host: 'codex', event: 'PreToolUse', tool: 'write_file', path: 'a.tf', cwd: 'infra', expect: 'ask' },
      { codex: 'passed' },
    ],
    [
      'a whole patch, where a host takes one',
      { event: 'PreToolUse', tool: 'apply_patch', command: '*** Begin Patch\n*** Add File: infra/a\n+x\n*** End Patch', expect: 'ask' },
      { 'claude-code': 'skipped', codex: 'passed', cursor: 'skipped' },
    ],
    [
      'a payload of another machine',
      {
        payload: {
          session_id: 's',
          cwd: '/home/dev/project',
          prompt_id: 'p',
          hook_event_name: 'PreToolUse',
          tool_name: 'Write',
          tool_input: { file_path: '/home/dev/project/infra/a', content: '' },
        },
        expect: 'ask',
      },
      { 'claude-code': 'passed' },
    ],
    [
      'a payload of another machine, its root named',
      {
        root: '~/p',
        payload: {
          session_id: 's',
          cwd: '~/p/sub',
          prompt_id: 'p',
          hook_event_name: 'PreToolUse',
          tool_name: 'Write',
          tool_input: { file_path: '~/p/infra/a', content: '' },
        },
        expect: 'ask',
      },
      { 'claude-code': 'passed' },
    ],
    [
      'a payload of Windows',
      { payload: { ...WIN, tool_name: 'Write', tool_input: { file_path: 'c:\\work\\project\\infra\\a.tf', content: '' } }, expect: 'ask' },
      { cursor: 'passed' },
    ],
    [
      'a folder whose name only begins like the root',
      {
        payload: { ...WIN, workspace_roots: ['/w/p'], tool_name: 'Write', tool_input: { file_path: '/w/p2/infra/a.tf', content: '' } },
        expect: 'pass',
      },
      { cursor: 'passed' },
    ],
    ['a payload of no host', { payload: { hook_event_name: 'Stop' }, expect: 'pass' }, { undefined: 'failed' }],
    [
      'a payload without what its event needs',
      { host: 'codex', payload: { hook_event_name: 'PreToolUse', turn_id: 't', model: 'm' }, expect: 'deny' },
      { codex: 'failed' },
    ],
  ])('%s', async (_name, one, expected) => {
    make([one])
    expect(statuses(await results('--unapproved'))).toEqual(expected)
  })

  it('has its payload in a file of its own, named from where it stands', async () => {
    make([{ name: 'from a file', payload: '../../payloads/p.json', expect: 'deny' }])
    const call = { session_id: 's', turn_id: 't', model: 'm', cwd: '/x', hook_event_name: 'PreToolUse', tool_name: 'Bash' }
    workspace.change('payloads/p.json', JSON.stringify({ ...call, tool_input: { command: 'git push --force' } }))
    const { results: all } = await results(join('.acuvo', 'tests', 'a.json'))
    expect(all).toMatchObject([{ name: 'from a file', host: 'codex', status: 'passed', got: { by: ['push'] } }])
  })

  it('runs the real hooks, in a session of its own, and leaves nothing of it', async () => {
    make(PROOF.map((one) => ({ ...one, host: 'claude-code' })))
    const { exitCode, counts } = await results()
    expect({ exitCode, counts }).toEqual({ exitCode: 0, counts: { passed: 4, failed: 0, skipped: 0, unproven: 0 } })
    expect(existsSync(join(workspace.root, 'ran.txt'))).toBe(true)
    const left = ['sessions', 'run'].flatMap((name) =>
      existsSync(join(workspace.store, name)) ? readdirSync(join(workspace.store, name)) : [],
    )
    expect(left).toEqual([])
    expect(existsSync(join(workspace.store, 'log.ndjson'))).toBe(false)
  })

  it('does not count a gate that cannot run as one that denies, unless that is what is expected', async () => {
    const one = { host: 'codex', event: 'PreToolUse', command: 'ls' }
    make(
      [
        { ...one, expect: 'deny' },
        { ...one, expect: { decision: 'deny', reason: 'could not run' } },
      ],
      [{ name: 'broken', event: 'PreToolUse', command: 'no-such-program-anywhere' }],
    )
    const { results: all, unproven, exitCode } = await results()
    expect(all.map(({ status }) => status)).toEqual(['failed', 'passed'])
    expect(all[0]?.why).toContain('"broken" could not run')
    expect(unproven).toEqual([{ hook: 'broken', event: 'PreToolUse', file: join(workspace.root, '.acuvo/hooks.json') }])
    expect(exitCode).toBe(1)
  })
})

describe('a gate that no case denies', () => {
  const gates = [
    ...HOOKS,
    { name: 'dead', event: 'PreToolUse', command: 'true' },
    { name: 'open', event: 'PreToolUse', command: 'true', onFailure: 'notice' },
    { name: 'off', event: 'PreToolUse', mode: 'off', deny: 'x' },
    { name: 'prompt', event: 'UserPromptSubmit', command: 'cat' },
    { name: 'after', event: 'PostToolUse', command: 'true' },
  ]

  it('is named, and the exit code says it', async () => {
    make(PROOF, gates)
    const { unproven, exitCode, counts } = await results()
    expect(unproven.map(({ hook }) => hook)).toEqual(['dead'])
    expect(counts.failed).toBe(0)
    expect(exitCode).toBe(1)
    const pretty = await run()
    expect(pretty.stdout).toContain('"dead" (PreToolUse) was never proven')
  })

  it('is told from another one of the same name', async () => {
    make(
      [{ event: 'PreToolUse', command: 'git push', expect: 'deny' }],
      ['git push', 'npm publish'].map((command) => ({ name: 'guard', event: 'PreToolUse', commands: [command], deny: 'no' })),
    )
    expect(await results()).toMatchObject({ unproven: [{ hook: 'guard' }], exitCode: 1 })
    workspace.remove()
    make(
      ['git push', 'npm publish'].map((command) => ({ event: 'PreToolUse', command, expect: 'deny' })),
      ['git push', 'npm publish'].map((command) => ({ name: 'guard', event: 'PreToolUse', commands: [command], deny: 'no' })),
    )
    expect(await results()).toMatchObject({ unproven: [], exitCode: 0 })
  })

  it('is not named where only some of the cases were run', async () => {
    make(PROOF, gates)
    expect(await results('.acuvo/tests/a.json')).toMatchObject({ unproven: [], exitCode: 0 })
    expect(await results('--host', 'codex')).toMatchObject({ unproven: [], exitCode: 0 })
  })
})

describe('nothing is run', () => {
  it.each<[string, () => void, string[], number, string]>([
    [
      'without approval',
      () => workspace.change('.acuvo/hooks.json', '{"hooks":[{"event":"Stop","command":"true"}]}'),
      [],
      3,
      'changed since it was approved',
    ],
    ['with a changed script', () => workspace.change('.acuvo/guard.cjs', '1'), [], 3, 'guard.cjs'],
    ['with a broken policy, also unapproved', () => workspace.change('.acuvo/hooks.json', '{"hook":[]}'), ['--unapproved'], 3, '"hook"'],
    [
      'without cases',
      () => workspace.change('.acuvo/tests/b.json', '{"version":1,"cases":[]}'),
      ['.acuvo/tests/b.json'],
      2,
      'no test cases',
    ],
    ['with a file that is not there', () => undefined, ['nowhere.json'], 2, 'nowhere.json is not a file'],
    ['with a reporter nobody knows', () => undefined, ['--reporter', 'tap'], 2, 'tap'],
    ['with a host nobody knows', () => undefined, ['--host', 'emacs'], 2, 'emacs'],
    ['with a relative store', () => undefined, ['--store', 'x'], 2, '--store'],
  ])('%s', async (_name, change, args, exitCode, text) => {
    make(PROOF)
    change()
    const ended = await run(...args)
    expect(ended.exitCode).toBe(exitCode)
    expect(ended.stderr).toContain(text)
    expect(ended.stdout).toBe('')
    expect(existsSync(join(workspace.root, 'ran.txt'))).toBe(false)
  })

  it('outside of every workspace', async () => {
    workspace = makeWorkspace()
    expect(await run()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no .acuvo/hooks.json') })
  })
})

describe('every fault of a case file', () => {
  const whole = { event: 'PreToolUse', command: 'ls', expect: 'pass' }
  it.each<[string, unknown, string, string, string | undefined]>([
    ['no JSON', '{"version":1,', '', 'not_json', undefined],
    ['empty', '', '', 'not_json', undefined],
    ['no version', { cases: [] }, 'version', 'missing', undefined],
    ['another version', { version: 2, cases: [] }, 'version', 'bad_value', undefined],
    ['an unknown key', { version: 1, case: [], cases: [] }, '', 'unknown_key', 'cases'],
    ['a key of a case', { version: 1, cases: [{ ...whole, comand: 'x' }] }, 'cases[0]', 'unknown_key', 'command'],
    [
      'a key of an expectation',
      { version: 1, cases: [{ ...whole, expect: { decision: 'deny', reasons: 'x' } }] },
      'cases[0].expect',
      'unknown_key',
      'reason',
    ],
    [
      'a key beside a payload',
      { version: 1, cases: [{ payload: {}, command: 'ls', expect: 'pass' }] },
      'cases[0]',
      'unknown_key',
      undefined,
    ],
    ['no expectation', { version: 1, cases: [{ event: 'PreToolUse', command: 'ls' }] }, 'cases[0].expect', 'missing', undefined],
    ['a decision', { version: 1, cases: [{ ...whole, expect: 'denied' }] }, 'cases[0].expect', 'bad_value', 'deny'],
    [
      'a decision within',
      { version: 1, cases: [{ ...whole, expect: { decision: 'passs' } }] },
      'cases[0].expect.decision',
      'bad_value',
      'pass',
    ],
    ['an expectation of another type', { version: 1, cases: [{ ...whole, expect: 1 }] }, 'cases[0].expect', 'wrong_type', undefined],
    ['an event', { version: 1, cases: [{ ...whole, event: 'PreToolUs' }] }, 'cases[0].event', 'unknown_event', 'PreToolUse'],
    ['a host', { version: 1, cases: [{ ...whole, host: 'claude' }] }, 'cases[0].host', 'unknown_host', 'claude-code'],
    ['a tool', { version: 1, cases: [{ ...whole, tool: 'run_comand' }] }, 'cases[0].tool', 'unknown_tool', 'run_command'],
    ['a pattern of tools', { version: 1, cases: [{ ...whole, tool: 'notes.*' }] }, 'cases[0].tool', 'unknown_tool', undefined],
    ['a case of another type', { version: 1, cases: ['x'] }, 'cases[0]', 'wrong_type', undefined],
    ['cases of another type', { version: 1, cases: {} }, 'cases', 'wrong_type', undefined],
    ['a payload of another type', { version: 1, cases: [{ payload: [], expect: 'pass' }] }, 'cases[0].payload', 'wrong_type', undefined],
    [
      'a payload that is not there',
      { version: 1, cases: [{ payload: 'no.json', expect: 'pass' }] },
      'cases[0].payload',
      'bad_value',
      undefined,
    ],
    [
      'what a short form lacks',
      { version: 1, cases: [{ event: 'PreToolUse', tool: 'run_command', expect: 'pass' }] },
      'cases[0]',
      'bad_value',
      undefined,
    ],
    [
      'what its host lacks',
      { version: 1, cases: [{ event: 'Notification', host: 'codex', expect: 'pass' }] },
      'cases[0]',
      'bad_value',
      undefined,
    ],
    ...(['tool', 'command', 'path', 'content'] as const).map((key): [string, unknown, string, string, undefined] => [
      `a ${key} at an event without tools`,
      { version: 1, cases: [{ event: 'Stop', [key]: 'run_command', expect: 'pass' }] },
      'cases[0]',
      'bad_value',
      undefined,
    ]),
    ['a prompt of a tool', { version: 1, cases: [{ ...whole, prompt: 'hi' }] }, 'cases[0]', 'bad_value', undefined],
    ['a key twice', '{"version":1,"cases":[],"cases":[]}', '', 'duplicate_key', undefined],
  ])('%s', async (_name, content, path, code, nearest) => {
    make(typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    const { errors, results: all, exitCode } = await results()
    expect(errors).toMatchObject([{ file: join(workspace.root, '.acuvo/tests/a.json'), path, code }])
    expect(errors[0]?.nearest).toBe(nearest)
    expect(all).toEqual([])
    expect(exitCode).toBe(3)
  })

  it('payloads that are too much together are not read', async () => {
    make(Array.from({ length: 10 }, () => ({ payload: 'big.txt', expect: 'deny' })))
    workspace.change('.acuvo/tests/big.txt', `{"x":"${'x'.repeat(15_000_000)}"}`)
    const { errors, exitCode } = await results()
    expect(exitCode).toBe(3)
    expect(errors.map(({ path }) => path)).toEqual(['cases[8].payload', 'cases[9].payload'])
  })

  it('is reported at once, in the order of the files, with its line', async () => {
    make(
      JSON.stringify(
        {
          version: 1,
          cases: [
            { ...whole, event: 'Stopp' },
            { ...whole, host: 'x' },
          ],
        },
        null,
        1,
      ),
    )
    workspace.change('.acuvo/tests/b.json', '[]')
    const { stdout, exitCode } = await run()
    expect(exitCode).toBe(3)
    expect(stdout.split('\n').filter((line) => line.startsWith('error'))).toHaveLength(3)
    expect(stdout).toMatch(/a\.json", line 5:\d+, cases\[0\]\.event: "Stopp" .*"Stop"/)
    expect(stdout).toContain('nothing was run: 3 errors')
  })
})

describe('reporters', () => {
  const hostile = ['a\nb%0A::error::x', '<b>&"\'\u0007\ud800', ':,|'].map((name) => ({
    name,
    host: 'codex',
    event: 'PreToolUse',
    command: 'cat secret',
    expect: 'pass',
  }))

  it('github: one command a finding, nothing of a text can begin another', async () => {
    make([...hostile, ...PROOF])
    const { stdout, exitCode } = await run('--reporter', 'github')
    expect(exitCode).toBe(1)
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(4)
    for (const line of lines.slice(0, 3))
      expect(line).toMatch(
        /^::error file=\.acuvo\/tests\/a\.json,line=\d+,title=[^:,]+::expected pass, got deny by "guard"%0Areason: denied by "guard": no secrets, please%0A.*$/,
      )
    expect(lines[0]).toContain('title=a b%250A%3A%3Aerror%3A%3Ax (codex)')
    expect(lines[3]).toBe('12 passed, 3 failed')
  })

  it('junit: well-formed, and counted', async () => {
    make([...hostile, ...PROOF])
    const { stdout, exitCode } = await run('--reporter', 'junit')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('<testsuites name="acuvo-hooks" tests="15" failures="3" skipped="0">')
    expect(stdout).toContain('name="&lt;b&gt;&amp;&quot;&apos;\ufffd\ufffd (codex)"')
    expect(stdout).toContain('name="a&#10;b%0A::error::x (codex)"')
    const python = spawnSync(
      'python3',
      ['-c', 'import sys,xml.dom.minidom as m; print(len(m.parseString(sys.stdin.buffer.read()).getElementsByTagName("testcase")))'],
      { input: stdout, encoding: 'utf8' },
    )
    if (python.error === undefined) expect(python.stdout.trim()).toBe('15')
  })

  it('pretty: fits 40 columns, no colour, controls broken', async () => {
    make([...hostile, ...PROOF])
    const { stdout } = await askProgram(['test'], {
      cwd: workspace.root,
      env: { ...workspace.env, COLUMNS: '40', NO_COLOR: '1', LC_ALL: 'C' },
    })
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/)
    expect(stdout).toContain('12 passed, 3 failed')
    for (const line of stdout.split('\n').filter((one) => one.startsWith('       '))) expect(line.length).toBeLessThanOrEqual(60)
  })

  it('stdin closed, nobody reads stdout', () => {
    make(PROOF)
    const [program, first] = startLine()
    const line = `exec 0<&-; "$0" "$@" test --json | true; exit "\${PIPESTATUS[0]}"`
    const { status, stderr } = spawnSync('bash', ['-c', line, program, ...first], { cwd: workspace.root, env: workspace.env })
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  })
})

it('a case file of another workspace is held against that workspace', async () => {
  make(PROOF)
  const elsewhere = await askProgram(['test', '--json', join(workspace.root, '.acuvo/tests/a.json')], {
    cwd: workspace.home,
    env: workspace.env,
  })
  expect(shape.parse(JSON.parse(elsewhere.stdout))).toMatchObject({ roots: [workspace.root], counts: { failed: 0 } })
})
