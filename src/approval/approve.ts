import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PolicyFile } from '../config/types.js'
import type { Places } from '../store/places.js'
import { makeOwnFolder, writeAtomically } from '../store/write-atomic.js'
import { COMPILER } from '../version.js'
import { Approvals } from './approvals.js'
import type { Collected } from './collect.js'
import { withLock } from '../store/lock.js'
import { blobFileIn } from './pinned-bytes.js'
import { compiledOf, RECORD_VERSION, type Approval, type ApprovalRecord, type PinnedFile } from './record.js'

export { collect, digestOf, type Collected, type CollectedFile, type Refused } from './collect.js'

/** How many approved contents of one root are kept; the oldest go. */
const KEPT_APPROVALS = 30

const MAX_KEPT_CHARS = 16_000_000

export interface Approved {
  recordFile: string
  /** How many approved contents the root has now. */
  contents: number
}

/**
 * Stores exactly what was collected, and shown, as approved. What was approved before stays approved, unless `only`.
 *
 * @throws the system's error, or that of a record which must not be overwritten; nothing is changed then
 */
export const approve = (collected: Collected, places: Places, { only = false } = {}): Approved => {
  const { policy, bytes, loaded, pinned, globs } = collected
  const approvals = new Approvals(places)
  const folder = approvals.folderOf(policy)
  const recordFile = approvals.recordFileOf(policy)
  const isManaged = policy.layer === 'managed'
  if (!isManaged) for (const own of [places.store, places.approvals, folder, dirname(blobFileIn(folder, 'x'))]) makeOwnFolder(own)

  const approval: Approval = {
    at: new Date().toISOString(),
    policy: bytes.toString('utf8'),
    pinned: pinned.map(({ bytes: _bytes, ...file }): PinnedFile => file),
    ...(globs.length === 0 ? {} : { globs }),
    compiled: { [COMPILER]: compiledOf(loaded) },
  }
  // Two approvals at once must not lose one of them; calls read without a lock.
  return withLock(recordFile, () => {
    for (const { blob, bytes: content } of pinned)
      if (blob !== undefined && content !== undefined) writeAtomically(blobFileIn(folder, blob), content)
    const kept = only ? [] : approvalsBefore(approvals, policy).filter((before) => !isSameContent(before, approval))
    while (kept.length > 0 && JSON.stringify(kept).length > MAX_KEPT_CHARS) kept.shift()
    const record: ApprovalRecord = {
      version: RECORD_VERSION,
      root: policy.approvedAs,
      approvals: [...kept, approval].slice(-KEPT_APPROVALS),
    }
    if (lstatSync(recordFile, { throwIfNoEntry: false })?.isDirectory() === true) rmSync(recordFile, { recursive: true })
    writeAtomically(recordFile, JSON.stringify(record), isManaged ? 0o644 : 0o600)
    if (!isManaged) removeUnused(folder, record)
    return { recordFile, contents: record.approvals.length }
  })
}

/** A record that cannot be used holds nothing that could be kept, but one of a newer version holds what that version needs. */
const approvalsBefore = (approvals: Approvals, policy: PolicyFile): Approval[] => {
  const read = approvals.read(policy)
  if (read === undefined || 'record' in read) return read?.record.approvals ?? []
  if (read.newer === true) throw Object.assign(new Error(`${approvals.recordFileOf(policy)} ${read.refused}`), { code: 'EEXIST' })
  return []
}

const isSameContent = (one: Approval, other: Approval): boolean =>
  one.policy === other.policy && JSON.stringify(one.pinned) === JSON.stringify(other.pinned)

const removeUnused = (folder: string, { approvals }: ApprovalRecord): void => {
  const used = new Set(approvals.flatMap(({ pinned }) => pinned.map(({ blob }) => blob)))
  const pinnedFolder = dirname(blobFileIn(folder, 'x'))
  for (const name of readdirSync(pinnedFolder)) if (!used.has(name)) rmSync(join(pinnedFolder, name), { force: true })
}
