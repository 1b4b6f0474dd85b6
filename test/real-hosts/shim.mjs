import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutated } from './mutations.mjs'

/**
 * Stands where the launcher stood: hands everything on to it, notes down what came and what was answered, and changes the one answer that
 * it is told to. Arguments: the folder of its own files, then what the host says.
 */

const [folder = '', ...args] = process.argv.slice(2)
const stdin = args[0] === 'run' ? readFileSync(0) : Buffer.alloc(0)
const { launcher, target } = JSON.parse(readFileSync(join(folder, 'shim.json'), 'utf8'))
const ran = spawnSync(launcher, args, { input: stdin, maxBuffer: 1 << 28 })
const said = {
  stdout: ran.stdout?.toString('utf8') ?? '',
  stderr: ran.stderr?.toString('utf8') ?? '',
  exitCode: ran.status ?? 128 + 9,
}

/** @returns {Record<string, unknown>} */
const payloadIn = () => {
  try {
    return JSON.parse(stdin.toString('utf8'))
  } catch {
    return {}
  }
}

const payload = payloadIn()
const event = args[args.indexOf('--event') + 1] ?? ''
// A call by its id, which the scripted model gives (in some the host puts one of its own); another event by how often it was there.
const about = `${event} ${payload.tool_use_id ?? ''}`
  .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
  .replace(/[^\w. -]/g, '_')
  .trim()
let nth = 1
for (; nth < 1000; nth++)
  try {
    mkdirSync(join(folder, `${about} ${nth}`))
    break
  } catch {
    // That one was answered before.
  }
const key = nth === 1 ? about : `${about} ${nth}`
const { tool_input: _input, tool_response: _response, ...rest } = payload
appendFileSync(
  join(folder, 'answers.jsonl'),
  `${JSON.stringify({ key, event, payload: stdin.length > 500_000 ? rest : payload, ...said })}\n`,
)
const out = target !== undefined && (target.key === key || target.key === '*') ? mutated(said, target.mutation) : said
process.stdout.write(out.stdout)
process.stderr.write(out.stderr)
process.exitCode = out.exitCode
