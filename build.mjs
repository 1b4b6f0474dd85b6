import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Bundles the program into CommonJS files that need no node_modules. `dist/acuvo-hooks.cjs` is what hosts start; it loads
 * `main`, and what a call needs only sometimes stands in parts of its own: the schema library, running hooks, and the
 * commands for people. CommonJS, because an empty ES module alone costs a third of a Node start more.
 */

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = join(root, 'dist')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Modules that are parts of their own, loaded by whoever imports them: a dynamic import, or an import of another part. */
/** @type {Record<string, string>} */
const PARTS = {
  'approval/review': 'policy',
  'approval/approve': 'approve',
  'approval/holding': 'holding',
  'run/matched-commands': 'chain',
  'process/end/end-tree': 'ending',
  'run/matched-texts': 'texts',
  'commands/main': 'commands',
  'protect/examine': 'protect',
  'protect/shell-call': 'shell',
  'shell/read': 'reader',
  'shell/runs-one-of': 'commands-run',
  'globs/match': 'paths',
  'record/record-call': 'record',
  'passes/use': 'passes',
  'text/redacted': 'redacted',
  'log/said-texts': 'said-texts',
  'help/sections': 'readme',
  'doctor/live/examine-live': 'live',
}

// What a host's own description loads only when it is needed.
for (const host of readdirSync(join(root, 'hosts'))) {
  const index = join(root, 'hosts', host, 'index.ts')
  const text = existsSync(index) ? readFileSync(index, 'utf8') : ''
  for (const [, name = ''] of text.matchAll(/\bimport\('\.\/([a-z-]+)\.js'\)/g)) PARTS[`../hosts/${host}/${name}`] = `${host}-${name}`
}

/**
 * The README's own text for `help TOPIC`: each topic's sections by their headings, as src/help/topics.json names them. A heading
 * that is not there, or there twice, ends the build.
 *
 * @returns {Record<string, string>}
 */
const readmeSections = () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n')
  /** @type {{ line: number, level: number, title: string }[]} */
  const headings = []
  let inCode = false
  for (const [line, text] of lines.entries()) {
    if (text.startsWith('```')) inCode = !inCode
    const [, marks = '', title = ''] = inCode ? [] : (/^(#{1,6}) (.+)$/.exec(text) ?? [])
    if (marks !== '') headings.push({ line, level: marks.length, title })
  }
  /** @param {string} title */
  const section = (title) => {
    const found = headings.filter((heading) => heading.title === title)
    if (found.length !== 1) throw new Error(`README.md has ${found.length} headings "${title}", which src/help/topics.json names`)
    const [{ line, level }] = /** @type {[typeof headings[number]]} */ (found)
    const next = headings.find((heading) => heading.line > line && heading.level <= level)
    return lines.slice(line, next?.line).join('\n').trim()
  }
  const topics = /** @type {Record<string, string[]>} */ (JSON.parse(readFileSync(join(root, 'src/help/topics.json'), 'utf8')))
  return Object.fromEntries(Object.entries(topics).map(([topic, titles]) => [topic, titles.map(section).join('\n\n')]))
}

/** @type {import('esbuild').Plugin} */
const readme = {
  name: 'readme',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^readme:sections$/ }, ({ path }) => ({ path, namespace: 'readme' }))
    onLoad({ filter: /.*/, namespace: 'readme' }, () => ({ contents: JSON.stringify(readmeSections()), loader: 'json' }))
  },
}

/** @type {import('esbuild').Plugin} */
const parts = {
  name: 'parts',
  setup({ onResolve }) {
    onResolve({ filter: /\.js$/ }, ({ path, resolveDir }) => {
      const part = PARTS[relative(join(root, 'src'), resolve(resolveDir, path)).replace(/\.js$/, '')]
      return part === undefined ? undefined : { path: `./${part}.cjs`, external: true }
    })
  },
}

/** @type {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  mainFields: ['module', 'main'],
  target: 'node20.12',
  format: 'cjs',
  minify: true,
  // What only the standalone executable has, and only it asks for.
  external: ['bun:ffi'],
  // A real import() would start Node's ES module loader on the hot path.
  supported: { 'dynamic-import': false },
  define: { __VERSION__: JSON.stringify(version) },
  charset: 'ascii',
  legalComments: 'none',
  logLevel: 'warning',
}

/**
 * Makes the code cache of each part: what V8 compiled while a policy was held, was approved, and ran, for the Node that builds.
 * A part that did not run has none.
 */
const makeCaches = () => {
  const base = mkdtempSync(join(tmpdir(), 'acuvo-build-'))
  const commands = join(base, 'commands')
  const texts = join(base, 'texts')
  try {
    const policies = {
      [commands]: [{ event: 'PreToolUse', tools: ['run_command'], command: 'exit 2' }],
      [texts]: [
        { event: 'PreToolUse', paths: ['infra/**', '!infra/docs/**'], deny: '${path} is not yours' },
        { event: 'PreToolUse', commands: ['git push --force'], ask: 'sure?' },
      ],
    }
    for (const [workspace, hooks] of Object.entries(policies)) {
      mkdirSync(join(workspace, '.acuvo'), { recursive: true })
      writeFileSync(join(workspace, '.acuvo', 'hooks.json'), JSON.stringify({ hooks }))
    }
    /** @param {string} command */
    const shell = (command) => ({ tool_name: 'Bash', tool_input: { command } })
    const write = { tool_name: 'Write', tool_input: { file_path: join(texts, 'infra', 'a.txt'), content: 'x' } }
    const { NODE_OPTIONS: _options, XDG_STATE_HOME: _state, XDG_CONFIG_HOME: _config, ...env } = process.env
    const calls = [
      { workspace: commands, args: ['run'], call: shell('ls') },
      { workspace: commands, args: ['trust', '--yes'], call: {} },
      { workspace: commands, args: ['run'], call: shell('for f in *.tmp; do rm -f "$f" > /dev/null; done') },
      { workspace: commands, args: ['run'], call: shell('ls') },
      { workspace: texts, args: ['trust', '--yes'], call: {} },
      { workspace: texts, args: ['run'], call: write },
      { workspace: texts, args: ['run'], call: shell('git push --force') },
    ]
    for (const { workspace, args, call } of calls) {
      const envelope = { session_id: 's', prompt_id: 'p', cwd: workspace, hook_event_name: 'PreToolUse' }
      const input = JSON.stringify({ ...envelope, ...call })
      /** @type {import('node:child_process').ExecFileSyncOptions} */
      const options = { cwd: workspace, env: { ...env, HOME: join(base, 'home') }, stdio: ['pipe', 'ignore', 'ignore'] }
      const line = ['-e', recorder, dist, ...args]
      execFileSync(process.execPath, line, { ...options, input })
      // Hosts hand over a socket, as here, or a pipe, which is read in another way. Each run adds to what the one before recorded.
      if (process.platform !== 'win32') execFileSync('sh', ['-c', 'printf %s "$0" | "$@"', input, process.execPath, ...line], options)
    }
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/** Loads the parts as `bin/acuvo-hooks.ts` does, and writes the caches when the call is over. */
const recorder = `
  const { writeFileSync } = require('node:fs')
  const { join } = require('node:path')
  const vm = require('node:vm')
  const dist = process.argv[1]
  const scripts = new Map()
  const Script = vm.Script
  vm.Script = class extends Script {
    constructor(source, options) {
      super(source, options)
      if (options?.filename !== undefined) scripts.set(options.filename, this)
    }
  }
  process.on('exit', () => {
    for (const [file, script] of scripts) writeFileSync(file.replace(/cjs$/, 'cache'), script.createCachedData())
  })
  require(join(dist, 'acuvo-hooks.cjs'))
`

const entryPoints = Object.fromEntries(Object.entries(PARTS).map(([module, part]) => [part, `src/${module}.ts`]))

// A chain that other code compiled is compiled again: the code that compiles is named by what it is.
await build({ ...shared, entryPoints: { policy: 'src/approval/review.ts' }, plugins: [parts] })
const compiler = createHash('sha256')
  .update(readFileSync(join(dist, 'policy.cjs')))
  .digest('hex')
  .slice(0, 16)
const define = { ...shared.define, __COMPILER__: JSON.stringify(compiler) }

for (const file of readdirSync(dist)) if (file.endsWith('.cache')) rmSync(join(dist, file))
await build({ ...shared, entryPoints: { 'acuvo-hooks': 'bin/acuvo-hooks.ts' }, banner: { js: '#!/usr/bin/env node' } })
await build({
  ...shared,
  define,
  entryPoints: { main: 'bin/main.ts', ...entryPoints },
  plugins: [parts, readme],
})
const made = ['acuvo-hooks', 'main', ...Object.values(PARTS)].map((part) => `${part}.cjs`)
for (const file of readdirSync(dist)) if (file.endsWith('.cjs') && !made.includes(file)) rmSync(join(dist, file))
chmodSync(join(dist, 'acuvo-hooks.cjs'), 0o755)
makeCaches()
