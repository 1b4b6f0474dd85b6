import { afterAll, describe, expect, it } from 'vitest'
import { judged, remove, ws } from './protect-fixture.js'

/** Tools that no table knows: what their names, their arguments' names and the texts in them say. */

afterAll(remove)

const gone = '*** Begin Patch\n*** Delete File: .acuvo/hooks.json\n*** End Patch'
const diff = '--- a/.acuvo/hooks.json\n+++ b/.acuvo/hooks.json\n@@ -1 +1 @@\n-a\n+b\n'

const denied: [string, string, Record<string, unknown>][] = [
  ['claude-code', 'mcp__fs__move_file', { source: 'scripts', destination: 'old' }],
  ['codex', 'mcp__fs__move_file', { from: 'packages', to: 'old' }],
  ['cursor', 'MCP:move_file', { source: 'scripts', destination: 'old' }],
  ['claude-code', 'mcp__fs__apply_patch', { patch: gone }],
  ['codex', 'mcp__fs__edit', { changes: { patch: gone } }],
  ['cursor', 'MCP:apply_patch', { input: gone }],
  ['claude-code', 'mcp__fs__apply_diff', { diff }],
  ['claude-code', 'mcp__fs__git_apply', { diff }],
  ['claude-code', 'mcp__term__terminal', { input: 'rm -rf .acuvo\n' }],
  ['codex', 'mcp__term__write_to_terminal', { data: 'rm -rf .acuvo\n' }],
  ['cursor', 'MCP:shell', { text: 'rm -rf .acuvo' }],
  ['claude-code', 'mcp__term__send_keys', { keys: 'rm -rf .acuvo', input: 'rm -rf .acuvo' }],
  ['claude-code', 'mcp__term__execute', { text: 'acuvo-hooks trust --yes' }],
  ['claude-code', 'mcp__fs__copy_file', { source: '/tmp/x', destination: '.acuvo/hooks.json' }],
  ['claude-code', 'mcp__fs__copy_file', { source: '.acuvo/hooks.json', destination: '.claude/settings.json' }],
  ['claude-code', 'mcp__fs__copy_file', { source: '.acuvo/hooks.json', destination: '.acuvo/hooks.json' }],
  ['claude-code', 'mcp__fs__move_file', { source: '.acuvo/hooks.json', destination: '/tmp/x' }],
  ['claude-code', 'str_replace_editor', { command: 'create', path: '.acuvo/hooks.json', file_text: '' }],
  ['claude-code', 'mcp__ed__str_replace_editor', { command: 'str_replace', path: '.acuvo/hooks.json' }],
  ['claude-code', 'mcp__fs__fs', { action: 'delete', path: 'packages' }],
  ['claude-code', 'mcp__fs__fs', { action: 'delete', path: '.acuvo' }],
  ['claude-code', 'mcp__x__lint_fix', { path: '.acuvo/hooks.json' }],
  ['cursor', 'FetchMcpResource', { server: 's', uri: 'x://y', downloadPath: '.cursor/hooks.json' }],
]

const passes: [string, string, Record<string, unknown>][] = [
  ['claude-code', 'mcp__fs__move_file', { source: 'src', destination: 'lib' }],
  ['claude-code', 'mcp__mail__send', { from: 'me@x.com', to: 'you@x.com', target: 'production' }],
  ['claude-code', 'mcp__fs__review_patch', { text: gone }],
  ['claude-code', 'mcp__fs__write_file', { path: 'docs/x.md', content: gone }],
  ['claude-code', 'mcp__fs__apply_patch', { patch: '*** Begin Patch\n*** Delete File: src/a.ts\n*** End Patch' }],
  ['claude-code', 'mcp__fs__show_diff', { diff }],
  ['claude-code', 'mcp__term__terminal', { input: 'ls .acuvo\n' }],
  ['claude-code', 'mcp__term__terminal', { input: 'rm -rf node_modules\n' }],
  ['claude-code', 'mcp__fs__copy_file', { source: '.acuvo/hooks.json', destination: '/tmp/copy.json' }],
  ['codex', 'mcp__fs__copy_directory', { src: `${ws}/.claude`, dest: '/tmp/claude' }],
  ['claude-code', 'LSP', { operation: 'hover', file_path: '.acuvo/guard.sh', line: 1, character: 1 }],
  ['claude-code', 'SlashCommand', { command: '/review rm -rf .acuvo' }],
  ['claude-code', 'SendMessage', { to: 'x', message: 'rm -rf .acuvo', input: 'rm -rf .acuvo' }],
  ['codex', 'send_input', { id: 'x', message: 'rm -rf .acuvo', input: 'rm -rf .acuvo' }],
  ['codex', 'update_plan', { plan: [{ step: '.acuvo/hooks.json' }] }],
  ['cursor', 'ReadLints', { paths: ['.acuvo/hooks.json'] }],
  ['claude-code', 'mcp__chat__send_message', { text: '.acuvo/hooks.json' }],
  ['claude-code', 'mcp__chat__post', { channel: 'x', body: './.acuvo/hooks.json' }],
  ['claude-code', 'str_replace_editor', { command: 'view', path: '.acuvo/hooks.json' }],
  ['claude-code', 'mcp__ed__str_replace_based_edit_tool', { command: 'view', path: `${ws}/.acuvo` }],
  ['claude-code', 'mcp__fs__fs', { action: 'read', path: '.acuvo/hooks.json' }],
  ['claude-code', 'mcp__x__lint', { path: '.acuvo/hooks.json' }],
  ['claude-code', 'mcp__x__validate_json', { path: '.acuvo/hooks.json' }],
]

describe('tools that no table knows', () => {
  it.each(denied)('denied: %s %s %j', async (host, tool, input) => {
    expect(await judged(host, tool, input)).toMatchObject({ verdict: 'deny', reason: expect.stringMatching(/^denied: /) })
  })

  it.each(passes)('passes: %s %s %j', async (host, tool, input) => {
    expect(await judged(host, tool, input)).toBeUndefined()
  })
})
