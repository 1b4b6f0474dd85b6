import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { payload, shellCall, writeCall } from '../support/payloads.mjs'
import { makeWorkspace } from '../support/workspace.mjs'
import { crashOf, environmentOf, runWatched } from './run-call.mjs'
import { SECRETS } from './secrets.mjs'
import { inParallel, Tally } from './tally.mjs'

/** Secrets in payloads, in what hooks print and in the environment: none of them may be found in what we keep or print. */

const HOST = 'claude-code'
const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * @param {{ width: number }} setting
 * @returns {Promise<import('./tally.mjs').Row>}
 */
export const plantedSecrets = async ({ width }) => {
  const tally = new Tally('planted secrets')
  await inParallel(SECRETS, width, async ({ name, text, secret }) => {
    for (const [place, { policy, call, variables = {} }] of Object.entries(plantings(text, secret))) {
      const workspace = makeWorkspace(policy)
      try {
        const env = { ...environmentOf(HOST, workspace), ...variables }
        const native = call(workspace.root)
        const run = await runWatched(['run', '--host', HOST], { stdin: native, cwd: workspace.root, env }, tally)
        const told = [run.stdout, run.stderr]
        for (const args of [['log'], ['log', '--json'], ['stats', '--json']]) {
          const { stdout, stderr } = await runWatched(args, { cwd: workspace.root, env }, tally)
          told.push(stdout, stderr)
        }
        tally.row.cases++
        const crash = crashOf(run, [0, 2])
        if (crash !== undefined) tally.add('lost', `${name} in ${place}: ${crash}`)
        const where = [...(holds(told.join('\n'), secret) ? ['what we print'] : []), ...filesWith(workspace.store, secret)]
        if (where.length > 0) tally.add('lost', `${name} in ${place}: found in ${where.join(', ')}`)
      } finally {
        workspace.remove()
      }
    }
  })
  return tally.end()
}

/**
 * @param {string} text
 * @param {string} secret
 * @returns {Record<string, { policy: object, call: (root: string) => object, variables?: Record<string, string> }>}
 */
const plantings = (text, secret) => {
  /** @param {string} command */
  const hook = (command, event = 'PreToolUse') => ({ hooks: [{ event, command }] })
  /** @param {string} root */
  const ls = (root) => shellCall(HOST, root, 'ls')
  return {
    'a command': { policy: hook('exit 2'), call: (root) => shellCall(HOST, root, text) },
    'a file that is written': {
      policy: hook('kill -KILL $$'),
      call: (root) => {
        const call = writeCall(HOST, root, join(root, 'a.txt'))
        return { ...call, tool_input: { ...call.tool_input, content: text } }
      },
    },
    'a prompt': { policy: hook('exit 2', 'UserPromptSubmit'), call: (root) => payload(HOST, 'UserPromptSubmit', root, { prompt: text }) },
    'a result': {
      policy: hook('exit 1', 'PostToolUse'),
      call: (root) => ({
        ...shellCall(HOST, root, 'ls', 'PostToolUse'),
        tool_response: { stdout: text, stderr: '', interrupted: false, isImage: false },
      }),
    },
    'what a hook prints and passes': { policy: hook(`printf '%s' ${quoted(text)}`), call: ls },
    'what a hook prints and dies': { policy: hook(`printf '%s' ${quoted(text)} >&2; kill -KILL $$`), call: ls },
    'the environment': {
      policy: hook('env; env >&2; exit 2'),
      call: ls,
      variables: { CLAUDE_CODE_SECRET: secret, GITHUB_TOKEN: secret, DB_URL: text },
    },
  }
}

/** @param {string} text @param {string} secret */
const holds = (text, secret) =>
  text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)) || text.includes(Buffer.from(secret).toString('base64'))

/** @param {string} store @param {string} secret */
const filesWith = (store, secret) =>
  !existsSync(store)
    ? []
    : readdirSync(store, { recursive: true })
        .map(String)
        // What a person has approved is kept byte for byte: the policy is no payload.
        .filter(
          (name) =>
            !/^approvals/.test(name) && statSync(join(store, name)).isFile() && holds(readFileSync(join(store, name), 'latin1'), secret),
        )
