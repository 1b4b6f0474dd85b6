import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The hosts that are pinned in package.json beside this file, and where they are installed: in a cache folder outside the repository, named
 * by what the lockfile says.
 */

/** @typedef {'newest' | 'all'} Pins `newest` of each host; `all`: older ones too */
/** @typedef {{ host: 'claude-code' | 'codex', version: string, package: string, program: string, isNewest: boolean }} PinnedHost */

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))

export const MANIFEST = here('package.json')
export const LOCKFILE = here('package-lock.json')

/** @param {Pins} pins */
export const cacheFolder = (pins) => {
  const base = process.env.ACUVO_HOSTS_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'acuvo-hooks-real-hosts')
  const hash = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex').slice(0, 16)
  return join(base, `${hash}-${process.platform}-${process.arch}-${pins}`)
}

const PLATFORM = `${process.platform}-${process.arch}`
const isMusl = () => {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return process.platform === 'linux' && report.header?.glibcVersionRuntime === undefined
}

/** The program that a package installs for this machine. @type {Record<string, (modules: string, name: string) => string>} */
const PROGRAMS = {
  'claude-code': (modules, name) => {
    const own = `@anthropic-ai/claude-code-${PLATFORM}${isMusl() ? '-musl' : ''}`
    const file = process.platform === 'win32' ? 'claude.exe' : 'claude'
    return (
      [join(modules, name, 'node_modules', own, file), join(modules, own, file)].find((path) => existsSync(path)) ??
      join(modules, own, file)
    )
  },
  codex: (modules, name) => join(modules, name, 'bin', 'codex.js'),
}

/**
 * @param {string} folder a cache folder, installed or not
 * @param {Pins} pins
 * @returns {PinnedHost[]} newest first within a host
 */
export const pinnedHosts = (folder, pins) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  /** @param {Record<string, string>} names @param {boolean} isNewest @returns {PinnedHost[]} */
  const of = (names, isNewest) =>
    Object.entries(names).map(([name, spec]) => {
      const host = /claude-code/.test(name) ? 'claude-code' : 'codex'
      const program = PROGRAMS[host]?.(join(folder, 'node_modules'), name) ?? ''
      return { host, version: spec.replace(/^.*@/, ''), package: name, program, isNewest }
    })
  return [...of(dependencies, true), ...(pins === 'all' ? of(devDependencies, false) : [])]
}

/** What `npm run test:hosts` started the tests with. */
const started = () => {
  const folder = process.env.ACUVO_HOSTS_FOLDER
  if (folder === undefined) throw new Error('start these tests with: npm run test:hosts')
  return pinnedHosts(folder, process.env.ACUVO_HOSTS_PINS === 'all' ? 'all' : 'newest')
}

/** @param {PinnedHost['host']} host @returns {PinnedHost[]} the versions to test, the newest first */
export const versionsOf = (host) => started().filter((one) => one.host === host)

/** @param {PinnedHost['host']} host @returns {PinnedHost} */
export const newest = (host) => {
  const found = versionsOf(host).find(({ isNewest }) => isNewest)
  if (found === undefined) throw new Error(`no ${host} is pinned in ${MANIFEST}`)
  return found
}
