import { describe, expect, it } from 'vitest'
import { readPayload, hostOf } from '../../hosts/index.js'
import { conflictingSpellings } from '../../src/input/spellings.js'

describe('a field under two names', () => {
  it.each<[Record<string, unknown>, [string, string]]>([
    [{ tool_input: { a: 1 }, toolInput: { a: 2 } }, ['tool_input', 'toolInput']],
    [{ file_path: 'a', filePath: 'b' }, ['file_path', 'filePath']],
    [{ command: 'a', COMMAND: 'b' }, ['command', 'COMMAND']],
    [{ Command: 'a', command: 'b' }, ['command', 'Command']],
    [{ a_b: 1, 'a-b': '1' }, ['a_b', 'a-b']],
  ])('%j conflicts', (fields, names) => {
    expect(conflictingSpellings(fields)).toEqual(names)
  })

  it.each<Record<string, unknown>>([
    {},
    { tool_input: { a: [1, null] }, toolInput: { a: [1, null] } },
    { tool_input: 1, toolInput: null },
    { tool_input: null, toolInput: 1 },
    { path: 'a', paths: 'b', file_path: 'c' },
    { a1: 1, a_2: 2, a3: 3 },
  ])('%j does not', (fields) => {
    expect(conflictingSpellings(fields)).toBeUndefined()
  })
})

const context = { env: {}, processCwd: '/w', exists: () => false, readText: () => undefined }
const call = (toolName: string, toolInput: unknown, more: object = {}) => ({
  session_id: 's',
  cwd: '/w',
  hook_event_name: 'PreToolUse',
  tool_name: toolName,
  tool_input: toolInput,
  ...more,
})

describe('a call', () => {
  it('of a built-in tool with two paths under two spellings is unreadable', () => {
    const input = { file_path: '/w/a', filePath: '/w/b', content: '' }
    expect(readPayload(hostOf('claude-code'), call('Write', input), context).kind).toBe('unreadable')
    expect(readPayload(hostOf('cursor'), call('Write', input), context).kind).toBe('unreadable')
    expect(readPayload(hostOf('claude-code'), call('Write', { ...input, filePath: '/w/a' }), context).kind).toBe('event')
  })

  it('of an MCP tool is about all of them', () => {
    const reading = readPayload(hostOf('claude-code'), call('mcp__fs__put', { file_path: '/w/a', filePath: '/w/b' }), context)
    expect(reading.kind === 'event' && reading.event.tool?.paths.map(({ path }) => path)).toEqual(['/w/a', '/w/b'])
  })

  it('of an MCP tool is about a path however long', () => {
    const path = `${'./'.repeat(5_000)}secret`
    const reading = readPayload(hostOf('codex'), call('mcp__fs__put', { path }), context)
    expect(reading.kind === 'event' && reading.event.tool?.paths.map(({ path: target }) => target)).toEqual(['/w/secret'])
  })

  it.each([
    ['Stop', 'PreToolUse'],
    ['PreToolUse', 'Stop'],
  ])('named %s and %s may be a call', (one, other) => {
    const payload = { ...call('Bash', { command: 'ls' }), hook_event_name: one, hookEventName: other }
    expect(readPayload(hostOf('claude-code'), payload, context)).toMatchObject({ kind: 'unreadable', nativeEvent: 'PreToolUse' })
  })

  it.each(['claude-code', 'codex', 'cursor'] as const)('whose arguments are a text with a key twice is unreadable on %s', (host) => {
    const text = '{"command":"ls","command":"rm"}'
    expect(readPayload(hostOf(host), call(host === 'cursor' ? 'Shell' : 'Bash', text), context).kind).toBe('unreadable')
    if (host !== 'claude-code')
      expect(readPayload(hostOf(host), call(host === 'codex' ? 'apply_patch' : 'ApplyPatch', text), context).kind).toBe('unreadable')
  })

  it('that a hook changes changes under both names', () => {
    const payload = { ...call('Bash', { command: 'ls' }), toolInput: { command: 'ls' } }
    const claude = hostOf('claude-code')
    const reading = readPayload(claude, payload, context)
    const changed = claude.payloadWith(payload, reading.kind === 'event' ? reading.event : (undefined as never), {
      input: { command: 'pwd' },
    })
    expect(changed).toMatchObject({ tool_input: { command: 'pwd' }, toolInput: { command: 'pwd' } })
  })
})
