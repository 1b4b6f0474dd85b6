import { describe, expect, it } from 'vitest'
import { oracles } from '../oracle/index.js'
import { HOSTS } from '../support/payloads.mjs'
import { askProgram } from '../support/standing.mjs'
import { payloadOf } from './conformance.payloads.js'
import { environmentOf, oneHook, printing, workspaceWith } from './judged.js'

/** Replacements that say next to nothing: what a hook wanted out of the model's sight must not come back with them. DESIGN 6. */

const OUTPUTS = { 'claude-code': { secret: 's3cret' }, codex: 's3cret', cursor: '{"secret":"s3cret"}' } as const

describe.each(HOSTS)('at %s the model reads another output than the real one where it is replaced by', (host) => {
  it.each([
    ['an empty text', ''],
    ['white space', ' \n'],
    ['null', null],
    ['false', false],
    ['an empty object', {}],
    ['an empty list', []],
    ['characters without a width', '\u200b\ufeff'],
  ])('%s', async (_what, replace) => {
    const workspace = workspaceWith(oneHook('PostToolUse', printing({ replace })))
    const tool = { kind: 'mcp', server: 'tracker', tool: 'list', output: OUTPUTS[host] } as const
    const stdin = payloadOf(host, workspace.root, { event: 'PostToolUse', tool })
    const native = stdin.hook_event_name as string
    const line = ['run', '--host', host, '--event', native]
    const ended = await askProgram(line, { stdin, cwd: workspace.root, env: environmentOf(host, workspace) })
    const judgement = oracles[host].judge(native, ended, { tool: stdin.tool_name as string })
    expect(judgement, ended.stdout).toMatchObject({ valid: true, problems: [] })
    // A null where a host expects a value voids the whole answer.
    expect(judgement.replacedOutput ?? undefined, ended.stdout).toBeDefined()
  })
})
