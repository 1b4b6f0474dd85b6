import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What stands under a root's `.acuvo`, as far as approval counts it. */

/** A folder with more than this is never approved. */
const MAX_ENTRIES = 2_000

/** Not run by any hook: expectations of the workspace's own tests, and what editors and systems leave behind. */
const LITTER =
  /^(?:\.gitignore|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*~|\..*\.sw[a-z]|\.#.*|#.*#|4913|\.idea|\.vscode|\.mypy_cache|\.pytest_cache|\.ruff_cache)$/

/** Python takes these for a script's own modules unless told, as we do, to keep them elsewhere. */
const BYTECODE_FOLDER = '__pycache__'

/**
 * @param withBytecode whether compiled modules count, because a hook's Python does not hear where to keep them
 * @returns paths relative to the root, with `/`, of everything that is not a folder, links included; undefined when there
 * are too many or a folder cannot be read
 */
export const filesUnderAcuvo = (root: string, withBytecode = false): string[] | undefined => {
  const files: string[] = []
  const waiting = ['.acuvo']
  let seen = 0
  try {
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
        if (++seen > MAX_ENTRIES) return undefined
        const path = `${folder}/${entry.name}`
        if (!isCounted(path, withBytecode)) continue
        if (entry.isDirectory()) waiting.push(path)
        else files.push(path)
      }
    }
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '') ? files : undefined
  }
  return files
}

/** @param path below `.acuvo`, with `/` */
export const isCounted = (path: string, withBytecode = false): boolean => {
  const names = path.split('/').slice(1)
  return names[0] !== 'tests' && !names.some((name) => LITTER.test(name) || (name === BYTECODE_FOLDER && !withBytecode))
}

/** Whether nothing stands at a path, not even a link. */
export const isAbsent = (file: string): boolean => {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) === undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR'
  }
}
