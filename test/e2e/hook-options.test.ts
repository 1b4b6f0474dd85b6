import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { HOSTS, payload, shellCall, writeCall } from '../support/payloads.mjs'
import { isAlive, isGoneWithin } from '../support/program.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { everyCallStarts } from '../support/standing.mjs'
import { answerTo, environmentOf, modelText, oneHook, personText, printing, workspaceWith } from './judged.js'

/** How a hook is started and what it is given: `env`, `stdin`, `background`, `detach`, `shellProgram`, `each`. DESIGN 5. */

// What a hook leaves running, and what it inherits, is a matter of the process that started it.
everyCallStarts()

const read = ({ root }: Workspace, path: string): string => readFileSync(join(root, path), 'utf8')

/** The text of a file that somebody else writes, as soon as it is there whole. */
const appears = async ({ root }: Workspace, path: string): Promise<string> => {
  const file = join(root, path)
  for (let waited = 0; waited < 5_000; waited += 20) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text.endsWith('\n')) return text
    await sleep(20)
  }
  throw new Error(`${path} did not appear`)
}

describe.each(HOSTS)('%s', (host) => {
  it('a hook sees the variables that its policy names, and no other of the host', async () => {
    const workspace = workspaceWith({
      hooks: [
        { event: 'PreToolUse', name: 'named', env: ['MY_TOKEN', 'NOT_SET'], command: 'env > named' },
        { event: 'PreToolUse', name: 'other', command: 'env > other' },
      ],
    })
    const env = { ...environmentOf(host, workspace), MY_TOKEN: 'abc', MY_SECRET: 'xyz' }
    await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace, { env })
    expect(read(workspace, 'named')).toMatch(/^MY_TOKEN=abc$/m)
    expect(read(workspace, 'named')).not.toMatch(/MY_SECRET|NOT_SET/)
    expect(read(workspace, 'other')).not.toMatch(/MY_TOKEN|MY_SECRET/)
  })

  it("a hook may read the host's own bytes, with the host's variables that are no secret", async () => {
    const workspace = workspaceWith(oneHook('PreToolUse', 'cat > bytes; env > environment', { stdin: 'host' }))
    const body = { ...shellCall(host, workspace.root, 'ls'), a_new_field: { x: [1, 'é'] } }
    const variables = {
      CLAUDE_PROJECT_DIR: workspace.root,
      CURSOR_VERSION: '3',
      ANTHROPIC_API_KEY: 'key',
      CLAUDE_CODE_MESSAGING_TOKEN: 'token',
      OPENAI_API_KEY: 'key',
    }
    await answerTo(host, body, workspace, { env: { ...environmentOf(host, workspace), ...variables } })
    expect(read(workspace, 'bytes')).toBe(JSON.stringify(body))
    const seen = read(workspace, 'environment')
    expect(seen).not.toMatch(/API_KEY|TOKEN/)
    if (host === 'claude-code') expect(seen).toContain(`CLAUDE_PROJECT_DIR=${workspace.root}\n`)
    if (host === 'cursor') expect(seen).toContain('CURSOR_VERSION=3\n')
  })

  it('an existing script for Claude Code works as it is', async () => {
    const script = `#!/usr/bin/env python3
import json, os, sys
call = json.load(sys.stdin)
if "rm -rf" in call["tool_input"]["command"]:
    print("Blocked: dangerous command", file=sys.stderr)
    sys.exit(2)
`
    const workspace = workspaceWith()
    workspace.change('.acuvo/guard.py', script, 0o755)
    workspace.policy(oneHook('PreToolUse', 'python3 -B .acuvo/guard.py', { stdin: 'host' }))
    const stopped = await answerTo(host, shellCall(host, workspace.root, 'rm -rf build'), workspace)
    expect(stopped.judgement.blocked).toBe(true)
    expect(modelText(stopped)).toContain('Blocked: dangerous command')
    expect((await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)).judgement.blocked).toBe(false)
  })

  it('a hook in the background is not waited for, reads its event, and says nothing', async () => {
    const command = 'cat > event; echo "{\\"decision\\":\\"deny\\"}"; echo noise >&2; sleep 3; echo $$ > pid; exit 2'
    const workspace = workspaceWith(oneHook('PostToolUse', command, { background: true }))
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls', 'PostToolUse'), workspace)
    expect(answered.ms).toBeLessThan(2_900)
    expect(answered.judgement.blocked).toBe(false)
    expect(answered.stderr).not.toContain('noise')
    const pid = Number(await appears(workspace, 'pid'))
    expect(JSON.parse(read(workspace, 'event'))).toMatchObject({ host, event: 'PostToolUse' })
    expect(await isGoneWithin(pid, 2_000)).toBe(true)
  })

  it('a program for the background that is not there has failed', async () => {
    const workspace = workspaceWith(oneHook('PostToolUse', ['no-such-program-here'], { background: true }))
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls', 'PostToolUse'), workspace)
    expect(answered.stderr).toContain('hook "guard" could not run (it could not be started: ENOENT')
  })

  it.each([true, false])('what a hook leaves running lives on only where it may: %s', async (detach) => {
    const workspace = workspaceWith(oneHook('PreToolUse', 'sleep 30 & echo $! > pid', { detach }))
    await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    const pid = Number(await appears(workspace, 'pid'))
    if (detach) {
      expect(isAlive(pid)).toBe(true)
      process.kill(pid, 'SIGKILL')
    }
    expect(await isGoneWithin(pid, 2_000)).toBe(true)
  })

  it('a hook names the shell that reads it', async () => {
    const workspace = workspaceWith({
      hooks: [
        { event: 'PreToolUse', name: 'bash', shellProgram: 'bash', command: '[[ x == x ]] && echo "${BASH_VERSION:+bash}" > bash' },
        { event: 'PreToolUse', name: 'sh', shellProgram: 'sh', command: 'echo sh > sh' },
        { event: 'PreToolUse', name: 'none', shellProgram: 'pwsh', command: 'exit 0', onFailure: 'notice' },
      ],
    })
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect([read(workspace, 'bash'), read(workspace, 'sh')]).toEqual(['bash\n', 'sh\n'])
    // Here is no PowerShell: a shell that is not there is a failure like any other.
    if (answered.stderr.includes('ENOENT')) expect(answered.stderr).toContain('hook "none" could not run')
  })

  it('a hook may run once for each path, and the first deny ends it', async () => {
    const command =
      'echo "$ACUVO_TOOL_ARG_PATH|$ACUVO_TOOL_PATHS" >> seen; case "$ACUVO_TOOL_ARG_PATH" in *b.ts) echo "not $ACUVO_TOOL_ARG_PATH" >&2; exit 2;; esac'
    const workspace = workspaceWith(oneHook('PreToolUse', command, { paths: ['**/*.ts'], each: 'path' }))
    const { root } = workspace
    const patch = ['a.ts', 'x.md', 'b.ts', 'c.ts'].map((path) => `*** Add File: ${path}\n+x`).join('\n')
    const body =
      host === 'codex'
        ? { ...writeCall(host, root, 'a.ts'), tool_input: { command: `*** Begin Patch\n${patch}\n*** End Patch` } }
        : writeCall(host, root, join(root, 'b.ts'))
    const answered = await answerTo(host, body, workspace)
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain(`not ${root}/b.ts`)
    const seen = host === 'codex' ? ['a.ts', 'b.ts'] : ['b.ts']
    expect(read(workspace, 'seen').trim().split('\n')).toEqual(seen.map((path) => `${root}/${path}|${root}/${path}`))
    expect(answered.stderr.match(/outcome: "guard" denied/g)).toHaveLength(1)
  })

  it('more paths than two hundred are too many for one run each', async () => {
    const workspace = workspaceWith(oneHook('PreToolUse', 'touch ran', { each: 'path' }))
    const patch = Array.from({ length: 201 }, (_, index) => `*** Add File: f${index}\n+x`).join('\n')
    if (host !== 'codex') return
    const body = { ...writeCall(host, workspace.root, 'x'), tool_input: { command: `*** Begin Patch\n${patch}\n*** End Patch` } }
    const answered = await answerTo(host, body, workspace)
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain('could not run (it runs once for each of 201 paths, and may for 200)')
    expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
  })
})

describe.each(HOSTS)('limits of a chain for %s', (host) => {
  it('the budget of the file ends it: what runs is killed, what would run is skipped, the call is stopped', async () => {
    const workspace = workspaceWith({
      budgetMs: 700,
      hooks: [
        { event: 'PreToolUse', name: 'quick', command: 'true' },
        { event: 'PreToolUse', name: 'slow', command: 'sleep 30 & echo $! > pid; wait', onFailure: 'notice' },
        { event: 'PreToolUse', name: 'never', command: 'touch ran' },
      ],
    })
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toMatch(/"never" could not run \(the time budget of 700 ms/)
    expect(answered.ms).toBeLessThan(2_000)
    for (const said of ['"quick" passed', '"slow" failed', '"never" skipped']) expect(answered.stderr).toContain(`outcome: ${said}`)
    expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
    expect(await isGoneWithin(Number(read(workspace, 'pid')), 2_000)).toBe(true)
  })

  it('of several budgets the smallest holds', async () => {
    const workspace = workspaceWith({ budgetMs: 60_000, hooks: [{ event: 'PreToolUse', name: 'slow', command: 'sleep 30' }] })
    workspace.userPolicy({ budgetMs: 400 })
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(modelText(answered)).toContain('the time budget of 400 ms')
  })

  it('a hook that started an agent that started us: from the third on only gates run', async () => {
    const workspace = workspaceWith({
      hooks: [
        { event: 'PreToolUse', name: 'gate', command: 'echo "no entry at $ACUVO_DEPTH" >&2; exit 2' },
        { event: 'PostToolUse', name: 'format', command: 'touch ran' },
      ],
    })
    const env = { ...environmentOf(host, workspace), ACUVO_DEPTH: '3' }
    const gate = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace, { env })
    expect(gate.judgement.blocked).toBe(true)
    expect(modelText(gate)).toContain('no entry at 4')
    const after = await answerTo(host, shellCall(host, workspace.root, 'ls', 'PostToolUse'), workspace, { env })
    expect(after.stderr).toContain('acuvo-hooks: too_deep: "format"')
    expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
    await answerTo(host, shellCall(host, workspace.root, 'ls', 'PostToolUse'), workspace, { env: { ...env, ACUVO_DEPTH: '2' } })
    expect(existsSync(join(workspace.root, 'ran'))).toBe(true)
  })

  it('a session that starts is told in one line what will hold or weaken its calls', async () => {
    const workspace = workspaceWith(oneHook('PreToolUse', 'true', { timeoutMs: 20_000 }))
    const line = { args: ['--host-timeout', '10'], env: { ...environmentOf(host, workspace), LD_AUDIT: '/nowhere.so' } }
    const started = payload(host, 'SessionStart', workspace.root)
    const told = await answerTo(host, started, workspace, line)
    const text = [modelText(told), personText(told), told.stderr].join('\n')
    expect(text).toMatch(/acuvo-hooks: .*--host-timeout 10, .*hook "guard" may take 20 s.*LD_AUDIT.*/)
    const fine = await answerTo(host, started, workspace, { args: ['--host-timeout', '130'] })
    expect(fine.stderr).not.toContain('--host-timeout')
  })
})

describe('a hook on trial', () => {
  it.each(HOSTS)('%s: is told once a session for each reason, and never stops anything', async (host) => {
    const workspace = workspaceWith(oneHook('PreToolUse', 'echo "no $ACUVO_TOOL_COMMAND" >&2; exit 2', { mode: 'warn' }))
    const told: boolean[] = []
    for (const [session_id, command] of [
      ['a', 'ls'],
      ['a', 'ls'],
      ['a', 'id'],
      ['b', 'ls'],
    ] as const) {
      const answered = await answerTo(host, { ...shellCall(host, workspace.root, command), session_id }, workspace)
      expect(answered.judgement.blocked).toBe(false)
      expect(answered.stderr).toContain('acuvo-hooks: would_have: ')
      told.push(answered.stderr.split('\n').some((line) => line.startsWith('acuvo-hooks: hook "guard" is on trial')))
    }
    expect(told).toEqual([true, false, true, true])
  })

  it.each(HOSTS)('%s: changes nothing where it would have rewritten', async (host) => {
    const workspace = workspaceWith(oneHook('PreToolUse', printing({ rewrite: { command: 'id' } }), { mode: 'warn' }))
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(answered.judgement.updatedInput).toBeUndefined()
    expect(answered.stderr).toContain('it would have changed the call: {"command":"id"}')
  })
})
