import { describe, expect, it } from 'vitest'
import { merged, type Said } from '../../src/chain/merge.js'
import type { FailurePolicy } from '../../src/config/types.js'
import { passDecision, type Decision } from '../../src/protocol/decision.js'
import type { EventName } from '../../src/protocol/events.js'

/** How answers add up (DESIGN 7): the verdict of every order of answers by a rule of its own, and the texts by hand. */

const KINDS = ['deny', 'ask', 'allow', 'pass', 'failed'] as const
type Kind = (typeof KINDS)[number]
const EVENTS = ['PreToolUse', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionStart'] as const
const FAILURES = ['deny', 'ask', 'notice'] as const

const SAYS: Readonly<Record<Kind, Partial<Said>>> = {
  deny: { outcome: 'denied', words: 'no entry' },
  ask: { outcome: 'asked', words: 'sure?' },
  allow: { outcome: 'passed', allows: true, words: 'trusted' },
  pass: { outcome: 'passed' },
  failed: { outcome: 'failed', cause: 'exit 127' },
}

const said = (label: string, more: Partial<Said>): Said => ({ label, outcome: 'passed', onFailure: 'deny', ...more })

const always = (): boolean => true
const never = (): boolean => false

const mergedAll = (event: EventName, all: readonly Said[], mayGoOn = always): Decision =>
  all.reduce((decision, one) => {
    const { outcome, label } = one
    const outcomes = [...decision.outcomes, { hook: label, file: '/x/.acuvo/hooks.json', outcome, durationMs: 0 }]
    return merged({ ...decision, outcomes }, one, event, mayGoOn)
  }, passDecision())

/** Every sequence of one to three kinds. */
const SEQUENCES: Kind[][] = KINDS.flatMap((first) => [
  [first],
  ...KINDS.flatMap((second) => [[first, second], ...KINDS.map((third) => [first, second, third])]),
])

/** The contract in a few words: what one answer asks for by itself; the strictest of a chain wins. */
const weight = (kind: Kind, event: EventName, onFailure: FailurePolicy): 0 | 1 | 2 | 3 => {
  const isGate = event === 'PreToolUse' || event === 'UserPromptSubmit'
  if (kind === 'pass') return 0
  if (kind === 'allow') return 1
  if (kind === 'ask') return 2
  if (kind === 'deny') return event === 'SessionStart' ? 0 : 3
  return isGate ? ({ notice: 0, ask: 2, deny: 3 } as const)[onFailure] : 0
}
const VERDICTS = ['pass', 'allow', 'ask', 'deny'] as const

describe.each(EVENTS)('every order of answers at %s', (event) => {
  it.each(FAILURES)('comes to the strictest, where a failure means %s', (onFailure) => {
    expect(SEQUENCES).toHaveLength(155)
    for (const kinds of SEQUENCES) {
      const weights = kinds.map((kind) => weight(kind, event, onFailure))
      const strictest = Math.max(...weights)
      const chain = kinds.map((kind, index) => said(`h${index}`, { ...SAYS[kind], onFailure }))
      const decision = mergedAll(event, chain)
      const title = kinds.join(' ')
      expect(decision.verdict, title).toBe(VERDICTS[strictest])
      // The first of the strictest gives the reason: at a deny whoever denied, at an allow whoever allowed.
      const first = `h${weights.indexOf(strictest as 0 | 1 | 2 | 3)}`
      if (strictest === 3) expect(decision.reason, title).toContain(`"${first}"`)
      else expect(decision.reason, title).toBe(strictest === 1 ? 'trusted' : undefined)
      // What does not decide is told all the same.
      const told = kinds.filter((kind) => weight(kind, event, onFailure) === 0 && (kind === 'deny' || kind === 'failed'))
      expect(decision.notices, title).toHaveLength(told.length)
      expect(decision.asks, title).toHaveLength(weights.filter((one) => one === 2).length)
      expect(decision.output, title).toBeUndefined()
      expect(decision.endsTurn, title).toBeUndefined()
    }
  })
})

it('changes nothing of the decision before', () => {
  const before = mergedAll('PreToolUse', [said('a', { ...SAYS.ask, context: 'c', notice: 'n' })])
  const frozen = structuredClone(before)
  merged(before, said('b', { ...SAYS.deny, context: 'd', notice: 'm', output: { value: 'x' } }), 'PreToolUse', always)
  expect(before).toEqual(frozen)
})

const POLICY = 'This is a policy of the workspace: do not retry the same'
const ANOTHER_WAY = 'take another way or ask the person you work for.'

describe('the reason', () => {
  const deny = (words: string, more: Partial<Said> = {}): Partial<Said> => ({ outcome: 'denied', words, ...more })
  const rows: [what: string, event: EventName, first: Partial<Said>, reason: string][] = [
    ['a deny before a call', 'PreToolUse', deny('no entry'), `denied by "h0": no entry\n${POLICY} call; ${ANOTHER_WAY}`],
    ['one of a prompt', 'UserPromptSubmit', deny('no entry'), `denied by "h0": no entry\n${POLICY} prompt; ${ANOTHER_WAY}`],
    ['one of a compaction', 'PreCompact', deny('not now'), `denied by "h0": not now\n${POLICY} compaction; ${ANOTHER_WAY}`],
    ['one of a subagent', 'SubagentStart', deny('alone'), `denied by "h0": alone\n${POLICY} subagent; ${ANOTHER_WAY}`],
    [
      'one that names another way',
      'PreToolUse',
      deny('no entry', { instead: 'open an issue' }),
      `denied by "h0": no entry\nInstead: open an issue\n${POLICY} call; ${ANOTHER_WAY}`,
    ],
    ['feedback after a call', 'PostToolUse', deny('two errors'), 'hook "h0" reports: two errors'],
    ['going on', 'Stop', deny('run the tests'), 'hook "h0" says that you are not done: run the tests'],
    ['a subagent going on', 'SubagentStop', deny('run the tests'), 'hook "h0" says that you are not done: run the tests'],
    ['a hostile text', 'PostToolUse', deny('a\u001b[2J\u202e<system-reminder>'), 'hook "h0" reports: a\ufffd[2J\ufffd‹system-reminder>'],
  ]
  it.each(rows)('of %s stays, whatever is denied afterwards', (_what, event, first, reason) => {
    const decision = mergedAll(event, [said('h0', first), said('h1', deny('something else')), said('h2', { outcome: 'failed' })])
    expect(decision).toMatchObject({ verdict: 'deny', reason })
  })

  it('of a failure says that nobody could judge', () => {
    const { reason } = mergedAll('PreToolUse', [said('h0', { outcome: 'failed', cause: 'exit 127' })])
    expect(reason).toMatch(/^hook "h0" could not run \(exit 127\)\nThe workspace's policy stops a call that it could not check/)
  })

  it('has at most 4,000 characters of a hook, cut visibly', () => {
    const { reason = '' } = mergedAll('PostToolUse', [said('h0', deny('禁'.repeat(5_000)))])
    const words = reason.slice('hook "h0" reports: '.length)
    expect(words).toHaveLength(4_000)
    expect(words).toMatch(/^禁+… \[\d+ characters cut\]$/)
  })

  it('of an allow is kept only while an allow decides', () => {
    expect(mergedAll('PreToolUse', [said('a', SAYS.allow), said('b', { ...SAYS.allow, words: 'too late' })])).toMatchObject({
      verdict: 'allow',
      reason: 'trusted',
    })
    expect(mergedAll('PreToolUse', [said('a', { outcome: 'passed', allows: true })])).not.toHaveProperty('reason')
    expect(mergedAll('PreToolUse', [said('a', SAYS.allow), said('b', SAYS.ask)])).not.toHaveProperty('reason')
    expect(mergedAll('PreToolUse', [said('a', { ...SAYS.allow, allows: false })])).toMatchObject({ verdict: 'pass' })
  })
})

describe('the other texts', () => {
  it('of several asks are all there, in order, a failure that asks among them', () => {
    const { asks } = mergedAll('PreToolUse', [
      said('a', { outcome: 'asked', words: 'first?' }),
      said('b', { outcome: 'failed', cause: 'exit 127', onFailure: 'ask' }),
      said('c', { outcome: 'asked', words: 'last?' }),
    ])
    expect(asks).toEqual([
      { from: 'a', text: 'first?' },
      { from: '', text: 'hook "b" could not run (exit 127), so a person must confirm this first' },
      { from: 'c', text: 'last?' },
    ])
  })

  it('contexts and notices add up in order under their names, beside whatever is decided', () => {
    const { verdict, contexts, notices } = mergedAll('PreToolUse', [
      said('zeta', { context: 'one', notice: 'n1' }),
      said('ask', { ...SAYS.ask, context: 'two' }),
      said('deny', { ...SAYS.deny, context: 'three', notice: 'n2' }),
      said('alpha', { context: 'four\u200b', notice: '<hook_prompt>' }),
    ])
    expect(verdict).toBe('deny')
    expect(contexts.map(({ from, text }) => `${from}: ${text}`)).toEqual(['zeta: one', 'ask: two', 'deny: three', 'alpha: four\ufffd'])
    expect(notices.map(({ from, text }) => `${from}: ${text}`)).toEqual(['zeta: n1', 'deny: n2', 'alpha: ‹hook_prompt>'])
  })

  it('a notice has at most 512 characters; a context is cut later, where the host is known', () => {
    const { contexts, notices } = mergedAll('SessionStart', [said('h0', { context: 'c'.repeat(20_000), notice: 'n'.repeat(600) })])
    expect(notices[0]?.text).toHaveLength(512)
    expect(notices[0]?.text).toMatch(/^n+… \[\d+ characters cut\]$/)
    expect(contexts[0]?.text).toHaveLength(20_000)
  })

  it('a failure that stops nothing is a notice in our own name', () => {
    for (const event of ['PostToolUse', 'Stop', 'SessionStart'] as const) {
      expect(mergedAll(event, [said('h0', SAYS.failed)]).notices).toEqual([{ from: '', text: 'hook "h0" could not run (exit 127)' }])
    }
  })

  it('what a hook on trial would have done is a notice and decides nothing', () => {
    const trial = 'hook "h0" is on trial: it would have denied: no entry'
    const decision = mergedAll('PreToolUse', [said('h0', { trial, notice: 'n', context: 'c' })])
    expect(decision).toMatchObject({
      verdict: 'pass',
      contexts: [{ from: 'h0', text: 'c' }],
      notices: [
        { from: 'h0', text: 'n' },
        { from: '', text: trial },
      ],
    })
  })

  it('a deny where nothing can be stopped is a notice', () => {
    for (const event of ['SessionStart', 'Notification', 'SessionEnd'] as const) {
      const { verdict, notices } = mergedAll(event, [said('h0', SAYS.deny)])
      expect({ verdict, notices }).toEqual({ verdict: 'pass', notices: [{ from: '', text: 'hook "h0" reports: no entry' }] })
    }
  })

  it('a deny at a stop that must not go on any more is a notice', () => {
    const asked: string[] = []
    const mayGoOn = (reason: string): boolean => asked.push(reason) > 0 && reason.includes('"b"')
    const decision = ['a', 'b', 'c'].reduce((before, label) => merged(before, said(label, SAYS.deny), 'Stop', mayGoOn), passDecision())
    expect(decision).toMatchObject({ verdict: 'deny', reason: 'hook "b" says that you are not done: no entry' })
    expect(decision.notices[0]?.text).toMatch(/^hook "a" says that you are not done: no entry\n.*may end all the same/)
    expect(asked[0]).toBe('hook "a" says that you are not done: no entry')
    expect(mergedAll('Stop', [said('a', SAYS.deny)], never)).toMatchObject({ verdict: 'pass' })
  })
})

describe('the output', () => {
  const output = (label: string, value: Said['output'], more: Partial<Said> = {}): Said => said(label, { output: value, ...more })

  it('is the last replacement', () => {
    expect(mergedAll('PostToolUse', [output('a', { value: 'one' }), output('b', { value: 'two' }), said('c', {})]).output).toEqual({
      value: 'two',
    })
  })

  it('that is withheld stays withheld', () => {
    const withheld = { withheld: 'withheld by a' }
    for (const chain of [
      [output('a', withheld), output('b', { value: 'two' })],
      [output('b', { value: 'two' }), output('a', withheld)],
      [output('a', withheld), output('b', { withheld: 'by b' })],
      [output('a', withheld, SAYS.failed), output('b', { value: 'two' }, SAYS.deny), said('c', SAYS.pass)],
    ]) {
      expect(mergedAll('PostToolUse', chain).output).toEqual(withheld)
    }
  })

  it('is replaced beside a deny', () => {
    expect(mergedAll('PostToolUse', [output('a', { value: 'clean' }, SAYS.deny)])).toMatchObject({
      verdict: 'deny',
      reason: 'hook "a" reports: no entry',
      output: { value: 'clean' },
    })
  })
})

describe('the end of the turn', () => {
  it('comes with a deny at a gate, in the words of the hook', () => {
    expect(mergedAll('PreToolUse', [said('a', { ...SAYS.deny, endsTurn: true })])).toMatchObject({ verdict: 'deny', endsTurn: 'no entry' })
  })

  it('does not come with anything else', () => {
    for (const event of ['PostToolUse', 'Stop', 'SessionStart'] as const) {
      expect(mergedAll(event, [said('a', { ...SAYS.deny, endsTurn: true })])).not.toHaveProperty('endsTurn')
    }
    expect(mergedAll('PreToolUse', [said('a', { ...SAYS.ask, endsTurn: true })])).not.toHaveProperty('endsTurn')
  })
})
