import type { StagedFile, StagedStatus } from '../../hosts/git/payload.js'
import { pathOfBytes } from '../paths/bytes.js'
import { git } from './git.js'
import type { Repository } from './repository.js'

/** What a commit would record: every difference between the last commit and the index. */

const STATUS: Readonly<Record<string, StagedStatus>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  T: 'type_changed',
  U: 'unmerged',
}
const NO_MODE = '000000'

/** @throws git's own error, and where what it says cannot be understood */
export const stagedFiles = ({ top, env }: Repository): StagedFile[] => {
  const listing = git(
    top,
    [
      ...['diff-index', '--cached', '--raw', '-z', '--no-abbrev', '--find-renames', '--no-relative'],
      ...['--no-ext-diff', '--no-textconv', '--ignore-submodules=none', '--ita-invisible-in-index', lastCommit(top, env), '--'],
    ],
    env,
  )
  return parsed(listing)
}

/** HEAD; before the first commit a tree without anything. */
const lastCommit = (top: string, env: Record<string, string>): string => {
  try {
    return git(top, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], env).toString('utf8').trim()
  } catch (error) {
    if ((error as { status?: number }).status !== 1) throw error
    return git(top, ['hash-object', '-t', 'tree', '--stdin'], env, '').toString('utf8').trim()
  }
}

/** `:100644 100755 <old> <new> M\0path\0`, of a rename two paths. */
const parsed = (listing: Buffer): StagedFile[] => {
  const files: StagedFile[] = []
  let at = 0
  const field = (): Buffer => {
    const end = listing.indexOf(0, at)
    if (end === -1) throw new Error('what git lists as staged stops in the middle')
    const bytes = listing.subarray(at, end)
    at = end + 1
    return bytes
  }
  while (at < listing.length) {
    const [oldMode = '', mode = '', , object = '', letter = ''] = field().toString('latin1').slice(1).split(' ')
    const status = STATUS[letter.charAt(0)]
    if (status === undefined) throw new Error(`git lists a change as "${letter}", which is not known`)
    const first = pathOfBytes(field())
    files.push({
      path: status === 'renamed' ? pathOfBytes(field()) : first,
      status,
      ...(status === 'renamed' ? { old_path: first } : {}),
      ...(mode === NO_MODE ? {} : { mode }),
      ...(oldMode === NO_MODE ? {} : { old_mode: oldMode }),
      ...(mode === NO_MODE || /^0+$/.test(object) ? {} : { object }),
    })
  }
  return files
}
