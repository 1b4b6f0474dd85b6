import { dirname, isAbsolute } from 'node:path'
import { mainCheckoutOf } from '../config/find.js'
import { openExtendedPolicy } from '../config/open.js'
import type { Hook, PolicyContent, PolicyError, PolicyFile, FileSettings } from '../config/types.js'
import { realPathOf } from '../paths/real.js'
import { COMPILER } from '../version.js'
import type { Approvals } from './approvals.js'
import { managedFault } from './managed.js'
import { approvedBytes, placeOf } from './pinned-bytes.js'
import { type Approval, type ApprovalRecord, type PinnedFile } from './record.js'

/**
 * What of a policy file a person approved (DESIGN 8). Where nothing changed, comparing bytes is all: neither the schema
 * nor the compiler is loaded.
 */
export type Standing =
  /** Nobody ever approved anything here; `errors`: and it could not be, as it is. `found`: how many hooks it has. */
  | { state: 'unapproved'; found?: number; errors?: readonly PolicyError[] }
  /** There was an approval and it cannot be used. */
  | { state: 'refused'; recordFile: string; why: string }
  /** What was approved does not load with this version of the program. */
  | { state: 'outdated'; errors: readonly PolicyError[] }
  | ({ state: 'approved' } & ApprovedChain)
  /** Valid, and not what was approved. `gates`: PreToolUse hooks that are new or changed; `files`: of what was approved last, those that are not as they were. */
  | ({ state: 'changed'; gates: readonly Hook[]; files: readonly string[] } & ApprovedChain)
  | ({ state: 'broken'; errors: readonly PolicyError[] } & ApprovedChain)
  | ({ state: 'gone' } & ApprovedChain)

export interface ApprovedChain {
  hooks: readonly Hook[]
  settings: FileSettings
  /** The approvals that this chain may rest on, best last: the same policy with other pinned contents, of other branches. */
  approvals: readonly Approval[]
  /** Folder of the store with the pinned contents. */
  folder: string
  /** The root: hooks run there, so that is what the paths of pinned files are relative to. */
  root: string
  /** The folder that `.acuvo` stands in: the root, or the main checkout of a worktree; absent where all pinned paths are absolute. */
  acuvoIn?: string
  /** The chain was compiled by another version; once the answer is out, this keeps the work. */
  recompiled?: () => void
}

export const standingOf = async (policy: PolicyFile, approvals: Approvals): Promise<Standing> => {
  const { content, root } = policy
  const own = approvals.read(policy)
  if (own !== undefined && 'refused' in own) return { state: 'refused', recordFile: approvals.recordFileOf(policy), why: own.refused }
  const ownerFault = policy.layer === 'managed' && !('gone' in content) ? managedFault(policy.file) : undefined
  if (ownerFault !== undefined) return { state: 'refused', recordFile: policy.file, why: ownerFault }
  const isGone = 'gone' in content || ('broken' in content && content.folder === true)
  const record = own?.record
  const folder = approvals.folderOf(policy)

  if ('bytes' in content) {
    const matching = record === undefined ? [] : matchingApprovals(record, content.bytes, root, folder)
    if (matching.length > 0) return chainOf('approved', matching, policy, folder)
    const shared = record === undefined && policy.layer === 'workspace' ? sharedApproval(policy, approvals) : undefined
    if (shared !== undefined) return chainOf('approved', shared.matching, { ...policy, approvedAs: shared.approvedAs }, shared.folder)
  }
  if (record !== undefined && isGone) return chainOf('gone', record.approvals.slice(-1), policy, folder)

  const { loadPolicy, gatesBeyond } = await import('./review.js')
  const now = loadPolicy(contentOf(content), placeOfPolicy(policy))
  if (record === undefined) return { state: 'unapproved', ...('errors' in now ? { errors: now.errors } : { found: now.hooks.length }) }
  const chain = await chainOf('gone', record.approvals.slice(-1), policy, folder)
  if (chain.state === 'outdated') return chain
  if ('errors' in now) return { ...chain, state: 'broken', errors: now.errors }
  return { ...chain, state: 'changed', gates: gatesBeyond(chain.hooks, now.hooks), files: changedFiles(chain, content) }
}

/** What a policy extends is looked for from where the file itself stands, whatever root a session has. */
export const placeOfPolicy = (policy: PolicyFile): PolicyFile =>
  policy.layer === 'workspace' ? policy : { ...policy, root: dirname(policy.file) }

const contentOf = (content: PolicyFile['content']): PolicyContent => ('gone' in content ? { bytes: Buffer.from('{}') } : content)

/** Approvals of exactly these bytes, with everything that they extend as it is now. */
const matchingApprovals = (record: ApprovalRecord, bytes: Buffer, root: string, folder: string): Approval[] =>
  record.approvals.filter(
    ({ policy, pinned }) =>
      Buffer.from(policy).equals(bytes) && pinned.every((file) => file.extends !== true || isExtendedAsApproved(file, root, folder)),
  )

const changedFiles = ({ approvals, root, folder }: ApprovedChain, content: PolicyFile['content']): string[] => {
  const last = approvals.at(-1)
  const isSame = 'bytes' in content && content.bytes.equals(Buffer.from(last?.policy ?? ''))
  const extended = (last?.pinned ?? []).filter((file) => file.extends === true && !isExtendedAsApproved(file, root, folder))
  return [...(isSame ? [] : ['hooks.json']), ...extended.map(({ path }) => path)]
}

const isExtendedAsApproved = ({ path, blob }: PinnedFile, root: string, folder: string): boolean => {
  // An installed package may be a link to where it is developed.
  const isWithinRoot = !isAbsolute(path) && !path.includes('node_modules/')
  const now = openExtendedPolicy(placeOf(path, root), isWithinRoot ? root : undefined)
  const approved = blob === undefined ? undefined : approvedBytes(folder, blob)
  return now !== undefined && 'bytes' in now && approved !== undefined && now.bytes.equals(approved)
}

/** A linked git worktree with the bytes that were approved in its main checkout needs no approval of its own. */
const sharedApproval = (
  { root, content }: PolicyFile,
  approvals: Approvals,
): { matching: Approval[]; approvedAs: string; folder: string } | undefined => {
  const main = mainCheckoutOf(root)
  if (main === undefined || !('bytes' in content)) return undefined
  const source = { layer: 'workspace', approvedAs: realPathOf(main) ?? main } as const
  const read = approvals.read(source)
  if (read === undefined || 'refused' in read) return undefined
  const folder = approvals.folderOf(source)
  const matching = matchingApprovals(read.record, content.bytes, root, folder)
  return matching.length > 0 ? { matching, approvedAs: source.approvedAs, folder } : undefined
}

/** The compiled chain of the best of these approvals. */
const chainOf = async <State extends 'approved' | 'gone'>(
  state: State,
  approvals: readonly Approval[],
  policy: PolicyFile,
  folder: string,
): Promise<({ state: State } & ApprovedChain) | { state: 'outdated'; errors: readonly PolicyError[] }> => {
  const approval = approvals.at(-1) as Approval
  const { root } = policy
  const places = { folder, root, ...(policy.layer === 'workspace' ? { acuvoIn: dirname(dirname(policy.file)) } : {}) }
  const known = approval.compiled[COMPILER]
  if (known !== undefined) return { state, hooks: known.hooks, settings: known.settings ?? {}, approvals, ...places }
  const { recompile, keepCompiled } = await import('./review.js')
  const compiled = recompile(approval, policy, folder)
  if ('errors' in compiled) return { state: 'outdated', errors: compiled.errors }
  const recompiled = (): void => keepCompiled(folder, policy, approval, compiled)
  return { state, hooks: compiled.hooks, settings: compiled.settings ?? {}, approvals, ...places, recompiled }
}
