import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oracles } from '../oracle/index.js'
import { HOSTS, nativeName, shellCall, writeCall, type Host } from '../support/payloads.mjs'
import { askProgram } from '../support/standing.mjs'
import { inTerminal, personsEnv } from '../support/terminal.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** `pass ID`: one denied call, once, by a person in a terminal; never more than the host itself would let through. */

const COMMAND = 'git push --force origin main'
const GUARD = { event: 'PreToolUse', tools: ['run_command'], name: 'guard', commands: ['git push --force'], deny: 'never by force' }

let workspace: Workspace
afterEach(() => workspace.remove())

const start = (policy: unknown = { hooks: [GUARD] }): void => {
  workspace = makeWorkspace(policy)
}

interface Answered {
  blocked: boolean
  stdout: string
}

const call = async (host: Host, command = COMMAND, change: Record<string, unknown> = {}): Promise<Answered> => {
  const stdin = { ...shellCall(host, workspace.root, command), ...change }
  const { exitCode, stdout, stderr } = await askProgram(['run', '--host', host], { stdin, cwd: workspace.root, env: workspace.env })
  const event = typeof change.hook_event_name === 'string' ? change.hook_event_name : nativeName(host, 'PreToolUse')
  return { blocked: oracles[host].wouldBlock(event, exitCode ?? -1, stdout, stderr), stdout }
}

interface Logged {
  id: string
  verdict: string
  outcomes: { hook: string; outcome: string; passed?: string }[]
  entries: { code: string; text: string }[]
}
const logged = (): Logged[] =>
  readFileSync(join(workspace.store, 'log.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Logged)
const lastId = (): string => logged().at(-1)?.id ?? ''

const pass = (id: string, typed = 'y\n', env: NodeJS.ProcessEnv = {}, redirects = '') =>
  inTerminal(['pass', id], { typed, cwd: workspace.root, env: { ...personsEnv(workspace.env), ...env }, redirects })

/** Denied, and let through by a person. */
const deniedAndPassed = async (host: Host = 'claude-code'): Promise<string> => {
  expect((await call(host)).blocked).toBe(true)
  const id = lastId()
  expect((await pass(id)).exitCode).toBe(0)
  return id
}

describe('a passed call', () => {
  it.each(HOSTS)('goes through on %s once, as no opinion and never as allow, and the log says so', async (host) => {
    start()
    const id = await deniedAndPassed(host)
    const passed = await call(host)
    expect(passed.blocked).toBe(false)
    // Silence is an error on Cursor, whose neutral document it is (cursor.md).
    expect(passed.stdout.trim()).toBe(host === 'cursor' ? '{"permission":"allow"}' : '')
    const record = logged().at(-1)
    expect(record?.verdict).toBe('pass')
    expect(record?.outcomes).toEqual([expect.objectContaining({ hook: 'guard', outcome: 'denied', passed: id })])
    expect(record?.entries.map(({ code }) => code)).toEqual(['passed_once'])
    expect((await call(host)).blocked).toBe(true)
  })

  it('is shown to the person without its secrets and without what moves a terminal', async () => {
    start()
    await call('claude-code', `${COMMAND} --token hunter2secret \u001b[2J\u202Ex`)
    const { screen } = await pass(lastId(), 'n\n', { NO_COLOR: '1' })
    expect(screen).toContain('git push --force')
    expect(screen).toContain('denied by "guard"')
    expect(screen).not.toContain('hunter2')
    expect(screen).not.toMatch(/\u001b\[2J|\u202e/)
    expect(readFileSync(join(workspace.store, 'denied', `${lastId()}.json`), 'utf8')).not.toContain('hunter2')
  })

  it('is not passed when the person says anything else', async () => {
    start()
    await call('claude-code')
    for (const typed of ['n\n', '\n', 'yess\n', '\u0004']) expect((await pass(lastId(), typed)).exitCode, JSON.stringify(typed)).toBe(1)
    expect((await call('claude-code')).blocked).toBe(true)
  })

  const others: [what: string, command: string, change: Record<string, unknown>][] = [
    ['another input', `${COMMAND} `, {}],
    ['one more argument of the tool', COMMAND, { tool_input: { command: COMMAND, timeout: 1 } }],
    ['another session', COMMAND, { session_id: 's-2' }],
    ['no session', COMMAND, { session_id: undefined }],
    ['another event', COMMAND, { hook_event_name: 'PreSkillShellCommand' }],
  ]
  it('lets nothing else through', async () => {
    start()
    await deniedAndPassed()
    for (const [what, command, change] of others) expect((await call('claude-code', command, change)).blocked, what).toBe(true)
    const other = join(workspace.root, 'packages')
    mkdirSync(other)
    expect((await call('claude-code', COMMAND, { cwd: other })).blocked, 'another root').toBe(true)
    expect((await call('claude-code')).blocked, 'the call itself').toBe(false)
  })

  it('is another one in another folder of the same workspace', async () => {
    start()
    const other = join(workspace.root, 'packages')
    mkdirSync(other)
    const env = { ...workspace.env, CLAUDE_PROJECT_DIR: workspace.root }
    const blocked = async (cwd: string): Promise<boolean> => {
      const stdin = { ...shellCall('claude-code', workspace.root, COMMAND), cwd }
      const { exitCode, stdout, stderr } = await askProgram(['run', '--host', 'claude-code'], { stdin, cwd: workspace.root, env })
      return oracles['claude-code'].wouldBlock('PreToolUse', exitCode ?? -1, stdout, stderr)
    }
    expect(await blocked(other)).toBe(true)
    const { exitCode, screen } = await pass(lastId())
    expect(exitCode).toBe(0)
    expect(screen.replace(/\s+/g, '')).toContain(`${other}(${workspace.root})`)
    expect(await blocked(workspace.root)).toBe(true)
    expect(await blocked(other)).toBe(false)
    expect(await blocked(other)).toBe(true)
  })

  it.each([
    ['10 minutes and a second', 601_000],
    ['a time that is to come', -5_000],
  ])('is over after %s', async (_what, ageMs) => {
    start()
    const id = await deniedAndPassed()
    const folder = join(workspace.store, 'passes')
    const [name = ''] = readdirSync(folder)
    writeFileSync(join(folder, name), JSON.stringify({ version: 1, id, at: new Date(Date.now() - ageMs).toISOString() }))
    expect((await call('claude-code')).blocked).toBe(true)
  })

  it('is not passed by a file of the wrong mode', async () => {
    start()
    const id = await deniedAndPassed()
    const folder = join(workspace.store, 'passes')
    const [name = ''] = readdirSync(folder)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    const text = readFileSync(join(folder, name))
    workspace.change('copy', text, 0o644)
    const { chmodSync } = await import('node:fs')
    chmodSync(join(folder, name), 0o666)
    expect((await call('claude-code')).blocked, id).toBe(true)
  })

  it('is not passed by a hook that was changed and approved since', async () => {
    start()
    await deniedAndPassed()
    workspace.policy({ hooks: [{ ...GUARD, deny: 'still never' }] })
    expect((await call('claude-code')).blocked).toBe(true)
  })

  it('is used up by one of twenty at once', async () => {
    start()
    await deniedAndPassed()
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('claude-code')))
    expect(answers.filter(({ blocked }) => !blocked)).toHaveLength(1)
  }, 60_000)
})

describe('other hooks', () => {
  const SECOND = { ...GUARD, name: 'second', deny: 'nor at all' }

  it('still deny, and two passes of one call hold together', async () => {
    start({ hooks: [GUARD, SECOND] })
    await deniedAndPassed()
    expect((await call('claude-code')).stdout).toContain('nor at all')
    // Not used up: the call did not go through.
    expect((await pass(lastId())).exitCode).toBe(0)
    expect((await call('claude-code')).blocked).toBe(false)
    expect(logged().at(-1)?.outcomes).toHaveLength(2)
    expect((await call('claude-code')).stdout).toContain('never by force')
  })

  it('still ask', async () => {
    start({ hooks: [GUARD, { event: 'PreToolUse', tools: ['run_command'], ask: 'really?' }] })
    await deniedAndPassed()
    const { stdout } = await call('claude-code')
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } })
    expect((await call('claude-code')).blocked, 'used up').toBe(true)
  })

  it('cannot make an allow of it', async () => {
    const allows = { event: 'PreToolUse', tools: ['run_command'], name: 'allows', mayAllow: true, command: `echo '{"decision":"allow"}'` }
    start({ hooks: [GUARD, allows] })
    await deniedAndPassed()
    expect(await call('claude-code')).toEqual({ blocked: false, stdout: '' })
  })

  it('that ask are passed where the host cannot ask', async () => {
    start({ hooks: [{ event: 'PreToolUse', tools: ['run_command'], name: 'asker', ask: 'really?' }] })
    await deniedAndPassed('codex')
    expect((await call('codex')).blocked).toBe(false)
    expect((await call('codex')).blocked).toBe(true)
  })

  it('with commands are passed too, for each of their paths', async () => {
    start({ hooks: [{ event: 'PreToolUse', tools: ['write_file'], name: 'each', each: 'path', command: 'exit 2' }] })
    const write = async (): Promise<boolean> => {
      const stdin = writeCall('codex', workspace.root, 'a.txt')
      const { exitCode, stdout, stderr } = await askProgram(['run', '--host', 'codex'], { stdin, cwd: workspace.root, env: workspace.env })
      return oracles.codex.wouldBlock('PreToolUse', exitCode ?? -1, stdout, stderr)
    }
    expect(await write()).toBe(true)
    expect((await pass(lastId())).exitCode).toBe(0)
    expect(await write()).toBe(false)
    expect(await write()).toBe(true)
  })
})

describe('a host that announces a call again', () => {
  const again = { hook_event_name: 'beforeShellExecution', command: COMMAND, tool_name: undefined, tool_input: undefined }

  it('hears the same at both, and once', async () => {
    start()
    await deniedAndPassed('cursor')
    expect((await call('cursor')).blocked).toBe(false)
    expect((await call('cursor', COMMAND, again)).blocked).toBe(false)
    expect((await call('cursor', COMMAND, { ...again, command: `${COMMAND} x` })).blocked).toBe(true)
    expect((await call('cursor')).blocked).toBe(true)
  })

  it('is not let through by the second announcement before the first', async () => {
    start()
    await deniedAndPassed('cursor')
    expect((await call('cursor', COMMAND, again)).blocked).toBe(true)
    expect((await call('cursor')).blocked).toBe(false)
  })

  it('is let through by the second where that alone was denied', async () => {
    start()
    expect((await call('cursor', COMMAND, again)).blocked).toBe(true)
    expect((await pass(lastId())).exitCode).toBe(0)
    expect((await call('cursor', COMMAND, again)).blocked).toBe(false)
    expect((await call('cursor', COMMAND, again)).blocked).toBe(true)
  })
})

describe('what cannot be passed', () => {
  const refused = async (says: RegExp): Promise<void> => {
    expect(existsSync(join(workspace.store, 'denied', `${lastId()}.json`))).toBe(false)
    const { exitCode, screen } = await pass(lastId())
    expect(exitCode).toBe(1)
    expect(screen).toMatch(says)
    expect((await call('claude-code')).blocked).toBe(true)
  }

  it('a call that is held, because nobody approved the policy', async () => {
    start()
    workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: [GUARD, { ...GUARD, name: 'new', deny: 'x' }] }))
    expect((await call('claude-code')).blocked).toBe(true)
    expect(logged().at(-1)).toMatchObject({ verdict: 'deny', outcomes: [] })
    await refused(/cannot be passed/)
  })

  it('a call that is held by a broken policy', async () => {
    start()
    workspace.change('.acuvo/hooks.json', '{')
    expect((await call('claude-code')).blocked).toBe(true)
    await refused(/cannot be passed/)
  })

  it('a call that is held by a changed script', async () => {
    start({ hooks: [{ event: 'PreToolUse', command: 'sh guard.sh' }] })
    workspace.write('guard.sh', 'exit 2')
    workspace.change('guard.sh', 'exit 0')
    expect((await call('claude-code')).blocked).toBe(true)
    expect(
      logged()
        .at(-1)
        ?.entries.map(({ code }) => code),
    ).toContain('held')
    await refused(/cannot be passed/)
  })

  it('a hook that could not run', async () => {
    start({ hooks: [{ event: 'PreToolUse', command: 'exit 127' }] })
    expect((await call('claude-code')).blocked).toBe(true)
    await refused(/cannot be passed/)
  })

  it('self-protection', async () => {
    start()
    const touched = `rm -rf ${workspace.store}`
    expect((await call('claude-code', touched)).blocked).toBe(true)
    const { screen } = await pass(lastId())
    expect(screen).toMatch(/cannot be passed/)
    expect((await call('claude-code', touched)).blocked).toBe(true)
  })

  it('a call that was not denied, and an id that is none or of nothing', async () => {
    start({ hooks: [{ event: 'PreToolUse', command: 'true' }] })
    await call('claude-code')
    expect(await pass(lastId())).toMatchObject({ exitCode: 1, screen: expect.stringMatching(/not denied/) as string })
    expect(await pass('aaaaaaaa')).toMatchObject({ exitCode: 2, screen: expect.stringMatching(/no record/) as string })
    expect(await pass('../../x')).toMatchObject({ exitCode: 2, screen: expect.stringMatching(/is no id/) as string })
  })
})

describe('without a person', () => {
  beforeEach(async () => {
    start()
    await call('claude-code')
  })

  it.each([
    ['stdin', '</dev/null'],
    ['stdout', '>/dev/null'],
    ['stderr', '2>/dev/null'],
  ])('whose %s is no terminal nothing is passed', async (_what, redirect) => {
    expect((await pass(lastId(), 'y\n', {}, redirect)).exitCode).toBe(2)
    expect((await call('claude-code')).blocked).toBe(true)
  })

  it('with pipes alone nothing is passed', async () => {
    const ended = await askProgram(['pass', lastId()], { stdin: 'y\n', cwd: workspace.root, env: personsEnv(workspace.env) })
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ended.stderr).toMatch(/terminal/)
  })

  it.each(['CLAUDECODE', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_THREAD_ID', 'CURSOR_AGENT'])(
    'in a shell of an agent (%s) nothing is passed',
    async (variable) => {
      const { exitCode, screen } = await pass(lastId(), 'y\n', { [variable]: '1' })
      expect(exitCode).toBe(2)
      expect(screen).toContain(variable)
      expect((await call('claude-code')).blocked).toBe(true)
    },
  )

  it('an agent that runs it, or writes the pass itself, is denied', async () => {
    const commands = [
      `acuvo-hooks pass ${lastId()}`,
      `script -qec 'acuvo-hooks pass ${lastId()}' /dev/null`,
      `env -u CLAUDECODE acuvo-hooks pass ${lastId()}`,
      `touch ${workspace.store}/passes/x`,
      `cp x ${workspace.store}/denied/${lastId()}.json`,
    ]
    for (const command of commands) expect((await call('claude-code', command)).blocked, command).toBe(true)
    expect((await call('claude-code', `acuvo-hooks log why ${lastId()}`)).blocked).toBe(false)
  })
})

it('of the denied calls only the newest are kept', async () => {
  start()
  const folder = join(workspace.store, 'denied')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let index = 0; index < 200; index++) writeFileSync(join(folder, `${String(index).padStart(8, '0')}.json`), '{}', { mode: 0o600 })
  await call('claude-code')
  expect(readdirSync(folder).length).toBeLessThanOrEqual(64)
  expect(existsSync(join(folder, `${lastId()}.json`))).toBe(true)
})

it('with the log switched off nothing is kept', async () => {
  start()
  workspace.userPolicy({ log: 'off' })
  expect((await call('claude-code')).blocked).toBe(true)
  expect(readdirSync(workspace.store).sort()).toEqual(['approvals', 'run'].filter((name) => existsSync(join(workspace.store, name))))
})
