import { HOSTS } from '../support/payloads.mjs'
import { HANGING_HOOKS } from './hanging-hooks.mjs'
import { areThere, runHanging } from './run-hanging.mjs'
import { Tally } from './tally.mjs'

/** Hooks that hang, escape, flood or die, one after the other: figures of a machine that is busy with them alone. */

const LATE_MS = 1_000
const MOST_MIB = 250

/** Which of them a short run takes: those that cost little. @param {import('./hanging-hooks.mjs').HangingHook} hook */
const isCheap = ({ name, timeoutMs = 0 }) => timeoutMs === 0 && !/200|300|for ever/.test(name)

/**
 * @param {{ every: number, sources: import('./sources.mjs').Sources }} setting `every`: 1 takes all, 2 every second of the cheap ones, …
 * @returns {Promise<import('./tally.mjs').Row>}
 */
export const hangingHooks = async ({ every, sources }) => {
  const tally = new Tally('hooks that hang, escape, flood, die')
  const hooks = every === 1 ? HANGING_HOOKS : HANGING_HOOKS.filter(isCheap).filter((_, index) => index % every === 0)
  for (const [index, hook] of hooks.entries()) {
    if (!areThere(hook.needs)) {
      tally.row.remarks.push(`not tried, because ${hook.needs?.join(', ')} is not there: ${hook.name}`)
      continue
    }
    const host = /** @type {import('../support/payloads.mjs').Host} */ (HOSTS[index % HOSTS.length])
    let run = await runHanging(hook, host, { lookMs: 50 })
    // Once may be the machine: what comes too late is tried again, and said.
    if (hook.then === 'times out' && run.lateMs > LATE_MS) {
      tally.row.remarks.push(`tried again, because it came ${Math.round(run.lateMs)} ms after the timeout: ${hook.name} (${host})`)
      run = await runHanging(hook, host, { lookMs: 50 })
    }
    const { ended, lateMs, left, peakMiB } = run
    tally.row.cases++
    tally.sawMemory(peakMiB)
    const words = `${hook.name} (${host}): ${ended.exitCode} ${ended.stdout.slice(0, 200)} ${ended.stderr.slice(0, 200)}`
    const event = host === 'cursor' ? 'preToolUse' : 'PreToolUse'
    const { blocked, widened, valid } = sources.oracles[host].judge(event, ended)
    if (blocked !== (hook.then !== 'passes') || widened || !valid) tally.add('lost', words)
    if (hook.then === 'times out' && lateMs > LATE_MS) tally.add('late', `${Math.round(lateMs)} ms after the timeout: ${words}`)
    if (left > 0) tally.add('left', `${left} processes: ${words}`, left)
    if (peakMiB > MOST_MIB) tally.add('late', `${Math.round(peakMiB)} MiB: ${words}`)
  }
  return tally.end()
}
