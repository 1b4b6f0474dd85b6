import { cpus, loadavg } from 'node:os'
import { basename } from 'node:path'
import { mutatedConfigs } from './part-configs.mjs'
import { concurrentCalls } from './part-concurrency.mjs'
import { hangingHooks } from './part-hanging.mjs'
import { inWorkers } from './part-in-process-all.mjs'
import { logFaults } from './part-log-faults.mjs'
import { mutatedPayloads } from './part-payloads.mjs'
import { plantedSecrets } from './part-secrets.mjs'
import { PROGRAM } from '../support/program.mjs'
import { intoReadme } from '../support/readme-part.mjs'
import { namesAmong, tool, wholeNumber } from '../support/tool-options.mjs'
import { loadSources } from './sources.mjs'
import { shownRow, TABLE_HEAD } from './table.mjs'
import { isClean } from './tally.mjs'
import { endWithUs } from './end-with-us.mjs'

/**
 * Everything that must never lose a verdict, tried on the built program; what it came to, as one table. Ends with 1 where anything was lost.
 */

/** @type {Record<string, () => Promise<import('./tally.mjs').Row>>} */
const PARTS = {
  hanging: () => hangingHooks({ every: size(1, 4), sources }),
  payloads: () => mutatedPayloads({ cases: size(2_000, 150), seed, width, sources }),
  'in-process': () => inWorkers({ cases: size(100_000, 8_000), seed: seed + 1, width }),
  configs: () => mutatedConfigs({ cases: size(1_000, 60), seed: seed + 2, width, sources }),
  concurrency: () => concurrentCalls({ width: 64, rounds: size(50, 2), sources }),
  log: () => logFaults({ sources }),
  secrets: () => plantedSecrets({ width, some: size(1, 4) }),
}

const options = tool('torture', 'Everything that must never lose a verdict, tried on the built program.')
  .option('--cut', 'some two minutes of it', false)
  .option('--seed <n>', 'of everything that is drawn', wholeNumber(0), Date.now() % 1_000_000_000)
  .option('--only <names>', 'parts whose name begins so', namesAmong(Object.keys(PARTS)), Object.keys(PARTS))
  .option('--json', 'a document', false)
  .option('--write', 'the table into the README', false)
  .parse()
  .opts()
/** @type {number} */
const seed = options.seed
endWithUs()
const width = Math.max(2, cpus().length)
const sources = await loadSources()
/** @type {<T>(all: T, cut: T) => T} */
const size = (all, cut) => (options.cut ? cut : all)

const wanted = Object.entries(PARTS).filter(([name]) => options.only.includes(name))
const say = (/** @type {string} */ text) => (options.json ? process.stderr : process.stdout).write(`${text}\n`)
const [load = 0] = loadavg()
const circumstances = `${basename(PROGRAM)}, seed ${seed}, ${cpus().length} processors, load ${load.toFixed(1)} at the start, Node ${process.version}`
say(circumstances)
say(TABLE_HEAD)
/** @type {import('./tally.mjs').Row[]} */
const rows = []
for (const [, part] of wanted) {
  const row = await part()
  rows.push(row)
  say(shownRow(row))
}
for (const { part, faults, remarks } of rows) {
  for (const words of [...remarks, ...faults]) say(`${part}: ${words}`)
}
const isFine = rows.length > 0 && rows.every(isClean)
if (options.json)
  process.stdout.write(`${JSON.stringify({ version: 1, seed, cut: options.cut, load, fine: isFine, parts: rows }, null, 2)}\n`)
if (options.write) intoReadme('torture', [`Measured: ${circumstances}.`, '', TABLE_HEAD, ...rows.map(shownRow)].join('\n'))
process.exitCode = isFine ? 0 : 1
