import { dirname } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import type { PolicyFile } from '../config/types.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { explainTexts } from '../text/explain-texts.js'

/** Why a policy file applies to an event, a reason each, as `startsOf` looks for them. */
export const whyApplies = (policy: PolicyFile, { workspace, tool }: ProtocolEvent): string[] => {
  const { layer, root, file } = policy
  if (layer !== 'workspace') return [explainTexts.layers[layer]]
  const { whys } = explainTexts
  const starts: [place: string, why: string][] = [
    [workspace.root, whys.root],
    ...workspace.roots.filter((one) => one !== workspace.root).map((one): [string, string] => [one, whys.furtherRoot(one)]),
    [workspace.cwd, whys.cwd],
    ...(tool?.paths.slice(0, MOST_TARGETS) ?? []).map(({ path }): [string, string] => [path, whys.target(path)]),
  ]
  const reaches = (place: string): boolean => isWithin(place, root) || isWithin(realPathOf(place) ?? place, realPathOf(root) ?? root)
  const reasons = [...new Set(starts.filter(([place]) => reaches(place)).map(([, why]) => why))]
  const isOfMain = dirname(dirname(file)) !== root
  return [...(reasons.length > 0 ? reasons : [whys.link]), ...(isOfMain ? [whys.worktree] : [])]
}

/** Of more targets nobody reads the list. */
const MOST_TARGETS = 20
