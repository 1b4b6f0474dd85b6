import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellCall, writeCall } from '../support/payloads.mjs'
import { makeWorkspace } from '../support/workspace.mjs'

/**
 * What is measured: a workspace with its policy, and the payload that a host sends.
 *
 * @typedef {object} Situation
 * @property {import('../support/workspace.mjs').Workspace} workspace
 * @property {'claude-code' | 'codex'} host
 * @property {object} payload
 */

const MIB = 1_048_576

/** @param {string} command @param {object} [more] */
const hook = (command, more = {}) => ({ event: 'PreToolUse', command, ...more })
const elsewhere = hook('true', { tools: ['web_search'] })

/** @param {object[] | undefined} hooks @param {string} [command] @returns {() => Situation} */
const shell =
  (hooks, command = 'ls') =>
  () => {
    const workspace = makeWorkspace(hooks === undefined ? undefined : { hooks })
    return { workspace, host: 'claude-code', payload: shellCall('claude-code', workspace.root, command) }
  }

/** The contract's rows (DESIGN 10), with the budget of the npm package and of the standalone executable. */
export const CASES = [
  { name: 'no config', make: shell(undefined), budgets: [1.15, 0.4] },
  { name: 'no hook matches', make: shell([elsewhere]), budgets: [1.15, 0.4] },
  {
    name: 'a declarative answer',
    make: shell([{ event: 'PreToolUse', tools: ['run_command'], notice: 'look' }]),
    budgets: [1.15, 0.4],
  },
  {
    name: 'a shell text that is read',
    make: shell(undefined, 'for f in *.tmp; do rm -f "$f" > /dev/null; done'),
    budgets: [1.35, 0.4],
  },
  { name: 'one hook `true`', make: shell([hook('true')]), budgets: [1.6, 0.75] },
  { name: 'chain of three', make: shell([hook('true'), hook('true'), hook('true')]), budgets: [1.8, 0.9] },
  { name: '10 MiB payload, one hook that reads it', make: shell([hook('cat >/dev/null')], 'x'.repeat(10 * MIB)), budgets: [3, 3] },
]

/** @param {number} count @returns {Situation} */
const manyFiles = (count) => {
  const workspace = makeWorkspace({ hooks: [hook('true', { paths: ['infra/**'] })] })
  const files = Array.from({ length: count }, (_, index) => `*** Add File: src/f${index}.ts\n+x\n`).join('')
  const call = writeCall('codex', workspace.root, 'a.ts')
  return {
    workspace,
    host: 'codex',
    payload: { ...call, tool_input: { command: `*** Begin Patch\n${files}*** End Patch` } },
  }
}

/** @param {number} depth @returns {Situation} */
const nested = (depth) => {
  const workspace = makeWorkspace({ hooks: [elsewhere] })
  let root = workspace.root
  for (let at = 1; at < depth; at++) {
    root = join(root, `n${at}`)
    mkdirSync(join(root, '.acuvo'), { recursive: true })
    writeFileSync(join(root, '.acuvo', 'hooks.json'), JSON.stringify({ hooks: [elsewhere] }))
    workspace.approve(root)
  }
  return { workspace, host: 'claude-code', payload: writeCall('claude-code', workspace.root, join(root, 'a.txt')) }
}

/** @param {number} bytes @returns {Situation} */
const longReason = (bytes) => {
  const workspace = makeWorkspace()
  workspace.change('answer.json', JSON.stringify({ decision: 'deny', reason: 'because '.repeat(bytes / 8) }))
  workspace.policy({ hooks: [hook('cat answer.json')] })
  return { workspace, host: 'claude-code', payload: shellCall('claude-code', workspace.root, 'ls') }
}

/** @param {number} count @returns {Situation} */
const manyGlobs = (count) => {
  // A hook takes as many globs as it is given; hooks beside it would be another measurement.
  const paths = Array.from({ length: count }, (_, index) => `packages/p${index}/**/*.{ts,tsx}`)
  const workspace = makeWorkspace({ hooks: [hook('true', { paths })] })
  return { workspace, host: 'claude-code', payload: writeCall('claude-code', workspace.root, 'src/a.ts') }
}

/**
 * Work that grows: each at a first size, at a middle one and at the one that counts. What is more than at the first size may grow as
 * the size does, and no faster.
 */
export const GROWTH = [
  {
    name: 'hooks that do not match',
    unit: '',
    sizes: [1, 16, 32],
    /** @param {number} count */
    make: (count) => shell(Array.from({ length: count }, () => elsewhere))(),
  },
  { name: 'globs that do not match', unit: '', sizes: [1, 250, 500], make: manyGlobs },
  {
    name: 'payload, one hook that reads it',
    unit: ' MiB',
    sizes: [0, 5, 10],
    /** @param {number} mib */
    make: (mib) => shell([hook('cat >/dev/null')], `echo ${'x'.repeat(mib * MIB)}`)(),
  },
  { name: 'files of one `apply_patch`', unit: '', sizes: [1, 1_500, 3_000], make: manyFiles },
  {
    name: 'reason that a hook gives',
    unit: ' KiB',
    sizes: [1, 512, 1_000],
    /** @param {number} kib */
    make: (kib) => longReason(kib * 1_024),
  },
  { name: 'nested workspaces', unit: '', sizes: [1, 5, 10], make: nested },
]

/**
 * Puts a situation's payload where both ways of handing it over find it.
 *
 * @param {Situation} situation
 */
export const handed = ({ workspace, payload }) => {
  const text = JSON.stringify(payload)
  const file = join(workspace.base, 'payload.json')
  const fifo = join(workspace.base, 'fifo')
  writeFileSync(file, text)
  execFileSync('mkfifo', [fifo])
  return { pipe: { fifo, file }, socket: { socket: text } }
}
