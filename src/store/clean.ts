import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { folderFault } from './owned-file.js'

/** Keeps what is remembered small: called when a session starts or ends, after the answer. */

const MAX_AGE_MS = 7 * 86_400_000
const MAX_SESSIONS = 512
const MAX_BYTES = 67_108_864

interface Kept {
  path: string
  bytes: number
  changedMs: number
}

/**
 * Removes what is older than seven days, then the oldest until what is left is within its bounds.
 *
 * @param folder whose entries are removed whole; nothing happens in one that is not there or not ours alone
 * @throws the system's error
 */
export const clean = (folder: string, nowMs = Date.now()): void => {
  if (!existsSync(folder) || folderFault(folder) !== undefined) return
  const newestFirst = readdirSync(folder)
    .map((name) => kept(join(folder, name)))
    .sort((a, b) => b.changedMs - a.changedMs)
  let bytes = 0
  for (const [index, entry] of newestFirst.entries()) {
    bytes += entry.bytes
    if (index >= MAX_SESSIONS || bytes > MAX_BYTES || nowMs - entry.changedMs > MAX_AGE_MS)
      rmSync(entry.path, { recursive: true, force: true })
  }
}

const kept = (path: string): Kept => {
  const stats = lstatSync(path)
  if (!stats.isDirectory()) return { path, bytes: stats.size, changedMs: stats.mtimeMs }
  const files = readdirSync(path).map((name) => lstatSync(join(path, name)))
  return {
    path,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    changedMs: Math.max(stats.mtimeMs, ...files.map(({ mtimeMs }) => mtimeMs)),
  }
}
