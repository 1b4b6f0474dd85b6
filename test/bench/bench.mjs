import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { PROGRAM } from '../support/program.mjs'
import { intoReadme } from '../support/readme-part.mjs'
import { namesAmong, tool, wholeNumber } from '../support/tool-options.mjs'
import { makeWorkspace } from '../support/workspace.mjs'
import { installNode, installPeers } from './peers.mjs'
import { peakMemoryOf, series } from './series.mjs'
import { CASES, GROWTH, handed } from './situations.mjs'
import { growthTable, table } from './tables.mjs'

/**
 * What a call costs: the whole process, from its start to its end, in ratio to `node -e 0` measured right before it in the same
 * series. NODE_EXTRA_CA_CERTS is unset (it alone costs Node 20 about 50 ms a start).
 */

const PARTS = ['contract', 'peers', 'launcher', 'growth']
const command = tool('bench', 'What a call costs, in ratio to an empty `node -e 0` of the same series.')
  .option('--pairs <n>', 'so many pairs a case', wholeNumber(2), 30)
  .option('--parts <names>', 'what is measured', namesAmong(PARTS), PARTS)
  .option('--only <text>', 'cases whose name holds it', '')
  .option('--node <version>', 'with a Node of npm, such as 22, and caches of code as `install` makes them for it')
  .option('--standalone <file>', 'the executable instead of the package; ACUVO_BIN names it too')
  .option('--json', 'the figures as a document', false)
  .option('--write', 'the tables into the README', false)
  .parse()
const values = command.opts()
const { pairs, parts } = values
const cases = [...(parts.includes('contract') ? CASES : []), ...(parts.includes('growth') ? GROWTH : [])]
if (values.only !== '' && !cases.some(({ name }) => name.includes(values.only)))
  command.error(`error: no case of ${parts.join(', ')} holds "${values.only}" in its name`)
const base = realpathSync(mkdtempSync(join(tmpdir(), 'acuvo-bench-')))
const node = values.node === undefined ? process.execPath : installNode(join(base, 'node'), values.node)
const nodeVersion = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)
// Each case is started in a folder of its own.
const named = values.standalone === undefined ? PROGRAM : resolve(values.standalone)
const isPackage = named.endsWith('.cjs')

/** The package as it is where that Node has installed it. */
const withItsCaches = () => {
  const dist = join(base, 'package', 'dist')
  cpSync(dirname(named), dist, { recursive: true })
  execFileSync(node, ['-e', 'require(process.argv[1]).makeCodeCaches(process.argv[2])', join(dist, 'code-cache.cjs'), dist])
  return join(dist, basename(named))
}
const artefact = isPackage && values.node !== undefined ? withItsCaches() : named
/** @type {[string, string[]]} */
const startedAs = isPackage ? [node, [artefact]] : [artefact, []]

/** @param {string} text */
const say = (text) => process.stderr.write(`${text} …\n`)

/**
 * @param {import('./situations.mjs').Situation} situation
 * @param {import('./series.mjs').Start['stdin']} stdin
 * @returns {import('./series.mjs').Start}
 */
const startOf = ({ workspace, host }, stdin) => {
  const args = [...startedAs[1], 'run', '--host', host, '--event', 'PreToolUse']
  return { program: startedAs[0], args, cwd: workspace.root, env: workspace.env, stdin }
}

const contract = async () => {
  const rows = []
  for (const { name, make, budgets } of CASES.filter((one) => one.name.includes(values.only))) {
    say(name)
    const situation = make()
    try {
      const { pipe, socket } = handed(situation)
      const { bareMs, costs } = series(node, { pipe: startOf(situation, pipe), socket: startOf(situation, socket) }, pairs)
      const peakMemoryMiB = await peakMemoryOf(startOf(situation, pipe))
      const budget = budgets[isPackage ? 0 : 1]
      rows.push({ name, budget, bareMs, pipe: costs.pipe?.ratio, socket: costs.socket?.ratio, peakMemoryMiB })
    } finally {
      situation.workspace.remove()
    }
  }
  return rows
}

/** All in one series, so that each is measured under the same. */
const peers = () => {
  say('other programs')
  const situations = ['no hook matches', 'a shell text that is read', 'one hook `true`'].map((name) => {
    const found = CASES.find((one) => one.name === name)
    if (found === undefined) throw new Error(name)
    return { name, situation: found.make() }
  })
  try {
    const { starts, versions } = installPeers(join(base, 'peers'), node, makeEnv())
    const ours = situations.map(({ name, situation }) => [`acuvo-hooks, ${name}`, startOf(situation, handed(situation).pipe)])
    const { bareMs, costs } = series(node, { ...Object.fromEntries(ours), ...starts }, pairs)
    return { bareMs, versions, rows: Object.entries(costs).map(([name, { ratio, ms }]) => ({ name, ratio, ms })) }
  } finally {
    for (const { situation } of situations) situation.workspace.remove()
  }
}

/** An environment with an empty HOME, which goes with everything else. */
const makeEnv = () => {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env
  return { ...env, HOME: join(base, 'home') }
}

/** The same call as a host starts it, by the line that `install` registers, and straight. */
const launcher = () => {
  say('launcher')
  const situation = CASES[0]?.make()
  if (situation === undefined) throw new Error('no case')
  try {
    const { workspace } = situation
    const install = [...startedAs[1], 'install', 'claude-code', ...(isPackage ? [] : ['--standalone'])]
    execFileSync(startedAs[0], install, { cwd: workspace.root, env: workspace.env, stdio: 'ignore' })
    const settings = JSON.parse(readFileSync(join(workspace.home, '.claude', 'settings.json'), 'utf8'))
    const line = String(settings.hooks.PreToolUse[0].hooks[0].command)
    const words = /acuvo-hooks'? (run .*)$/.exec(line)?.[1]?.split(' ') ?? []
    const direct = startOf(situation, handed(situation).pipe)
    const byShell = { ...direct, program: 'sh', args: ['-c', line] }
    const byLauncher = { ...direct, program: join(workspace.home, '.local', 'share', 'acuvo-hooks', 'acuvo-hooks'), args: words }
    const { bareMs, costs } = series(
      node,
      { 'started straight': direct, 'by the launcher': byLauncher, 'by the registered line': byShell },
      pairs,
    )
    return { bareMs, rows: Object.entries(costs).map(([name, { ratio, ms }]) => ({ name, ratio, ms })) }
  } finally {
    situation.workspace.remove()
  }
}

const growth = () =>
  GROWTH.filter((one) => one.name.includes(values.only)).map(({ name, unit, sizes, make }) => {
    say(name)
    const situations = sizes.map(make)
    try {
      const starts = situations.map((situation, index) => [String(sizes[index]), startOf(situation, handed(situation).pipe)])
      const { costs } = series(node, Object.fromEntries(starts), pairs)
      const ms = sizes.map((size) => costs[String(size)]?.ms.median ?? 0)
      const [first = 0, middle = 0, last = 0] = ms
      const [least = 0, half = 0, most = 0] = sizes
      const [perHalf, perMost] = [(middle - first) / (half - least), (last - first) / (most - least)]
      return { name, unit, sizes, ms, perUnitMs: [perHalf, perMost].map((value) => Math.round(value * 10_000) / 10_000) }
    } finally {
      for (const { workspace } of situations) workspace.remove()
    }
  })

/** What is installed, and what of it a call without a matching hook reads. */
const sizes = () => {
  if (!isPackage) return { bytes: statSync(artefact).size }
  const folder = dirname(artefact)
  const sizeOf = (/** @type {string} */ file) => statSync(join(folder, file)).size
  const files = readdirSync(folder)
  return {
    bytes: files.reduce((sum, file) => sum + sizeOf(file), 0),
    readByEveryCall: ['acuvo-hooks.cjs', 'main.cjs', ...files.filter((file) => file === 'main.cache')].reduce(
      (sum, file) => sum + sizeOf(file),
      0,
    ),
  }
}

try {
  // Makes sure that what is measured can be started at all.
  const probe = makeWorkspace()
  execFileSync(startedAs[0], [...startedAs[1], '--version'], { env: probe.env })
  probe.remove()
  const results = {
    version: 1,
    node: nodeVersion,
    platform: `${process.platform} ${process.arch}`,
    artefact: isPackage ? 'npm package' : 'standalone executable',
    pairs,
    sizes: sizes(),
    ...(parts.includes('contract') ? { contract: await contract() } : {}),
    ...(parts.includes('peers') ? { peers: peers() } : {}),
    ...(parts.includes('launcher') ? { launcher: launcher() } : {}),
    ...(parts.includes('growth') ? { growth: growth() } : {}),
  }
  const text = [table(results), growthTable(results)].filter((part) => part !== '').join('\n\n')
  process.stdout.write(values.json ? `${JSON.stringify(results, null, 2)}\n` : `${text}\n`)
  if (values.write) intoReadme(isPackage ? 'bench' : 'bench-standalone', text)
} finally {
  rmSync(base, { recursive: true, force: true })
}
