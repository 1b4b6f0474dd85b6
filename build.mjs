import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
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
  'install/code-cache': 'code-cache',
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
  // Its code caches are made below, by the Node that runs this; for others `install` makes them.
  define: { __VERSION__: JSON.stringify(version), __BUILT_BY__: JSON.stringify(process.version) },
  charset: 'ascii',
  legalComments: 'none',
  logLevel: 'warning',
}

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
/** @type {typeof import('./src/install/code-cache.js')} */
const { makeCodeCaches } = createRequire(import.meta.url)(join(dist, 'code-cache.cjs'))
makeCodeCaches(dist)
