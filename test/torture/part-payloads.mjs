import { randomUUID } from 'node:crypto'
import { makeWorkspace } from '../support/workspace.mjs'
import { capturesIn, eventOf, mutated } from './captured.mjs'
import { randomFrom } from './random.mjs'
import { countLeft, crashOf, environmentOf, runWatched } from './run-call.mjs'
import { endAll } from './run-hanging.mjs'
import { inParallel, Tally } from './tally.mjs'

/** Mutated payloads through the built program, in a workspace whose chain denies every call. */

const HOST_TIMEOUT_S = 10
/** Alternately a text and a process. */
const CHAINS = [{ deny: 'nothing is done here' }, { command: 'echo nothing is done here >&2; exit 2', env: ['HANG_TOKEN'] }]

/**
 * @param {{ cases: number, seed: number, width: number, sources: import('./sources.mjs').Sources }} setting
 * @returns {Promise<import('./tally.mjs').Row>}
 */
export const mutatedPayloads = async ({ cases, seed, width, sources }) => {
  const tally = new Tally('mutated payloads, built program')
  const token = randomUUID()
  const random = randomFrom(seed)
  const workspaces = CHAINS.map((answer) => makeWorkspace({ hooks: [{ event: 'PreToolUse', ...answer }] }))
  // What governs a session wherever it says that it is.
  const users = CHAINS.map((answer) => {
    const workspace = makeWorkspace()
    workspace.userPolicy({ hooks: [{ event: 'PreToolUse', ...answer }] })
    return workspace
  })
  try {
    const sets = [...workspaces, ...users].map((workspace) => ({ workspace, captures: capturesIn(workspace.root) }))
    const all = Array.from({ length: cases }, (_, index) => {
      const set = /** @type {typeof sets[number]} */ (sets[index % sets.length])
      const payload = mutated(set.captures, random)
      // Cursor's own folders say which workspace it is about; where they do not any more, only the person's own file is sure to count.
      const isMoved = payload.host === 'cursor' && !payload.bytes.includes(JSON.stringify([set.workspace.root]).slice(1, -1))
      return { payload, workspace: isMoved ? /** @type {typeof users[number]} */ (users[index % users.length]) : set.workspace }
    })
    await inParallel(all, width, async ({ payload, workspace }, index) => {
      const { host, line, bytes, name } = payload
      const args = ['run', '--host', host, '--event', line, '--host-timeout', String(HOST_TIMEOUT_S)]
      const env = { ...environmentOf(host, workspace), HANG_TOKEN: token }
      const ended = await runWatched(args, { stdin: bytes, cwd: workspace.root, env }, tally)
      const words = `#${index} ${host}/${name} ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}: ${ended.exitCode} ${ended.stdout.slice(0, 200)}`
      tally.row.cases++
      const fault = faultOf(payload, ended, sources)
      if (fault !== undefined) tally.add('lost', `${fault}: ${words}`)
      if (ended.ms > HOST_TIMEOUT_S * 1_000) tally.add('late', `${Math.round(ended.ms)} ms: ${words}`)
    })
    await countLeft(token, tally)
  } finally {
    endAll(token)
    for (const workspace of [...workspaces, ...users]) workspace.remove()
  }
  return tally.end()
}

/**
 * @param {import('./captured.mjs').Mutated} payload
 * @param {import('./run-call.mjs').Ended} ended
 * @param {import('./sources.mjs').Sources} sources
 * @returns {string | undefined}
 */
export const faultOf = (payload, ended, { oracles, known }) => {
  const crash = crashOf(ended, [0, 2])
  if (crash !== undefined) return crash
  const { event, isGate, isSure } = eventOf(payload, known[payload.host])
  // No neutral answer exists for it, and nothing registers us there.
  if (event === 'WorktreeCreate' || !known[payload.host].has(event)) return undefined
  const { blocked, widened, valid, problems } = oracles[payload.host].judge(event, ended)
  if (isGate && !blocked) return `${event} passed`
  if (widened) return `${event} widened`
  // Exit 2 is the one refusal that is also given where nobody knows the event.
  return isSure && ended.exitCode === 0 && !valid ? `${event} answered wrongly (${problems.join(', ')})` : undefined
}
