import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOSTS, payload, shellCall, writeCall } from '../support/payloads.mjs'
import { PACKAGE, runProgram, type Ended } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/**
 * A folder full of what runtimes, package managers and bundlers look for where they are started. The answers there are, byte for byte,
 * those that the package gives in the same folder before any of it is there; and nothing of it runs.
 */

let workspace: Workspace
beforeEach(() => {
  workspace = makeWorkspace({
    hooks: [
      { event: 'PreToolUse', commands: ['rm *'], deny: 'nothing is removed here' },
      { event: 'PreToolUse', paths: ['infra/**'], ask: 'sure?' },
      { event: 'PreToolUse', commands: ['make *'], name: 'env', command: 'env | sort | grep -v -e ^ACUVO_ -e ^_= -e ^SHLVL= >&2; exit 2' },
      { event: 'Stop', command: 'exit 2' },
    ],
  })
})
afterEach(() => workspace.remove())

const MARK = 'hostile-ran'

/** What each place of code would do: leave a file. */
const code = (by: string): string =>
  `require('fs').appendFileSync(${JSON.stringify(join(workspace.base, MARK))}, ${JSON.stringify(`${by}\n`)})\n`

const VARIABLES = [
  'HOME=/nowhere',
  'PATH=./bin',
  'XDG_STATE_HOME=/nowhere',
  'XDG_CONFIG_HOME=/nowhere',
  'NODE_OPTIONS=--require ./evil.cjs',
  'BUN_OPTIONS=--preload ./evil.cjs',
  'BUN_INSPECT_PRELOAD=./evil.cjs',
  'NODE_ENV=hostile',
  'LANG=tlh',
  'TZ=Pacific/Kiritimati',
  'NO_COLOR=1',
  'ACUVO_DISABLE=1',
].join('\n')

const BUNFIG = `preload = ["./evil.cjs"]
logLevel = "debug"
define = { "process.env.HOME" = "'/nowhere'" }
[run]
bun = true
shell = "bun"
[test]
preload = ["./evil.cjs"]
[install]
auto = "force"
[serve.static]
plugins = ["./evil.cjs"]
`

const MODULES = [
  'fs',
  'path',
  'vm',
  'os',
  'child_process',
  'node:fs',
  'commander',
  'zod',
  'picomatch',
  'picocolors',
  'unbash',
  'acuvo-hooks',
  'bun',
]

const plant = (folder: string): void => {
  const put = (path: string, text: string, mode?: number): void => void workspace.change(join(folder, path), text, mode)
  for (const name of ['.env', '.env.local', '.env.production', '.env.development', '.env.test', '.env.hostile', '.envrc'])
    put(name, VARIABLES)
  for (const name of ['bunfig.toml', '.bunfig.toml']) put(name, BUNFIG)
  put('evil.cjs', code('evil.cjs'))
  put(
    'package.json',
    JSON.stringify({
      name: 'acuvo-hooks',
      version: '99.0.0',
      type: 'module',
      main: './evil.cjs',
      exports: './evil.cjs',
      imports: { '#*': './evil.cjs' },
      browser: { fs: './evil.cjs' },
      scripts: { run: 'sh bin/run', preinstall: 'sh bin/run', '--host': 'sh bin/run' },
      bun: { preload: ['./evil.cjs'] },
      config: { 'script-shell': './bin/run' },
      workspaces: ['node_modules/*'],
    }),
  )
  const paths = Object.fromEntries(['*', 'fs', 'node:*', './*'].map((name) => [name, ['./evil.cjs']]))
  const compiler = JSON.stringify({ extends: './base.json', compilerOptions: { baseUrl: '.', paths, jsxImportSource: './evil.cjs' } })
  for (const name of ['tsconfig.json', 'jsconfig.json', 'base.json', 'deno.json']) put(name, compiler)
  put('.npmrc', `node-options=--require ./evil.cjs\nscript-shell=./bin/run\nprefix=${workspace.base}\n`)
  put('.yarnrc.yml', 'yarnPath: ./evil.cjs\n')
  put('.nvmrc', 'v0.10\n')
  put('.node-version', '0.10\n')
  put('.tool-versions', 'nodejs 0.10\nbun 0.1\n')
  for (const name of ['bun.lock', 'bun.lockb', 'package-lock.json', '.pnp.cjs', '.pnp.loader.mjs']) put(name, code(name))
  for (const name of ['index.js', 'index.ts', 'run', 'run.ts', 'run.js', 'main.cjs', 'chain.cjs', 'policy.cjs', 'acuvo-hooks.cjs'])
    put(name, code(name))
  for (const name of MODULES) {
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    put(`node_modules/${name}/index.js`, code(`node_modules/${name}`))
  }
  for (const name of ['node', 'bun', 'sh', 'run', 'acuvo-hooks']) {
    const script = `#!/bin/sh\necho ${name} >> '${join(workspace.base, MARK)}'\n`
    put(`bin/${name}`, script, 0o755)
    put(`node_modules/.bin/${name}`, script, 0o755)
  }
}

/** Answers of hosts' calls and of commands, each the one after the other: what one leaves in the store the next may see. */
const answers = async (start?: [string, string[]]): Promise<Pick<Ended, 'exitCode' | 'stdout' | 'stderr'>[]> => {
  const { root, env } = workspace
  const calls = HOSTS.flatMap((host) => [
    { host, stdin: shellCall(host, root, 'rm -rf x') },
    { host, stdin: shellCall(host, root, 'ls') },
    { host, stdin: shellCall(host, root, 'make all') },
    { host, stdin: shellCall(host, root, 'acuvo-hooks trust --yes') },
    { host, stdin: writeCall(host, root, join(root, 'infra', 'a.txt')) },
    { host, stdin: payload(host, 'Stop', root) },
    { host, stdin: '{' },
  ])
  const commands = [
    ['check'],
    ['check', '--json'],
    ['explain', '--tool', 'run_command', '--command', 'rm x'],
    ['hosts'],
    ['schema'],
    ['nonsense'],
    ['run', '--help'],
  ]
  const ended: Ended[] = []
  for (const { host, stdin } of calls)
    ended.push(await runProgram(['run', '--host', host], { stdin, cwd: root, env, ...(start === undefined ? {} : { start }) }))
  for (const args of commands) ended.push(await runProgram(args, { cwd: root, env, ...(start === undefined ? {} : { start }) }))
  // How often a session was sent on counts for the session.
  rmSync(join(workspace.store, 'sessions'), { recursive: true, force: true })
  return ended.map(({ exitCode, stdout, stderr }) => ({ exitCode, stdout, stderr: stderr.replace(/ in \d+ ms /g, ' in 0 ms ') }))
}

it('gives the answers that the package gives anywhere, byte for byte, and runs nothing of it', async () => {
  const expected = await answers([process.execPath, [PACKAGE]])
  expect(expected.filter(({ stdout, stderr }) => `${stdout}${stderr}`.includes('nothing is removed here')).length).toBeGreaterThanOrEqual(
    HOSTS.length,
  )
  plant('.')
  // What is looked for in a person's home, and above the folder.
  plant(join('..', 'home'))
  plant('..')
  expect(readdirSync(dirname(workspace.root))).toContain('bunfig.toml')
  expect(await answers()).toEqual(expected)
  expect(existsSync(join(workspace.base, MARK))).toBe(false)
})
