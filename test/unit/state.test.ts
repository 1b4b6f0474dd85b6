import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProtocolEvent } from '../../src/protocol/event.js'
import { clean } from '../../src/store/clean.js'
import { keepLate, takeLate } from '../../src/state/late.js'
import { SessionState } from '../../src/state/session.js'
import { stopCounter } from '../../src/state/stops.js'
import { forgetWrites, noteWrites, writtenSince } from '../../src/state/written.js'

/** What is remembered between calls: bounded, keyed by anything, never in the way. Issue 4, points 6 and 7. */

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'acuvo-state-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
const sessions = (): string => join(folder(), 'sessions')

const event = (more: Partial<ProtocolEvent>): ProtocolEvent => ({
  protocolVersion: 1,
  host: 'claude-code',
  event: 'Stop',
  nativeEvent: 'Stop',
  announcement: 'first',
  workspace: { root: '/w', roots: ['/w'], cwd: '/w' },
  ...more,
})

const call = (
  path: string | undefined,
  more: Partial<ProtocolEvent> = {},
  kind: 'edit_file' | 'run_command' = 'edit_file',
): ProtocolEvent =>
  event({
    event: 'PostToolUse',
    promptId: 'p',
    ...more,
    tool: {
      names: [kind],
      nativeName: 'Edit',
      kind,
      callId: `call ${path}`,
      input: {},
      paths: path === undefined ? [] : [{ path, spelled: path, kind: 'update' }],
    },
  })

describe('a session', () => {
  it.each(['plain', 'a/b', '../../x', 'line\nbreak', '\0', 'x'.repeat(4_096), '', '.'])('may have any id: %j', (id) => {
    const root = sessions()
    const session = new SessionState(root, id)
    expect([session.isFirst('m'), session.isFirst('m')]).toEqual([true, false])
    expect(session.append('../n', 'line')).toBe(true)
    expect(session.lines('../n')).toEqual(['line'])
    expect(readdirSync(root)).toHaveLength(1)
  })

  it('remembers nothing in a folder that is a link', () => {
    const base = folder()
    mkdirSync(join(base, 'target'))
    symlinkSync(join(base, 'target'), join(base, 'sessions'))
    const session = new SessionState(join(base, 'sessions'), 's')
    expect([session.isFirst('m'), session.append('n', 'x'), session.lines('n'), session.keep('t')]).toEqual([
      undefined,
      false,
      undefined,
      undefined,
    ])
    const old = join(base, 'target', 'old')
    mkdirSync(old)
    utimesSync(old, 1, 1)
    clean(join(base, 'sessions'))
    expect(existsSync(old)).toBe(true)
  })

  it('keeps a whole text where only its owner reads it, and keeps it for a session that is taken up again', () => {
    const session = new SessionState(sessions(), 's')
    const file = session.keep('long '.repeat(10_000)) as string
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileSync(file, 'cut')
    expect(readFileSync(session.keep('long '.repeat(10_000)) as string, 'utf8')).toBe('long '.repeat(10_000))
    session.end()
    expect(existsSync(file)).toBe(true)
  })

  it('does not grow without end', () => {
    const root = sessions()
    const session = new SessionState(root, 's')
    for (let mark = 0; mark < 700; mark++) session.isFirst(`mark ${mark}`)
    const line = 'x'.repeat(100_000)
    for (let count = 0; count < 30; count++) session.append('n', line)
    const [own = ''] = readdirSync(root)
    expect(readdirSync(join(root, own)).length).toBeLessThanOrEqual(513)
    const bytes = readdirSync(join(root, own)).reduce((sum, name) => sum + statSync(join(root, own, name)).size, 0)
    expect(bytes).toBeLessThan(1_300_000)
  })

  it('keeps whole texts up to 32 MiB, and goes on with the rest', () => {
    const session = new SessionState(sessions(), 's')
    const texts = Array.from({ length: 40 }, (_, index) => String(index).padEnd(1_000_000, 'x'))
    const kept = texts.map((text) => session.keep(text)).filter((path) => path !== undefined)
    expect(kept).toHaveLength(33)
    expect(session.keep(texts[0] ?? '')).toBe(kept[0])
    expect(session.isFirst('a mark')).toBe(true)
  })

  it('is new until something is remembered of it', () => {
    const place = sessions()
    const session = new SessionState(place, 's')
    expect(session.lines('stops')).toEqual([])
    expect(session.isNew).toBe(false)
    session.append('stops', 'x')
    expect(session.isNew).toBe(true)
    const later = new SessionState(place, 's')
    later.append('stops', 'y')
    expect(later.isNew).toBe(false)
  })

  it('of 600 only the newest 512 are kept, none older than seven days', () => {
    const root = sessions()
    for (let index = 0; index < 600; index++) {
      new SessionState(root, `s ${index}`).isFirst('m')
    }
    for (const name of readdirSync(root).slice(0, 3)) {
      for (const path of [join(root, name), ...readdirSync(join(root, name)).map((file) => join(root, name, file))]) utimesSync(path, 1, 1)
    }
    clean(root)
    expect(readdirSync(root)).toHaveLength(512)
    clean(root, Date.now() + 8 * 86_400_000)
    expect(readdirSync(root)).toHaveLength(0)
  })
})

describe('stops', () => {
  const stop = (more: Partial<ProtocolEvent> = {}): ProtocolEvent => event({ promptId: 'p', stop: { active: true }, ...more })

  it('are at most three for a prompt, each reason once', () => {
    const session = new SessionState(sessions(), 's')
    const may = stopCounter(session, stop(), {})
    expect(['a', 'a', 'b', 'c', 'd'].map(may)).toEqual([true, false, true, true, false])
    expect(stopCounter(session, stop({ promptId: 'q', stop: { active: false } }), {})('a'), 'the next prompt').toBe(true)
  })

  it.each([
    ['stopLimit 0', { limit: 0 }, 0],
    ['stopLimit 7', { limit: 7 }, 7],
    ['what the host follows', { limit: 7, maxRounds: 4 }, 4],
  ])('are as many as %s says', (_name, limits, most) => {
    const may = stopCounter(new SessionState(sessions(), 's'), stop(), limits)
    expect(Array.from({ length: 10 }, (_, index) => may(`reason ${index}`)).filter(Boolean)).toHaveLength(most)
  })

  it("count for each subagent by itself, whatever the user's prompt is by then", () => {
    const session = new SessionState(sessions(), 's')
    const of = (agentId: string, promptId: string): boolean =>
      stopCounter(session, stop({ event: 'SubagentStop', agentId, promptId }), { limit: 1 })('a')
    expect([of('one', 'p'), of('two', 'p'), of('one', 'q')]).toEqual([true, true, false])
  })

  it('without a place to count go on once, by the word of the host', () => {
    const nowhere = new SessionState(sessions(), undefined)
    expect(stopCounter(nowhere, stop({ stop: { active: false } }), {})('a')).toBe(true)
    expect(stopCounter(nowhere, stop(), {})('a')).toBe(false)
  })
})

describe('what was written', () => {
  const paths = (session: SessionState, more: Partial<ProtocolEvent> = {}): string[] | 'unknown' => {
    const { isComplete, paths: found } = writtenSince(session, event({ promptId: 'p', ...more }))
    return isComplete ? found.map(({ path }) => path) : 'unknown'
  }

  it('is what calls wrote since the prompt', () => {
    const session = new SessionState(sessions(), 's')
    expect(paths(session)).toEqual([])
    for (const path of ['/w/a', '/w/b', '/w/a']) noteWrites(session, call(path), 'files')
    expect(paths(session)).toEqual(['/w/a', '/w/b'])
    expect(paths(session, { promptId: 'q' })).toEqual([])
    forgetWrites(session, event({ agentId: 'sub' }))
    expect(paths(session)).toEqual(['/w/a', '/w/b'])
    forgetWrites(session, event({}))
    expect(paths(session)).toEqual([])
  })

  it.each([
    ['a shell call', call(undefined, {}, 'run_command')],
    ['a call that began and was not seen again', call('/w/a', { event: 'PreToolUse' })],
  ])('is not known after %s', (_what, seen) => {
    const session = new SessionState(sessions(), 's')
    noteWrites(session, seen, seen.tool?.kind === 'run_command' ? 'unseen' : 'files')
    expect(paths(session)).toBe('unknown')
  })

  it('is not known where a line was cut off, where nothing can be kept, and where it is too much', () => {
    const root = sessions()
    const session = new SessionState(root, 's')
    noteWrites(session, call('/w/a'), 'files')
    const own = join(root, readdirSync(root)[0] as string)
    appendFileSync(join(own, readdirSync(own)[0] as string), '{"prompt":"p","pa')
    expect(paths(session)).toBe('unknown')
    expect(paths(new SessionState(join(folder(), 'file', 'x'), undefined))).toBe('unknown')
    const full = new SessionState(sessions(), 's')
    for (let index = 0; index < 3_000; index++) noteWrites(full, call(`/w/${'x'.repeat(400)}${index}`), 'files')
    expect(paths(full)).toBe('unknown')
  })

  it("of a subagent is its own for SubagentStop, and everybody's for Stop", () => {
    const session = new SessionState(sessions(), 's')
    noteWrites(session, call('/w/main'), 'files')
    noteWrites(session, call('/w/sub', { agentId: 'sub' }), 'files')
    expect(paths(session, { event: 'SubagentStop', agentId: 'sub' })).toEqual(['/w/sub'])
    expect(paths(session)).toEqual(['/w/main', '/w/sub'])
  })
})

describe('a text that comes late', () => {
  const before = call('/w/a', { event: 'PreToolUse' })
  const texts = { contexts: [{ from: 'h', text: 'use pnpm' }], notices: [] }

  it('comes once, with the call that it is about', () => {
    const session = new SessionState(sessions(), 's')
    expect(keepLate(session, before, 'chain', texts)).toBe(true)
    expect(takeLate(session, call('/w/a'), () => 'chain')).toEqual({ ...texts, dropped: false })
    expect(takeLate(session, call('/w/a'), () => 'chain')).toEqual({ contexts: [], notices: [], dropped: false })
  })

  it.each([
    ['another chain', call('/w/a'), 'other'],
    ['another folder', call('/w/a', { workspace: { root: '/w', roots: ['/w'], cwd: '/w/x' } }), 'chain'],
  ])('is dropped with %s', (_what, after, chain) => {
    const session = new SessionState(sessions(), 's')
    keepLate(session, before, 'chain', texts)
    expect(takeLate(session, after, () => chain)).toEqual({ contexts: [], notices: [], dropped: true })
  })
})
