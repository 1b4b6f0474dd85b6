import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { payload, shellCall } from '../support/payloads.mjs'
import { makeWorkspace } from '../support/workspace.mjs'
import { logRecords } from './log-records.mjs'
import { crashOf, environmentOf, runWatched } from './run-call.mjs'
import { SECRETS } from './secrets.mjs'
import { inParallel, Tally } from './tally.mjs'

/** Secrets in payloads, in what hooks print and in the environment: none of them may be found in what we keep or print. */

/** What a log that is to hold what was said keeps of it. */
const FULL = { log: 'full' }
const HOST = 'claude-code'
const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * @param {{ width: number, some: number }} setting `some`: 1 takes all shapes, 4 every fourth
 * @returns {Promise<import('./tally.mjs').Row>}
 */
export const plantedSecrets = async ({ width, some }) => {
  const tally = new Tally('planted secrets')
  const planted = SECRETS.filter((_, index) => index % some === 0)
  await inParallel(planted, width, async ({ name, text, secret }) => {
    const workspace = makeWorkspace(policyOf(text))
    workspace.userPolicy(FULL)
    try {
      const env = { ...environmentOf(HOST, workspace), CLAUDE_CODE_SECRET: secret, GITHUB_TOKEN: secret, DB_URL: text }
      /** @type {[string, import('./run-call.mjs').Ended][]} */
      const told = []
      for (const [place, call] of Object.entries(callsOf(text, workspace.root))) {
        const ended = await runWatched(['run', '--host', HOST], { stdin: call, cwd: workspace.root, env }, tally)
        tally.row.cases++
        const crash = crashOf(ended, [0, 2])
        if (crash !== undefined) tally.add('lost', `${name} in ${place}: ${crash}`)
        // A no in words is meant to be read; what is kept of it is not.
        if (place !== 'a no in words') told.push([`our answer to ${place}`, ended])
      }
      for (const args of [['log'], ['log', '--json'], ['stats', '--json']])
        told.push([args.join(' '), await runWatched(args, { cwd: workspace.root, env }, tally)])
      const printed = told.filter(([, { stdout, stderr }]) => holds(stdout + stderr, secret)).map(([where]) => where)
      const where = [...printed, ...filesWith(workspace.store, secret)]
      // Where nothing is kept nothing can be found.
      const { records } = logRecords(workspace.store)
      const calls = Object.keys(callsOf('', '')).length
      const full = records.filter(({ said }) => said !== undefined).length
      if (full !== calls)
        tally.add('lostLines', `${name}: ${records.length} records, ${full} of them with what was said, of ${calls}`, calls - full)
      if (where.length > 0) tally.add('lost', `${name}: found in ${where.join(', ')}`, where.length)
    } finally {
      workspace.remove()
    }
  })
  return tally.end()
}

/** For each place one hook, which fails, denies or prints. @param {string} text */
const policyOf = (text) => ({
  hooks: [
    { event: 'PreToolUse', tools: ['run_command'], command: 'exit 2' },
    { event: 'PreToolUse', tools: ['write_file'], command: 'kill -KILL $$' },
    { event: 'PreToolUse', tools: ['read_file'], command: `printf '%s' ${quoted(text)}` },
    { event: 'PreToolUse', tools: ['search_files'], command: `printf '%s' ${quoted(text)} >&2; kill -KILL $$` },
    { event: 'PreToolUse', tools: ['fetch_url'], command: `printf '%s' ${quoted(text)} >&2; exit 2` },
    { event: 'PreToolUse', tools: ['web_search'], command: 'env; env >&2; exit 2' },
    { event: 'PostToolUse', tools: ['run_command'], command: 'exit 1' },
    { event: 'UserPromptSubmit', command: 'exit 2' },
  ],
})

/**
 * @param {string} text
 * @param {string} root
 * @returns {Record<string, object>}
 */
const callsOf = (text, root) => {
  const call = (/** @type {string} */ tool_name, /** @type {object} */ tool_input) => ({
    ...shellCall(HOST, root, 'ls'),
    tool_name,
    tool_input,
  })
  const tool_response = { stdout: text, stderr: '', interrupted: false, isImage: false }
  return {
    'a command': shellCall(HOST, root, text),
    'a file that is written': call('Write', { file_path: join(root, 'a.txt'), content: text }),
    'a result': { ...shellCall(HOST, root, 'ls', 'PostToolUse'), tool_response },
    'a prompt': payload(HOST, 'UserPromptSubmit', root, { prompt: text }),
    'what a hook prints and passes': call('Read', { file_path: join(root, 'a.txt') }),
    'what a hook prints and dies': call('Grep', { pattern: 'x' }),
    'a no in words': call('WebFetch', { url: 'https://example.com' }),
    'the environment': call('WebSearch', { query: 'x' }),
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
