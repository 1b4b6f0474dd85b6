import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { oracles } from '../oracle/index.js'
import { shellCall } from '../support/payloads.mjs'
import { isAlive, isGoneWithin, runProgram, type Ended } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** Real hooks that hang, escape, flood or die. Contract: answered by the timeout + 1 s, nothing of the group left. */

let workspace: Workspace
afterEach(() => workspace.remove())

const gate = (command: string | string[], more: object = {}): object => ({ hooks: [{ event: 'PreToolUse', name: 'g', command, ...more }] })

const runGate = (policy: object, options: { args?: string[]; command?: string } = {}): Promise<Ended> => {
  workspace.policy(policy)
  return runProgram(['run', '--host', 'claude-code', '--event', 'PreToolUse', ...(options.args ?? [])], {
    stdin: shellCall('claude-code', workspace.root, options.command ?? 'ls'),
    cwd: workspace.root,
    env: workspace.env,
  })
}

const blocks = ({ exitCode, stdout, stderr }: Ended): boolean =>
  oracles['claude-code'].wouldBlock('PreToolUse', exitCode ?? 0, stdout, stderr)

const pidsIn = (name: string): number[] => readFileSync(join(workspace.root, name), 'utf8').trim().split('\n').map(Number)

describe('a hook that does not end', () => {
  const shapes: [name: string, command: string][] = [
    ['sleeps', 'echo $$ > pids; exec sleep 30'],
    ['ignores TERM', "trap '' TERM; echo $$ > pids; while :; do sleep 1; done"],
    ['has a child that ignores TERM', "(trap '' TERM; while :; do sleep 1; done) & echo $! > pids; echo $$ >> pids; wait"],
    ['left a grandchild in the background', 'sh -c "sleep 30 & echo \\$! > pids; sleep 30" & wait'],
    ['was stopped', 'echo $$ > pids; kill -STOP $$'],
    ['reads a terminal that is not there', 'echo $$ > pids; (read line </dev/tty) 2>/dev/null; exec sleep 30'],
    ['prints for ever', 'echo $$ > pids; exec yes'],
  ]
  it.each(shapes)('that %s is ended with its group, and the call is denied as could not run', async (_name, command) => {
    workspace = makeWorkspace()
    const ended = await runGate(gate(command, { timeoutMs: 1000 }))
    expect(blocks(ended)).toBe(true)
    expect(ended.stderr).toContain('hook "g" could not run (timed out after 1000 ms)')
    expect(ended.stderr).not.toContain('denied by')
    expect(ended.ms).toBeLessThan(1000 + 1000 + START_MS)
    for (const pid of pidsIn('pids')) expect(await isGoneWithin(pid, 2000), `pid ${pid}`).toBe(true)
  })

  it('is killed at once when the deadline of the chain ends, before the host gives up', async () => {
    workspace = makeWorkspace()
    const ended = await runGate(gate("trap '' TERM; echo $$ > pids; while :; do sleep 1; done"), { args: ['--host-timeout', '2'] })
    expect(blocks(ended)).toBe(true)
    expect(ended.stderr).toContain('budget of 1500 ms')
    expect(ended.ms).toBeLessThan(2000 + START_MS)
    for (const pid of pidsIn('pids')) expect(await isGoneWithin(pid, 2000)).toBe(true)
  })

  it('takes the time of the hooks after it: they could not run, and the first that counts stops the call', async () => {
    workspace = makeWorkspace()
    const hooks = [
      { event: 'PreToolUse', name: 'slow', command: 'sleep 30', onFailure: 'notice' },
      { event: 'PreToolUse', name: 'late', command: 'touch ran' },
    ]
    const ended = await runGate({ hooks }, { args: ['--host-timeout', '2'] })
    expect(blocks(ended)).toBe(true)
    expect(ended.stderr).toContain('hook "late" could not run')
    expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
  })
})

/** A loaded machine may need this to start Node, in addition to the contract's own limits. */
const START_MS = 3000

describe('a hook that is done but holds on', () => {
  const holders: [name: string, command: string][] = [
    ['stdout and stderr', 'sleep 30 & echo $! > pids; exit 0'],
    ['stderr alone', '(sleep 30 >/dev/null) & echo $! > pids; exit 0'],
    ['a duplicate of stdout', 'exec 3>&1; sleep 30 >/dev/null 2>&1 & echo $! > pids; exit 0'],
    ['nothing', 'sleep 30 >/dev/null 2>&1 </dev/null & echo $! > pids; exit 0'],
  ]
  it.each(holders)('a child that holds %s is not waited for, and is ended', async (_name, command) => {
    workspace = makeWorkspace()
    const ended = await runGate(gate(command))
    expect(blocks(ended)).toBe(false)
    expect(ended.exitCode).toBe(0)
    expect(ended.ms).toBeLessThan(1500 + START_MS)
    for (const pid of pidsIn('pids')) expect(await isGoneWithin(pid, 2000)).toBe(true)
  })

  it('the verdict of the hook stands although a child still holds its pipes', async () => {
    workspace = makeWorkspace()
    const ended = await runGate(gate('sleep 30 & echo $! > pids; echo no >&2; exit 2'))
    expect(blocks(ended)).toBe(true)
    expect(ended.stderr).toContain('denied by "g": no')
    for (const pid of pidsIn('pids')) expect(await isGoneWithin(pid, 2000)).toBe(true)
  })

  it('a daemon that left the group lives on', async () => {
    workspace = makeWorkspace()
    const ended = await runGate(gate('setsid sleep 20 >/dev/null 2>&1 </dev/null & echo $! > pids; sleep 0.2; exit 0'))
    expect(ended.exitCode).toBe(0)
    const [pid = 0] = pidsIn('pids')
    expect(isAlive(pid)).toBe(true)
    process.kill(pid, 'SIGKILL')
  })
})

describe('a signal to us', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends the hooks and stops the call', async (signal) => {
    workspace = makeWorkspace(gate("trap '' TERM INT HUP; echo $$ > pids; while :; do sleep 1; done"))
    const ended = await runProgram(['run', '--host', 'claude-code', '--event', 'PreToolUse'], {
      stdin: shellCall('claude-code', workspace.root, 'ls'),
      env: workspace.env,
      started: (_pid, kill) => {
        const poll = setInterval(() => {
          if (!existsSync(join(workspace.root, 'pids'))) return
          clearInterval(poll)
          setTimeout(() => kill(signal), 50)
        }, 20)
      },
    })
    expect(ended.exitCode).toBe(2)
    expect(ended.stdout).toBe('')
    expect(ended.stderr).toContain(signal)
    for (const pid of pidsIn('pids')) expect(await isGoneWithin(pid, 2000)).toBe(true)
  })
})

describe('what goes in and out', () => {
  it('a hook that never reads stdin is fine with a payload larger than a pipe', async () => {
    workspace = makeWorkspace()
    expect((await runGate(gate('exit 0'), { command: 'x'.repeat(1_000_000) })).exitCode).toBe(0)
    expect(blocks(await runGate(gate('echo no >&2; exit 2'), { command: 'x'.repeat(1_000_000) }))).toBe(true)
  })

  it('stdin ends, and can be opened again by name', async () => {
    workspace = makeWorkspace()
    const command = 'cat > all; cat /dev/stdin > again; test -s all && test -s again'
    expect(blocks(await runGate(gate(command)))).toBe(false)
    const event = JSON.parse(readFileSync(join(workspace.root, 'all'), 'utf8')) as Record<string, unknown>
    expect(event).toMatchObject({
      protocolVersion: 1,
      host: 'claude-code',
      event: 'PreToolUse',
      tool: { command: 'ls', input: { command: 'ls' } },
    })
    expect(readFileSync(join(workspace.root, 'again'), 'utf8')).toBe(readFileSync(join(workspace.root, 'all'), 'utf8'))
  })

  it('stdin comes through a pipe where there is no room for a file', async () => {
    workspace = makeWorkspace()
    const { env } = workspace
    workspace.policy(gate('cat > all'))
    writeFileSync(join(workspace.store, 'run'), 'not a folder')
    const ended = await runProgram(['run', '--host', 'claude-code'], { stdin: shellCall('claude-code', workspace.root, 'ls'), env })
    expect(ended.exitCode).toBe(0)
    expect(JSON.parse(readFileSync(join(workspace.root, 'all'), 'utf8'))).toMatchObject({ event: 'PreToolUse' })
  })

  it('a flood of output is bounded, and a gate whose answer was cut could not run', async () => {
    workspace = makeWorkspace()
    const ended = await runGate(gate('yes | head -c 50000000'))
    expect(blocks(ended)).toBe(true)
    expect(ended.stderr).toContain('could not run')
    expect(ended.stderr.length).toBeLessThan(10_000)
  })

  it('multi-byte text that is torn by the pipe stays whole', async () => {
    workspace = makeWorkspace()
    const ended = await runGate(
      gate(`printf '\\303' >&2; sleep 0.2; printf '\\251t\\303\\251 \\360\\237' >&2; sleep 0.2; printf '\\230\\200' >&2; exit 2`),
    )
    expect(ended.stderr).toContain('denied by "g": été 😀'.normalize('NFC'))
  })

  it('leaves nothing in its own folder', async () => {
    workspace = makeWorkspace()
    await runGate(gate('test -s "$ACUVO_EVENT_FILE" && test -f "$ACUVO_PATHS_FILE"'))
    expect(readdirSync(join(workspace.store, 'run'))).toEqual([])
  })

  it('runs words without a shell', async () => {
    workspace = makeWorkspace()
    const ended = await runGate(gate(['sh', '-c', 'printf "%s" "$0" > word', '$(touch PWNED); *']))
    expect(ended.exitCode).toBe(0)
    expect(readFileSync(join(workspace.root, 'word'), 'utf8')).toBe('$(touch PWNED); *')
    expect(existsSync(join(workspace.root, 'PWNED'))).toBe(false)
  })

  it('says that a script has Windows line endings', async () => {
    workspace = makeWorkspace()
    workspace.write('h.sh', '#!/bin/sh\r\nexit 0\r\n', 0o755)
    const ended = await runGate(gate('./h.sh'))
    expect(blocks(ended)).toBe(true)
    expect(ended.stderr).toContain('CRLF')
  })
})

describe('many at once', () => {
  it('20 copies on one workspace each give their own verdict', async () => {
    workspace = makeWorkspace(gate('grep -q forbidden && { echo no >&2; exit 2; }; exit 0'))
    const all = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const stdin = shellCall('claude-code', workspace.root, index % 2 === 0 ? 'forbidden' : 'fine')
        return { index, ended: await runProgram(['run', '--host', 'claude-code'], { stdin, env: workspace.env }) }
      }),
    )
    for (const { index, ended } of all) expect(blocks(ended), `call ${index}`).toBe(index % 2 === 0)
  })
})
