import { Approvals } from '../approval/approvals.js'
import { standingOf } from '../approval/standing.js'
import { nowMs } from '../clock/now.js'
import { chainOf, NOTHING_HELD, type Holding, type StandingPolicy } from '../approval/standing-policy.js'
import { findPolicyFiles, startsOf } from '../config/find.js'
import { matchOf, type MatchPlace, type Mismatch } from '../config/match.js'
import { smallest } from '../config/settings.js'
import type { FileSettings, Hook, LogMode } from '../config/types.js'
import { realPathOf } from '../paths/real.js'
import type { ProtocolEvent, TargetPath } from '../protocol/event.js'
import { matchingTooLong } from '../text/messages.js'
import type { Call } from './call.js'
import { readersFor } from './match-readers.js'

/** The policies that apply to an event, each with what of it was approved, and their hooks. */

export interface JudgedHook {
  hook: Hook
  /** Its place in the policy's chain. */
  index: number
  policy: StandingPolicy
  /** Absent: it fires. */
  mismatch: Mismatch | undefined
  /** The target paths that it is about, where it fires. */
  paths: readonly TargetPath[]
  /** It fires only if it replaces outputs, which its texts tell. */
  ifRedactor?: true
}

export const standingPolicies = async (event: ProtocolEvent, call: Call): Promise<StandingPolicy[]> => {
  const { places } = call.machine
  const approvals = new Approvals(places)
  const policies: StandingPolicy[] = []
  for (const file of findPolicyFiles(startsOf(event), event.workspace.root, places, approvals)) {
    const standing = call.unapproved ? await asIfApproved(file) : await standingOf(file, approvals)
    if ('recompiled' in standing && standing.recompiled !== undefined) call.afterAnswer(standing.recompiled)
    policies.push({ ...file, standing, given: places.given })
  }
  return policies
}

/** For a person who looks at what a policy would do before approving it. */
const asIfApproved = async (file: Parameters<typeof standingOf>[0]): Promise<StandingPolicy['standing']> => {
  if ('gone' in file.content) return { state: 'unapproved' }
  const { loadPolicy } = await import('../approval/review.js')
  const loaded = loadPolicy(file.content, file)
  if ('errors' in loaded) return { state: 'unapproved', errors: loaded.errors }
  return { state: 'approved', hooks: loaded.hooks, settings: loaded.settings ?? {}, approvals: [], folder: '', root: file.root }
}

/** What matching needs for all of these policies. */
export const matchingFor = async (
  policies: readonly StandingPolicy[],
  event: ProtocolEvent,
  home: string,
): Promise<Omit<MatchPlace, 'root'>> => {
  const hooks = policies.flatMap((policy) => [
    ...(chainOf(policy)?.hooks ?? []),
    ...('gates' in policy.standing ? policy.standing.gates : []),
  ])
  return { home, cwd: event.workspace.cwd, realPathOf: remembering(realPathOf), ...(await readersFor(hooks, event)) }
}

const remembering = (find: typeof realPathOf): typeof realPathOf => {
  const known = new Map<string, string | undefined>()
  return (path) => {
    if (!known.has(path)) known.set(path, find(path))
    return known.get(path)
  }
}

/** What is held, told and mended; nothing where every policy is as approved. */
export const holdingOn = async (
  policies: readonly StandingPolicy[],
  event: ProtocolEvent,
  matching: Omit<MatchPlace, 'root'>,
): Promise<Holding> =>
  policies.every(({ standing }) => standing.state === 'approved')
    ? NOTHING_HELD
    : (await import('../approval/holding.js')).holdingOf(policies, event, matching)

/** Matching that takes longer is given up: an answer that comes too late lets the call through. */
const MAX_MATCHING_MS = 5_000

/**
 * A policy that the call mends has no say in it: its chain could hold up its own repair.
 *
 * @param hostTimeoutMs how long the host waits for us
 * @throws when it takes too long
 */
export const judgedHooks = (
  policies: readonly StandingPolicy[],
  event: ProtocolEvent,
  { mended }: Holding,
  matching: Omit<MatchPlace, 'root'>,
  hostTimeoutMs: number,
): JudgedHook[] => {
  const until = nowMs() + Math.min(MAX_MATCHING_MS, hostTimeoutMs / 4)
  return policies
    .filter((policy) => policy !== mended?.policy)
    .flatMap((policy) =>
      (chainOf(policy)?.hooks ?? []).map((hook, index) => {
        if (nowMs() > until) throw new Error(matchingTooLong)
        const match = matchOf(hook, event, { ...matching, root: policy.root })
        if (match.mismatch !== undefined) return { hook, index, policy, mismatch: match.mismatch, paths: [] }
        const { paths, ifRedactor } = match
        return { hook, index, policy, mismatch: undefined, paths, ...(ifRedactor ? { ifRedactor } : {}) }
      }),
    )
}

/** What the person wants kept of calls. */
export const logModeOf = (policies: readonly StandingPolicy[]): LogMode => {
  const user = policies.find(({ layer }) => layer === 'user')
  return (user === undefined ? undefined : chainOf(user)?.settings.log) ?? 'on'
}

/** What the files of these policies say for everything. */
export const settingsOf = (policies: readonly StandingPolicy[]): FileSettings =>
  smallest(policies.map((policy) => chainOf(policy)?.settings ?? {}))
