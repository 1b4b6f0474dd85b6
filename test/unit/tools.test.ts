import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** What measures and tortures takes no nonsense: a table of nothing would pass for a result. */

const run = (tool: string, args: readonly string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(`../${tool}`, import.meta.url)), ...args], { encoding: 'utf8' })

it.each([
  ['bench/bench.mjs', ['--pairs', 'x'], 'whole number'],
  ['bench/bench.mjs', ['--pairs', '0'], 'whole number'],
  ['bench/bench.mjs', ['--parts', 'contract,nope'], 'contract, peers'],
  ['bench/bench.mjs', ['--parts', ''], 'contract, peers'],
  ['bench/bench.mjs', ['--pears', '3'], 'pears'],
  ['bench/bench.mjs', ['3'], 'too many arguments'],
  ['bench/bench.mjs', ['--only', 'nope'], 'no case'],
  ['bench/bench.mjs', ['--parts', 'growth', '--only', 'no config'], 'no case'],
  ['torture/torture.mjs', ['--seed', '1e3'], 'whole number'],
  ['torture/torture.mjs', ['--only', 'hanging,nope'], 'hanging, payloads'],
])('%s %j', (tool, args, says) => {
  const { status, stdout, stderr } = run(tool, args)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(says)
  expect(stderr).not.toContain('    at ')
})
