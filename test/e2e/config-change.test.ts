import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oracles } from '../oracle/index.js'
import { runProgram } from '../support/program.mjs'
import { personsEnv } from '../support/terminal.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/**
 * ConfigChange of Claude Code (hosts/claude-code.md 2: a block leaves the session with the settings it had): new settings are refused
 * when no settings file that the host would load still starts us before a tool call, or when one switches hooks off.
 */

let workspace: Workspace
beforeEach(() => void (workspace = makeWorkspace()))
afterEach(() => workspace.remove())

const line = `/bin/sh -c '"$0" "$@" || { [ $? -eq 2 ] || echo "acuvo-hooks could not run" >&2; exit 2; }' /home/dev/.local/share/acuvo-hooks/acuvo-hooks run --host claude-code --event PreToolUse --host-timeout 130`
const entry = { type: 'command', timeout: 130, onFailure: 'block', command: line }
const OURS = { hooks: { PreToolUse: [{ hooks: [entry] }] } }
const OTHERS = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'other-guard' }] }] }, env: { A: '1' } }

type Place = 'user' | 'project' | 'local' | 'moved'
const fileOf = (place: Place): string =>
  ({
    user: join(workspace.home, '.claude', 'settings.json'),
    project: join(workspace.root, '.claude', 'settings.json'),
    local: join(workspace.root, '.claude', 'settings.local.json'),
    moved: join(workspace.base, 'moved', 'settings.json'),
  })[place]
const put = (place: Place, content: unknown): void => {
  mkdirSync(dirname(fileOf(place)), { recursive: true })
  writeFileSync(fileOf(place), typeof content === 'string' ? content : JSON.stringify(content))
}

const change = async (place: Place, env: NodeJS.ProcessEnv = {}, args: string[] = []) => {
  const stdin = {
    session_id: 's-1',
    transcript_path: '/x/.claude/projects/p/s-1.jsonl',
    cwd: workspace.root,
    prompt_id: 'p-1',
    hook_event_name: 'ConfigChange',
    source: `${place === 'moved' ? 'user' : place}_settings`,
    file_path: fileOf(place),
  }
  const ended = await runProgram(['run', '--host', 'claude-code', '--event', 'ConfigChange', '--host-timeout', '610', ...args], {
    stdin,
    cwd: workspace.root,
    env: { ...personsEnv(workspace.env), CLAUDE_PROJECT_DIR: workspace.root, ...env },
  })
  expect(ended.exitCode).toBe(0)
  const judgement = oracles['claude-code'].judge('ConfigChange', ended)
  expect(judgement).toMatchObject({ valid: true, widened: false })
  if (!judgement.blocked) expect(ended.stdout).toBe('')
  return { blocked: judgement.blocked, says: judgement.personSees.join('\n') }
}

const ROWS: [name: string, files: Partial<Record<Place, unknown>>, changed: Place, blocked: boolean][] = [
  ['our line still there', { user: OURS }, 'user', false],
  ['our line in another file', { user: OURS, project: OTHERS }, 'project', false],
  ['our line in the local file', { local: OURS, project: {} }, 'project', false],
  ['our line gone, others there', { user: OTHERS }, 'user', true],
  ['our line gone, the file empty', { user: {} }, 'user', true],
  ['our line gone, another file there', { user: OTHERS, project: OTHERS }, 'project', true],
  ['our line at another event only', { user: { hooks: { PostToolUse: [{ hooks: [entry] }] } } }, 'user', true],
  ['our line in the background', { user: { hooks: { PreToolUse: [{ hooks: [{ ...entry, async: true }] }] } } }, 'user', true],
  ['our line under a matcher that never fires', { user: { hooks: { PreToolUse: [{ matcher: '(', hooks: [entry] }] } } }, 'user', true],
  ['our line for writes', { user: { hooks: { PreToolUse: [{ matcher: 'Write|Edit', hooks: [entry] }] } } }, 'user', false],
  ['our line only spoken of', { user: { hooks: { PreToolUse: [{ hooks: [{ ...entry, command: `echo ${line}` }] }] } } }, 'user', true],
  ['a bad entry that voids the file', { user: { hooks: { PreToolUse: [{ hooks: [entry, { type: 'command' }] }] } } }, 'user', true],
  ['no JSON', { user: '{' }, 'user', true],
  ['hooks switched off there', { user: { ...OURS, disableAllHooks: true } }, 'user', true],
  ['hooks switched off elsewhere', { user: OURS, local: { disableAllHooks: true } }, 'local', true],
  ['hooks not switched off', { user: { ...OURS, disableAllHooks: false } }, 'user', false],
]

describe('new settings', () => {
  it.each(ROWS)('%s', async (_name, files, changed, blocked) => {
    for (const [place, content] of Object.entries(files)) put(place as Place, content)
    const answered = await change(changed)
    expect(answered.blocked).toBe(blocked)
    expect(answered.says).toMatch(blocked ? /does not take over the new settings/ : /^$/)
  })

  it('are looked for where CLAUDE_CONFIG_DIR says', async () => {
    put('user', OTHERS)
    put('moved', OURS)
    expect((await change('moved', { CLAUDE_CONFIG_DIR: dirname(fileOf('moved')) })).blocked).toBe(false)
    put('user', OURS)
    put('moved', OTHERS)
    expect((await change('moved', { CLAUDE_CONFIG_DIR: dirname(fileOf('moved')) })).blocked).toBe(true)
  })

  it('that are taken away are refused where the host started us, and are nothing where nobody registered us', async () => {
    expect((await change('user')).blocked).toBe(false)
    expect((await change('user', { CLAUDE_CODE_SESSION_ID: 's-1' })).blocked).toBe(true)
    // A plugin's line stands in none of these files.
    expect((await change('user', { CLAUDE_CODE_SESSION_ID: 's-1', CLAUDE_PLUGIN_ROOT: '/p' })).blocked).toBe(false)
  })

  it('are refused with the file named, without what it says, and logged', async () => {
    put('local', { ...OURS, disableAllHooks: true, env: { KEY: 'hunter2' } })
    const { says } = await change('local')
    expect(says).toContain(fileOf('local'))
    expect(says).not.toContain('hunter2')
    const record = JSON.parse(readFileSync(join(workspace.store, 'log.ndjson'), 'utf8')) as Record<string, unknown>
    expect(record).toMatchObject({ verdict: 'deny', nativeEvent: 'ConfigChange', session: 's-1' })
    expect(JSON.stringify(record.entries)).toContain('settings_refused')
  })

  it('are taken over where the person switched the built-in protection off', async () => {
    put('user', OTHERS)
    workspace.userPolicy({ selfProtect: 'off' })
    expect((await change('user')).blocked).toBe(false)
  })

  it('that cannot be looked at are refused', async () => {
    const { cpSync } = await import('node:fs')
    const { PROGRAM } = await import('../support/program.mjs')
    const dist = join(workspace.base, 'dist')
    cpSync(dirname(PROGRAM), dist, { recursive: true })
    rmSync(join(dist, 'claude-code-config-change.cjs'))
    put('user', OURS)
    const { spawnSync } = await import('node:child_process')
    const stdin = JSON.stringify({
      session_id: 's-1',
      cwd: workspace.root,
      prompt_id: 'p',
      hook_event_name: 'ConfigChange',
      source: 'user_settings',
    })
    const ended = spawnSync(process.execPath, [join(dist, 'acuvo-hooks.cjs'), 'run', '--host', 'claude-code', '--event', 'ConfigChange'], {
      input: stdin,
      env: personsEnv(workspace.env) as NodeJS.ProcessEnv,
      cwd: workspace.root,
      encoding: 'utf8',
    })
    expect(JSON.parse(ended.stdout)).toEqual({ decision: 'block', reason: expect.stringContaining('could not look at them') as string })
  })
})
