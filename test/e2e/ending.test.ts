import { describe, expect, it } from 'vitest'
import { HOSTS, type Host } from '../support/payloads.mjs'
import { HANGING_HOOKS, type HangingHook } from '../torture/hanging-hooks.mjs'
import { areThere, runHanging, type Hung } from '../torture/run-hanging.mjs'
import { judged } from './expectations.js'

/**
 * Whatever a hook does to hang or to escape, the call is answered by its timeout + 1 s, with the right decision, and nothing of it
 * is left 2 s later. The exact figures are those of the torture run: here a loaded machine gets more time.
 */

const SLACK_MS = 4_000
const MOST_MIB = 250

const expectEnd = (host: Host, { then, says = [] }: HangingHook, { ended, lateMs, left, peakMiB }: Hung): void => {
  const texts = `${ended.exitCode} ${ended.stdout} ${ended.stderr}`
  expect(judged(host, 'PreToolUse', ended), texts).toMatchObject({ blocked: then !== 'passes', widened: false, valid: true })
  if (then === 'times out') {
    expect(texts).toMatch(/could not run \(timed out after \d+ ms/)
    expect(lateMs).toBeLessThan(SLACK_MS)
  }
  if (then === 'fails') expect(texts).toContain('could not run')
  if (then === 'denies') expect(texts).toMatch(/denied by \\?"g\\?"/)
  if (then === 'stops us') expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
  for (const words of says) expect(texts).toContain(words)
  expect(left, 'processes that are left').toBe(0)
  expect(peakMiB, 'most memory of ours').toBeLessThan(MOST_MIB)
}

describe.runIf(process.platform === 'linux')('a hook that', () => {
  const cases = HANGING_HOOKS.filter(({ needs }) => areThere(needs)).map((hook, index) => ({
    ...hook,
    host: HOSTS[index % HOSTS.length] as Host,
  }))
  // Those that start processes as fast as they can are run alone: together they would test the machine.
  const isBusy = ({ name }: HangingHook): boolean => /200|300/.test(name)
  it.concurrent.each(cases.filter((hook) => !isBusy(hook)))('$name: $then', async ({ host, ...hook }) => {
    expectEnd(host, hook, await runHanging(hook, host))
  })
  it.each(cases.filter(isBusy))('$name: $then', { retry: 2 }, async ({ host, ...hook }) => {
    expectEnd(host, hook, await runHanging(hook, host))
  })
})
