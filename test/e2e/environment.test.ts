import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payload, shellCall, writeCall, type Host } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** What a hook sees (DESIGN 6): an allowlist, ACUVO_*, never a secret, never half a value that passes for a whole one. */

let workspace: Workspace
beforeEach(() => {
  workspace = makeWorkspace()
})
afterEach(() => workspace.remove())

const DUMP = ['node', '-e', 'require("fs").writeFileSync("env.json", JSON.stringify(process.env))']

const envOf = async (
  stdin: object,
  more: { event?: string; env?: NodeJS.ProcessEnv; host?: string; cwd?: string } = {},
): Promise<Record<string, string>> => {
  workspace.policy({ hooks: [{ event: more.event ?? 'PreToolUse', command: DUMP }] })
  const ended = await runProgram(['run', '--host', more.host ?? 'claude-code'], {
    stdin,
    env: { ...workspace.env, ...more.env },
    cwd: more.cwd ?? workspace.root,
  })
  expect(ended.exitCode, ended.stderr).toBe(0)
  return JSON.parse(readFileSync(join(workspace.root, 'env.json'), 'utf8')) as Record<string, string>
}

describe('variables of the host', () => {
  it('only those of the allowlist are passed, and no secret', async () => {
    const secrets = {
      ANTHROPIC_API_KEY: 'k',
      OPENAI_API_KEY: 'k',
      AWS_SECRET_ACCESS_KEY: 'k',
      GH_TOKEN: 'k',
      MY_SERVICE_TOKEN: 'k',
      NODE_OPTIONS: '--no-warnings',
      LD_PRELOAD: '',
      GIT_DIR: '/elsewhere',
      GIT_INDEX_FILE: '/x',
      SSH_AUTH_SOCK: '/s',
      BASH_ENV: '/x',
      ENV: '/x',
      CLAUDE_CODE_MESSAGING_TOKEN: 'k',
      ACUVO_DISABLE: '1',
    }
    const passed = { LC_ALL: 'C', XDG_RUNTIME_DIR: '/run/x', TZ: 'UTC', LANG: 'C', SSL_CERT_FILE: '/c.pem' }
    const env = await envOf(shellCall('claude-code', workspace.root, 'ls'), { env: { ...secrets, ...passed } })
    for (const name of Object.keys(secrets)) expect(env, name).not.toHaveProperty(name)
    expect(env).toMatchObject({ ...passed, HOME: workspace.home })
  })

  it('a proxy is passed without user and password', async () => {
    const env = await envOf(shellCall('claude-code', workspace.root, 'ls'), {
      env: { HTTPS_PROXY: 'http://u:p/w@h:8080', http_proxy: 'http://h:1' },
    })
    expect(env.HTTPS_PROXY).toBe('http://h:8080')
    expect(env.http_proxy).toBe('http://h:1')
  })

  it('PATH loses empty, relative and in-workspace entries, links into the workspace too', async () => {
    mkdirSync(join(workspace.root, 'bin'))
    symlinkSync(join(workspace.root, 'bin'), join(workspace.base, 'link'))
    const node = join(process.execPath, '..')
    const path = [
      '',
      '.',
      'bin',
      join(workspace.root, 'bin'),
      join(workspace.root, 'node_modules/../bin'),
      join(workspace.base, 'link'),
      node,
      '/usr/bin',
      '/bin',
    ].join(':')
    const env = await envOf(shellCall('claude-code', workspace.root, 'ls'), { env: { PATH: path } })
    expect(env.PATH).toBe([node, '/usr/bin', '/bin'].join(':'))
  })
})

describe('variables of the event', () => {
  it('of a shell call', async () => {
    const env = await envOf(shellCall('claude-code', workspace.root, 'git push --force'))
    expect(env).toMatchObject({
      ACUVO_HOOK_EVENT: 'PreToolUse',
      ACUVO_HOOK_NAME: 'PreToolUse #1',
      ACUVO_HOST: 'claude-code',
      ACUVO_WORKSPACE_ROOT: workspace.root,
      ACUVO_CWD: workspace.root,
      ACUVO_SESSION_ID: 's-1',
      ACUVO_TOOL_NAME: 'run_command',
      ACUVO_TOOL_NATIVE: 'Bash',
      ACUVO_TOOL_CALL_ID: 'toolu_1',
      ACUVO_TOOL_COMMAND: 'git push --force',
      ACUVO_TOOL_ARGS: '{"command":"git push --force"}',
      ACUVO_TOOL_ARG_COMMAND: 'git push --force',
      ACUVO_DEPTH: '1',
    })
    for (const absent of [
      'TOOL_OK',
      'TOOL_ERROR',
      'PROMPT',
      'SESSION_OK',
      'TOOL_PATHS',
      'TOOL_ARG_PATH',
      'OMITTED',
      'AGENT_ID',
      'EVENT_FILE',
    ]) {
      expect(env, absent).not.toHaveProperty(`ACUVO_${absent}`)
    }
  })

  it.each<[Host, string]>([
    ['claude-code', 'a/b.ts'],
    ['codex', 'a/b.ts'],
    ['cursor', 'a/b.ts'],
  ])('of a write on %s', async (host, path) => {
    const env = await envOf(writeCall(host, workspace.root, path), { host })
    expect(env.ACUVO_TOOL_NAME).toBe('write_file')
    expect(env.ACUVO_TOOL_ARG_PATH).toBe(join(workspace.root, path))
    expect(env.ACUVO_TOOL_PATHS).toBe(join(workspace.root, path))
  })

  it('of the end of a call: whether it went well, unset where the host does not say', async () => {
    const read = async (host: Host, stdin: object) => (await envOf(stdin, { host, event: 'PostToolUse' })).ACUVO_TOOL_OK
    expect(await read('claude-code', shellCall('claude-code', workspace.root, 'ls', 'PostToolUse'))).toBe('true')
    expect(await read('codex', shellCall('codex', workspace.root, 'ls', 'PostToolUse'))).toBeUndefined()
    expect(
      await read('cursor', { ...shellCall('cursor', workspace.root, 'ls', 'PostToolUse'), tool_output: '{"output":"","exitCode":1}' }),
    ).toBe('false')
    const failed = { ...shellCall('claude-code', workspace.root, 'ls'), hook_event_name: 'PostToolUseFailure', error: 'Exit code 3' }
    expect(await envOf(failed, { event: 'PostToolUse' })).toMatchObject({ ACUVO_TOOL_OK: 'false', ACUVO_TOOL_ERROR: 'Exit code 3' })
  })

  it('of a prompt, of a stop, of a subagent', async () => {
    expect(
      (await envOf(payload('codex', 'UserPromptSubmit', workspace.root), { host: 'codex', event: 'UserPromptSubmit' })).ACUVO_PROMPT,
    ).toBe('hello')
    const stop = payload('cursor', 'Stop', workspace.root, { status: 'error', loop_count: 2 })
    expect(await envOf(stop, { host: 'cursor', event: 'Stop' })).toMatchObject({
      ACUVO_SESSION_OK: 'false',
      ACUVO_SESSION_STOPPED_BECAUSE: 'error',
      ACUVO_SESSION_ROUNDS: '2',
    })
    expect((await envOf({ ...shellCall('claude-code', workspace.root, 'ls'), agent_id: 'a1' })).ACUVO_AGENT_ID).toBe('a1')
  })

  it('the depth goes up by one for a program that a hook starts', async () => {
    expect((await envOf(shellCall('claude-code', workspace.root, 'ls'), { env: { ACUVO_DEPTH: '2' } })).ACUVO_DEPTH).toBe('3')
  })

  it('a folder to remember things in is there when the hook names it, outside the workspace', async () => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'echo 1 > "$ACUVO_STATE_DIR/seen" && echo "$ACUVO_STATE_DIR" > where' }] })
    await runProgram(['run', '--host', 'claude-code'], { stdin: shellCall('claude-code', workspace.root, 'ls'), env: workspace.env })
    const where = readFileSync(join(workspace.root, 'where'), 'utf8').trim()
    expect(where.startsWith(workspace.store)).toBe(true)
    expect(existsSync(join(where, 'seen'))).toBe(true)
  })
})

describe('names and values that are hostile', () => {
  it.each(['x$(touch PWNED).ts', '; touch PWNED;', '-rf', '"};"', 'a\'b"c`d', 'été/ü.ts'])(
    'the file name %j reaches the hook as it is and runs nothing',
    async (name) => {
      const env = await envOf(writeCall('claude-code', workspace.root, name))
      expect(env.ACUVO_TOOL_ARG_PATH).toBe(join(workspace.root, name))
      workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'printf "%s" "$ACUVO_TOOL_ARG_FILE_PATH" > name' }] })
      await runProgram(['run', '--host', 'claude-code'], { stdin: writeCall('claude-code', workspace.root, name), env: workspace.env })
      expect(readFileSync(join(workspace.root, 'name'), 'utf8')).toBe(name)
      expect(existsSync(join(workspace.root, 'PWNED'))).toBe(false)
    },
  )

  it('a value that a variable cannot carry is left out and named', async () => {
    const env = await envOf(shellCall('claude-code', workspace.root, 'a\0b'))
    expect(env).not.toHaveProperty('ACUVO_TOOL_COMMAND')
    expect(env.ACUVO_OMITTED?.split(' ')).toEqual(expect.arrayContaining(['ACUVO_TOOL_COMMAND', 'ACUVO_TOOL_ARG_COMMAND']))
  })

  it('arguments that come to one name are both left out; ours stands in place of an argument `path`', async () => {
    const input = { 'a-b': '1', a_b: '2', path: 'x.ts' }
    const env = await envOf({ ...shellCall('claude-code', workspace.root, ''), tool_name: 'mcp__files__read', tool_input: input })
    expect(env).not.toHaveProperty('ACUVO_TOOL_ARG_A_B')
    expect(env.ACUVO_OMITTED).toBe('ACUVO_TOOL_ARG_A_B')
    expect(env.ACUVO_TOOL_ARG_PATH).toBe(join(workspace.root, 'x.ts'))
  })

  it('a path with a newline leaves TOOL_PATHS out; the file of paths has it whole', async () => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'cp "$ACUVO_PATHS_FILE" paths; echo "$ACUVO_OMITTED" > omitted' }] })
    await runProgram(['run', '--host', 'claude-code'], { stdin: writeCall('claude-code', workspace.root, 'a\nb'), env: workspace.env })
    expect(readFileSync(join(workspace.root, 'paths'), 'utf8')).toBe(`${workspace.root}/a\nb\0`)
    expect(readFileSync(join(workspace.root, 'omitted'), 'utf8')).toContain('ACUVO_TOOL_PATHS')
  })
})

describe('values that are too long', () => {
  it('are cut at 32,000 characters and say so; the event file has them whole', async () => {
    const command = `echo ${'ü'.repeat(50_000)}`
    const env = await envOf(shellCall('claude-code', workspace.root, command))
    expect(env.ACUVO_TOOL_COMMAND?.length).toBe(32_000)
    expect(env.ACUVO_TOOL_COMMAND).toMatch(/ü… \[cut; the whole event is in ACUVO_EVENT_FILE and on stdin\]$/)
    expect(env.ACUVO_EVENT_FILE).toContain(workspace.store)
    expect(existsSync(env.ACUVO_EVENT_FILE ?? '')).toBe(false)
  })

  it('256 KiB is all there is: what comes last is left out and named', async () => {
    const input = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 'x'.repeat(31_000)]))
    const env = await envOf({ ...shellCall('claude-code', workspace.root, 'ls'), tool_name: 'mcp__a__b', tool_input: input })
    const ours = Object.entries(env).filter(([name]) => name.startsWith('ACUVO_') && name !== 'ACUVO_OMITTED')
    expect(ours.reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0)).toBeLessThanOrEqual(262_144)
    expect(env.ACUVO_OMITTED?.split(' ').length).toBeGreaterThan(5)
  })

  it('3,000 paths reach a hook through the file of paths', async () => {
    const patch = [
      '*** Begin Patch',
      ...Array.from({ length: 3000 }, (_, index) => `*** Add File: src/${'long-name-'.repeat(10)}${index}.ts\n+x`),
      '*** End Patch',
    ].join('\n')
    workspace.policy({ hooks: [{ event: 'PreToolUse', command: "tr '\\0' '\\n' < \"$ACUVO_PATHS_FILE\" | wc -l > count" }] })
    const stdin = { ...writeCall('codex', workspace.root, 'x'), tool_input: { command: patch } }
    await runProgram(['run', '--host', 'codex'], { stdin, env: workspace.env, cwd: workspace.root })
    expect(readFileSync(join(workspace.root, 'count'), 'utf8').trim()).toBe('3000')
  })

  it.each([
    ['in its command', 'echo "$ACUVO_TOOL_COMMAND" | grep -q fine'],
    ['in its script', 'sh gate.sh'],
  ])('a gate that names a cut variable %s could not run', async (_where, command) => {
    workspace.write('gate.sh', 'echo "${ACUVO_TOOL_COMMAND}" > ran; exit 0\n')
    workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'g', command }] })
    const ended = await runProgram(['run', '--host', 'claude-code'], {
      stdin: shellCall('claude-code', workspace.root, 'x'.repeat(40_000)),
      env: workspace.env,
    })
    expect(ended.stdout).toContain('"deny"')
    expect(ended.stderr).toContain('hook "g" could not run (ACUVO_TOOL_COMMAND was cut or left out')
    expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
  })

  it('a gate that names another variable runs', async () => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'test "$ACUVO_TOOL_NAME" = run_command' }] })
    const ended = await runProgram(['run', '--host', 'claude-code'], {
      stdin: shellCall('claude-code', workspace.root, 'x'.repeat(40_000)),
      env: workspace.env,
    })
    expect(ended.stdout).toBe('')
  })
})
