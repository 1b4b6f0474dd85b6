import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTS, shellCall } from '../support/payloads.mjs'
import { startLine } from '../support/program.mjs'
import { makeWorkspace } from '../support/workspace.mjs'
import { AS_PERSON, canBecomePerson, canMount, giveAway, LOG_FAULTS } from './log-faults.mjs'
import { crashOf, environmentOf } from './run-call.mjs'
import { Tally } from './tally.mjs'

/** Whatever is wrong with the log: the same answer as without, in its time, and nothing written where a link leads. */

const HOST_TIMEOUT_S = 10
const POLICY = { hooks: [{ event: 'PreToolUse', command: 'case "$ACUVO_TOOL_COMMAND" in never*) echo no >&2; exit 2;; esac' }] }

/**
 * @param {{ sources: import('./sources.mjs').Sources }} setting
 * @returns {Promise<import('./tally.mjs').Row>}
 */
export const logFaults = async ({ sources }) => {
  const tally = new Tally('log faults')
  const mounts = canMount()
  for (const fault of LOG_FAULTS) {
    if ((fault.asPerson && !canBecomePerson() && /somebody/.test(fault.name)) || (fault.mounts && !mounts)) {
      tally.row.remarks.push(`not tried, because it takes root: ${fault.name}`)
      continue
    }
    for (const [index, command] of ['ls', 'never'].entries()) {
      for (const host of HOSTS) {
        const isHeld = fault.approvals === 'gone'
        const words = `${fault.name}: ${host} ${command}`
        const { ended, written, ms } = await callWith(fault, host, command)
        tally.row.cases++
        const { blocked, widened, valid } = sources.oracles[host].judge(shellCall(host, '/', command).hook_event_name, ended)
        const crash = crashOf(ended, [0])
        if (crash !== undefined || widened || !valid || blocked !== (isHeld || index === 1))
          tally.add('lost', `${words}: ${crash ?? 'wrong'} ${ended.exitCode} ${ended.stdout} ${ended.stderr}`)
        if (written !== undefined && written !== 'mine\n')
          tally.add('lost', `${words}: wrote into ${JSON.stringify(written.slice(0, 100))}`)
        if (ms > HOST_TIMEOUT_S * 1_000) tally.add('late', `${words}: ${Math.round(ms)} ms`)
      }
    }
  }
  return tally.end()
}

/**
 * @param {import('./log-faults.mjs').LogFault} fault
 * @param {import('../support/payloads.mjs').Host} host
 * @param {string} command
 */
const callWith = async (fault, host, command) => {
  const workspace = makeWorkspace(POLICY)
  const elsewhere = join(workspace.base, 'elsewhere')
  const isSomebodyElses = /somebody/.test(fault.name)
  /** @type {(() => void) | undefined} */
  let undo
  try {
    const place = { store: workspace.store, log: join(workspace.store, 'log.ndjson'), elsewhere }
    if (canBecomePerson() && isSomebodyElses) giveAway(workspace.base)
    undo = fault.make(place) ?? undefined
    if (canBecomePerson() && fault.asPerson && !isSomebodyElses) giveAway(workspace.base)
    const [program, first] = startLine()
    const args = [program, ...first, 'run', '--host', host, '--host-timeout', String(HOST_TIMEOUT_S)]
    const startedAt = performance.now()
    const ended = await ending(
      ['sh', '-c', `${fault.before ?? ':'}; exec "$@"`, 'sh', ...args],
      JSON.stringify(shellCall(host, workspace.root, command)),
      { cwd: workspace.root, env: environmentOf(host, workspace), ...(fault.asPerson && canBecomePerson() ? AS_PERSON : {}) },
    )
    return { ended, ms: performance.now() - startedAt, written: existsSync(elsewhere) ? readFileSync(elsewhere, 'utf8') : undefined }
  } finally {
    undo?.()
    workspace.remove()
  }
}

/**
 * @param {readonly string[]} line
 * @param {string} stdin
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ exitCode: number | null, signal: string | null, stdout: string, stderr: string }>}
 */
const ending = ([program = '', ...args], stdin, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: 'pipe' })
    let [stdout, stderr] = ['', '']
    child.stdout?.on('data', (chunk) => (stdout += chunk))
    child.stderr?.on('data', (chunk) => (stderr += chunk))
    child.stdin?.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }))
    child.stdin?.end(stdin)
  })
