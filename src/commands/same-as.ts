import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Collected } from '../approval/approve.js'
import { isCounted } from '../approval/acuvo-folder.js'
import { git as callGit, gitEnvironment } from '../git/git.js'

/** Compares a policy with what git has of it at another commit, so that a change under review cannot approve itself. */

const REGULAR = /^100/
const LINK = '120000'

interface Entry {
  mode: string
  object: string
}

/**
 * @param ref a commit, branch or tag of the repository that the root stands in
 * @returns what differs, one line each; empty when everything is the same
 * @throws when git cannot tell
 */
export const differencesFrom = (ref: string, { policy, bytes, pinned }: Collected): string[] => {
  const { root } = policy
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
    .toString('utf8')
    .trim()
  const targets = new Map(pinned.flatMap(({ path, link }) => (link === undefined ? [] : [[path, targetOf(root, path)] as const])))
  const names = ['.acuvo', ...pinned.map(({ path }) => path), ...targets.values()].filter((path) => !path.startsWith('/'))
  const entries = entriesOf(git(root, ['ls-tree', '-r', '-z', commit, '--', ...names]).toString('utf8'))
  const ours = [{ path: '.acuvo/hooks.json', bytes, link: undefined, absent: undefined }, ...pinned]
  const differences = ours.flatMap(({ path, bytes: content, link, absent }) => {
    const entry = entries.get(path)
    if (absent === true) return entry === undefined ? [] : [`${path} is there`]
    if (entry === undefined) return [`${path} is not there`]
    const isLinkSame = link === undefined || (entry.mode === LINK && blob(root, entry).toString('utf8') === link)
    // Behind a link it is the file that is run.
    const file = link === undefined ? entry : entries.get(targets.get(path) ?? '')
    const isSame = file !== undefined && REGULAR.test(file.mode) && content !== undefined && blob(root, file).equals(content)
    return isLinkSame && isSame ? [] : [`${path} differs`]
  })
  const known = new Set(ours.map(({ path }) => path))
  const missing = [...entries.keys()].filter((path) => path.startsWith('.acuvo/') && isCounted(path) && !known.has(path))
  return [...differences, ...missing.map((path) => `${path} is missing here`)]
}

/** Where a link of the workspace leads, relative to the root. */
const targetOf = (root: string, path: string): string => relative(realpathSync.native(root), realpathSync.native(join(root, path)))

const entriesOf = (listing: string): Map<string, Entry> => {
  const entries = new Map<string, Entry>()
  for (const line of listing.split('\0').filter(Boolean)) {
    const [about = '', path = ''] = line.split('\t')
    const [mode = '', , object = ''] = about.split(' ')
    entries.set(path, { mode, object })
  }
  return entries
}

const blob = (root: string, { object }: Entry): Buffer => git(root, ['cat-file', 'blob', object])

const git = (root: string, args: readonly string[]): Buffer => callGit(root, args, gitEnvironment(process.env, root, false))
