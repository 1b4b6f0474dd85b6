import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventText } from '../../src/chain/event-text.js'
import { rawMember } from '../../src/input/raw-member.js'
import type { ProtocolEvent } from '../../src/protocol/event.js'

const eventWith = (input: Record<string, unknown>): ProtocolEvent => ({
  protocolVersion: 1,
  host: 'h',
  event: 'PreToolUse',
  nativeEvent: 'PreToolUse',
  announcement: 'first',
  workspace: { root: '/session', roots: ['/session'], cwd: '/session' },
  tool: {
    names: ['run_command'],
    nativeName: 'Bash',
    kind: 'run_command',
    input,
    ...(typeof input.command === 'string' ? { command: input.command } : {}),
    paths: [],
  },
})

describe('a member of an object in its bytes', () => {
  it.each([
    ['{"a":1,"b":{"a":2}}', '1'],
    ['{"b":{"a":2}, "a" : [1, {"a": 3}] }', '[1, {"a": 3}]'],
    ['{"x":"\\"a\\":1","a":"}\\\\"}', '"}\\\\"'],
    ['{"a":1,"a":2}', '2'],
    ['{"x":"a","y":"a"}', undefined],
    ['{"a":12345678901234567890}', '12345678901234567890'],
    ['{}', undefined],
  ])('%s has %s', (json, expected) => {
    expect(rawMember(Buffer.from(json), 'a')?.toString()).toBe(expected)
  })

  it('is what a parser finds there, in any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (others, value) => {
        const json = JSON.stringify({ ...others, key: value })
        expect(JSON.parse(rawMember(Buffer.from(json), 'key')?.toString() ?? '')).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

const documentOf = (text: EventText): string => Buffer.concat(text.document('/r')).toString()

describe('the event as a hook reads it', () => {
  it('has the arguments byte by byte, and the root of the hook', () => {
    const raw = '{"command":"ls","id":12345678901234567890,"x":"\\ud800","e":1.50}'
    const text = new EventText(eventWith(JSON.parse(raw) as Record<string, unknown>), Buffer.from(raw))
    const document = Buffer.concat(text.document('/hook')).toString()
    expect(document).toContain(`"input":${raw}`)
    expect(JSON.parse(document)).toMatchObject({ workspace: { root: '/hook' }, tool: { command: 'ls', kind: 'run_command' } })
    expect(text.argumentsText(100)).toBe(raw)
    expect(text.numberText('id', 12345678901234567890)).toBe('12345678901234567890')
  })

  it.each([0, 70_000])('is the same document with and without them (%d characters more)', (more) => {
    const input = { command: `echo "ü"\n${'x'.repeat(more)}`, timeout: 5 }
    const event = eventWith(input)
    const plain = JSON.parse(documentOf(new EventText(event))) as unknown
    const copied = JSON.parse(documentOf(new EventText(event, Buffer.from(JSON.stringify(input))))) as unknown
    expect(copied).toEqual(plain)
    expect(copied).toMatchObject({ tool: { command: input.command, input } })
  })

  it('is whole although the payload holds the characters that stand in for a value', () => {
    const input = { command: '\ue000\ue001acuvo\ue001\ue000', other: '"\ue000\ue001acuvo\ue001\ue000"' }
    const event = { ...eventWith(input), sessionId: '\ue000\ue001acuvo\ue001\ue000' }
    expect(JSON.parse(documentOf(new EventText(event, Buffer.from(JSON.stringify(input)))))).toMatchObject({
      sessionId: event.sessionId,
      tool: { input, command: input.command },
    })
  })
})
