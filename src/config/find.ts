import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import { regularText } from '../paths/regular-file.js'
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
  // `link/../x` leads out of what the link leads to, which the spelling alone cannot tell.
  ...(tool?.paths.filter(({ spelled }) => spelled.includes('..')).map(({ spelled }) => asTheSystemReads(spelled, workspace.cwd)) ?? []),
]

const asTheSystemReads = (spelled: string, cwd: string): string => (isAbsolute(spelled) ? spelled : `${cwd}${sep}${spelled}`)

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

const HAS_PARENT_STEP = /(?:^|[\\/])\.\.(?:[\\/]|$)/
const MAX_LINKS = 40
/** Git's own link files hold one path. */
const MAX_LINK_BYTES = 65_536

/** What stands at a path, links not followed; undefined for nothing, also where no file can have such a name. */
const statsAt = (path: string): Stats | 'unsearchable' | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'unsearchable' : undefined
  }
}

const linkTarget = (path: string): string => {
  try {
    return readlinkSync(path)
  } catch {
    return '.'
  }
}

class WorkspaceSearch {
  readonly #homes: readonly string[]
  /** Whether something stands at a path; each is looked at once, however many targets stand below it. */
  readonly #seen = new Map<string, boolean>()
  readonly #found: PolicyFile[] = []
  readonly #roots = new Set<string>()

  constructor(home: string) {
    this.#homes = [home, realPathOf(home) ?? home]
  }

  from(starts: readonly string[]): PolicyFile[] {
    for (const start of new Set(starts)) {
      // Behind a link `..` is another folder than its spelling says: only the real place tells.
      if (!HAS_PARENT_STEP.test(start)) this.#descend(start)
      const real = realPathOf(start)
      if (real !== undefined && real !== start) this.#descend(real)
    }
    const depthOf = (path: string): number => path.split(/[\\/]/).length
    return this.#found.sort((a, b) => depthOf(a.root) - depthOf(b.root))
  }

  /**
   * Looks at every folder from the top down to a path, as it is spelled and as its links lead. Below a folder that is
   * missing nothing can stand, so a path costs no more than the folders of it that are there.
   */
  #descend(path: string, links = 0): void {
    if (!isAbsolute(path)) return
    for (let end = path.indexOf(sep); end !== -1; end = path.indexOf(sep, end + 1)) {
      if (!this.#isThere(path.slice(0, Math.max(end, 1)), links)) return
    }
    this.#isThere(path, links)
  }

  #isThere(path: string, links: number): boolean {
    const known = this.#seen.get(path)
    if (known !== undefined) return known
    const stats = statsAt(path)
    this.#seen.set(path, typeof stats === 'object')
    if (stats === undefined) return false
    if (stats === 'unsearchable') {
      // There may be a policy, and nobody can tell: looking says so, once.
      if (!this.#isHomeOrAbove(path)) this.#look(path)
      return false
    }
    if (stats.isSymbolicLink() && links < MAX_LINKS)
      this.#descend(resolve(realPathOf(dirname(path)) ?? dirname(path), linkTarget(path)), links + 1)
    if (!stats.isFile() && !this.#isHomeOrAbove(path)) this.#look(path)
    return true
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
    const isHomes = [key, realPathOf(standsIn) ?? standsIn].some((folder) => this.#isHomeOrAbove(folder))
    if (isHomes || this.#roots.has(key)) return
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
    const text = (file: string): string => regularText(file, MAX_LINK_BYTES) ?? ''
    const gitDir = resolve(folder, /^gitdir: (.+?)\s*$/.exec(text(link))?.[1] ?? '')
    const commonDir = resolve(gitDir, text(join(gitDir, 'commondir')).trim())
    const back = resolve(gitDir, text(join(gitDir, 'gitdir')).trim())
    const known = realpathSync.native(back) === realpathSync.native(link)
    return known && basename(commonDir) === '.git' ? dirname(commonDir) : undefined
  } catch {
    return undefined
  }
}
