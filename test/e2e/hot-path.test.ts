import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { shellCall, writeCall } from '../support/payloads.mjs'
import { PACKAGE } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/**
 * What a call loads. An eager import costs every tool call of everybody, so the lists are pinned: parts of the program,
 * and modules of Node beyond those that a bare start has.
 */

const SPY = fileURLToPath(new URL('../support/spy.cjs', import.meta.url))

interface Loaded {
  parts: string[]
  builtins: string[]
}

/** From a file as stdin: a socket needs Node's streams besides. */
const loadedBy = ({ base, root, env }: Workspace, args: string[], stdin: object): Loaded => {
  const [loaded, payload] = [join(base, 'loaded.json'), join(base, 'payload.json')]
  writeFileSync(payload, JSON.stringify(stdin))
  const fd = openSync(payload, 'r')
  try {
    execFileSync(process.execPath, args, {
      cwd: root,
      env: { ...env, NODE_OPTIONS: `--require ${SPY}`, SPY_FILE: loaded },
      stdio: [fd, 'pipe', 'pipe'],
    })
  } finally {
    closeSync(fd)
  }
  return JSON.parse(readFileSync(loaded, 'utf8')) as Loaded
}

const guard = (more: object): object => ({ hooks: [{ event: 'PreToolUse', command: 'true', ...more }] })

const declared = (more: object): object => ({ hooks: [{ event: 'PreToolUse', deny: 'no', ...more }] })

it.each([
  ['no config', undefined, shellCall, 'ls', ['main'], []],
  ['a policy of which no hook matches', guard({ tools: ['web_search'] }), shellCall, 'ls', ['main'], []],
  ['a write that no hook matches', guard({ tools: ['web_search'] }), writeCall, 'a.txt', ['main'], []],
  ['a hook that is a text', declared({}), shellCall, 'ls', ['main', 'texts'], []],
  ['a text for paths', declared({ paths: ['a.txt'] }), writeCall, 'a.txt', ['main', 'paths', 'texts'], []],
  ['a text for other paths', declared({ paths: ['b.txt'] }), writeCall, 'a.txt', ['main', 'paths'], []],
  ['a text for commands', declared({ commands: ['ls'] }), shellCall, 'ls', ['main', 'commands-run', 'reader', 'texts'], []],
  [
    'one hook',
    guard({}),
    shellCall,
    'ls',
    ['main', 'chain'],
    ['child_process', 'dgram', 'diagnostics_channel', 'net', 'stream', 'stream/promises', 'string_decoder'],
  ],
])('%s loads exactly what it needs', (_name, policy, call, argument, parts, builtins) => {
  const workspace = makeWorkspace(policy)
  try {
    const bare = loadedBy(workspace, ['-e', '0'], {})
    const loaded = loadedBy(workspace, [PACKAGE, 'run', '--host', 'claude-code'], call('claude-code', workspace.root, argument))
    expect(loaded.parts).toEqual(parts)
    expect(loaded.builtins.filter((name) => !bare.builtins.includes(name)).sort()).toEqual(builtins)
  } finally {
    workspace.remove()
  }
})
