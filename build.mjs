import { chmodSync, readFileSync } from 'node:fs'
import { build } from 'esbuild'

/**
 * Bundles the program into CommonJS files that need no node_modules. `dist/acuvo-hooks.cjs` is what hosts start; what
 * its hot path does not need stands in chunks beside it that are loaded when they are: the schema library, running
 * hooks, and the commands for people. CommonJS, because an empty ES module alone costs a third of a Node start more.
 */

/** Modules that a dynamic import loads as a chunk of their own. */
const CHUNKS = { 'config/load': 'policy', 'chain/run-chain': 'chain', 'commands/main': 'commands' }

/** @type {import('esbuild').Plugin} */
const chunks = {
  name: 'chunks',
  setup({ onResolve }) {
    onResolve({ filter: /\.js$/ }, ({ path, kind }) => {
      const chunk = kind === 'dynamic-import' ? Object.entries(CHUNKS).find(([module]) => path.endsWith(`/${module}.js`))?.[1] : undefined
      return chunk === undefined ? undefined : { path: `./${chunk}.cjs`, external: true }
    })
  },
}

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const root = new URL('.', import.meta.url).pathname

await build({
  absWorkingDir: root,
  entryPoints: {
    'acuvo-hooks': 'bin/acuvo-hooks.ts',
    ...Object.fromEntries(Object.entries(CHUNKS).map(([module, chunk]) => [chunk, `src/${module}.ts`])),
  },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  mainFields: ['module', 'main'],
  target: 'node20.12',
  format: 'cjs',
  minify: true,
  // A real import() would start Node's ES module loader on the hot path.
  supported: { 'dynamic-import': false },
  define: { __VERSION__: JSON.stringify(version) },
  banner: { js: '#!/usr/bin/env node' },
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [chunks],
})
chmodSync(`${root}dist/acuvo-hooks.cjs`, 0o755)
