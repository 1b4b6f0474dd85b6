import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder, LOCKFILE, MANIFEST, pinnedHosts } from './programs.mjs'

/**
 * Installs the pinned hosts into the cache folder, once for each lockfile: into a folder beside it, which takes its name when it is whole.
 * No script of a package runs.
 *
 * @param {import('./programs.mjs').Pins} pins
 * @returns {{ folder: string } | { why: string }} why it could not be done
 */
export const installHosts = (pins) => {
  const folder = cacheFolder(pins)
  const lacking = (/** @type {string} */ at) => pinnedHosts(at, pins).find(({ program }) => !existsSync(program))
  if (lacking(folder) === undefined) return { folder }
  mkdirSync(dirname(folder), { recursive: true })
  const beside = mkdtempSync(`${folder}.`)
  try {
    for (const file of [MANIFEST, LOCKFILE]) copyFileSync(file, join(beside, file === MANIFEST ? 'package.json' : 'package-lock.json'))
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...(pins === 'all' ? [] : ['--omit=dev'])]
    const onWindows = process.platform === 'win32'
    execFileSync(onWindows ? 'npm.cmd' : 'npm', words, {
      cwd: beside,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 300_000,
      shell: onWindows,
    })
    const missing = lacking(beside)
    if (missing !== undefined)
      return { why: `${missing.package} ${missing.version} has no program for ${process.platform} ${process.arch}` }
    rmSync(folder, { recursive: true, force: true })
    renameSync(beside, folder)
    return { folder }
  } catch (error) {
    const { stderr, message } = /** @type {{ stderr?: Buffer, message: string }} */ (error)
    return { why: stderr?.toString('utf8').trim().split('\n').slice(0, 3).join('; ') || message }
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}
