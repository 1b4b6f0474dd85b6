import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawn } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oracles } from '../oracle/index.js'
import { HOSTS, nativeName, payload, shellCall, type Host } from '../support/payloads.mjs'
import { PACKAGE, startLine } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/**
 * Something inside us throws on the way to the answer: here because a part of the program is missing or broken, as after
 * an interrupted installation. A tool call is stopped; anything else gets the neutral answer.
 */

let workspace: Workspace
let program: string

beforeEach(() => {
  workspace = makeWorkspace({
    hooks: [
      { event: 'PreToolUse', command: 'true' },
      { event: 'Stop', command: 'true' },
      { event: 'UserPromptSubmit', command: 'true' },
    ],
  })
  const dist = join(workspace.base, 'dist')
  mkdirSync(dist)
  program = join(dist, 'acuvo-hooks.cjs')
  for (const part of ['acuvo-hooks', 'main', 'policy', 'shell'])
    copyFileSync(join(dirname(PACKAGE), `${part}.cjs`), join(dist, `${part}.cjs`))
})
afterEach(() => workspace.remove())

const run = (host: Host, stdin: object): Promise<{ exitCode: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [program, 'run', '--host', host], { cwd: workspace.root, env: workspace.env, stdio: 'pipe' })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('close', (exitCode) => resolve({ exitCode: exitCode ?? -1, stdout, stderr }))
    child.stdin.end(JSON.stringify(stdin))
  })

describe.each([
  ['missing', undefined],
  ['cut off', 'module.exports = {'],
])('a part of the program that is %s', (_how, content) => {
  beforeEach(() => {
    if (content !== undefined) writeFileSync(join(dirname(program), 'chain.cjs'), content)
  })

  it.each(HOSTS)('stops a tool call on %s', async (host) => {
    const ended = await run(host, shellCall(host, workspace.root, 'ls'))
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ended.stderr).toContain('could not run its checks')
    expect(oracles[host].wouldBlock(nativeName(host, 'PreToolUse'), ended.exitCode, ended.stdout, ended.stderr)).toBe(true)
  })
})

describe('a part of the program that throws while hooks run, out of reach of any catch', () => {
  beforeEach(() => {
    workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'sleep 5', timeoutMs: 9_000 }] })
    // A policy that was changed is read by that part.
    workspace.change('.acuvo/hooks.json', '{ "hooks": [] }')
    copyFileSync(join(dirname(PACKAGE), 'chain.cjs'), join(dirname(program), 'chain.cjs'))
    const late = 'setTimeout(() => { throw new Error("later") }, 0); const until = Date.now() + 50; while (Date.now() < until);'
    const exported = 'exports.loadPolicy = () => ({ hooks: [] }); exports.gatesBeyond = () => []'
    writeFileSync(join(dirname(program), 'policy.cjs'), `${late} ${exported}`)
  })

  it.each(HOSTS)('stops a tool call on %s', async (host) => {
    const ended = await run(host, shellCall(host, workspace.root, 'ls'))
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ended.stderr).toContain('could not run its checks')
    expect(oracles[host].wouldBlock(nativeName(host, 'PreToolUse'), ended.exitCode, ended.stdout, ended.stderr)).toBe(true)
  })
})

it.each(HOSTS)('an answer that cannot be written stops the call on %s by the exit code', async (host) => {
  workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'g', command: 'echo no >&2; exit 2' }] })
  const ended = await new Promise<{ exitCode: number; stderr: string }>((resolve) => {
    const child = spawn(startLine()[0], [...startLine()[1], 'run', '--host', host], {
      cwd: workspace.root,
      env: workspace.env,
      stdio: 'pipe',
    })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('close', (exitCode) => resolve({ exitCode: exitCode ?? -1, stderr }))
    child.stdin.end(JSON.stringify(shellCall(host, workspace.root, 'ls')))
  })
  expect(ended.exitCode).toBe(2)
  expect(ended.stderr).toContain('denied by "g": no')
})

it('the main part that is missing stops a tool call, in words', async () => {
  const { rmSync } = await import('node:fs')
  rmSync(join(dirname(program), 'main.cjs'))
  const ended = await run('codex', shellCall('codex', workspace.root, 'ls'))
  expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
  expect(ended.stderr).toMatch(/^acuvo-hooks could not run: [^\n]+\n$/)
})

it.each(HOSTS)('a part that is missing does not hold up a stop or a prompt on %s', async (host) => {
  for (const event of ['Stop', 'UserPromptSubmit']) {
    const { exitCode, stdout } = await run(host, payload(host, event, workspace.root))
    expect(exitCode).toBe(0)
    expect(stdout.trim()).toBe(host !== 'cursor' ? '' : event === 'Stop' ? '{}' : '{"continue":true}')
  }
})
