import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTS, shellCall } from '../support/payloads.mjs'
import { makeWorkspace } from '../support/workspace.mjs'
import { logRecords } from './log-records.mjs'
import { countLeft, crashOf, environmentOf, runWatched } from './run-call.mjs'
import { endAll } from './run-hanging.mjs'
import { inParallel, Tally } from './tally.mjs'

/** Many copies at once on one workspace, half of their calls denied and half passed, by a hook that matches each of them. */

const GUARD = 'case "$ACUVO_TOOL_COMMAND" in *"never do"*) echo "not this one" >&2; exit 2;; esac'
/** Of a hook that waits for a processor beside 63 others. */
const TIMEOUT_MS = 110_000

const FULL_BYTES = 4_194_304
const LEAST_RECORD_BYTES = 400

/**
 * @param {{ width: number, rounds: number, sources: import('./sources.mjs').Sources }} setting
 * @returns {Promise<import('./tally.mjs').Row>}
 */
export const concurrentCalls = async ({ width, rounds, sources }) => {
  const tally = new Tally(`${width} at once, ${rounds} times`)
  const token = randomUUID()
  const workspace = makeWorkspace({ hooks: [{ event: 'PreToolUse', command: GUARD, timeoutMs: TIMEOUT_MS, env: ['HANG_TOKEN'] }] })
  /** @type {Map<string, 'deny' | 'pass'>} */
  const expected = new Map()
  // The log is put aside while they write.
  mkdirSync(workspace.store, { recursive: true, mode: 0o700 })
  writeFileSync(
    join(workspace.store, 'log.ndjson'),
    `{"filler":"${'x'.repeat(FULL_BYTES - (width * rounds * LEAST_RECORD_BYTES) / 2)}"}\n`,
    { mode: 0o600 },
  )
  try {
    await inParallel(Array.from({ length: width * rounds }), width, async (_, index) => {
      const host = /** @type {import('../support/payloads.mjs').Host} */ (HOSTS[index % HOSTS.length])
      const session = `torture-${index}`
      const isDenied = (index >> 1) % 2 === 0
      expected.set(session, isDenied ? 'deny' : 'pass')
      const call = { ...shellCall(host, workspace.root, isDenied ? `echo never do ${index}` : `echo ${index}`), session_id: session }
      const stdin = host === 'cursor' ? { ...call, conversation_id: session } : call
      const env = { ...environmentOf(host, workspace), HANG_TOKEN: token }
      const ended = await runWatched(['run', '--host', host, '--host-timeout', '120'], { stdin, cwd: workspace.root, env }, tally)
      tally.row.cases++
      const { blocked, widened, valid } = sources.oracles[host].judge(call.hook_event_name, ended)
      const isRight = blocked === isDenied && !widened && valid && (!isDenied || ended.stdout.includes('not this one'))
      const crash = crashOf(ended, [0])
      if (crash !== undefined || !isRight)
        tally.add('lost', `${session} ${host}, ${crash ?? 'wrong'}: ${ended.exitCode} ${ended.stdout} ${ended.stderr}`)
      if (ended.ms > TIMEOUT_MS + 1_000) tally.add('late', `${session} after ${Math.round(ended.ms)} ms`)
    })
    await countLeft(token, tally)
    const { records, broken } = logRecords(workspace.store)
    if (!existsSync(join(workspace.store, 'log.ndjson.1'))) tally.add('lostLines', 'the log was not put aside')
    if (broken > 0) tally.add('lostLines', `${broken} lines cannot be read`, broken)
    for (const [session, verdict] of expected) {
      const found = records.filter((record) => record.session === session && record.verdict === verdict)
      if (found.length !== 1) tally.add('lostLines', `${session} has ${found.length} records of its ${verdict}`)
    }
  } finally {
    endAll(token)
    workspace.remove()
  }
  return tally.end()
}
