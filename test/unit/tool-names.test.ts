import { describe, expect, it } from 'vitest'
import { faultOfToolName, toolMatcherOf } from '../../src/config/tool-names.js'
import { matchOf } from '../../src/config/match.js'
import { detectHost, hostOf, readPayload } from '../../hosts/index.js'
import { shellCall, type Host } from '../support/payloads.mjs'

/** Which names are good, and which calls they fire for (DESIGN 4). */

describe('a name in tools', () => {
  it.each([
    '*',
    'run_command',
    'Bash',
    'apply_patch',
    'TodoWrite',
    'native:Anything',
    'files.*',
    'files.write_file',
    'mcp__files__write',
    'mcp__files__*',
    'mcp__my__server__*',
    'mcp__my_server__do_it',
    'mcp__plugin_x_files__write_file',
  ])('%s is good', (name) => {
    expect(faultOfToolName(name)).toBeUndefined()
  })

  it.each([
    ['mcp__files', 'server-alone', 'files.*'],
    ['mcp__files__', 'server-alone', 'files.*'],
    ['mcp__memory__.*', 'unknown', 'memory.*'],
    ['mcp__memory__create_*', 'unknown', 'memory.*'],
    ['mcp__.*__write.*', 'unknown', undefined],
    ['write_fil', 'unknown', 'write_file'],
    ['files.write*', 'unknown', undefined],
    ['native:', 'unknown', undefined],
  ])('%s is refused', (name, fault, nearest) => {
    expect(faultOfToolName(name)).toMatchObject({ fault })
    if (nearest !== undefined) expect(faultOfToolName(name)).toMatchObject({ nearest })
  })
})

const fires = (names: string[], host: Host, tool: object, event: 'PreToolUse' | 'PostToolUse' = 'PreToolUse'): boolean => {
  const payload = { ...shellCall(host, '/w', 'ls', event), ...tool }
  const reading = readPayload(hostOf(host), payload, { env: {}, exists: () => false, readText: () => undefined })
  expect(detectHost(payload)?.id).toBe(host)
  if (reading.kind !== 'event') throw new Error(reading.why)
  const tools = toolMatcherOf(names)
  const hook = { label: 'h', event, command: 'x', timeoutMs: 1, onFailure: 'deny' as const, ...(tools === undefined ? {} : { tools }) }
  const match = matchOf(hook, reading.event, { root: '/w', home: '/home/dev' })
  return match.mismatch === undefined && match.ifRedactor !== true
}

it('a script that starts agents is a call that starts agents', () => {
  const workflow = { tool_name: 'Workflow', tool_input: { script: 'agent("x")', name: 'x' } }
  expect(fires(['run_agent'], 'claude-code', workflow)).toBe(true)
  expect(fires(['run_command'], 'claude-code', workflow)).toBe(false)
})

it('a borrowed shell tool with two spellings of its command has both, as the own one has', () => {
  for (const tool_name of ['Shell', 'Bash']) {
    const payload = { ...shellCall('cursor', '/w', 'ls'), tool_name, tool_input: { command: 'ls', cmd: 'git push' } }
    const reading = readPayload(hostOf('cursor'), payload, { env: {}, exists: () => false, readText: () => undefined })
    expect(reading).toMatchObject({ event: { tool: { kind: 'run_command', command: 'ls\ngit push' } } })
  }
})

describe('a hook that names', () => {
  it.each<[string[], Host, object, boolean]>([
    [['mcp__a__b__c'], 'claude-code', { tool_name: 'mcp__a__b__c', mcp_server: { name: 'a__b' } }, true],
    [['a__b.c'], 'claude-code', { tool_name: 'mcp__a__b__c', mcp_server: { name: 'a__b' } }, true],
    [['a.b__c'], 'claude-code', { tool_name: 'mcp__a__b__c', mcp_server: { name: 'a__b' } }, false],
    [['a.*'], 'codex', { tool_name: 'mcp__a__b__c' }, true],
    [['mcp__a__b__*'], 'codex', { tool_name: 'mcp__a__b__c' }, true],
    [['mcp__files__*'], 'codex', { tool_name: 'mcp__files2__x' }, false],
    [['github.*'], 'cursor', { tool_name: 'MCP:create_issue' }, true],
    [['github.create_issue'], 'cursor', { tool_name: 'MCP:create_issue' }, true],
    [['github.other'], 'cursor', { tool_name: 'MCP:create_issue' }, false],
    [['mcp__github__create_issue'], 'cursor', { tool_name: 'MCP:create_issue' }, true],
    [['github.*'], 'cursor', { tool_name: 'mcp__github__x' }, true],
    [['Bash'], 'cursor', {}, true],
    [['Bash'], 'cursor', { tool_name: 'Bash' }, true],
    [['run_command'], 'cursor', { tool_name: 'Bash' }, true],
    [['write_file'], 'codex', { tool_name: 'Write', tool_input: { file_path: 'x' } }, true],
    [['Shell'], 'claude-code', {}, true],
    [['Edit'], 'claude-code', { tool_name: 'TodoWrite', tool_input: {} }, false],
    [['Write'], 'claude-code', { tool_name: 'TodoWrite', tool_input: {} }, false],
    [['native:BrandNew'], 'claude-code', { tool_name: 'BrandNew', tool_input: {} }, true],
    [['*'], 'claude-code', { tool_name: 'BrandNew', tool_input: {} }, true],
    [['Task'], 'claude-code', { tool_name: 'Agent', tool_input: {} }, true],
  ])('%j on %s, called with %j: %s', (names, host, tool, expected) => {
    expect(fires(names, host, tool)).toBe(expected)
  })

  it('a server does not run a second time where the server is not named, if it is no gate', () => {
    expect(fires(['github.*'], 'cursor', { tool_name: 'MCP:x', tool_output: '{}' }, 'PostToolUse')).toBe(false)
  })
})
