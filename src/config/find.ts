import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isWithin, parentOf } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import type { ProtocolEvent } from '../protocol/event.js'
import type { Places } from '../store/places.js'
import { openPolicyAt, openWorkspacePolicy } from './open.js'
import type { PolicyFile } from './types.js'

/**
 * Which policy files apply: managed, user, then every workspace's on the way up from each starting place, outermost
 * first. Configs add, never replace. A folder that is missing never ends the search.
 */

/** Places a call is in or is about: the session's roots, the call's own folder, each target. */
export const startsOf = ({ workspace, tool }: ProtocolEvent): string[] => [
  workspace.root,
  ...workspace.roots,
  workspace.cwd,
  ...(tool?.paths.map(({ path }) => path) ?? []),
]

/**
 * @param starts absolute paths; each is followed as it is spelled and as it really is
 * @param sessionRoot the root of managed and user files
 * @returns files that are there, absent ones left out
 */
export const findPolicyFiles = (starts: readonly string[], sessionRoot: string, places: Places): PolicyFile[] => [
  ...layer('managed', places.managedPolicy, sessionRoot),
  ...layer('user', places.userPolicy, sessionRoot),
  ...new WorkspaceSearch(places.home).from(starts),
]

const layer = (name: 'managed' | 'user', file: string, root: string): PolicyFile[] => {
  const content = openPolicyAt(file)
  return content === undefined ? [] : [{ layer: name, file, root, content }]
}

class WorkspaceSearch {
  readonly #homes: readonly string[]
  /** Each folder is looked at once, however many targets stand below it. */
  readonly #seen = new Set<string>()
  readonly #found: PolicyFile[] = []
  readonly #roots = new Set<string>()

  constructor(home: string) {
    this.#homes = [home, realPathOf(home) ?? home]
  }

  from(starts: readonly string[]): PolicyFile[] {
    for (const start of new Set(starts)) {
      this.#climb(start)
      const real = start.includes('\0') ? undefined : realPathOf(start)
      if (real !== undefined && real !== start) this.#climb(real)
    }
    const depthOf = (path: string): number => path.split(/[\\/]/).length
    return this.#found.sort((a, b) => depthOf(a.root) - depthOf(b.root))
  }

  #climb(start: string): void {
    for (let folder: string | undefined = start; folder !== undefined; folder = parentOf(folder)) {
      if (this.#seen.has(folder)) return
      this.#seen.add(folder)
      const canStand = isAbsolute(folder) && !folder.includes('\0')
      if (canStand && !this.#isHomeOrAbove(folder)) this.#look(folder)
    }
  }

  /** A `.acuvo` in HOME or above is not a workspace's. */
  #isHomeOrAbove(folder: string): boolean {
    return this.#homes.some((home) => isWithin(home, folder))
  }

  #look(folder: string): void {
    const own = openWorkspacePolicy(folder)
    if (own !== undefined) return this.#add(folder, folder, own)
    const main = mainCheckoutOf(folder)
    const shared = main === undefined ? undefined : openWorkspacePolicy(main)
    if (main !== undefined && shared !== undefined) this.#add(folder, main, shared)
  }

  /** @param standsIn the folder whose `.acuvo` it is: another one than the root for a linked worktree */
  #add(root: string, standsIn: string, content: PolicyFile['content']): void {
    const key = realPathOf(root) ?? root
    if (this.#roots.has(key)) return
    this.#roots.add(key)
    this.#found.push({ layer: 'workspace', file: join(standsIn, '.acuvo', 'hooks.json'), root, content })
  }
}

/**
 * The main checkout of a linked git worktree, or undefined. The link is believed only when the main checkout knows the
 * worktree too, so that a planted `.git` file cannot move a policy's root.
 */
const mainCheckoutOf = (folder: string): string | undefined => {
  const link = join(folder, '.git')
  try {
    if (lstatSync(link, { throwIfNoEntry: false })?.isFile() !== true) return undefined
    const gitDir = resolve(folder, /^gitdir: (.+?)\s*$/.exec(readFileSync(link, 'utf8'))?.[1] ?? '')
    const commonDir = resolve(gitDir, readFileSync(join(gitDir, 'commondir'), 'utf8').trim())
    const back = resolve(gitDir, readFileSync(join(gitDir, 'gitdir'), 'utf8').trim())
    const known = realpathSync.native(back) === realpathSync.native(link)
    return known && basename(commonDir) === '.git' ? dirname(commonDir) : undefined
  } catch {
    return undefined
  }
}
