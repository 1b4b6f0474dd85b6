/**
 * The built program, called many times in one process: started once, it reads a JSON line `{ args, cwd, env, stdin }` for each call and
 * answers with `{ exitCode, stdout, stderr }`. Each call loads the program anew by its own entry, so that nothing stays from the one
 * before; what is saved is the start of Node and the compiling. What stands between a call and the system is here and nowhere else:
 * stdin is handed over as a file, and what is written on stdout and stderr, exit code, arguments, environment, folder and the time since
 * the start are those of the call. Hooks, git and files are real.
 */
const fs = require('node:fs')
const { basename, dirname } = require('node:path')
const { createInterface } = require('node:readline')
const vm = require('node:vm')

const program = process.argv[2] ?? ''
const dist = dirname(program)

/** @typedef {{ stdin: Buffer, at: number, said: Record<number, Buffer[]>, startedAt: number, end: (exitCode: number) => void }} Call */
/** @type {Call | undefined} */
let call

// --- what a call sees of the system ------------------------------------------------------------------------------

/** @type {Map<string, string | Buffer>} */
const contents = new Map()

/** @type {Record<string, (...args: any[]) => unknown>} */
const overrides = {
  // The program's own files do not change while it is called.
  readFileSync: (file, ...options) => {
    if (typeof file !== 'string' || dirname(file) !== dist) return fs.readFileSync(file, ...options)
    const key = `${JSON.stringify(options)} ${file}`
    const known = contents.get(key) ?? fs.readFileSync(file, ...options)
    contents.set(key, known)
    return known
  },
  fstatSync: (fd, ...options) => (fd === 0 ? fs.statSync(program) : fs.fstatSync(fd, ...options)),
  readSync: (fd, into, ...where) => {
    // However many there are: an argument that is undefined is none of its defaults.
    if (fd !== 0 || call === undefined) return fs.readSync(fd, into, ...where)
    const [offset = 0, length = into.length] = where
    const count = call.stdin.copy(into, offset, call.at, call.at + length)
    call.at += count
    return count
  },
  writeSync: (fd, bytes, ...rest) => {
    if (fd !== 1 && fd !== 2) return fs.writeSync(fd, bytes, ...rest)
    call?.said[fd]?.push(Buffer.from(bytes))
    return bytes.length
  },
}

/** @type {Map<string, vm.Script>} */
const scripts = new Map()

/** Compiled once; `commands` says by the end of its `main` when it is over. */
class Script {
  /** @type {string} */
  #file
  /** @type {vm.Script} */
  // @ts-expect-error not where another one is returned
  #script

  /**
   * @param {string} source
   * @param {vm.ScriptOptions} [options]
   */
  constructor(source, options = {}) {
    this.#file = options.filename ?? ''
    // What the program runs besides its own parts.
    // @ts-expect-error a constructor may return what it likes
    if (dirname(this.#file) !== dist) return new vm.Script(source, options)
    this.#script = scripts.get(this.#file) ?? new vm.Script(source, options)
    scripts.set(this.#file, this.#script)
  }

  runInThisContext() {
    const run = this.#script.runInThisContext()
    if (basename(this.#file) !== 'commands.cjs') return run
    return function (/** @type {unknown} */ exports, /** @type {any[]} */ ...rest) {
      run.call(exports, exports, ...rest)
      const part = rest[1]
      const { main } = part.exports
      const descriptors = Object.getOwnPropertyDescriptors(part.exports)
      const ending = (/** @type {string[]} */ argv) => main(argv).finally(() => process.exit())
      part.exports = Object.create(null, { ...descriptors, main: { value: ending, enumerable: true } })
    }
  }
}

/** @type {Record<string, unknown>} */
const shims = { 'node:fs': Object.assign(Object.create(fs), overrides), 'node:vm': { ...vm, Script } }
// Whoever asked may be gone.
process.stdout.on('error', () => undefined)

const requireFor = (/** @type {string} */ id) => shims[id] ?? require(id)

process.uptime = () => (performance.now() - (call?.startedAt ?? 0)) / 1_000
process.exit = /** @type {typeof process.exit} */ (
  (/** @type {number | undefined} */ code) => call?.end(Number(code ?? process.exitCode ?? 0))
)

// --- calls -------------------------------------------------------------------------------------------------------

const source = fs.readFileSync(program, 'utf8').replace(/^#!.*/, '')
const entry = new vm.Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
  filename: program,
}).runInThisContext()

/** What a call may have left that ends a process, or waits for its end. */
const LEFT = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'exit']

/** @param {{ args: string[], cwd: string, env: Record<string, string>, stdin: string }} request */
const answerTo = ({ args, cwd, env, stdin }) =>
  new Promise((resolve) => {
    process.chdir(cwd)
    for (const name of Object.keys(process.env)) delete process.env[name]
    Object.assign(process.env, env)
    process.argv = [process.execPath, program, ...args]
    process.exitCode = undefined
    /** @type {Call['said']} */
    const said = { 1: [], 2: [] }
    const [stdout, stderr] = [said[1], said[2]]
    call = {
      stdin: Buffer.from(stdin, 'base64'),
      at: 0,
      said,
      startedAt: performance.now(),
      end: (exitCode) => {
        call = undefined
        process.exitCode = undefined
        for (const event of LEFT) process.removeAllListeners(event)
        resolve({ exitCode, stdout: Buffer.concat(stdout ?? []).toString('utf8'), stderr: Buffer.concat(stderr ?? []).toString('utf8') })
      },
    }
    const module = { exports: {} }
    entry.call(module.exports, module.exports, requireFor, module, program, dist)
  })

let last = Promise.resolve()
createInterface({ input: process.stdin }).on('line', (line) => {
  last = last.then(async () => {
    const answer = await answerTo(JSON.parse(line))
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  })
})
