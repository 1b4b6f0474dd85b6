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

/** Which policies a person approved: one that was and whose file is not there is gone, not absent. */
export interface Known {
  managed: () => boolean
  user: (file: string) => boolean
  /** @param folder the one that `.acuvo` stood in; a real path */
  workspace: (folder: string) => boolean
}

/**
 * @param starts absolute paths; each is followed as it is spelled and as it really is
 * @param sessionRoot the root of managed and user files
 * @returns files that are there or gone, absent ones left out
 */
export const findPolicyFiles = (starts: readonly string[], sessionRoot: string, places: Places, known: Known): PolicyFile[] => [
  ...layer('managed', places.managedPolicy, sessionRoot, () => known.managed()),
  ...layer('user', places.userPolicy, sessionRoot, () => known.user(places.userPolicy)),
  ...new WorkspaceSearch(places.home, (folder) => known.workspace(folder)).from(starts),
]

const layer = (name: 'managed' | 'user', file: string, root: string, wasApproved: () => boolean): PolicyFile[] => {
  const content = openPolicyAt(file) ?? (wasApproved() ? ({ gone: true } as const) : undefined)
  return content === undefined ? [] : [{ layer: name, file, root, approvedAs: file, content }]
}

const HAS_PARENT_STEP = /(?:^|[\\/])\.\.(?:[\\/]|$)/
const MAX_LINKS = 40
/** A folder that is or was there has no longer path. */
const LONGEST_PATH = 4_096
/** Git's own link files hold one path. */
const MAX_LINK_BYTES = 8_192

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

  readonly #wasApproved: (folder: string) => boolean

  constructor(home: string, wasApproved: (folder: string) => boolean) {
    this.#wasApproved = wasApproved
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
   * missing nothing can stand, so a path costs no more than the folders of it that are there; but an approved root may
   * be missing with all that was in it.
   */
  #descend(path: string, links = 0): void {
    if (!isAbsolute(path)) return
    let isThere = true
    for (let end = path.indexOf(sep); end !== -1; end = path.indexOf(sep, end + 1)) {
      isThere = this.#visit(path.slice(0, Math.max(end, 1)), links, isThere)
      if (!isThere && path.length > LONGEST_PATH) return
    }
    this.#visit(path, links, isThere)
  }

  #visit(path: string, links: number, parentIsThere: boolean): boolean {
    if (parentIsThere && this.#isThere(path, links)) return true
    if (!this.#isHomeOrAbove(path) && this.#wasApproved(path)) this.#addGone(path)
    return false
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
    // Where an approved root is a link or a file now, the root is gone, whatever stands there instead.
    if ((stats.isSymbolicLink() || stats.isFile()) && !this.#isHomeOrAbove(path) && this.#wasApproved(path)) this.#addGone(path)
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
    const own = this.#contentAt(folder)
    if (own !== undefined) return this.#add(folder, folder, own)
    const main = mainCheckoutOf(folder)
    const shared = main === undefined ? undefined : this.#contentAt(main)
    if (main !== undefined && shared !== undefined) this.#add(folder, main, shared)
  }

  #contentAt(folder: string): PolicyFile['content'] | undefined {
    return openWorkspacePolicy(folder) ?? (this.#wasApproved(folder) ? { gone: true } : undefined)
  }

  #addGone(root: string): void {
    const key = `gone ${root}`
    if (this.#roots.has(key)) return
    this.#roots.add(key)
    this.#found.push({ layer: 'workspace', file: join(root, '.acuvo', 'hooks.json'), root, approvedAs: root, content: { gone: true } })
  }

  /** @param standsIn the folder whose `.acuvo` it is: another one than the root for a linked worktree */
  #add(root: string, standsIn: string, content: PolicyFile['content']): void {
    const key = realPathOf(root) ?? root
    const approvedAs = standsIn === root ? key : (realPathOf(standsIn) ?? standsIn)
    const isHomes = [key, approvedAs].some((folder) => this.#isHomeOrAbove(folder))
    if (isHomes || this.#roots.has(key)) return
    this.#roots.add(key)
    this.#found.push({ layer: 'workspace', file: join(standsIn, '.acuvo', 'hooks.json'), root, approvedAs, content })
  }
}

const GITDIR = 'gitdir: '

/**
 * The main checkout of a linked git worktree, or undefined. The link is believed only when the main checkout knows the
 * worktree too, so that a planted `.git` file cannot move a policy's root.
 */
export const mainCheckoutOf = (folder: string): string | undefined => {
  const link = join(folder, '.git')
  try {
    if (lstatSync(link, { throwIfNoEntry: false })?.isFile() !== true) return undefined
    const text = (file: string): string => regularText(file, MAX_LINK_BYTES) ?? ''
    const [line = ''] = text(link).split('\n', 1)
    const gitDir = resolve(folder, line.startsWith(GITDIR) ? line.slice(GITDIR.length).trim() : '')
    const commonDir = resolve(gitDir, text(join(gitDir, 'commondir')).trim())
    const back = resolve(gitDir, text(join(gitDir, 'gitdir')).trim())
    const known = realpathSync.native(back) === realpathSync.native(link)
    return known && basename(commonDir) === '.git' ? dirname(commonDir) : undefined
  } catch {
    return undefined
  }
}
