/**
 * The built program's commands for people, many in one process: started once, it reads a JSON line `{ args, cwd, env }` for each and
 * answers with `{ exitCode, stdout, stderr }`. What a command does to files is the same; only its start is saved.
 */
const fs = require('node:fs')
const { dirname, join } = require('node:path')
const { createInterface } = require('node:readline')

const program = process.argv[2] ?? ''
const { main } = require(join(dirname(program), 'commands.cjs'))
const writeSync = fs.writeSync
const said = { 1: '', 2: '' }

/** @type {(fd: number, bytes: Buffer) => number} */
const capture = (fd, bytes) => {
  if (fd !== 1 && fd !== 2) return writeSync(fd, bytes)
  said[fd] += bytes.toString('utf8')
  return bytes.length
}
// Of all that writes, only answers are given without a position.
fs.writeSync = /** @type {typeof fs.writeSync} */ (
  /** @type {unknown} */ (
    (/** @type {number} */ fd, /** @type {Buffer} */ bytes, /** @type {number[]} */ ...rest) =>
      rest.length > 0 ? writeSync(fd, bytes, ...rest) : capture(fd, bytes)
  )
)
/** @param {{ args: string[], cwd: string, env: Record<string, string> }} step */
const run = async ({ args, cwd, env }) => {
  said[1] = said[2] = ''
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv = [process.execPath, program, ...args]
  process.exitCode = 0
  await main(process.argv)
  const answer = JSON.stringify({ exitCode: process.exitCode, stdout: said[1], stderr: said[2] })
  process.exitCode = 0
  writeSync(1, `${answer}\n`)
}

let last = Promise.resolve()
createInterface({ input: process.stdin }).on('line', (line) => {
  last = last.then(() => run(JSON.parse(line)))
})
