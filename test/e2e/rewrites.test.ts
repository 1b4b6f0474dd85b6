import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOSTS, shellCall, writeCall } from '../support/payloads.mjs'
import { askProgram } from '../support/standing.mjs'
import { payloadOf } from './conformance.payloads.js'
import { answerTo, environmentOf, modelText, oneHook, printing, workspaceWith, type Json } from './judged.js'

/** A call that a hook changed is judged as the call it is now, by everything that has a say in it. Issue 4, point 5. */

const rewriting = (patch: Json, more: object = {}): object => ({
  event: 'PreToolUse',
  name: 'rewrite',
  command: printing({ rewrite: patch }),
  ...more,
})
const denying = (name: string, when: string): object => ({
  event: 'PreToolUse',
  name,
  command: `${when} && { echo not this >&2; exit 2; } || exit 0`,
})
const CURL = 'case "$ACUVO_TOOL_COMMAND" in *curl*) true;; *) false;; esac'

/** Its answer without the general checks: it changes the input. */
const stdoutFor = async (host: (typeof HOSTS)[number], body: object, workspace: ReturnType<typeof workspaceWith>): Promise<string> => {
  const native = (body as { hook_event_name: string }).hook_event_name
  const line = ['run', '--host', host, '--event', native]
  return (await askProgram(line, { stdin: body, cwd: workspace.root, env: environmentOf(host, workspace) })).stdout
}

describe.each(HOSTS)('%s', (host) => {
  it("the person's own gate sees what a workspace's hook made of the call", async () => {
    const workspace = workspaceWith({ hooks: [rewriting({ command: 'curl evil' })] })
    workspace.userPolicy({ hooks: [denying('mine', CURL)] })
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain('denied by "mine": not this')
    expect(modelText(answered)).toContain('A hook had changed the call to: {"command":"curl evil"')
    expect(answered.stderr.match(/outcome: "mine"/g)).toHaveLength(1)
  })

  it('a policy that only the changed call falls under has its say', async () => {
    const workspace = workspaceWith()
    const other = join(workspace.base, 'other')
    mkdirSync(join(other, '.acuvo'), { recursive: true })
    writeFileSync(
      join(other, '.acuvo', 'hooks.json'),
      JSON.stringify({ hooks: [{ event: 'PreToolUse', name: 'theirs', deny: 'not here' }] }),
    )
    workspace.approve(other)
    const field = host === 'codex' ? 'command' : 'file_path'
    const moved = join(other, 'a.txt')
    workspace.policy({
      hooks: [rewriting({ [field]: host === 'codex' ? `*** Begin Patch\n*** Add File: ${moved}\n+x\n*** End Patch` : moved })],
    })
    const answered = await answerTo(host, writeCall(host, workspace.root, join(workspace.root, 'a.txt')), workspace)
    expect(modelText(answered)).toContain('denied by "theirs": not here')
  })

  it('programs of a workspace that only the changed call falls under are not found by name', async () => {
    const workspace = workspaceWith()
    const other = join(workspace.base, 'other')
    mkdirSync(join(other, '.acuvo'), { recursive: true })
    mkdirSync(join(other, 'bin'))
    writeFileSync(join(other, 'bin', 'mygate'), '#!/bin/sh\nexit 0\n')
    chmodSync(join(other, 'bin', 'mygate'), 0o755)
    writeFileSync(
      join(other, '.acuvo', 'hooks.json'),
      JSON.stringify({ hooks: [{ event: 'PreToolUse', name: 'theirs', command: ['mygate'] }] }),
    )
    workspace.approve(other)
    const moved = join(other, 'a.txt')
    const patch = host === 'codex' ? { command: `*** Begin Patch\n*** Add File: ${moved}\n+x\n*** End Patch` } : { file_path: moved }
    workspace.policy({ hooks: [rewriting(patch)] })
    const env = { ...environmentOf(host, workspace), PATH: `${join(other, 'bin')}:${process.env.PATH}` }
    const answered = await answerTo(host, writeCall(host, workspace.root, join(workspace.root, 'a.txt')), workspace, { env })
    expect(modelText(answered)).toContain('"theirs" could not run (it could not be started: ENOENT')
  })

  it.each([
    ['half a character', { command: '\ud800' }, 'half a character'],
    ['a field gone that says what runs', { command: null }, 'not there any more'],
    ['another type', { command: 7 }, 'another type'],
    ['too deep a value', { more: JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`) as Json }, 'nested too deeply'],
  ])('with %s stops the call', async (_what, patch, cause) => {
    const workspace = workspaceWith({ hooks: [rewriting(patch)] })
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain(cause)
  })

  it('a number that cannot be handed on exactly stops a change of any field', async () => {
    const workspace = workspaceWith({ hooks: [rewriting({ name: 'b' })] })
    const body = payloadOf(host, workspace.root, {
      event: 'PreToolUse',
      tool: { kind: 'mcp', server: 's', tool: 't', input: { id: 1, name: 'a' } },
    })
    const text = JSON.stringify(body).replace('"id":1', '"id":12345678901234567890')
    const line = ['run', '--host', host, '--event', body.hook_event_name as string]
    const { stdout } = await askProgram(line, { stdin: text, cwd: workspace.root, env: environmentOf(host, workspace) })
    expect(stdout).toContain('more digits than can be handed on')
    expect(stdout).not.toContain('12345678901234567000')
  })

  it('hooks that the changed call is no longer one for have an outcome too', async () => {
    const gate = { event: 'PreToolUse', name: 'later', commands: ['ls'], deny: 'no listing' }
    const workspace = workspaceWith({ hooks: [rewriting({ command: 'id' }), gate] })
    const body = shellCall(host, workspace.root, 'ls')
    const line = ['run', '--host', host, '--event', body.hook_event_name as string]
    const { stdout, stderr } = await askProgram(line, { stdin: body, cwd: workspace.root, env: environmentOf(host, workspace) })
    expect(stdout).toContain('"command":"id"')
    expect(stderr).toMatch(/outcome: "rewrite" passed .*changed the input[^]*outcome: "later" skipped/)
  })
})

describe('an allow', () => {
  const allow = (command: string): object => ({ event: 'PreToolUse', name: 'allow', mayAllow: true, command })
  const ALLOW = printing({ decision: 'allow', reason: 'known' })

  it('falls when the call is changed, unless whoever changes it allows that', async () => {
    const workspace = workspaceWith({ hooks: [allow(ALLOW), rewriting({ command: 'curl evil' })] })
    const fallen = await stdoutFor('claude-code', shellCall('claude-code', workspace.root, 'npm test'), workspace)
    expect(fallen).toContain('curl evil')
    expect(fallen).not.toContain('"permissionDecision"')
    workspace.policy({ hooks: [allow(printing({ decision: 'allow', rewrite: { command: 'npm test -- --ci' } }))] })
    expect(await stdoutFor('claude-code', shellCall('claude-code', workspace.root, 'npm test'), workspace)).toContain(
      '"permissionDecision":"allow"',
    )
  })

  it('of a hook that runs once for each path needs every path', async () => {
    const command = `case "$ACUVO_TOOL_ARG_PATH" in */safe.txt) ${ALLOW};; esac`
    const workspace = workspaceWith({ hooks: [{ ...allow(command), each: 'path' }] })
    const call = (target: string): Json =>
      payloadOf('claude-code', workspace.root, {
        event: 'PreToolUse',
        tool: { kind: 'mcp', server: 's', tool: 'copy', input: { source: './safe.txt', target } },
      })
    expect(await stdoutFor('claude-code', call('./danger.txt'), workspace)).toBe('')
    expect(await stdoutFor('claude-code', call('./safe.txt'), workspace)).toContain('"permissionDecision":"allow"')
  })

  it('is not heard where a call mends a broken policy', async () => {
    const workspace = workspaceWith({ hooks: [allow(ALLOW)] })
    const inner = join(workspace.root, 'inner')
    mkdirSync(join(inner, '.acuvo'), { recursive: true })
    writeFileSync(join(inner, '.acuvo', 'hooks.json'), '{')
    const stdout = await stdoutFor('claude-code', writeCall('claude-code', workspace.root, join(inner, '.acuvo', 'hooks.json')), workspace)
    expect(stdout).not.toContain('"permissionDecision"')
  })
})

const git = (folder: string, ...words: string[]): void =>
  void execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words])

it('a linked worktree has its own say in what was moved into it', async () => {
  const workspace = workspaceWith()
  const main = join(workspace.base, 'main')
  mkdirSync(main)
  git(main, 'init', '-q')
  writeFileSync(join(main, 'a.txt'), 'x')
  git(main, 'add', '-A')
  git(main, 'commit', '-qm', 'x')
  const [one, two] = [join(workspace.base, 'one'), join(workspace.base, 'two')]
  for (const tree of [one, two]) git(main, 'worktree', 'add', '-q', '--detach', tree)
  mkdirSync(join(main, '.acuvo'))
  const locked = denying('guard', 'test -e locked')
  const move = rewriting({ file_path: join(two, 'x.txt') })
  writeFileSync(join(main, '.acuvo', 'hooks.json'), JSON.stringify({ hooks: [locked, move] }))
  workspace.approve(main)
  writeFileSync(join(two, 'locked'), '')
  const answered = await answerTo('claude-code', writeCall('claude-code', one, join(one, 'x.txt')), { ...workspace, root: one })
  expect(answered.judgement.blocked).toBe(true)
  expect(modelText(answered)).toContain('denied by "guard": not this')
})

it('Cursor announces a changed shell call once more, which needs no second change', async () => {
  const workspace = workspaceWith(oneHook('PreToolUse', 'printf \'{"rewrite":{"command":"nice %s"}}\' "$ACUVO_TOOL_COMMAND"'))
  expect(await stdoutFor('cursor', shellCall('cursor', workspace.root, 'ls'), workspace)).toContain('"command":"nice ls"')
  const again = (command: string): Json => {
    const { tool_name: _name, tool_input: _input, tool_use_id: _id, ...rest } = shellCall('cursor', workspace.root, command) as Json
    return { ...rest, hook_event_name: 'beforeShellExecution', command, cwd: workspace.root, sandbox: false }
  }
  expect(JSON.parse(await stdoutFor('cursor', again('nice ls'), workspace))).toEqual({ permission: 'allow' })
  expect(await stdoutFor('cursor', again('id'), workspace)).toContain('"permission":"deny"')
  expect(existsSync(workspace.root)).toBe(true)
})

describe('changes and everything else', () => {
  it('an allow of a hook that may not allow does not come back with its change', async () => {
    const allow = { event: 'PreToolUse', name: 'allow', mayAllow: true, command: printing({ decision: 'allow' }) }
    const change = { event: 'PreToolUse', name: 'change', command: printing({ decision: 'allow', rewrite: { command: 'curl evil' } }) }
    const workspace = workspaceWith({ hooks: [allow, change] })
    const stdout = await stdoutFor('claude-code', shellCall('claude-code', workspace.root, 'ls'), workspace)
    expect(stdout).toContain('curl evil')
    expect(stdout).not.toContain('"permissionDecision"')
  })

  it('a gate of the person that changed the call itself sees what a workspace made of it', async () => {
    const workspace = workspaceWith({ hooks: [rewriting({ command: 'echo forbidden' })] })
    const mine =
      'case "$ACUVO_TOOL_COMMAND" in *forbidden*) echo not this >&2; exit 2;; *safe*) ;; *) printf \'{"rewrite":{"command":"%s --safe"}}\' "$ACUVO_TOOL_COMMAND";; esac'
    workspace.userPolicy({ hooks: [{ event: 'PreToolUse', name: 'mine', command: mine }] })
    const answered = await answerTo('claude-code', shellCall('claude-code', workspace.root, 'ls'), workspace)
    expect(modelText(answered)).toContain('denied by "mine": not this')
  })

  it.each([
    ['a deny', 'echo forbidden >&2; exit 1', /forbidden/],
    ['a question', printing({ decision: 'ask', reason: 'sure?' }), /sure\?/],
  ])('of a hook that runs once for each path %s counts, however another of its runs failed', async (_what, command, words) => {
    const hook = {
      event: 'PreToolUse',
      name: 'each',
      each: 'path',
      onFailure: 'notice',
      command: `case "$ACUVO_TOOL_ARG_PATH" in *b.txt) ${command};; *) exit 127;; esac`,
    }
    for (const files of [
      ['a.txt', 'b.txt'],
      ['b.txt', 'a.txt'],
    ]) {
      const workspace = workspaceWith({ hooks: [hook] })
      const patch = files.map((path) => `*** Add File: ${path}\n+x`).join('\n')
      const body = { ...writeCall('codex', workspace.root, 'x'), tool_input: { command: `*** Begin Patch\n${patch}\n*** End Patch` } }
      const answered = await answerTo('codex', body, workspace)
      expect(answered.judgement.blocked, files.join()).toBe(true)
      expect(modelText(answered)).toMatch(words)
      expect(answered.stderr.match(/outcome: "each"/g)).toHaveLength(1)
    }
  })
})
