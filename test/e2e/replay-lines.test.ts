import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shape, type ReplayLine } from '../../src/shapes/replay-line.js'
import { payload, shellCall } from '../support/payloads.mjs'
import { runProgram, startLine } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** `replay --lines`: payloads one a line, a result a line, as they come. */

let workspace: Workspace
beforeEach(() => {
  workspace = makeWorkspace({
    hooks: [
      { name: 'push', event: 'PreToolUse', commands: ['git push --force'], deny: 'no force push' },
      { name: 'again', event: 'Stop', deny: 'not yet' },
    ],
  })
})
afterEach(() => workspace.remove())

const call = (command: string): string => JSON.stringify(shellCall('claude-code', workspace.root, command))

const replay = async (stdin: string | Buffer, ...args: string[]) => {
  const ended = await runProgram(['replay', '--lines', ...args], { cwd: workspace.root, env: workspace.env, stdin })
  const results: ReplayLine[] = ended.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => shape.parse(JSON.parse(line)))
  return { ...ended, results }
}

it('a result for each payload, in order, of all hosts; 1 when any is denied', async () => {
  const lines = [
    call('ls'),
    JSON.stringify(shellCall('codex', workspace.root, 'git push --force')),
    JSON.stringify(shellCall('cursor', workspace.root, 'git push --force')),
    JSON.stringify({ ...payload('claude-code', 'SessionStart', workspace.root), hook_event_name: 'CwdChanged' }),
  ]
  const { results, exitCode, stderr } = await replay(lines.join('\n'))
  expect(results).toMatchObject([
    { line: 1, host: 'claude-code', event: 'PreToolUse', verdict: 'pass', by: [], receives: { stdout: '', exitCode: 0 } },
    {
      line: 2,
      host: 'codex',
      verdict: 'deny',
      by: ['push'],
      reason: expect.stringContaining('no force push'),
      hooks: [{ hook: 'push', outcome: 'denied' }],
    },
    {
      line: 3,
      host: 'cursor',
      nativeEvent: 'preToolUse',
      tool: 'Shell',
      verdict: 'deny',
      receives: { stdout: expect.stringContaining('"permission":"deny"') },
    },
    { line: 4, nativeEvent: 'CwdChanged', verdict: 'pass' },
  ])
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
})

it.each<[string, string | Buffer, (number | string)[], number]>([
  ['nothing', '', [], 0],
  ['blank lines only', '\n \r\n\n', [], 0],
  ['no JSON', '{"a":\nnull\n', ['JSON', 'object'], 3],
  ['no host', '{"a":1}\n', ['host'], 3],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), ['UTF-8'], 3],
])('%s', async (_name, stdin, errors, exitCode) => {
  const ended = await replay(stdin)
  expect(ended.exitCode).toBe(exitCode)
  expect(ended.results).toHaveLength(errors.length)
  for (const [index, error] of errors.entries()) expect(ended.results[index]?.error).toContain(error)
})

it('a line that cannot be read outranks a deny, and ends nothing', async () => {
  const { results, exitCode } = await replay(`${call('git push --force')}\r\nx\n${call('ls')}`)
  expect(results.map(({ line, verdict, error }) => [line, verdict, error === undefined])).toEqual([
    [1, 'deny', true],
    [2, undefined, false],
    [3, 'pass', true],
  ])
  expect(exitCode).toBe(3)
})

it('the answer to a line is out before the next one comes', async () => {
  const [program, first] = startLine()
  const child = spawn(program, [...first, 'replay', '--lines', '-'], { cwd: workspace.root, env: workspace.env, stdio: 'pipe' })
  const answers = child.stdout[Symbol.asyncIterator]()
  for (const verdict of ['deny', 'pass', 'deny']) {
    child.stdin.write(`${call(verdict === 'deny' ? 'git push --force' : 'ls')}\n`)
    const { value } = await answers.next()
    expect(shape.parse(JSON.parse(String(value))).verdict).toBe(verdict)
  }
  child.stdin.end()
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
})

it('many lines: the session is remembered from one to the next, and nothing of it is left', async () => {
  const stop = (active: boolean): string => JSON.stringify(payload('claude-code', 'Stop', workspace.root, { stop_hook_active: active }))
  const { results } = await replay(`${[stop(false), ...Array.from({ length: 9 }, () => stop(true))].join('\n')}\n`)
  // The same reason sends the agent on once a prompt.
  expect(results.map(({ verdict }) => verdict)).toEqual(['deny', ...Array<string>(9).fill('pass')])
  const left = ['sessions', 'run'].flatMap((name) =>
    existsSync(join(workspace.store, name)) ? readdirSync(join(workspace.store, name)) : [],
  )
  expect(left).toEqual([])
})

it('from a file; a file that is not there, and replay without any', async () => {
  workspace.change('calls.ndjson', `${call('ls')}\n`)
  expect(await replay('', 'calls.ndjson')).toMatchObject({ exitCode: 0, results: [{ verdict: 'pass' }] })
  expect(await replay('', 'nowhere.ndjson')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('nowhere.ndjson'), results: [] })
  expect(await runProgram(['replay'], { cwd: workspace.root, env: workspace.env })).toMatchObject({ exitCode: 2, stdout: '' })
})

it('a policy that nobody approved is held, unless a person says otherwise', async () => {
  workspace.change('.acuvo/hooks.json', '{"hooks":[]}')
  const { results } = await replay(call('git push --force'), '--unapproved')
  expect(results).toMatchObject([{ verdict: 'pass' }])
})

it('results that cannot be written are no verdict', () => {
  const file = workspace.change('calls.ndjson', `${call('ls')}\n${call('git push --force')}\n`)
  const [program, first] = startLine()
  const line = [program, ...first, 'replay', '--lines', file].map((word) => `'${word}'`).join(' ')
  for (const reader of ['>/dev/full', '| true']) {
    const { stdout } = spawnSync('bash', ['-c', `${line} ${reader}; echo "\${PIPESTATUS[0]}"`], {
      cwd: workspace.root,
      env: workspace.env,
      encoding: 'utf8',
    })
    expect(stdout, reader).toBe('3\n')
  }
})

it('a byte order mark with nothing behind it is a blank line, in the first alone', async () => {
  const { exitCode, results } = await replay(`\ufeff\r\n${call('ls')}\r\n \t\n\ufeff${call('ls')}`)
  expect(results.map(({ line, verdict }) => [line, verdict])).toEqual([
    [2, 'pass'],
    [4, 'pass'],
  ])
  expect(exitCode).toBe(0)
})
