import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOSTS, nativeName, payload, shellCall, type Host } from '../support/payloads.mjs'
import { startLine } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'
import { processesWith } from '../torture/run-hanging.mjs'
import { expectBlocked } from './expectations.js'

/**
 * Something ends us: a signal, or the host that goes away. Contract: before a tool call nothing more on stdout, the reason on
 * stderr, exit 2; elsewhere exit 1; the hooks are gone with everything that they started, before the host would kill us.
 */

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** What a hook may be when we are ended: `SLEEP` is a program that no other test starts. */
const HOOKS: [name: string, command: string][] = [
  ['sleeps', 'exec SLEEP'],
  ['ignores signals', "trap '' TERM INT HUP; SLEEP; SLEEP"],
  ['left its group, forked twice', '(setsid SLEEP >/dev/null 2>&1 &); exec SLEEP'],
  ['cleared the environment of a child', 'env -i setsid SLEEP & wait'],
  ['was stopped', 'SLEEP & kill -STOP $$'],
  ['starts 100', 'i=0; while [ $i -lt 100 ]; do setsid SLEEP & i=$((i+1)); done; wait'],
]

let workspace: Workspace
let token: string
let started: ChildProcess[]

beforeEach(() => {
  workspace = makeWorkspace()
  token = `97.${String(Math.random()).slice(2, 9)}${process.pid}`
  started = []
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  for (const pid of processesWith(token)) process.kill(pid, 'SIGKILL')
  workspace.remove()
})

const start = (args: string[], stdio: ('pipe' | 'ignore' | number)[] = ['pipe', 'pipe', 'pipe']): ChildProcess => {
  const [program, first] = startLine()
  const child = spawn(program, [...first, 'run', ...args], {
    cwd: workspace.root,
    env: { ...workspace.env, HANG_TOKEN: token },
    stdio: stdio as ['pipe', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

const endOf = async (child: ChildProcess) => {
  const texts: [string, string] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (texts[0] += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (texts[1] += chunk.toString()))
  const [exitCode, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (code, name) => resolve([code, name])),
  )
  return { exitCode, signal, stdout: texts[0], stderr: texts[1], ms: 0 }
}

/** Until a process of the hook runs. */
const hookRuns = async (count = 1): Promise<void> => {
  for (let looks = 0; looks < 400; looks++) {
    if (processesWith(`sleep\0${token}`).length >= count) return
    await sleep(25)
  }
  throw new Error('the hook was not started')
}

const isGone = async (): Promise<boolean> => {
  for (let looks = 0; looks < 80; looks++) {
    if (processesWith(token).length === 0) return true
    await sleep(25)
  }
  return false
}

const policyFor = (event: string, command: string): void =>
  void workspace.policy({ hooks: [{ event, name: 'g', command: command.replaceAll('SLEEP', `sleep ${token}`), env: ['HANG_TOKEN'] }] })

describe.runIf(process.platform === 'linux')('a signal while a hook runs that', () => {
  const cases = HOOKS.map(([name, command], index) => ({
    name,
    command,
    signal: SIGNALS[index % 3] as (typeof SIGNALS)[number],
    host: HOSTS[index % 3] as Host,
  }))
  it.each(cases)('$name ($signal): the call is stopped, nothing is left', async ({ command, signal, host }) => {
    policyFor('PreToolUse', command)
    const child = start(['--host', host])
    const ending = endOf(child)
    child.stdin?.end(JSON.stringify(shellCall(host, workspace.root, 'ls')))
    await hookRuns(command.includes('-lt 100') ? 50 : 1)
    child.kill(signal)
    const ended = await ending
    expect(ended).toMatchObject({ exitCode: 2, signal: null, stdout: '' })
    expect(ended.stderr).toContain(`ended by ${signal}`)
    expectBlocked(host, ended)
    expect(await isGone()).toBe(true)
  })

  it.each(SIGNALS)('sleeps, at another event (%s): exit 1, nothing is left', async (signal) => {
    policyFor('PostToolUse', '(setsid SLEEP >/dev/null 2>&1 &); exec SLEEP')
    const child = start(['--host', 'claude-code'])
    const ending = endOf(child)
    child.stdin?.end(JSON.stringify(shellCall('claude-code', workspace.root, 'ls', 'PostToolUse')))
    await hookRuns(2)
    child.kill(signal)
    const ended = await ending
    expect(ended).toMatchObject({ exitCode: 1, signal: null, stdout: '' })
    expect(ended.stderr).toContain(`ended by ${signal}`)
    expect(await isGone()).toBe(true)
  })

  it('sleeps: further signals change nothing', async () => {
    policyFor('PreToolUse', "trap '' TERM INT HUP; setsid SLEEP & SLEEP; SLEEP")
    const child = start(['--host', 'codex'])
    const ending = endOf(child)
    child.stdin?.end(JSON.stringify(shellCall('codex', workspace.root, 'ls')))
    await hookRuns(2)
    for (const signal of [...SIGNALS, ...SIGNALS]) {
      child.kill(signal)
      await sleep(20)
    }
    expect(await ending).toMatchObject({ exitCode: 2, signal: null, stdout: '' })
    expect(await isGone()).toBe(true)
  })
})

describe('a signal while we wait for the payload', () => {
  const open = async (args: string[], via: 'pipe' | number): Promise<Awaited<ReturnType<typeof endOf>>> => {
    policyFor('PreToolUse', 'exit 0')
    const child = start(args, [via, 'pipe', 'pipe'])
    const ending = endOf(child)
    await sleep(1_500)
    child.kill('SIGTERM')
    return ending
  }

  it('through a socket stops the call', async () => {
    const ended = await open(['--host', 'claude-code', '--event', 'PreToolUse'], 'pipe')
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ended.stderr).toContain('ended by SIGTERM')
    expectBlocked('claude-code', ended)
  })

  it('at another event is exit 1', async () => {
    const ended = await open(['--host', 'cursor', '--event', nativeName('cursor', 'Stop')], 'pipe')
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' })
  })

  const WRITERS: [name: string, command: string][] = [
    ['that never pauses', 'exec yes " "'],
    ['that sends a byte now and then', 'while printf " "; do sleep 0.001; done'],
  ]
  it.each(WRITERS)('from a writer %s stops the call', async (_name, command) => {
    const writer = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] })
    started.push(writer)
    const ended = await open(['--host', 'claude-code', '--event', 'PreToolUse'], writer.stdout as unknown as number)
    expect(ended).toMatchObject({ exitCode: 2, signal: null, stdout: '' })
    expect(ended.stderr).toContain('ended by SIGTERM')
    expectBlocked('claude-code', ended)
  })

  it.runIf(process.platform === 'linux')('through a pipe stops the call', async () => {
    const fifo = join(workspace.base, 'fifo')
    execFileSync('mkfifo', [fifo])
    const both = openSync(fifo, 'r+')
    try {
      const ended = await open(['--host', 'codex', '--event', 'PreToolUse'], both)
      expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
      expectBlocked('codex', ended)
    } finally {
      closeSync(both)
    }
  })
})

describe.runIf(process.platform === 'linux')('a host that goes away while a hook runs', () => {
  it('and closes our stdout: the hook is ended, the call is stopped', async () => {
    policyFor('PreToolUse', '(setsid SLEEP >/dev/null 2>&1 &); exec SLEEP')
    const child = start(['--host', 'cursor'])
    const ending = endOf(child)
    child.stdin?.end(JSON.stringify(shellCall('cursor', workspace.root, 'ls')))
    await hookRuns(2)
    child.stdout?.destroy()
    const ended = await ending
    expect(ended.exitCode).toBe(2)
    expect(ended.stderr).toContain('nobody reads its answer')
    expect(await isGone()).toBe(true)
  })

  it('and closes our stdout at another event: exit 1', async () => {
    policyFor('Stop', 'exec SLEEP')
    const child = start(['--host', 'claude-code'])
    const ending = endOf(child)
    child.stdin?.end(JSON.stringify(payload('claude-code', 'Stop', workspace.root)))
    await hookRuns()
    child.stdout?.destroy()
    expect((await ending).exitCode).toBe(1)
    expect(await isGone()).toBe(true)
  })

  const killedHost = async (reader: string): Promise<ChildProcess> => {
    policyFor('PreToolUse', '(setsid SLEEP >/dev/null 2>&1 &); exec SLEEP')
    const call = workspace.change('call.json', JSON.stringify(shellCall('codex', workspace.root, 'ls')))
    const [program, first] = startLine()
    const line = [program, ...first, 'run', '--host', 'codex'].map((word) => `'${word}'`).join(' ')
    const host = spawn('bash', ['-c', `{ ${line} <'${call}'; :; } | ${reader}`], {
      cwd: workspace.root,
      env: { ...workspace.env, HANG_TOKEN: token },
      stdio: 'ignore',
      detached: true,
    })
    started.push(host)
    await hookRuns(2)
    return host
  }
  /** The shell that started us, and so our parent. */
  const ourParent = (): number => {
    const [us = 0] = processesWith(token).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('\0run\0--host'))
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${us}/stat`, 'latin1'))?.[1])
  }

  it('and is killed, at a pipe: the hook is ended', async () => {
    const host = await killedHost('cat')
    const parent = ourParent()
    for (const pid of processesWith(token)) {
      if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('cat\0')) process.kill(pid, 'SIGKILL')
    }
    for (const pid of [host.pid ?? 0, parent]) process.kill(pid, 'SIGKILL')
    expect(await isGone()).toBe(true)
  })

  it('but somebody else reads our answer at a pipe: the hook goes on', async () => {
    await killedHost('cat')
    process.kill(ourParent(), 'SIGKILL')
    await sleep(1_000)
    expect(processesWith(`sleep\0${token}`)).toHaveLength(2)
  })
})

describe.runIf(process.platform === 'linux')('descriptors', () => {
  it('of ours and of the host are not in hooks', async () => {
    const file = join(workspace.root, 'fds')
    policyFor('PreToolUse', 'ls -l /proc/self/fd > fds')
    workspace.change('leaked', 'x')
    const call = workspace.change('call.json', JSON.stringify(shellCall('codex', workspace.root, 'ls')))
    const [program, first] = startLine()
    const line = [program, ...first, 'run', '--host', 'codex'].map((word) => `'${word}'`).join(' ')
    const leaks = [3, 9, 17, 44, 200].map((fd) => `${fd}<leaked`).join(' ')
    execFileSync('bash', ['-c', `exec ${leaks}; exec ${line} <'${call}'`], { cwd: workspace.root, env: workspace.env, stdio: 'ignore' })
    const held = readFileSync(file, 'utf8').trim().split('\n').slice(1)
    // stdin, stdout (here the file), stderr, and the folder that ls reads.
    expect(held.map((line) => / (\d+) -> /.exec(line)?.[1])).toEqual(['0', '1', '2', '3'])
    expect(held.join('\n')).not.toContain('leaked')
  })
})
