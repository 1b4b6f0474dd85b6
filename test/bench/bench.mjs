import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shellCall } from '../support/payloads.mjs'
import { PROGRAM, startLine } from '../support/program.mjs'
import { makeWorkspace } from '../support/workspace.mjs'

/**
 * What a call costs: the whole process, from its start to its end, in ratio to `node -e 0` measured right before it in
 * the same series. Pairs are interleaved, medians are taken, NODE_EXTRA_CA_CERTS is unset (it alone costs Node 20
 * about 50 ms a start).
 *
 *   npm run bench [-- --pairs 40] [--json] [--write]     --write puts the table into the README
 */

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? fallback : (process.argv[at + 1] ?? fallback)
}
const PAIRS = Number(option('pairs', '30'))

const [program, first] = startLine()
const args = [...first, 'run', '--host', 'claude-code', '--event', 'PreToolUse']
const hook = (command, more = {}) => ({ event: 'PreToolUse', command, ...more })

const ONLY = option('only', '')
const CASES = [
  { name: 'no config', hooks: undefined, budget: 1.15 },
  { name: 'no hook matches', hooks: [hook('true', { tools: ['web_search'] })], budget: 1.15 },
  { name: 'a declarative answer', hooks: [hook(undefined, { tools: ['run_command'], notice: 'look' })], budget: 1.15 },
  { name: 'a shell text that is read', hooks: undefined, command: 'for f in *.tmp; do rm -f "$f" > /dev/null; done', budget: 1.35 },
  { name: 'one hook `true`', hooks: [hook('true')], budget: 1.6 },
  { name: 'chain of three', hooks: [hook('true'), hook('true'), hook('true')], budget: 1.8 },
  { name: '10 MiB payload, one hook that reads it', hooks: [hook('cat >/dev/null')], bytes: 10 * 1_048_576, budget: 3.0 },
]

/** A real pipe that holds the payload and its end; a Node child's own "pipe" is a socket. */
const pipeWith = (fifo, file) => {
  const read = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK)
  const write = openSync(fifo, 'w')
  const small = statSync(file).size < 60_000
  if (small) writeFileSync(write, readFileSync(file))
  else spawn('cat', [file], { stdio: ['ignore', write, 'ignore'] })
  closeSync(write)
  return read
}

const timed = (run) => {
  const start = process.hrtime.bigint()
  run()
  return Number(process.hrtime.bigint() - start) / 1e6
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]

/** Peak resident memory in MiB, read while the program runs; Linux only. */
const peakMemory = (stdin, env, cwd) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: [stdin, 'ignore', 'ignore'], env, cwd })
    let peak = 0
    const look = setInterval(() => {
      try {
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0))
      } catch {
        // It has ended.
      }
    }, 1)
    child.on('close', () => {
      clearInterval(look)
      resolve(Math.round(peak / 1024))
    })
  })

const measure = async ({ name, hooks, command = 'ls', bytes = 0, budget }) => {
  const workspace = makeWorkspace(hooks === undefined ? undefined : { hooks })
  try {
    const env = workspace.env
    const payload = JSON.stringify(shellCall('claude-code', workspace.root, bytes === 0 ? command : 'x'.repeat(bytes)))
    const file = join(workspace.base, 'payload.json')
    const fifo = join(workspace.base, 'fifo')
    writeFileSync(file, payload)
    execFileSync('mkfifo', [fifo])
    const spawned = { env, cwd: workspace.root, maxBuffer: 1e8 }
    const bare = () => timed(() => spawnSync(process.execPath, ['-e', '0'], { ...spawned, stdio: ['ignore', 'pipe', 'pipe'] }))
    const onPipe = () => {
      const stdin = pipeWith(fifo, file)
      const ms = timed(() => spawnSync(program, args, { ...spawned, stdio: [stdin, 'pipe', 'pipe'] }))
      closeSync(stdin)
      return ms
    }
    const onSocket = () => timed(() => spawnSync(program, args, { ...spawned, input: payload }))
    const ratios = { pipe: [], socket: [] }
    const bareMs = []
    for (let pair = -2; pair < PAIRS; pair++) {
      const floor = bare()
      const pipe = onPipe() / floor
      const floorAgain = bare()
      const socket = onSocket() / floorAgain
      if (pair < 0) continue
      bareMs.push(floor, floorAgain)
      ratios.pipe.push(pipe)
      ratios.socket.push(socket)
    }
    const spread = (values) => ({ median: round(median(values)), p10: round(quantile(values, 0.1)), p90: round(quantile(values, 0.9)) })
    const memory = bytes === 0 || process.platform !== 'linux' ? undefined : await peakMemory(openSync(file, 'r'), env, workspace.root)
    return {
      name,
      budget,
      bareMs: round(median(bareMs)),
      pipe: spread(ratios.pipe),
      socket: spread(ratios.socket),
      ...(memory === undefined ? {} : { peakMemoryMiB: memory }),
    }
  } finally {
    workspace.remove()
  }
}

const round = (value) => Math.round(value * 100) / 100

const table = (results) =>
  [
    '| case | on a pipe | on a socket | contract |',
    '|---|---|---|---|',
    ...results.map(({ name, pipe, socket, budget, peakMemoryMiB }) => {
      const show = ({ median, p10, p90 }) => `${median.toFixed(2)} (${p10.toFixed(2)} to ${p90.toFixed(2)})`
      const memory = peakMemoryMiB === undefined ? '' : `; peak memory ${peakMemoryMiB} MiB`
      return `| ${name} | ${show(pipe)}${memory} | ${show(socket)} | ${budget.toFixed(2)} |`
    }),
  ].join('\n')

const results = []
for (const one of CASES.filter(({ name }) => name.includes(ONLY))) {
  process.stderr.write(`${one.name} …\n`)
  results.push(await measure(one))
}
const about = `Node ${process.versions.node} on ${process.platform} ${process.arch}, ${PAIRS} pairs a case, median (10th to 90th percentile) of the ratio to \`node -e 0\`, which took ${median(results.map(({ bareMs }) => bareMs)).toFixed(0)} ms; \`NODE_EXTRA_CA_CERTS\` unset.`

if (process.argv.includes('--json'))
  process.stdout.write(
    `${JSON.stringify({ version: 1, node: process.versions.node, pairs: PAIRS, bytes: statSync(PROGRAM).size, results }, null, 2)}\n`,
  )
else process.stdout.write(`${about}\n\n${table(results)}\n`)

if (process.argv.includes('--write')) {
  const readme = fileURLToPath(new URL('../../README.md', import.meta.url))
  const text = readFileSync(readme, 'utf8')
  writeFileSync(readme, text.replace(/(<!-- bench -->\n)[^]*?(<!-- \/bench -->)/, `$1${about}\n\n${table(results)}\n$2`))
}
