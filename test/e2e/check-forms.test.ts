import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shape } from '../../src/shapes/check.js'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** How `check` says what it found, and what it exits with. */

let workspace: Workspace
beforeEach(() => {
  workspace = makeWorkspace()
})
afterEach(() => workspace.remove())

const check = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  askProgram(['check', ...args], { env: { ...workspace.env, ...env }, cwd: workspace.root })

const policy = (content: string | object): void =>
  void workspace.change('.acuvo/hooks.json', typeof content === 'string' ? content : JSON.stringify(content, null, 2))

const OPEN = { hooks: [{ event: 'PreToolUse', name: '50%, a:b', tools: ['write_file', 'edit_file'], deny: 'no' }] }
const CLOSED = { hooks: [{ event: 'PreToolUse', command: 'true' }] }
const BROKEN = '{ "hooks": [\n{ "event": "PreTool", "deny": "x" },\n{ "event": "Stop", "comand": "x" }] }'

describe('exit codes', () => {
  it.each([
    ['nothing to say', CLOSED, [], 0],
    ['warnings', OPEN, [], 0],
    ['warnings, --strict', OPEN, ['--strict'], 1],
    ['nothing to say, --strict', CLOSED, ['--strict'], 0],
    ['infos, --strict', { hooks: [{ event: 'PreToolUse', deny: 'x', mode: 'off' }] }, ['--strict'], 0],
    ['errors', BROKEN, [], 1],
    ['errors, --format github', BROKEN, ['--format', 'github'], 1],
    ['a rule that is an error', { hooks: [{ event: 'PreToolUse', command: './gone.sh' }] }, [], 1],
    ['an unknown format', CLOSED, ['--format', 'gitlab'], 2],
    ['two formats', CLOSED, ['--format', 'github', '--json'], 2],
  ] as const)('%s', async (_what, content, args, exitCode) => {
    policy(content)
    expect((await check([...args])).exitCode).toBe(exitCode)
  })
})

describe('--format github', () => {
  it('is one workflow command a line, with paths from the checkout, escaped', async () => {
    policy(OPEN)
    const { stdout } = await check(['--format', 'github'])
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^::warning file=\.acuvo\/hooks\.json,line=6,col=7,title=acuvo-hooks%3A gate-leaves-shell-open::"50%25, a:b" guards write_file, edit_file/,
      ),
      expect.stringMatching(/^::warning file=\.acuvo\/hooks\.json,line=6,col=7,title=acuvo-hooks%3A gate-leaves-mcp-open::/),
    ])
  })

  it('shows the errors of a file that cannot be read at their lines', async () => {
    policy(BROKEN)
    const { stdout } = await check(['--format', 'github'])
    expect(stdout).toMatch(/^::error file=\.acuvo\/hooks\.json,line=2,col=12,title=acuvo-hooks%3A unknown_event::/m)
    expect(stdout).toMatch(/^::error file=\.acuvo\/hooks\.json,line=3,.*title=acuvo-hooks%3A unknown_key::.*did you mean "command"/m)
  })

  it('cannot be made to say another command by a file', async () => {
    policy({ hooks: [{ event: 'PreToolUse', name: 'x\n::error::planted\r\n::stop-commands::x', tools: ['write_file'], deny: 'no' }] })
    const { stdout } = await check(['--format', 'github'])
    for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^::(warning|notice) file=/)
  })

  it('says nothing where there is nothing to say', async () => {
    policy(CLOSED)
    expect(await check(['--format', 'github'])).toMatchObject({ exitCode: 0, stdout: '', stderr: '' })
  })
})

describe('--json', () => {
  it.each([OPEN, CLOSED, BROKEN])('has its documented shape (%#)', async (content) => {
    policy(content)
    const { stdout } = await check(['--json'])
    const document = shape.parse(JSON.parse(stdout))
    expect(document.files[0]?.state).toBe('unapproved')
    expect(document.summary.warnings).toBe(content === OPEN ? 2 : 0)
  })

  it('finds the hooks of a file that another one extends there', async () => {
    workspace.change('.acuvo/base.json', JSON.stringify(OPEN, null, 2))
    policy({ extends: './base.json', hooks: [] })
    const { stdout } = await check(['--json'])
    const [finding] = shape.parse(JSON.parse(stdout)).files[0]?.findings ?? []
    expect(finding).toMatchObject({ id: 'gate-leaves-shell-open', path: 'hooks[0].tools', line: 6 })
    expect(finding?.file).toMatch(/base\.json$/)
  })
})

describe('for people', () => {
  it('names severity, line, path, hook and id on one line that can be searched', async () => {
    policy(OPEN)
    const { stdout } = await check([])
    expect(stdout).toMatch(/^ok .*valid, 1 hook/m)
    expect(stdout).toMatch(/^ {2}warning line 6, hooks\[0\]\.tools: "50%, a:b" guards .* \[gate-leaves-shell-open\]$/m)
  })

  it('keeps to 40 columns where that is all there is', async () => {
    policy(OPEN)
    const { stdout } = await check([], { COLUMNS: '40', LC_ALL: 'C', NO_COLOR: '1' })
    const found = stdout.split('\n').filter((line) => /^ {2}(?: {2}|warning)/.test(line))
    expect(found.length).toBeGreaterThan(4)
    for (const line of found) expect(line.length).toBeLessThanOrEqual(40)
  })

  it('breaks what a file would do to a terminal', async () => {
    policy({ hooks: [{ event: 'PreToolUse', name: 'a\u001b[31mb\u202e', tools: ['write_file'], deny: 'no' }] })
    const { stdout } = await check([])
    expect(stdout).toContain('gate-leaves-shell-open')
    expect(stdout).not.toMatch(/[\u001b\u202e]/)
  })
})
