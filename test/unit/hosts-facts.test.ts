import { describe, expect, it } from 'vitest'
import { factsOf, type Fact } from '../../hosts/facts.js'
import { hostOf, HOSTS } from '../../hosts/index.js'
import { rowOf } from '../../hosts/shared/rows.js'
import { ANSWERS, type AnswerName, type NativeEvent } from '../../hosts/types.js'
import { hostRecord } from '../../src/commands/host-record.js'

/** What is said about each host: complete, about things that exist, and in the shape that machines are promised. */

/** By hand, as the table is read: an MCP tool's output is replaced like any other where nothing else is said. */
const supportIn = (row: NativeEvent | undefined, answer: AnswerName): string => {
  const carrier = answer === 'replaceMcp' ? (row?.replaceMcp ?? row?.replace) : row?.[answer]
  return carrier?.support ?? 'none'
}

const someHostCarries = (event: string | undefined, answer: AnswerName): boolean =>
  event !== undefined &&
  HOSTS.some(({ descriptor }) => descriptor.events.some((row) => row.event === event && supportIn(row, answer) !== 'none'))

describe.each(HOSTS.map(({ id }) => id))('the facts of %s', (id) => {
  const facts = factsOf(id)
  const { descriptor } = hostOf(id)
  const withEvent = descriptor.events.filter(({ event }) => event !== undefined)
  const record = hostRecord(hostOf(id))

  it('say why, wherever it carries less than another host can', () => {
    const silent = withEvent.flatMap((row) =>
      ANSWERS.filter(
        (answer) =>
          supportIn(row, answer) !== 'native' &&
          someHostCarries(row.event, answer) &&
          record.events.find(({ name }) => name === row.name)?.answers[answer].limits.length === 0,
      ).map((answer) => `${row.name} ${answer}`),
    )
    expect(silent).toEqual([])
  })

  it('are about events that exist, and about answers that mean something there', () => {
    for (const { events, answers, text } of facts.limits) {
      for (const name of events.filter((one) => one !== '*')) {
        const row = rowOf(descriptor, name)
        for (const answer of answers) expect(someHostCarries(row?.event, answer), `${name} ${answer}: ${text}`).toBe(true)
      }
      if (events.includes('*')) {
        const somewhere = withEvent.some(({ event }) => answers.some((answer) => someHostCarries(event, answer)))
        expect(somewhere, text).toBe(true)
      }
      expect(new Set(events).size, text).toBe(events.length)
    }
  })

  it('say of each event that hooks can name how often it starts us, and of no other', () => {
    expect(Object.keys(facts.calls).sort()).toEqual(withEvent.map(({ name }) => name).sort())
  })

  it('are whole sentences with a source each', () => {
    const prose: Fact[] = [
      ...facts.timeouts,
      ...facts.failClosedSwitch,
      ...facts.subagents,
      ...facts.stopControl,
      ...facts.neverCalled,
      ...facts.limits,
      ...Object.values(facts.calls),
    ]
    for (const { text, source } of prose) {
      expect(text).toMatch(/^\S[^\n]*\.$/)
      expect(text).not.toContain('  ')
      expect(['measured', 'documented', 'recorded', 'reported', 'unknown']).toContain(source)
    }
    for (const { url, says } of facts.documentation) {
      expect(new URL(url).protocol).toBe('https:')
      expect(says).toMatch(/\.$/)
    }
    expect(facts.documentation.map(({ url }) => url)).toContain(descriptor.documentation)
  })

  it('name nothing twice', () => {
    const said = record.events.flatMap(({ name, answers }) =>
      ANSWERS.flatMap((answer) => answers[answer].limits.map(({ text }) => `${name} ${answer} ${text}`)),
    )
    expect(said.filter((one, at) => said.indexOf(one) !== at)).toEqual([])
  })
})

describe('what machines get', () => {
  const supports = (id: string, name: string): Record<string, string> | undefined => {
    const event = hostRecord(hostOf(id)).events.find((one) => one.name === name)
    return event && Object.fromEntries(Object.entries(event.answers).map(([answer, { support }]) => [answer, support]))
  }
  const none = {
    deny: 'none',
    ask: 'none',
    allow: 'none',
    context: 'none',
    notice: 'none',
    rewrite: 'none',
    replace: 'none',
    replaceMcp: 'none',
    endsTurn: 'none',
  }

  it.each([
    [
      'claude-code',
      'PreToolUse',
      { deny: 'native', ask: 'partial', allow: 'native', context: 'native', notice: 'native', rewrite: 'native', endsTurn: 'native' },
    ],
    ['claude-code', 'PreSkillShellCommand', { deny: 'native', notice: 'unknown' }],
    ['claude-code', 'PostToolUse', { deny: 'native', context: 'native', notice: 'native', replace: 'partial', replaceMcp: 'native' }],
    ['claude-code', 'SubagentStart', { context: 'native', notice: 'unknown' }],
    ['codex', 'PreToolUse', { deny: 'native', context: 'native', notice: 'partial', rewrite: 'native' }],
    ['codex', 'PostToolUse', { deny: 'native', context: 'native', notice: 'partial', replace: 'native', replaceMcp: 'native' }],
    ['codex', 'SubagentStart', { context: 'native', notice: 'partial' }],
    ['cursor', 'preToolUse', { deny: 'native', context: 'partial', notice: 'unknown', rewrite: 'partial' }],
    ['cursor', 'beforeTabFileRead', { deny: 'partial' }],
    ['cursor', 'postToolUse', { deny: 'native', context: 'native', replaceMcp: 'native' }],
    ['cursor', 'afterMCPExecution', {}],
    ['cursor', 'stop', { deny: 'native' }],
  ])('%s carries at %s what was found', (id, name, carried) => {
    expect(supports(id, name)).toEqual({ ...none, ...carried })
  })

  it('is one record a host, each answer with its limits', () => {
    const record = hostRecord(hostOf('codex'))
    expect(Object.keys(record)).toEqual([
      'id',
      'title',
      'verifiedAgainst',
      'documentation',
      'timeouts',
      'failClosedSwitch',
      'subagents',
      'stopControl',
      'neverCalled',
      'context',
      'events',
      'otherEvents',
    ])
    expect(record).toMatchObject({ id: 'codex', title: 'Codex', verifiedAgainst: '0.171.0', context: { max: 10_000, unit: 'bytes' } })
    expect(record.otherEvents).toEqual(['PermissionRequest', 'PostCompact', 'Interrupt'])
    expect(record.neverCalled[0]).toEqual({ text: 'write_stdin: what is typed into a running command.', source: 'measured' })
    const notice = { text: 'Handed to the terminal interface and to app clients; exec shows it to nobody.', source: 'measured' }
    const nothing = { support: 'none', limits: [] }
    expect(record.events.find(({ name }) => name === 'Stop')).toEqual({
      name: 'Stop',
      event: 'Stop',
      announcement: 'first',
      defaultTimeoutMs: 600_000,
      calls: { text: 'Each time the agent is about to end its turn.', source: 'measured' },
      answers: {
        deny: { support: 'native', limits: [] },
        ask: nothing,
        allow: nothing,
        context: nothing,
        notice: { support: 'partial', limits: [notice] },
        rewrite: nothing,
        replace: nothing,
        replaceMcp: nothing,
        endsTurn: nothing,
      },
    })
    expect(record.events.find(({ name }) => name === 'SessionEnd')).toMatchObject({ defaultTimeoutMs: 1_000, maxTimeoutMs: 3_000 })
    expect(hostRecord(hostOf('claude-code'))).toMatchObject({ maxStopRounds: 7, context: { max: 10_000, unit: 'characters' } })
  })
})
