import { describe, expect, it } from 'vitest'
import { HOSTS, shellCall, writeCall, type Host } from '../support/payloads.mjs'
import { deliver } from './deliver.js'
import { expectBlocked, expectNeutral, inWorkspace, judged } from './expectations.js'
import { FILE_KEYS, HOOK_KEYS, SYNTAX, VALID } from './malformed-policy.rows.js'
import { check, expectBroken, expectTold, expectUnbroken, runEvent } from './policy-runs.js'

/**
 * Kinds of `.acuvo/hooks.json` by its text. A broken one holds every tool call of every host, shows all its errors, and
 * nothing of it is run; a valid one is not taken for broken. Kinds of files that are no texts: policy-files.test.ts.
 */

describe.each([
  { kind: 'a file that is no JSON object', rows: SYNTAX },
  { kind: 'a fault at the top of the file', rows: FILE_KEYS },
  { kind: 'a fault in a hook', rows: HOOK_KEYS },
])('$kind', ({ rows }) => {
  it.concurrent.each(rows)('is broken: $name', ({ text, faults, atLeast }) =>
    inWorkspace(text, (workspace) => expectBroken(workspace, faults, atLeast ? { atLeast } : {})),
  )
})

it.concurrent.each(VALID)('is valid: $name', ({ text }) => inWorkspace(text, (workspace) => expectUnbroken(workspace)))

describe('all errors at once', () => {
  const FIVE = `{
  "version": 2,
  "hooks": [
    { "event": "PreToolUse", "command": "touch ran" },
    { "event": "PreTolUse", "command": "touch ran" },
    { "event": "Stop", "tools": ["Bash"], "command": "touch ran" },
    { "event": "PreToolUse", "tools": ["write_fil"], "comand": "touch ran", "command": "" }
  ]
}`
  const FAULTS = [
    ['line 2', 'version', '2'],
    ['line 5', 'hooks[1].event', '"PreTolUse"', '"PreToolUse"'],
    ['line 6', 'hooks[2].tools', 'Stop'],
    ['line 7', 'hooks[3].tools[0]', '"write_fil"', '"write_file"'],
    ['line 7', 'hooks[3]', '"comand"', '"command"'],
    ['line 7', 'hooks[3].command', '""'],
  ]
  it('six faults in five places are six errors', () => inWorkspace(FIVE, (workspace) => expectBroken(workspace, FAULTS)))

  it.each(HOSTS)('at other events %s passes, and person and model are told', (host) =>
    inWorkspace(FIVE, (workspace) => expectTold(host, workspace)),
  )

  const others: [name: string, text: string][] = [
    ['a trailing comma', '{ "hooks": [{ "event": "Stop", "command": "touch ran" },] }'],
    ['an empty file', ''],
    ["a key of the user's file", '{ "hooks": [{ "event": "SessionStart", "command": "touch ran" }], "log": "off" }'],
    ['hooks twice', '{ "hooks": [{ "event": "UserPromptSubmit", "command": "touch ran" }], "hooks": [] }'],
  ]
  it.each(others)('so with %s', (_name, text) =>
    inWorkspace(text, async (workspace) => {
      for (const host of HOSTS) await expectTold(host, workspace)
    }),
  )

  it('thousands of errors are a bounded reason, and check shows them all', () =>
    inWorkspace(
      `{ "hooks": [],\n${Array.from({ length: 5_000 }, (_, index) => `"unheard_of_${index}": 1`).join(',\n')} }`,
      async (workspace) => {
        for (const host of HOSTS) {
          const ended = await runEvent(host, 'PreToolUse', workspace)
          expectBlocked(host, ended)
          // Claude Code cuts a reason at about 50 KB (claude-code.md 3).
          expect(Buffer.byteLength(judged(host, 'PreToolUse', ended).modelSees.join('')), host).toBeLessThan(50_000)
          for (const event of ['SessionStart', 'UserPromptSubmit']) {
            const told = judged(host, event, await runEvent(host, event, workspace))
            expect(told, event).toMatchObject({ blocked: false, valid: true })
            // Claude Code and Cursor take 10,000 characters (claude-code.md 3, cursor.md 5).
            expect(told.modelSees.join('').length, event).toBeLessThanOrEqual(10_000)
            expect(told.modelSees.join(''), event).toContain('unheard_of_0')
          }
        }
        expect((await check([], workspace)).stdout).toContain('unheard_of_4999')
      },
    ))
})

describe('every kind of call is held', () => {
  const cursorEvent = (root: string, name: string, fields: object): object => {
    const { tool_name: _name, tool_input: _input, tool_use_id: _id, ...envelope } = shellCall('cursor', root, '')
    return { ...envelope, hook_event_name: name, ...fields }
  }
  const tool = (host: Host, root: string, name: string, input: object): object => ({
    ...shellCall(host, root, ''),
    tool_name: name,
    tool_input: input,
  })
  const file = (root: string): object => ({ file_path: `${root}/x`, content: 'x' })
  const mcp = { tool_name: 'list', tool_input: '{}', mcp_server_name: 'files' }
  const skillCommand = (root: string): object => ({ ...shellCall('claude-code', root, 'ls'), hook_event_name: 'PreSkillShellCommand' })
  const calls: [name: string, host: Host, event: string, call: (root: string) => object][] = [
    ...HOSTS.flatMap((host): [string, Host, string, (root: string) => object][] => [
      [`a write on ${host}`, host, 'PreToolUse', (root) => writeCall(host, root, `${root}/x.txt`)],
      [`an unknown tool on ${host}`, host, 'PreToolUse', (root) => tool(host, root, 'BrandNewTool', {})],
      [`an MCP tool on ${host}`, host, 'PreToolUse', (root) => tool(host, root, host === 'cursor' ? 'MCP:list' : 'mcp__files__list', {})],
    ]),
    ['a read on Claude Code', 'claude-code', 'PreToolUse', (root) => tool('claude-code', root, 'Read', { file_path: `${root}/x` })],
    ['a subagent on Claude Code', 'claude-code', 'PreToolUse', (root) => tool('claude-code', root, 'Agent', { prompt: 'x' })],
    ['a command of a skill on Claude Code', 'claude-code', 'PreSkillShellCommand', skillCommand],
    [
      'beforeShellExecution',
      'cursor',
      'beforeShellExecution',
      (root) => cursorEvent(root, 'beforeShellExecution', { command: 'ls', cwd: '', sandbox: false }),
    ],
    ['beforeMCPExecution', 'cursor', 'beforeMCPExecution', (root) => cursorEvent(root, 'beforeMCPExecution', mcp)],
    ['beforeReadFile', 'cursor', 'beforeReadFile', (root) => cursorEvent(root, 'beforeReadFile', file(root))],
    ['beforeTabFileRead', 'cursor', 'beforeTabFileRead', (root) => cursorEvent(root, 'beforeTabFileRead', file(root))],
  ]
  it.concurrent.each(calls)('%s', (_name, host, event, call) =>
    inWorkspace('{ "hooks": [ }', async (workspace) => {
      const ended = await runEvent(host, event, workspace, {}, call(workspace.root))
      expect(judged(host, event, ended), ended.stdout).toMatchObject({ blocked: true, widened: false, valid: true })
      expect(ended.stderr).toContain('hooks.json')
    }),
  )
})

describe('a broken file in another place', () => {
  it("holds what it governs: a nested workspace's for calls into it", () =>
    inWorkspace(undefined, async (workspace) => {
      workspace.write('nested/.acuvo/hooks.json', '{')
      for (const host of HOSTS) {
        const into = await runEvent(
          host,
          'PreToolUse',
          workspace,
          {},
          writeCall(host, workspace.root, `${workspace.root}/nested/deep/x.txt`),
        )
        expectBlocked(host, into)
        expectNeutral(
          host,
          'PreToolUse',
          await runEvent(host, 'PreToolUse', workspace, {}, writeCall(host, workspace.root, `${workspace.root}/x.txt`)),
        )
      }
    }))

  it("holds everything where it is the person's own, valid ones beside it or not", () =>
    inWorkspace('{ "hooks": [{ "event": "PreToolUse", "command": "touch ran" }] }', async (workspace) => {
      workspace.write('../home/.config/acuvo/hooks.json', '{ "hooks": {} }')
      for (const host of HOSTS) {
        const ended = await runEvent(host, 'PreToolUse', workspace)
        expectBlocked(host, ended)
        expect(ended.stderr).toContain('.config/acuvo/hooks.json')
      }
      expect((await check([], workspace)).exitCode).toBe(1)
      expect((await deliver(['check', workspace.base], [], { cwd: workspace.base, env: workspace.env })).exitCode).toBe(1)
    }))
})
