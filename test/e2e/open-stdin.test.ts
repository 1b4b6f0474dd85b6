import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { HOSTS, nativeName, payload, shellCall, type Host } from '../support/payloads.mjs'
import { startLine } from '../support/program.mjs'
import { deliver, type Delivered, type DeliverOptions, type Piece, type Via } from './deliver.js'
import { expectBlocked, expectNeutral, expectUnreadable, inWorkspace } from './expectations.js'

/** Hosts leave our stdin open, write late or in pieces, or write more than a pipe holds: issue 2 point 8, FR-49 to FR-51. */

const DENIES_ALL = { hooks: [{ event: 'PreToolUse', name: 'nothing may run', command: 'cat >/dev/null; echo never >&2; exit 2' }] }
const OWN_DENY = 'denied by "nothing may run": never'
const OPEN_ANSWER_MS = 3_000
/** Where several are started at once, each waits for a processor as well. */
const BUSY_ANSWER_MS = 2 * OPEN_ANSWER_MS

const TRANSPORTS: readonly Via[] = process.platform === 'linux' ? ['socket', 'pipe'] : ['socket']

type Setup = { host: Host; event: string; policy?: unknown; args?: string[] } & Partial<DeliverOptions>
const MIB = 1_048_576
/** The document with a field of so many MiB. */
const ofMib = (text: string, count: number): Piece[] => [
  text.slice(0, -1),
  ',"pad":"',
  ...Array.from({ length: count }, () => Buffer.alloc(MIB, 'x')),
  '"}',
]
const send = ({ host, event, policy = DENIES_ALL, args = [], ...options }: Setup, pieces: (text: string) => Piece[]): Promise<Delivered> =>
  inWorkspace(policy, ({ root, env }) => {
    const text = JSON.stringify(event === 'PreToolUse' ? shellCall(host, root, 'ls') : payload(host, event, root))
    return deliver(['run', '--host', host, '--event', nativeName(host, event), ...args], pieces(text), { cwd: root, env, ...options })
  })

describe.each(TRANSPORTS)('a %s that is left open', (via) => {
  const open = { via, leaveOpen: true, args: ['--host-timeout', '2'] }

  it.each(HOSTS)('with a complete document of %s is answered within 3 s', async (host) => {
    const ended = await send({ via, leaveOpen: true, host, event: 'PreToolUse' }, (text) => [text])
    expectBlocked(host, ended)
    expect(ended.stderr).toContain(OWN_DENY)
    expect(ended.ms).toBeLessThan(OPEN_ANSWER_MS)
  })

  it('with a complete document at Stop, and without a policy, is neutral within 3 s', async () => {
    const stop = await send({ via, leaveOpen: true, host: 'cursor', event: 'Stop' }, (text) => [text])
    expectNeutral('cursor', 'Stop', stop)
    expect(stop.ms).toBeLessThan(OPEN_ANSWER_MS)
    const bare = await inWorkspace(undefined, ({ root, env }) =>
      deliver(['run', '--host', 'codex', '--event', 'PreToolUse'], [JSON.stringify(shellCall('codex', root, 'ls'))], {
        cwd: root,
        env,
        via,
        leaveOpen: true,
      }),
    )
    expectNeutral('codex', 'PreToolUse', bare)
    expect(bare.ms).toBeLessThan(OPEN_ANSWER_MS)
  })

  const readable: [name: string, pieces: (text: string) => Piece[]][] = [
    ['a BOM and CR LF around the document', (text) => [`\ufeff\r\n${text}\r\n`]],
    ['the document in pieces with short pauses', (text) => [text.slice(0, 20), 100, text.slice(20, 60), 100, text.slice(60)]],
    ['the document in pieces with a pause longer than the quiet that ends a document', (text) => [text.slice(0, 40), 600, text.slice(40)]],
    ['a first byte that comes late', (text) => [600, text]],
  ]
  // These mostly wait.
  it.concurrent.each(readable)('with %s is judged', async (_name, pieces) => {
    const ended = await send({ ...open, host: 'claude-code', event: 'PreToolUse' }, pieces)
    expectBlocked('claude-code', ended)
    expect(ended.stderr).toContain(OWN_DENY)
    expect(ended.ms).toBeLessThan(BUSY_ANSWER_MS)
  })

  const unreadable: [name: string, pieces: (text: string) => Piece[], says: string[]][] = [
    ['half a document', (text) => [text.slice(0, text.length / 2)], []],
    ['a document short of its last brace', (text) => [text.slice(0, -1)], []],
    ['nothing at all', () => [], ['no payload']],
    ['white space only', () => ['\n\n  '], []],
    ['a BOM only', () => ['\ufeff'], []],
    ['words', () => ['hello'], []],
    ['a complete array', (text) => [`[${text}]`], []],
    ['two documents', (text) => [text + text], []],
    ['a document and a log line', (text) => [`${text}\ndone`], []],
    ['a raw NUL after the document', (text) => [`${text}\0`], []],
  ]
  it.concurrent.each(unreadable)('with %s is held before the host gives up', async (_name, pieces, says) => {
    const ended = await send({ ...open, host: 'cursor', event: 'PreToolUse' }, pieces)
    expectUnreadable('cursor', ended, says)
    expect(ended.ms).toBeLessThan(BUSY_ANSWER_MS)
  })

  const unfinished: [name: string, pieces: (text: string) => Piece[]][] = [
    ['nothing', () => []],
    ['half a document', (text) => [text.slice(0, 20)]],
  ]
  it.each(unfinished)('with %s at Stop is neutral', async (_name, pieces) => {
    const ended = await send({ ...open, host: 'claude-code', event: 'Stop' }, pieces)
    expectNeutral('claude-code', 'Stop', ended)
    expect(ended.ms).toBeLessThan(OPEN_ANSWER_MS)
  })

  it.concurrent('with nothing at all is held after 5 s where the host has time', async () => {
    const ended = await send({ via, leaveOpen: true, host: 'codex', event: 'PreToolUse' }, () => [])
    expectUnreadable('codex', ended, ['no payload'])
    expect(ended.ms).toBeGreaterThan(4_500)
    expect(ended.ms).toBeLessThan(5_000 + BUSY_ANSWER_MS)
  })

  it.concurrent('and written to after 3 s is judged where the host has time', async () => {
    const ended = await send({ via, leaveOpen: true, host: 'codex', event: 'PreToolUse' }, (text) => [3_000, text])
    expectBlocked('codex', ended)
    expect(ended.stderr).toContain(OWN_DENY)
  })
})

describe('stdin that is no pipe', () => {
  it('is read from a regular file', async () => {
    const ended = await send({ via: 'file', host: 'claude-code', event: 'PreToolUse' }, (text) => [text])
    expectBlocked('claude-code', ended)
    expect(ended.stderr).toContain(OWN_DENY)
    expectUnreadable('claude-code', await send({ via: 'file', host: 'claude-code', event: 'PreToolUse' }, () => ['']), ['no payload'])
  })

  const redirections = ['</dev/null', '<&-', '<.', '>/dev/null <&1', '</dev/zero']
  it.runIf(process.platform === 'linux').each(redirections)('is held when it is %s', (redirection) =>
    inWorkspace(DENIES_ALL, async ({ root, env }) => {
      const [program, first] = startLine()
      const words = [program, ...first, 'run', '--host', 'codex', '--event', 'PreToolUse', '--host-timeout', '4']
      const startedAt = performance.now()
      const options = { cwd: root, env, encoding: 'utf8', timeout: 20_000 } as const
      const { status, signal, stdout, stderr } = spawnSync('sh', ['-c', `exec "$0" "$@" ${redirection}`, ...words], options)
      const ended = { exitCode: status, signal, stdout, stderr, ms: performance.now() - startedAt }
      expectUnreadable('codex', ended)
      expect(ended.ms).toBeLessThan(4_000)
    }),
  )
})

describe.each(TRANSPORTS)('the writer of a %s', (via) => {
  const padded = (text: string): string =>
    text.replace('"ls"', `"ls ${'x'.repeat(MIB)}"`).replace('"tool_', `"pad":"${'x'.repeat(MIB)}","tool_`)
  const drained: [name: string, setup: Setup, pieces: (text: string) => Piece[]][] = [
    ['a broken policy', { host: 'claude-code', event: 'PreToolUse', policy: '{ "hooks": [' }, (text) => [padded(text)]],
    [
      'a policy that denies without reading',
      { host: 'codex', event: 'PreToolUse', policy: { hooks: [{ event: 'PreToolUse', command: 'exit 2' }] } },
      (text) => [padded(text)],
    ],
    ['no policy', { host: 'cursor', event: 'PreToolUse', policy: '{}' }, (text) => [padded(text)]],
    ['an event without hooks', { host: 'cursor', event: 'Stop' }, (text) => [text.slice(0, -1), `,"pad":"${'x'.repeat(MIB)}"}`]],
    ['an unknown option', { host: 'claude-code', event: 'PreToolUse', args: ['--verbose'] }, (text) => [padded(text)]],
    ['a bad --host-timeout', { host: 'claude-code', event: 'PreToolUse', args: ['--host-timeout', 'soon'] }, (text) => [padded(text)]],
    ['a payload that is not JSON', { host: 'codex', event: 'PreToolUse' }, (text) => [`not ${padded(text)}`]],
    ['a raw NUL at the start', { host: 'codex', event: 'PreToolUse' }, (text) => [`\0${padded(text)}`]],
    ['a slow writer of what is not JSON', { host: 'codex', event: 'PreToolUse' }, (text) => ['not ', 200, padded(text), 200, padded(text)]],
    ['a payload over 64 MiB', { host: 'claude-code', event: 'PreToolUse' }, (text) => ofMib(text, 66)],
  ]
  it.each(drained)('meets no broken pipe: %s', async (_name, setup, pieces) => {
    const ended = await send({ via, ...setup }, pieces)
    expect(ended.signal).toBeNull()
    expect(ended.writeError).toBeUndefined()
  })

  it('of more than 64 MiB is told so, and is neutral at Stop and without a policy', async () => {
    const huge = (text: string): Piece[] => ofMib(text, 65)
    expectUnreadable('claude-code', await send({ via, host: 'claude-code', event: 'PreToolUse' }, huge), ['64 MiB'])
    expectNeutral('cursor', 'Stop', await send({ via, host: 'cursor', event: 'Stop' }, huge))
  })

  it('of just under 64 MiB is judged', async () => {
    const ended = await send({ via, host: 'claude-code', event: 'PreToolUse' }, (text) => ofMib(text, 63))
    expectBlocked('claude-code', ended)
    expect(ended.stderr).toContain(OWN_DENY)
  })
})
