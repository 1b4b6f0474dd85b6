import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { payload as payloadOf } from '../support/payloads.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { answerTo, environmentOf, modelText, personText, printing, workspaceWith, type Json, type Line } from './judged.js'

/** One call that Cursor announces several times, and Claude Code's hook files that Cursor runs too. DESIGN 3; cursor.md 2 and 10. */

const capture = (file: string, root: string, more: Json = {}): Json => {
  const text = readFileSync(new URL(`../../fixtures/captures/cursor/${file}.json`, import.meta.url), 'utf8')
  return { ...(JSON.parse(text.replaceAll('/home/dev/project', root)) as Json), workspace_roots: [root], ...more }
}

/** How often a hook of this name ran. */
const runsOf = ({ root }: Workspace, name: string): number =>
  existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8').length : 0
const counting = (event: string, name: string, more: object = {}): object => ({ event, name, command: `printf x >> ${name}`, ...more })

interface Call {
  title: string
  announcements: [file: string, more?: Json][]
  tools?: string[]
  /** After each announcement, how often the gate and the formatter have run. */
  gate: number[]
  after: number[]
}

const MCP_DONE: Json = {
  tool_name: 'MCP:list_issues',
  tool_input: { project: 'example', limit: 5 },
  tool_output: '{"content":[],"isError":false}',
}
const MCP: Call['announcements'] = [
  ['preToolUse.mcp'],
  ['beforeMCPExecution.stdio'],
  ['afterMCPExecution.documented'],
  ['postToolUse.shell', MCP_DONE],
]

const CALLS: Call[] = [
  {
    title: 'a command',
    announcements: [['preToolUse.shell'], ['beforeShellExecution.cli'], ['afterShellExecution.cli'], ['postToolUse.shell']],
    gate: [1, 2, 2, 2],
    after: [0, 0, 0, 1],
  },
  {
    title: 'a command, by name',
    tools: ['run_command'],
    announcements: [['preToolUse.shell'], ['beforeShellExecution.cli'], ['afterShellExecution.cli'], ['postToolUse.shell']],
    gate: [1, 2, 2, 2],
    after: [0, 0, 0, 1],
  },
  {
    title: 'a read',
    announcements: [['preToolUse.read'], ['beforeReadFile.cli'], ['postToolUse.read']],
    gate: [1, 2, 2],
    after: [0, 0, 1],
  },
  {
    title: 'a write',
    tools: ['write_file'],
    announcements: [['preToolUse.read-before-edit'], ['preToolUse.write'], ['afterFileEdit.new-file'], ['postToolUse.write']],
    gate: [0, 1, 1, 1],
    after: [0, 0, 0, 1],
  },
  { title: 'an MCP call', announcements: MCP, gate: [1, 2, 2, 2], after: [0, 0, 0, 1] },
  {
    title: "an MCP call, by the server's tool",
    tools: ['example-tracker.list_issues'],
    announcements: MCP,
    gate: [1, 2, 2, 2],
    after: [0, 0, 1, 1],
  },
  { title: 'an MCP call, by the server', tools: ['example-tracker.*'], announcements: MCP, gate: [1, 2, 2, 2], after: [0, 0, 1, 1] },
  {
    title: "an MCP call, by Claude Code's name",
    tools: ['mcp__example-tracker__list_issues'],
    announcements: MCP,
    gate: [1, 2, 2, 2],
    after: [0, 0, 1, 1],
  },
  {
    title: 'an MCP call, by another server of which the first announcement cannot tell',
    tools: ['other.*'],
    announcements: MCP,
    gate: [1, 1, 1, 1],
    after: [0, 0, 0, 0],
  },
  {
    title: 'an MCP call, by another tool',
    tools: ['example-tracker.close_issue'],
    announcements: MCP,
    gate: [0, 0, 0, 0],
    after: [0, 0, 0, 0],
  },
  {
    title: 'what only Tab says',
    announcements: [['beforeTabFileRead.documented'], ['afterTabFileEdit.documented']],
    gate: [1, 1],
    after: [0, 1],
  },
  { title: 'a read that failed', announcements: [['preToolUse.read'], ['postToolUseFailure.read-missing']], gate: [1, 1], after: [0, 1] },
  { title: 'a call that we denied', announcements: [['preToolUse.read'], ['postToolUseFailure.denied']], gate: [1, 1], after: [0, 0] },
]

describe('one call that is announced several times', () => {
  it.each(CALLS.map((call) => [call.title, call] as const))(
    '%s: the gate runs again, the formatter once',
    async (_title, { announcements, tools, gate, after }) => {
      const named = tools === undefined ? {} : { tools }
      const workspace = workspaceWith({ hooks: [counting('PreToolUse', 'gate', named), counting('PostToolUse', 'formatter', named)] })
      const seen: { gate: number[]; after: number[] } = { gate: [], after: [] }
      for (const [file, more] of announcements) {
        const answered = await answerTo('cursor', capture(file, workspace.root, more), workspace)
        expect(answered.judgement.blocked).toBe(false)
        seen.gate.push(runsOf(workspace, 'gate'))
        seen.after.push(runsOf(workspace, 'formatter'))
      }
      expect(seen).toEqual({ gate, after })
    },
  )
})

/** A line that was registered for Claude Code; Cursor sets its variable too. */
const claudeLine = (workspace: Workspace, event: string): Line => ({
  host: 'claude-code',
  event,
  env: {
    ...environmentOf('cursor', workspace),
    CLAUDE_PROJECT_DIR: workspace.root,
    CURSOR_VERSION: '2026.10.01',
    CURSOR_PROJECT_DIR: workspace.root,
  },
})

describe("a line of Claude Code's that Cursor runs", () => {
  const natives: [claude: string, native: string, denied: Json, neutral: Json][] = [
    ['PreToolUse', 'preToolUse', { permission: 'deny' }, { permission: 'allow' }],
    ['UserPromptSubmit', 'beforeSubmitPrompt', { continue: false }, { continue: true }],
    ['PostToolUse', 'postToolUse', {}, {}],
    ['Stop', 'stop', {}, {}],
    ['SubagentStop', 'subagentStop', {}, {}],
    ['SessionStart', 'sessionStart', {}, {}],
    ['PreCompact', 'preCompact', {}, {}],
    ['SessionEnd', 'sessionEnd', {}, {}],
  ]
  const bodyOf = (event: string, native: string, root: string): Json => {
    if (native === 'preToolUse') return capture('preToolUse.claude-compat-shell', root)
    return native === 'postToolUse' ? capture('postToolUse.shell', root) : payloadOf('cursor', event, root)
  }

  it.each(natives)("%s is answered in Cursor's form: %s", async (event, native, denied, neutral) => {
    const workspace = workspaceWith({ hooks: [{ event, name: 'guard', command: 'echo no entry >&2; exit 2' }] })
    const body = bodyOf(event, native, workspace.root)
    const answered = await answerTo('cursor', body, workspace, claudeLine(workspace, event))
    expect(answered.document).toMatchObject(denied)
    const reaches = ['preToolUse', 'beforeSubmitPrompt', 'postToolUse', 'stop', 'subagentStop'].includes(native)
    if (reaches) expect(modelText(answered) + personText(answered)).toContain('no entry')
    expect(answered.judgement.blocked).toBe(reaches && native !== 'postToolUse')
    expect(answered.stdout).not.toMatch(/hookSpecificOutput|"decision"/)
    expect(answered.stderr).toContain('no entry')

    workspace.policy({ hooks: [{ event, command: 'exit 0' }] })
    expect((await answerTo('cursor', body, workspace, claudeLine(workspace, event))).document).toEqual(neutral)
  })

  const own = (event: string, command: string): string =>
    JSON.stringify({ version: 1, hooks: { [event]: [{ command: './other.sh' }, { command, timeout: 30 }] } })
  const wrapped = `/bin/sh -c '"$0" "$@" || { [ $? -eq 2 ] || echo "acuvo-hooks could not run" >&2; exit 2; }' /usr/local/bin/acuvo-hooks run --host cursor --event EVENT`

  const lines: [line: string, hooks: (event: string) => string | undefined, isOurs: boolean][] = [
    ['our line', (event) => own(event, `acuvo-hooks run --host cursor --event ${event}`), true],
    ['our line with an equals sign', (event) => own(event, `acuvo-hooks run --host=cursor --event=${event}`), true],
    ['our line by npx', (event) => own(event, `npx --no-install acuvo-hooks run --host cursor --event ${event}`), true],
    ['our line by its file', (event) => own(event, `node "/opt/my tools/acuvo-hooks.cjs" run --event ${event} --host cursor`), true],
    ['our line in the fail-closed wrapper', (event) => own(event, wrapped.replace('EVENT', event)), true],
    ['our line for another event', () => own('stop', 'acuvo-hooks run --host cursor --event stop'), false],
    ['our line for another host', (event) => own(event, `acuvo-hooks run --host claude-code --event ${event}`), false],
    ['lines of others', (event) => own(event, './guard.sh'), false],
    ['a file that is no JSON', () => '{"hooks":', false],
    ['no file', () => undefined, false],
  ]

  it.each(lines)("beside Cursor's own file with %s: a gate runs, a formatter only where ours does not", async (_line, hooks, isOurs) => {
    const workspace = workspaceWith({ hooks: [counting('PreToolUse', 'gate'), counting('PostToolUse', 'formatter')] })
    const calls: [claude: string, native: string, file: string][] = [
      ['PreToolUse', 'preToolUse', 'preToolUse.claude-compat-shell'],
      ['PostToolUse', 'postToolUse', 'postToolUse.shell'],
    ]
    for (const [event, native, file] of calls) {
      const text = hooks(native)
      if (text !== undefined) workspace.write('.cursor/hooks.json', text)
      await answerTo('cursor', capture(file, workspace.root), workspace, claudeLine(workspace, event))
    }
    expect(runsOf(workspace, 'gate')).toBe(1)
    expect(runsOf(workspace, 'formatter')).toBe(isOurs ? 0 : 1)
  })

  it("beside our own line: a deny still stands, and Cursor's own line runs both", async () => {
    const deny = { event: 'PreToolUse', name: 'guard', command: printing({ decision: 'deny', reason: 'no entry' }) }
    const workspace = workspaceWith({ hooks: [deny, counting('PostToolUse', 'formatter')] })
    workspace.write(
      '.cursor/hooks.json',
      JSON.stringify({
        version: 1,
        hooks: { preToolUse: [{ command: 'acuvo-hooks run --host cursor' }], postToolUse: [{ command: 'acuvo-hooks run --host cursor' }] },
      }),
    )
    const before = capture('preToolUse.claude-compat-shell', workspace.root)
    expect((await answerTo('cursor', before, workspace, claudeLine(workspace, 'PreToolUse'))).judgement.blocked).toBe(true)
    const after = capture('postToolUse.shell', workspace.root)
    const fromClaude = await answerTo('cursor', after, workspace, claudeLine(workspace, 'PostToolUse'))
    expect([fromClaude.document, runsOf(workspace, 'formatter')]).toEqual([{}, 0])
    await answerTo('cursor', after, workspace)
    expect(runsOf(workspace, 'formatter')).toBe(1)
  })

  it.each(['Stop', 'SubagentStop', 'SessionStart'])('beside our own line: a %s hook does not run twice', async (event) => {
    const workspace = workspaceWith({ hooks: [counting(event, 'once')] })
    const body = payloadOf('cursor', event, workspace.root)
    const native = body.hook_event_name as string
    workspace.write('.cursor/hooks.json', own(native, `acuvo-hooks run --host cursor --event ${native}`))
    await answerTo('cursor', body, workspace, claudeLine(workspace, event))
    expect(runsOf(workspace, 'once')).toBe(0)
    await answerTo('cursor', body, workspace)
    expect(runsOf(workspace, 'once')).toBe(1)
  })
})
