import { HANGING_HOOKS, TIMEOUT_MS } from './hanging-hooks.mjs'
import { areThere, runHanging } from './run-hanging.mjs'

/** Prints what each hook that hangs costs: `node test/torture/measure-hanging.mjs [part of a name]`. */

const LOOK_MS = 20
const [, , part = ''] = process.argv
/** @type {{ lateMs: number, left: number, peakMiB: number }[]} */
const rows = []
for (const hook of HANGING_HOOKS) {
  if (!hook.name.includes(part) || !areThere(hook.needs)) continue
  const { ended, lateMs, begun, left, goneMs, peakMiB } = await runHanging(hook, 'claude-code', { lookMs: LOOK_MS, isCounted: true })
  const late = hook.then === 'times out' ? `${Math.round(lateMs)} ms` : `(${Math.round(ended.ms)} ms in all)`
  const words = ended.stderr.trim().split('\n', 1)[0]?.slice(0, 70) ?? ''
  rows.push({ lateMs: hook.then === 'times out' ? lateMs : 0, left, peakMiB })
  console.log(
    [
      hook.name.padEnd(74),
      late.padStart(16),
      String(begun).padStart(5),
      String(left).padStart(4),
      `${Math.round(goneMs)} ms`.padStart(8),
      `${Math.round(peakMiB)} MiB`.padStart(9),
      ` ${ended.exitCode} ${words}`,
    ].join(''),
  )
}
/** @param {(row: { lateMs: number, left: number, peakMiB: number }) => number} of */
const most = (of) => Math.round(Math.max(...rows.map(of)))
console.log(
  `${rows.length} cases (timeout ${TIMEOUT_MS} ms): at most ${most(({ lateMs }) => lateMs)} ms after the timeout, ${rows.reduce((sum, { left }) => sum + left, 0)} left, peak ${most(({ peakMiB }) => peakMiB)} MiB`,
)
