import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs the same suite as `npm test` against the executable that `npm run build:standalone` made for this platform. */

const root = fileURLToPath(new URL('..', import.meta.url))
const name = process.platform === 'win32' ? 'acuvo-hooks.exe' : 'acuvo-hooks'
const ACUVO_BIN = fileURLToPath(new URL(`../dist-standalone/${process.platform}-${process.arch}/${name}`, import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ACUVO_BIN },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
