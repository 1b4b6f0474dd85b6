import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { CACHE_SUFFIX } from '../src/runtime/code-cache-name.js'

/**
 * The entry: loads the program's parts from beside this file, each with the code cache that the build made of it, because
 * compiling is most of what a short call costs. For another Node `install` makes caches of its own (`src/install/code-cache.ts`).
 * Where there is none everything works the same without.
 */

interface Part {
  exports: unknown
}

const loaded = new Map<string, Part>()

const cacheOf = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

const load = (name: string): unknown => {
  const known = loaded.get(name)
  if (known !== undefined) return known.exports
  const part: Part = { exports: {} }
  loaded.set(name, part)
  const file = join(__dirname, `${name}.cjs`)
  const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(file, 'utf8')}\n})`
  const cachedData = cacheOf(join(__dirname, name + CACHE_SUFFIX))
  const script = new Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) })
  const run = script.runInThisContext() as (...names: unknown[]) => void
  run.call(part.exports, part.exports, partOrModule, part, file, __dirname)
  return part.exports
}

const modules = new Map<string, unknown>()

/** What the parts require: one another, and Node's own modules, which each of their files asks for again. */
const partOrModule = (id: string): unknown => {
  if (id.startsWith('./')) return load(id.slice(2, -'.cjs'.length))
  const known = modules.get(id) ?? (require(id) as unknown)
  modules.set(id, known)
  return known
}

/** Says why nothing can run. A call that may be waiting is stopped by exit 2; elsewhere 2 would mean other things. */
const fail = (why: string): void => {
  process.stderr.write(`acuvo-hooks could not run: ${why}\n`)
  const args = process.argv.slice(2)
  const event = / --event[ =](\S+)/.exec(` ${args.join(' ')}`)?.[1]
  const mayBeCall = event === undefined || /^(?:PreToolUse|PreSkillShellCommand|preToolUse|before(?!SubmitPrompt).*)$/.test(event)
  process.exitCode = args[0] === 'run' && mayBeCall ? 2 : 1
}

/** The launcher cannot ask a Node for its version without starting it. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 12)) fail(`it needs Node 20.12 or newer, and this is ${process.versions.node}`)
else
  try {
    load('main')
  } catch (error) {
    // A part is missing or broken, as after an interrupted installation.
    fail((error as Error).message.split('\n', 1)[0] ?? '')
  }
