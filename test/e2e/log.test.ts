import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shape as followShape } from '../../src/shapes/log-follow.js'
import { shape } from '../../src/shapes/log.js'
import { shape as whyShape } from '../../src/shapes/log-why.js'
import { shape as statsShape } from '../../src/shapes/stats.js'
import { HOSTS, payload, shellCall, type Host } from '../support/payloads.mjs'
import { startLine } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** The audit log: what a call leaves in it, and how `log`, `log why` and `stats` read it back. */

let workspace: Workspace
beforeEach(() => void (workspace = makeWorkspace()))
afterEach(() => workspace.remove())

const FULL_BYTES = 4_194_304

const logFile = (): string => join(workspace.store, 'log.ndjson')
const command = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  askProgram(args, { cwd: workspace.root, env: { ...workspace.env, ...env } })
const run = (host: Host, stdin: object | string, args: readonly string[] = []) =>
  askProgram(['run', '--host', host, ...args], { stdin, cwd: workspace.root, env: workspace.env })

type Json = Record<string, unknown>
const recorded = (): Json[] =>
  existsSync(logFile())
    ? readFileSync(logFile(), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Json)
    : []

/** A record as `run` writes it. */
const record = (change: Json = {}): Json => ({
  version: 1,
  id: 'aaaaaaa1',
  at: '2026-11-30T10:00:00.000Z',
  host: 'claude-code',
  event: 'PreToolUse',
  nativeEvent: 'PreToolUse',
  session: 's-1',
  tool: { kind: 'run_command', native: 'Bash' },
  root: '/w',
  verdict: 'deny',
  durationMs: 50,
  entries: [],
  outcomes: [{ hook: 'guard', file: '/w/.acuvo/hooks.json', outcome: 'denied', exitCode: 2, durationMs: 40 }],
  ...change,
})

const writeLog = (records: readonly (Json | string)[], file = logFile()): void => {
  mkdirSync(workspace.store, { recursive: true, mode: 0o700 })
  writeFileSync(file, records.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''), { mode: 0o600 })
}

const ids = async (args: readonly string[]): Promise<unknown[]> => {
  const { stdout, exitCode } = await command(['log', '--json', ...args])
  expect(exitCode).toBe(0)
  return shape.parse(JSON.parse(stdout)).records.map(({ id }) => id)
}

describe('the record of a call', () => {
  it.each(HOSTS)('of %s says who, where, what tool, and how each hook ended, and of what was said the reason alone', async (host) => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'guard', command: 'cat > /dev/null; echo beside >&2; echo no; exit 2' }] })
    const stdin = shellCall(host, workspace.root, 'echo an-argument')
    const ended = await run(host, stdin)
    const [one] = recorded()
    expect(one).toMatchObject({
      host,
      event: 'PreToolUse',
      verdict: 'deny',
      session: host === 'cursor' ? 'c-1' : 's-1',
      promptId: { 'claude-code': 'p-1', codex: 't-1', cursor: 'g-1' }[host],
      callId: host === 'codex' ? 'call_1' : 'toolu_1',
      root: workspace.root,
      tool: { kind: 'run_command', native: host === 'cursor' ? 'Shell' : 'Bash' },
      payloadBytes: JSON.stringify(stdin).length,
      answerBytes: Buffer.byteLength(ended.stdout + ended.stderr),
      outcomes: [{ hook: 'guard', outcome: 'denied', exitCode: 2, outputBytes: 'beside\nno\n'.length }],
    })
    expect(one?.reason).toContain('"guard"')
    expect(one?.id).toMatch(/^[0-9a-z]{8}$/)
    expect(one?.durationMs).toBeGreaterThan(0)
    expect(JSON.stringify(one)).not.toContain('an-argument')
    expect(statSync(logFile()).mode & 0o777).toBe(0o600)
  })

  it('is made where no hook matches, where there is no policy, and where the event is not known', async () => {
    await run('claude-code', shellCall('claude-code', workspace.root, 'ls'))
    workspace.policy({ hooks: [{ event: 'PreToolUse', tools: ['web_search'], command: 'exit 2' }] })
    await run('claude-code', shellCall('claude-code', workspace.root, 'ls'))
    await run('claude-code', { ...payload('claude-code', 'Stop', workspace.root), hook_event_name: 'Surprise' })
    expect(recorded().map(({ nativeEvent, verdict, outcomes }) => [nativeEvent, verdict, outcomes])).toEqual([
      ['PreToolUse', 'pass', []],
      ['PreToolUse', 'pass', []],
      ['Surprise', 'pass', []],
    ])
  })

  it('names the paths, and neither there nor in a reason a secret', async () => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', deny: 'not with --password hunter2hunter2' }] })
    const call = { tool_name: 'Write', tool_input: { file_path: join(workspace.root, 'ghp_abcdefghij0123456789', 'a.txt'), content: 'x' } }
    await run('claude-code', { ...shellCall('claude-code', workspace.root, ''), ...call })
    const [one] = recorded()
    expect(one?.paths).toEqual([join(workspace.root, '[redacted]', 'a.txt')])
    expect(one?.reason).toContain('not with --password [redacted]')
    expect((await command(['log', 'why', String(one?.id)])).stdout).not.toMatch(/hunter2|ghp_/)
  })

  const held: [what: string, prepare: () => void, stdin: () => object | string, args: string[]][] = [
    [
      'of a policy that nobody approved',
      () => workspace.change('.acuvo/hooks.json', '{}'),
      () => shellCall('claude-code', workspace.root, 'ls'),
      [],
    ],
    ['of a broken policy', () => workspace.change('.acuvo/hooks.json', '{'), () => shellCall('claude-code', workspace.root, 'ls'), []],
    ['whose payload is unreadable', () => workspace.policy({ hooks: [] }), () => '{"hook_event_name":"PreToolUse"', []],
    [
      'of a line with a fault',
      () => workspace.policy({ hooks: [] }),
      () => shellCall('claude-code', workspace.root, 'ls'),
      ['--hots', 'x'],
    ],
    [
      'with more targets than can be looked at',
      () => workspace.policy({ hooks: [] }),
      () => {
        const files = Array.from({ length: 4_001 }, (_, index) => `*** Add File: f${index}\n+x`).join('\n')
        return {
          ...shellCall('codex', workspace.root, ''),
          tool_name: 'apply_patch',
          tool_input: { command: `*** Begin Patch\n${files}\n*** End Patch` },
        }
      },
      [],
    ],
    [
      'that we failed at',
      () => workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'kill -TERM $PPID; sleep 5' }] }),
      () => shellCall('claude-code', workspace.root, 'ls'),
      [],
    ],
  ]
  it.each(held)('says deny for a call %s', async (_what, prepare, stdin, args) => {
    prepare()
    const host = JSON.stringify(stdin()).includes('apply_patch') ? 'codex' : 'claude-code'
    const ended = await run(host, stdin(), args)
    expect(ended.exitCode === 2 || ended.stdout.includes('deny')).toBe(true)
    expect(recorded()).toEqual([expect.objectContaining({ verdict: 'deny', outcomes: [] })])
    expect(recorded()[0]?.entries).not.toEqual([])
    expect(await ids(['--denied'])).toEqual([recorded()[0]?.id])
  })

  it('is one whole line each, with 8 writers at a time, and stats counts them all', async () => {
    workspace.policy({
      hooks: [
        { event: 'PreToolUse', name: 'one', notice: 'n' },
        { event: 'PreToolUse', name: 'two', deny: 'd' },
      ],
    })
    const call = (): Promise<unknown> => run('claude-code', shellCall('claude-code', workspace.root, 'ls'))
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 8 }, call))
    const { stdout } = await command(['stats', '--json'])
    const { hooks, hosts, skipped, decisions } = statsShape.parse(JSON.parse(stdout))
    expect({ skipped, decisions }).toEqual({ skipped: 0, decisions: 24 })
    expect(hosts).toEqual([{ host: 'claude-code', decisions: 24, pass: 0, allow: 0, ask: 0, deny: 24 }])
    expect(hooks.map(({ hook, count, denied, passed }) => ({ hook, count, denied, passed }))).toEqual([
      { hook: 'one', count: 24, denied: 0, passed: 24 },
      { hook: 'two', count: 24, denied: 24, passed: 0 },
    ])
  }, 60_000)

  it('goes to a new file when the old one is full, once for writers at a time', async () => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'one', notice: 'n' }] })
    writeLog([record({ id: 'oldoldol' }), JSON.stringify({ filler: 'x'.repeat(FULL_BYTES) })])
    await Promise.all(Array.from({ length: 8 }, () => run('claude-code', shellCall('claude-code', workspace.root, 'ls'))))
    expect(statSync(`${logFile()}.1`).size).toBeGreaterThan(FULL_BYTES)
    expect(existsSync(`${logFile()}.lock`)).toBe(false)
    const { stdout } = await command(['log', '--json'])
    const { records, skipped } = shape.parse(JSON.parse(stdout))
    expect(records.map(({ id }) => id)[0]).toBe('oldoldol')
    expect({ records: records.length, skipped }).toEqual({ records: 9, skipped: 1 })
  }, 60_000)

  it('never takes more than five files', async () => {
    const filler = JSON.stringify({ filler: 'x'.repeat(FULL_BYTES) })
    for (let index = 1; index < 5; index++) writeLog([record({ id: `aaaaaaa${index}` })], `${logFile()}.${index}`)
    for (const [round, kept] of [
      ['aaaaaaa3', 'aaaaaaa2', 'aaaaaaa1'],
      ['aaaaaaa2', 'aaaaaaa1'],
    ].entries()) {
      writeLog([filler])
      await run('claude-code', shellCall('claude-code', workspace.root, 'ls'))
      expect((await ids([])).slice(0, kept.length)).toEqual(kept)
      expect(await ids([])).toHaveLength(kept.length + round + 1)
    }
    expect(
      readdirSync(workspace.store)
        .filter((name) => name.startsWith('log.ndjson'))
        .sort(),
    ).toEqual([1, 2, 3, 4].map((index) => `log.ndjson.${index}`))
  })

  it.each<[string, (file: string) => void]>([
    ['a folder where the file before it should stand', (file) => mkdirSync(join(`${file}.1`, 'x'), { recursive: true })],
    ['the lock of a process that is gone', (file) => (writeFileSync(`${file}.lock`, ''), utimesSync(`${file}.lock`, 1, 1))],
  ])('stays bounded with %s', async (_what, spoil) => {
    writeLog([JSON.stringify({ filler: 'x'.repeat(4 * FULL_BYTES) })])
    spoil(logFile())
    const sizes = []
    for (let call = 0; call < 3; call++) {
      await run('claude-code', shellCall('claude-code', workspace.root, 'ls'))
      sizes.push(statSync(logFile()).size)
    }
    expect(sizes.at(-1)).toBeLessThan(4 * FULL_BYTES + 2_000)
  })

  it('begins a line of its own where a full disk took the last one in part', async () => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'one', notice: 'n' }] })
    writeLog([record({ id: 'aaaaaaa1' })])
    appendFileSync(logFile(), '{"version":1,"id":"bbbbb')
    await run('claude-code', shellCall('claude-code', workspace.root, 'ls'))
    const { stdout } = await command(['log', '--json'])
    const { records, skipped } = shape.parse(JSON.parse(stdout))
    expect({ records: records.length, skipped }).toEqual({ records: 2, skipped: 1 })
  })
})

describe("the key log of the person's own file", () => {
  beforeEach(
    () =>
      void workspace.policy({
        hooks: [
          { event: 'PreToolUse', commands: ['rm'], deny: 'no' },
          { event: 'PreToolUse', command: 'true' },
        ],
      }),
  )
  const calls = async (): Promise<unknown[]> => {
    await run('claude-code', shellCall('claude-code', workspace.root, 'ls'))
    await run('claude-code', shellCall('claude-code', workspace.root, 'rm x'))
    await run('claude-code', { ...payload('claude-code', 'Stop', workspace.root), hook_event_name: 'PostCompact' })
    await run('claude-code', '{"hook_event_name":"PreToolUse"')
    return recorded().map(({ nativeEvent, verdict }) => `${String(nativeEvent)} ${String(verdict)}`)
  }

  it.each([
    ['on', ['PreToolUse pass', 'PreToolUse deny', 'PostCompact pass', 'undefined deny']],
    ['denied', ['PreToolUse deny', 'undefined deny']],
    ['full', ['PreToolUse pass', 'PreToolUse deny', 'PostCompact pass', 'undefined deny']],
    ['off', []],
  ])('%s', async (log, expected) => {
    workspace.userPolicy({ log })
    expect(await calls()).toEqual(expected)
  })

  it('full: with what was said, without secrets and bounded', async () => {
    workspace.policy({
      hooks: [
        { event: 'PreToolUse', name: 'guard', command: 'cat > /dev/null; echo "TOKEN=abc123abc123"; echo starting >&2; exit 127' },
        { event: 'UserPromptSubmit', notice: 'n' },
      ],
    })
    workspace.userPolicy({ log: 'full' })
    const words = `${'word '.repeat(2_000)}end`
    await run('claude-code', shellCall('claude-code', workspace.root, `curl -u u:hunter2 https://u:hunter2@h ${workspace.home}/x`))
    await run('claude-code', { ...payload('claude-code', 'UserPromptSubmit', workspace.root), prompt: words })
    const output = { stdout: `AKIAIOSFODNN7EXAMPLE ${words}`, stderr: '' }
    await run('claude-code', { ...shellCall('claude-code', workspace.root, 'ls', 'PostToolUse'), tool_response: output })
    const [before, prompt, after] = recorded() as { said?: Record<string, unknown>; cut?: unknown; outcomes?: unknown }[]
    expect(before?.said?.input).toEqual({ command: 'curl -u u:[redacted] https://u:[redacted]@h ~/x' })
    const printed = (before?.said?.printed as Record<string, string> | undefined)?.guard
    expect(printed).toMatch(/TOKEN=\[redacted\][^]*starting/)
    expect(prompt?.said?.prompt).toMatch(/^word .*\[\d+ characters cut\]$/)
    expect(JSON.stringify(after?.said?.output)).toContain('[redacted] word')
    expect(readFileSync(logFile(), 'utf8')).not.toMatch(/hunter2|abc123|AKIA/)
    for (const line of readFileSync(logFile(), 'utf8').split('\n')) expect(Buffer.byteLength(line)).toBeLessThan(16_384)
    const { stdout } = await command(['log', '--json'])
    const why = await command(['log', 'why', String(shape.parse(JSON.parse(stdout)).records[0]?.id)])
    expect(why.stdout).toContain('https://u:[redacted]@h')
  })

  it('means nothing before it is approved', async () => {
    const file = workspace.userPolicy({ log: 'on' })
    writeFileSync(file, JSON.stringify({ log: 'off' }))
    expect(await calls()).toHaveLength(4)
  })
})

describe('log', () => {
  beforeEach(() =>
    writeLog([
      record({ id: 'aaaaaaa1', at: '2026-11-28T10:00:00.000Z' }),
      record({
        id: 'aaaaaaa2',
        at: '2026-11-29T10:00:00.000Z',
        host: 'codex',
        session: 's-2',
        verdict: 'pass',
        outcomes: [{ hook: 'lint', outcome: 'passed' }],
      }),
      record({ id: 'aaaaaaa3', at: new Date(Date.now() - 3_600_000).toISOString(), host: 'cursor' }),
    ]),
  )

  it.each<[args: string[], found: string[]]>([
    [[], ['aaaaaaa1', 'aaaaaaa2', 'aaaaaaa3']],
    [['--host', 'codex'], ['aaaaaaa2']],
    [['--hook', 'lint'], ['aaaaaaa2']],
    [['--hook', 'lin'], []],
    [['--session', 's-2'], ['aaaaaaa2']],
    [['--denied'], ['aaaaaaa1', 'aaaaaaa3']],
    [['--denied', '--last', '1'], ['aaaaaaa3']],
    [['--since', '2h'], ['aaaaaaa3']],
    [['--since', '30m'], []],
    [
      ['--since', '2026-11-29T10:00:00Z'],
      ['aaaaaaa2', 'aaaaaaa3'],
    ],
    [
      ['--since', '2026-11-29T12:00:00+02:00'],
      ['aaaaaaa2', 'aaaaaaa3'],
    ],
    [
      ['--since', '2026-11-29'],
      ['aaaaaaa2', 'aaaaaaa3'],
    ],
  ])('%j', async (args, found) => expect(await ids(args)).toEqual(found))

  it.each([
    ['--since', 'yesterday'],
    ['--since', '2026-13-01'],
    ['--since', '2026-02-30'],
    ['--last', '0'],
    ['--last', 'all'],
    ['--host', 'nobody'],
    ['--store', 'relative'],
  ])('%s %s is wrong usage', async (...args) => expect((await command(['log', ...args])).exitCode).toBe(2))

  it('is a line a decision for people, with the time where they are', async () => {
    const { stdout } = await command(['log', '--host', 'claude-code'], { TZ: 'America/New_York' })
    expect(stdout).toBe('2026-11-28 05:00:00  claude-code  PreToolUse  Bash  deny  "guard"  exit 2  aaaaaaa1\n')
  })

  it('reads what was put aside first, skips what is no record and counts it', async () => {
    renameSync(logFile(), `${logFile()}.1`)
    writeLog([
      '{"version":1,"at":"2026-',
      'null',
      '[]',
      '{"version":2}',
      '{"version":1,"at":"x","entries":[],"outcomes":[]}',
      record({ id: 'aaaaaaa4' }),
    ])
    const { stdout, stderr } = await command(['log'])
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.slice(-8)),
    ).toEqual(['aaaaaaa1', 'aaaaaaa2', 'aaaaaaa3', 'aaaaaaa4'])
    expect(stderr).toMatch(/^5 lines /)
    expect(shape.parse(JSON.parse((await command(['log', '--json'])).stdout)).skipped).toBe(5)
  })

  it('an empty one is said, with exit 0', async () => {
    writeLog([])
    expect(await command(['log'])).toMatchObject({ exitCode: 0, stdout: '', stderr: expect.stringContaining('empty') as string })
    expect(await command(['stats'])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('nothing') as string })
  })

  it('is refused where somebody else could have written it', async () => {
    const refused = async (): Promise<void> => {
      for (const args of [['log'], ['log', '--json'], ['stats'], ['log', 'why', 'aaaaaaa1'], ['log', '--follow']]) {
        const ended = await command(args)
        expect(ended, args.join(' ')).toMatchObject({ exitCode: 3, stdout: '' })
        expect(ended.stderr).toContain('log.ndjson')
      }
    }
    chmodSync(logFile(), 0o666)
    await refused()
    renameSync(logFile(), join(workspace.base, 'elsewhere'))
    symlinkSync(join(workspace.base, 'elsewhere'), logFile())
    await refused()
  })

  it('of nothing that stands in it a terminal gets more than text', async () => {
    const evil = 'x\u001b[2J\u001b]0;t\u0007\u202E\u0085\ny'
    writeLog([
      record({
        id: 'aaaaaaa1',
        host: evil,
        session: evil,
        root: evil,
        tool: { kind: evil, native: evil },
        entries: [{ code: evil, text: evil }],
        outcomes: [{ hook: evil, file: evil, outcome: evil, cause: evil }],
      }),
    ])
    for (const args of [['log'], ['log', 'why', 'aaaaaaa1'], ['stats'], ['log', '--json'], ['stats', '--json']]) {
      const { stdout } = await command(args)
      // eslint-disable-next-line no-control-regex
      expect(stdout, args.join(' ')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
      expect(stdout).toContain('x')
    }
    expect((await command(['log'])).stdout.split('\n')).toHaveLength(2)
  })
})

describe('log why', () => {
  it('shows every hook of one decision, with its file', async () => {
    writeLog([
      record({
        entries: [{ code: 'policy_changed', text: '/w/.acuvo/hooks.json' }],
        outcomes: [
          { hook: 'guard', file: '/w/.acuvo/hooks.json', outcome: 'denied', exitCode: 2, durationMs: 40 },
          { hook: 'later', file: '/w/.acuvo/hooks.json', outcome: 'skipped', cause: 'an earlier hook denied', durationMs: 0 },
        ],
      }),
    ])
    const { stdout } = await command(['log', 'why', 'aaaaaaa1'])
    for (const text of [
      'run_command',
      'deny',
      's-1',
      '"guard" denied in 40 ms: exit 2',
      '"later" skipped: an earlier hook denied',
      '/w/.acuvo/hooks.json',
      'policy_changed',
    ])
      expect(stdout).toContain(text)
    expect(stdout).not.toContain('acuvo-hooks pass')
    const { record: one, canPass } = whyShape.parse(JSON.parse((await command(['log', 'why', 'aaaaaaa1', '--json'])).stdout))
    expect({ id: one.id, hooks: one.outcomes.length, canPass }).toEqual({ id: 'aaaaaaa1', hooks: 2, canPass: false })
  })

  it('says how to let the call through where a person can', async () => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', deny: 'no' }] })
    await run('claude-code', shellCall('claude-code', workspace.root, 'ls'))
    const id = String(recorded()[0]?.id)
    expect((await command(['log', 'why', id])).stdout).toContain(`acuvo-hooks pass ${id}`)
    expect(whyShape.parse(JSON.parse((await command(['log', '--json', 'why', id])).stdout)).canPass).toBe(true)
  })

  it.each(['zzzzzzzz', 'x', '../../a'])('%s is nothing it knows', async (id) => {
    writeLog([record()])
    expect(await command(['log', 'why', id])).toMatchObject({ exitCode: 2, stdout: '' })
  })
})

describe('stats', () => {
  it('counts each hook and gives its times by nearest rank', async () => {
    const timed = (durationMs: number, more: Json = {}): Json =>
      record({ verdict: 'pass', outcomes: [{ hook: 'h', file: '/f', outcome: 'passed', durationMs, ...more }] })
    writeLog([
      ...Array.from({ length: 18 }, (_, index) => timed(index + 1)),
      timed(100, { would: 'denied', slow: true }),
      timed(200, { outcome: 'failed' }),
      timed(0, { outcome: 'skipped' }),
      timed(7, { file: '/g' }),
    ])
    const { hooks, decisions } = statsShape.parse(JSON.parse((await command(['stats', '--json'])).stdout))
    expect(decisions).toBe(22)
    // Of 20 durations 1 to 18, 100 and 200: the 10th, the 19th, the last.
    expect(hooks[0]).toEqual({
      hook: 'h',
      file: '/f',
      count: 21,
      passed: 19,
      denied: 0,
      asked: 0,
      failed: 1,
      skipped: 1,
      wouldHaveDenied: 1,
      passedOnce: 0,
      slow: 1,
      ms: { p50: 10, p95: 100, max: 200 },
    })
    expect(hooks[1]).toMatchObject({ hook: 'h', file: '/g', count: 1 })
  })

  it.each([
    ['C', '#'],
    ['en_GB.UTF-8', '\u2588'],
  ])('draws within 40 columns, in a locale like %s with %s', async (locale, bar) => {
    writeLog([...Array.from({ length: 5 }, () => record()), record({ outcomes: [{ hook: 'other', outcome: 'passed', durationMs: 1 }] })])
    const { stdout } = await command(['stats'], { LC_ALL: locale, COLUMNS: '40' })
    const lines = stdout.split('\n')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(40)
    const bars = lines.filter((line) => line.includes(bar)).map((line) => [...line].filter((char) => char === bar).length)
    expect(bars).toHaveLength(2)
    expect((bars[0] ?? 0) / (bars[1] ?? 1)).toBeCloseTo(5, 0)
    // eslint-disable-next-line no-control-regex
    if (locale === 'C') expect(stdout).toMatch(/^[\u0000-\u007f]*$/)
  })

  it('of one session, and since', async () => {
    writeLog([record({ session: 'a' }), record({ session: 'b' }), record({ session: 'b', at: '2020-01-01T00:00:00.000Z' })])
    const count = async (args: string[]): Promise<number> =>
      statsShape.parse(JSON.parse((await command(['stats', '--json', ...args])).stdout)).decisions
    expect(await count(['--session', 'b'])).toBe(2)
    expect(await count(['--session', 'b', '--since', '2026-01-01'])).toBe(1)
  })
})

describe('log --follow', () => {
  const follow = (args: readonly string[]) => {
    const [program, first] = startLine()
    const child = spawn(program, [...first, 'log', '--follow', ...args], {
      cwd: workspace.root,
      env: workspace.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const lines = async (count: number): Promise<string[]> => {
      for (const until = Date.now() + 15_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50)))
        if (text.split('\n').length > count) return text.trim().split('\n')
      throw new Error(`no ${count} lines: ${text}`)
    }
    return { child, ended, lines }
  }
  const append = (id: string): void => appendFileSync(logFile(), `${JSON.stringify(record({ id }))}\n`, { mode: 0o600 })

  it('shows the last ones and what comes, over a change of files, until SIGINT', async () => {
    writeLog([record({ id: 'before01' }), record({ id: 'before02', verdict: 'pass' })])
    const { child, ended, lines } = follow(['--denied', '--json'])
    await lines(1)
    append('during01')
    await lines(2)
    renameSync(logFile(), `${logFile()}.1`)
    // A call that had opened the old file.
    appendFileSync(`${logFile()}.1`, `${JSON.stringify(record({ id: 'during02' }))}\n{"half`)
    writeLog(['no record', record({ id: 'during03' })])
    await lines(4)
    appendFileSync(logFile(), JSON.stringify(record({ id: 'during04' })).slice(0, 50))
    append('glued000')
    append('during05')
    const found = (await lines(5)).map((line) => followShape.parse(JSON.parse(line)).id)
    expect(found).toEqual(['before01', 'during01', 'during02', 'during03', 'during05'])
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  }, 60_000)

  it('waits for a log that is not there yet, and ends when nobody reads it', async () => {
    const { child, ended, lines } = follow([])
    await new Promise((resolve) => setTimeout(resolve, 500))
    writeLog([record({ id: 'first001' })])
    expect((await lines(1))[0]).toMatch(/first001$/)
    child.stdout.destroy()
    append('second01')
    expect(await ended).toBe(0)
  }, 60_000)
})

it('a pipe that nobody reads, and a stdin that is closed, harm nothing', async () => {
  writeLog(Array.from({ length: 3_000 }, () => record()))
  const [program, first] = startLine()
  const words = [program, ...first].map((word) => `'${word}'`).join(' ')
  const child = spawn('sh', ['-c', `{ ${words} log <&-; echo $? >&2; } | head -1; ${words} stats <&- | head -1`], {
    cwd: workspace.root,
    env: workspace.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  await new Promise((resolve) => child.on('close', resolve))
  expect(out.trim().split('\n')).toHaveLength(2)
  expect(err.trim()).toBe('0')
})
