import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What stands under a root's `.acuvo`, as far as approval counts it. */

/** A folder with more than this is never approved. */
const MAX_ENTRIES = 2_000

/** In most folders nothing else stands. */
const POLICY_FILE = '.acuvo/hooks.json'

/** What editors and systems leave behind. Compiled modules are not of it: an interpreter may take one for the script's own. */
const LITTER = /^(?:\.gitignore|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*~|\..*\.sw[a-z]|\.#.*|#.*#|4913|\.idea|\.vscode)$/

/**
 * The schema of hooks.json that `init` puts there for editors. It changes with our version and nothing of ours reads it, so it
 * needs no approval; a command that names it pins it like any file.
 */
export const SCHEMA_FILE = '.acuvo/hooks.schema.json'

/**
 * @returns paths relative to the root, with `/`, of everything that is not a folder, links included; undefined when there
 * are too many or a folder cannot be read
 */
export const filesUnderAcuvo = (root: string): string[] | undefined => {
  const files: string[] = []
  const waiting = ['.acuvo']
  let seen = 0
  try {
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
        if (++seen > MAX_ENTRIES) return undefined
        const path = `${folder}/${entry.name}`
        if (!isCounted(path)) continue
        if (entry.isDirectory()) waiting.push(path)
        else files.push(path)
      }
    }
  } catch (error) {
    // A folder that vanishes while it is gone through must not hide what stands beside it.
    const isWithout = seen === 0 && ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    return isWithout ? [] : undefined
  }
  return files
}

/** @param path below `.acuvo`, with `/` */
export const isCounted = (path: string): boolean => {
  if (path === POLICY_FILE) return true
  const names = path.split('/').slice(1)
  return names[0] !== 'tests' && path !== SCHEMA_FILE && !names.some((name) => LITTER.test(name))
}

/** Whether nothing stands at a path, not even a link. */
export const isAbsent = (file: string): boolean => {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) === undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR'
  }
}
