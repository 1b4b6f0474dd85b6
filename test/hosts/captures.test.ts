import { describe, expect, it } from 'vitest'
import { HOST_IDS, detectHost, hostOf } from '../../hosts/index.js'
import type { ReadingContext } from '../../hosts/types.js'
import { passDecision } from '../../src/protocol/decision.js'
import type { HostId, ProtocolEvent, TargetPath } from '../../src/protocol/event.js'
import { isToolKind } from '../../src/protocol/tools.js'
import { captureCases, captureFiles, variantCases, type Case, type Expectation } from './fixtures.js'

/** Where each host starts us: Cursor starts a person's own hooks in `~/.cursor`, the others in the session's folder. */
const STARTED_IN: Record<HostId, Expectation['context']> = {
  'claude-code': { env: { CLAUDE_PROJECT_DIR: '/home/dev/project' }, processCwd: '/home/dev/project' },
  codex: { env: {}, processCwd: '/home/dev/project' },
  cursor: { env: {}, processCwd: '/home/dev/.cursor' },
}

/** "No opinion" at an event without a row. */
const SILENCE: Record<HostId, string> = { 'claude-code': '', codex: '', cursor: '{}' }

const contextOf = ({ host, expected }: Case): ReadingContext => ({
  env: {},
  ...STARTED_IN[host],
  ...expected.context,
  exists: (path) => (expected.existing ?? []).includes(path),
  readText: () => undefined,
})

/** The field of an event that each key of an expectation is about. */
const FIELDS: Record<string, (event: ProtocolEvent) => unknown> = {
  nativeEvent: (event) => event.nativeEvent,
  event: (event) => event.event,
  announcement: (event) => event.announcement,
  hostVersion: (event) => event.hostVersion,
  sessionId: (event) => event.sessionId,
  parentSessionId: (event) => event.parentSessionId,
  promptId: (event) => event.promptId,
  agentId: (event) => event.agentId,
  agentType: (event) => event.agentType,
  task: (event) => event.task,
  permissionMode: (event) => event.permissionMode,
  model: (event) => event.model,
  transcriptPath: (event) => event.transcriptPath,
  startSource: (event) => event.startSource,
  endReason: (event) => event.endReason,
  root: (event) => event.workspace.root,
  roots: (event) => event.workspace.roots,
  cwd: (event) => event.workspace.cwd,
  prompt: (event) => event.prompt,
  notification: (event) => event.notification,
  compaction: (event) => event.compaction,
  status: (event) => event.stop?.status,
  rounds: (event) => event.stop?.rounds,
  active: (event) => event.stop?.active,
  lastMessage: (event) => event.stop?.lastMessage,
  nativeName: (event) => event.tool?.nativeName,
  kind: (event) => event.tool?.kind,
  callId: (event) => event.tool?.callId,
  input: (event) => event.tool?.input,
  command: (event) => event.tool?.command,
  pathsUnreadable: (event) => event.tool?.pathsUnreadable,
  mcp: (event) => event.tool?.mcp,
  ok: (event) => event.result?.ok,
  error: (event) => event.result?.error,
  output: (event) => event.result?.output,
}

/** Keys that are no plain field: they steer the reading, or are compared below. */
const NOT_FIELDS = ['needsHint', 'existing', 'context', 'names', 'namesInclude', 'paths']

/** Protocol kinds and `server.tool` names: what a hook that is to hold in every host would name. */
const portableNames = ({ tool }: ProtocolEvent): string[] =>
  (tool?.names ?? []).filter((name) => isToolKind(name) || (tool?.kind === 'mcp' && name.includes('.')))

/** A path with the keys the expectation speaks of; `movedTo` always counts. */
const seenAs = (expected: Partial<TargetPath> | undefined, path: TargetPath): Partial<TargetPath> =>
  Object.fromEntries(Object.entries(path).filter(([key]) => key === 'movedTo' || expected === undefined || key in expected))

const expectEvent = (event: ProtocolEvent, expected: Expectation): void => {
  for (const [key, value] of Object.entries(expected)) {
    if (NOT_FIELDS.includes(key)) continue
    const field = FIELDS[key]
    if (field === undefined) throw new Error(`the expectation has an unknown key ${key}`)
    expect.soft(field(event), key).toEqual(value ?? undefined)
  }
  const { names, namesInclude, paths } = expected
  if (names !== undefined) expect.soft(portableNames(event).sort(), 'names').toEqual([...names].sort())
  if (namesInclude !== undefined) expect.soft(event.tool?.names, 'all names').toEqual(expect.arrayContaining(namesInclude))
  if (paths !== undefined) {
    const seen = event.tool?.paths.map((path, index) => seenAs(paths[index], path))
    expect.soft(seen, 'paths').toEqual(paths)
  }
  // A field the host does not send is absent, never null.
  expect
    .soft(
      Object.entries(event).filter(([, value]) => value === undefined || value === null),
      'absent fields',
    )
    .toEqual([])
}

const expectHost = ({ host, payload, expected }: Case): void => {
  expect.soft(detectHost(payload)?.id, 'host without a hint').toBe(expected.needsHint ? undefined : host)
  // A host runs the line that was registered for another one: the payload decides wherever it can.
  const hints = expected.needsHint ? [host] : HOST_IDS
  for (const hint of hints) expect.soft(detectHost(payload, hint)?.id, `host with the hint ${hint}`).toBe(host)
}

const check = (testCase: Case): void => {
  const { host, payload } = testCase
  const expected: Expectation = { nativeEvent: payload.hook_event_name as string, ...testCase.expected }
  expectHost(testCase)
  const reading = hostOf(host).read(payload, contextOf(testCase))
  if (expected.unreadable) {
    expect(reading.kind, 'kind of reading').toBe('unreadable')
  } else if (expected.event === null) {
    expect(reading).toMatchObject({ kind: 'other', nativeEvent: expected.nativeEvent })
    const rendered = hostOf(host).render(expected.nativeEvent as string, passDecision())
    expect({ stdout: rendered.stdout.trim(), exitCode: rendered.exitCode }).toEqual({ stdout: SILENCE[host], exitCode: 0 })
  } else {
    if (reading.kind !== 'event') expect.fail(`${reading.kind}: ${reading.why}`)
    expect(reading.event.host).toBe(host)
    expectEvent(reading.event, expected)
  }
}

describe.each(HOST_IDS)('%s', (host) => {
  const captures = captureCases(host)

  it('has one expectation for every capture', () => {
    expect(captures.map(({ title }) => title).sort()).toEqual(captureFiles(host))
  })

  it('says of every tool event by which names and paths a hook meets it', () => {
    const silent = captures.filter(
      ({ expected: { event, names, namesInclude, paths } }) =>
        /^P(re|ost)ToolUse$/.test(event ?? '') && ((names ?? namesInclude) === undefined || paths === undefined),
    )
    expect(silent.map(({ title }) => title)).toEqual([])
  })

  describe('captures', () => {
    it.each(captures.map((testCase) => [testCase.title, testCase] as const))('%s', (_title, testCase) => check(testCase))
  })

  describe('variants', () => {
    it.each(variantCases(host).map((testCase) => [testCase.title, testCase] as const))('%s', (_title, testCase) => check(testCase))
  })
})
