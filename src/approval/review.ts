import { unlessLocked } from '../store/lock.js'
import { compiledOf, readRecord, recordFileIn, type Approval, type CompiledPolicy } from './record.js'
import { loadPolicy } from '../config/load.js'
import type { Hook, PolicyError, PolicyFile } from '../config/types.js'
import { writeAtomically } from '../store/write-atomic.js'
import { COMPILER } from '../version.js'
import { approvedBytes, placeOf } from './pinned-bytes.js'
import { placeOfPolicy } from './standing.js'

/**
 * What a call needs of approval only where a policy is not as approved: reading it with the schema, and what differs. The
 * build makes a part of its own of it.
 */
export { loadPolicy } from '../config/load.js'

/** PreToolUse hooks that were not approved as they are now: whatever their name, `why` or place, that is no change. */
export const gatesBeyond = (approved: readonly Hook[], now: readonly Hook[]): Hook[] => {
  const known = new Set(approved.map(meaningOf))
  return now.filter((hook) => hook.event === 'PreToolUse' && !known.has(meaningOf(hook)))
}

/** What a hook does, as text: equal exactly when two hooks do the same. */
export const meaningOf = (hook: Hook): string => {
  const { label: _label, why: _why, toolNames: _tools, pathTexts: _paths, commandTexts: _commands, ...meaning } = hook
  const { hosts, tools, env, ...rest } = meaning
  return JSON.stringify(inOrder({ ...rest, hosts: sorted(hosts), env: sorted(env), tools: tools && orderOfNamesIsNone(tools) }))
}

const sorted = (words: readonly string[] | undefined): string[] | undefined => (words === undefined ? undefined : [...words].sort())

const orderOfNamesIsNone = ({ names, servers }: NonNullable<Hook['tools']>): object => ({
  names: Object.fromEntries(Object.entries(names).map(([host, of]) => [host, [...of].sort()])),
  servers: servers.map(({ server, tool }) => `${server}\0${tool}`).sort(),
})

/** The same value with the keys of its objects in one order. */
const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  )
}

/** The approved texts, compiled by this version. */
export const recompile = (approval: Approval, policy: PolicyFile, folder: string): CompiledPolicy | { errors: readonly PolicyError[] } => {
  const extended = new Map(
    approval.pinned.flatMap(({ path, blob, extends: isExtended }) =>
      isExtended === true && blob !== undefined ? [[placeOf(path, policy.root), blob] as const] : [],
    ),
  )
  const loaded = loadPolicy(
    { bytes: Buffer.from(approval.policy) },
    {
      ...placeOfPolicy(policy),
      open: (file) => {
        const blob = extended.get(file)
        const bytes = blob === undefined ? undefined : approvedBytes(folder, blob)
        return bytes === undefined ? undefined : { bytes }
      },
    },
  )
  return 'errors' in loaded ? loaded : compiledOf(loaded)
}

/** How many versions' compiled chains an approval keeps. */
const KEPT_COMPILERS = 3

/**
 * Keeps a chain that was compiled anew, so that the next call need not. Of what was approved nothing changes: the record
 * is read again, and left alone when it has changed meanwhile.
 *
 * @throws the system's error when it cannot be written; the next call compiles again then
 */
export const keepCompiled = (folder: string, { layer, approvedAs }: PolicyFile, approval: Approval, compiled: CompiledPolicy): void => {
  // The machine's own record is its owner's to write.
  if (layer === 'managed') return
  const file = recordFileIn(folder)
  // Where somebody else is at work on it the next call will keep it.
  unlessLocked(file, () => {
    const read = readRecord(file, approvedAs)
    if (read === undefined || 'refused' in read) return
    const same = read.record.approvals.find(
      ({ at, policy, pinned }) =>
        at === approval.at && policy === approval.policy && JSON.stringify(pinned) === JSON.stringify(approval.pinned),
    )
    if (same === undefined) return
    const older = Object.entries(same.compiled).slice(-(KEPT_COMPILERS - 1))
    same.compiled = { ...Object.fromEntries(older), [COMPILER]: compiled }
    writeAtomically(file, JSON.stringify(read.record))
  })
}
