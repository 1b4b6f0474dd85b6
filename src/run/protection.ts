import { dirname, join } from 'node:path'
import { chainOf, type StandingPolicy } from '../approval/standing-policy.js'
import { placeOf } from '../approval/pinned-bytes.js'
import { realPathOf } from '../paths/real.js'
import { statsOf } from '../paths/stats.js'
import { programFile, programFolder } from '../runtime/runtime.js'
import type { SelfProtect } from '../config/types.js'
import type { ProtectedPlaces } from '../protect/places.js'
import { protectedBy, type ProtectionAnswer } from '../protect/protected-by.js'
import type { ProtocolEvent } from '../protocol/event.js'
import type { Call } from './call.js'

/** The built-in protection for one call: what it protects here, and whether the person's own file says otherwise. */
export const protection = async (
  event: ProtocolEvent,
  policies: readonly StandingPolicy[],
  { machine }: Call,
): Promise<ProtectionAnswer | undefined> => {
  const { env, places } = machine
  const program = programFile()
  const folder = programFolder()
  const protectedPlaces: ProtectedPlaces = {
    home: places.home,
    env,
    roots: [...new Set([event.workspace.root, ...event.workspace.roots, ...policies.map(({ root }) => root)])],
    own: [
      ...policies.flatMap(worktreeLinkOf),
      places.store,
      places.installed,
      places.userPolicy,
      dirname(places.userPolicy),
      dirname(places.managedPolicy),
      folder ?? program,
    ],
    pinned: policies.flatMap(pinnedOf),
    program,
    ...(folder === undefined ? { amongOthers: true } : {}),
    installed: places.installed,
  }
  return protectedBy(event, protectedPlaces, modeOf(policies))
}

/** The file that ties a linked worktree to its main checkout, and so to the policy of it. */
const worktreeLinkOf = ({ layer, root }: StandingPolicy): string[] => {
  if (layer !== 'workspace') return []
  const link = join(root, '.git')
  return statsOf(link)?.isFile() === true ? [link] : []
}

const modeOf = (policies: readonly StandingPolicy[]): SelfProtect => {
  const user = policies.find(({ layer }) => layer === 'user')
  return (user === undefined ? undefined : chainOf(user)?.settings.selfProtect) ?? 'deny'
}

const pinnedOf = (policy: StandingPolicy): string[] => {
  const { approvals = [], root = '' } = chainOf(policy) ?? {}
  return approvals.flatMap(({ pinned }) =>
    pinned.flatMap(({ path, link }) => {
      const file = placeOf(path, root)
      return link === undefined ? [file] : [file, realPathOf(file) ?? file]
    }),
  )
}
