import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { HOSTS, shellCall, writeCall, type Host } from '../support/payloads.mjs'
import { PACKAGE } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/**
 * What a call loads. An eager import costs every tool call of everybody, so the lists are pinned: parts of the program,
 * and modules of Node beyond those that a bare start has.
 */

const SPY = fileURLToPath(new URL('../support/spy.cjs', import.meta.url))

const EVENT: Record<Host, string> = { 'claude-code': 'PreToolUse', codex: 'PreToolUse', cursor: 'preToolUse' }

interface Loaded {
  parts: string[]
  builtins: string[]
}

type Via = 'file' | 'socket'

const loadedBy = ({ base, root, env }: Workspace, args: string[], payload: object, via: Via = 'file'): Loaded => {
  const [loaded, file] = [join(base, 'loaded.json'), join(base, 'payload.json')]
  const input = JSON.stringify(payload)
  writeFileSync(file, input)
  const fd = openSync(file, 'r')
  try {
    execFileSync(process.execPath, args, {
      cwd: root,
      env: { ...env, NODE_OPTIONS: `--require ${SPY}`, SPY_FILE: loaded },
      // Node's own pipe is a socket.
      ...(via === 'socket' ? { input } : { stdio: [fd, 'pipe', 'pipe'] }),
    })
  } finally {
    closeSync(fd)
  }
  return JSON.parse(readFileSync(loaded, 'utf8')) as Loaded
}

const guard = (more: object): object => ({ hooks: [{ event: 'PreToolUse', command: 'true', ...more }] })

const declared = (more: object): object => ({ hooks: [{ event: 'PreToolUse', deny: 'no', ...more }] })

/** What Node needs to start a process and to read its pipes, where that is not done without (runtime/child-of-binding.ts). */
const STARTING = /^2[02]\./.test(process.versions.node)
  ? []
  : ['child_process', 'dgram', 'diagnostics_channel', 'net', 'stream', 'stream/promises', 'string_decoder']

interface Row {
  name: string
  policy: unknown
  call: (host: Host, root: string, about: string) => object
  about: string
  parts: string[]
  builtins?: string[]
}

const elsewhere = { event: 'PreToolUse', command: 'true', tools: ['web_search'] }
const ROWS: Row[] = [
  { name: 'no config', policy: undefined, call: shellCall, about: 'ls', parts: ['main'] },
  { name: 'a policy of which no hook matches', policy: guard({ tools: ['web_search'] }), call: shellCall, about: 'ls', parts: ['main'] },
  { name: '32 hooks of which none matches', policy: { hooks: Array(32).fill(elsewhere) }, call: shellCall, about: 'ls', parts: ['main'] },
  { name: 'a write that no hook matches', policy: guard({ tools: ['web_search'] }), call: writeCall, about: 'a.txt', parts: ['main'] },
  { name: 'a hook that is a text', policy: declared({}), call: shellCall, about: 'ls', parts: ['main', 'texts'] },
  { name: 'a text for paths', policy: declared({ paths: ['a.txt'] }), call: writeCall, about: 'a.txt', parts: ['main', 'paths', 'texts'] },
  { name: 'a text for other paths', policy: declared({ paths: ['b.txt'] }), call: writeCall, about: 'a.txt', parts: ['main', 'paths'] },
  {
    name: 'a text for commands',
    policy: declared({ commands: ['ls'] }),
    call: shellCall,
    about: 'ls',
    parts: ['main', 'commands-run', 'reader', 'texts'],
  },
  { name: 'one hook', policy: guard({}), call: shellCall, about: 'ls', parts: ['main', 'chain'], builtins: STARTING },
  {
    name: 'three hooks',
    policy: { hooks: Array(3).fill({ event: 'PreToolUse', command: 'true' }) },
    call: shellCall,
    about: 'ls',
    parts: ['main', 'chain'],
    builtins: STARTING,
  },
]

const eachHost = ROWS.flatMap((row) => HOSTS.map((host) => ({ ...row, host, via: 'file' as Via })))
const bySocket = eachHost.filter(({ host }) => host === 'claude-code').map((row) => ({ ...row, via: 'socket' as Via }))

it.each([...eachHost, ...bySocket])(
  '$name of $host, from a $via, loads exactly what it needs',
  ({ host, policy, call, about, via, ...row }) => {
    const workspace = makeWorkspace(policy)
    try {
      const bare = loadedBy(workspace, ['-e', '0'], {})
      const args = [PACKAGE, 'run', '--host', host, '--event', EVENT[host]]
      const loaded = loadedBy(workspace, args, call(host, workspace.root, about), via)
      expect(loaded.parts).toEqual(row.parts)
      expect(loaded.builtins.filter((name) => !bare.builtins.includes(name)).sort()).toEqual(row.builtins ?? [])
    } finally {
      workspace.remove()
    }
  },
)
