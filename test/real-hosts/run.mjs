import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installHosts } from './install.mjs'
import { pinnedHosts } from './programs.mjs'

/**
 * `npm run test:hosts [-- [--all] [words for vitest]]`: installs the pinned hosts and tests against them; `--all`: older ones too. With
 * `--mutate`, and its own words, it tests the tests: see mutate.ts. Where the hosts cannot be had it says SKIPPED, and has shown nothing.
 */

const words = process.argv.slice(2)
const pins = words.includes('--all') ? 'all' : 'newest'
const installed = installHosts(pins)

if ('why' in installed) {
  process.stdout.write(`SKIPPED: the hosts could not be installed, so nothing was tested against them: ${installed.why}\n`)
} else {
  const { folder } = installed
  const named = pinnedHosts(folder, pins).map(({ host, version }) => `${host} ${version}`)
  process.stdout.write(`Testing against ${named.join(', ')}\n`)
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const config = fileURLToPath(new URL('../../vitest.hosts.config.ts', import.meta.url))
  const rest = words.filter((word) => word !== '--all')
  const mutate = fileURLToPath(new URL('mutate.mjs', import.meta.url))
  const line = rest.includes('--mutate') ? [mutate, ...rest] : [vitest, 'run', '--config', config, ...rest]
  const { status } = spawnSync(process.execPath, line, {
    stdio: 'inherit',
    env: { ...process.env, ACUVO_HOSTS_FOLDER: folder, ACUVO_HOSTS_PINS: pins },
  })
  process.exitCode = status ?? 1
}
