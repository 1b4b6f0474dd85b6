import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Approvals } from '../approval/approvals.js'
import { openPolicyAt, openWorkspacePolicy } from '../config/open.js'
import type { PolicyContent, PolicyFile } from '../config/types.js'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import type { Places } from '../store/places.js'
import { trustTexts } from '../text/trust-texts.js'

/** Which policy a person means. */

export interface TargetOptions {
  user?: boolean
  managed?: boolean
}

export type Target = { policy: PolicyFile & { content: PolicyContent | { gone: true } } } | { usage: string }

/** @param dir a folder of a workspace; the nearest policy on the way up, there or gone, is meant */
export const targetOf = (dir: string | undefined, { user = false, managed = false }: TargetOptions, places: Places): Target => {
  if (user && managed) return { usage: trustTexts.oneOnly(['--user', '--managed']) }
  if ((user || managed) && dir !== undefined) return { usage: trustTexts.notHere(user ? '--user' : '--managed') }
  const given = resolve(dir ?? '.')
  const isUsers = user || [places.userPolicy, dirname(places.userPolicy)].includes(given)
  if (isUsers || managed) return fileTarget(isUsers ? 'user' : 'managed', isUsers ? places.userPolicy : places.managedPolicy)
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true
  const approvals = new Approvals(places)
  const start = realPathOf(given) ?? given
  if (!isFolder && !approvals.workspace(start)) return { usage: trustTexts.notFolder(given) }
  const home = realPathOf(places.home) ?? places.home
  for (let folder = start; ; folder = dirname(folder)) {
    const isHomes = isWithin(home, folder)
    const content = isHomes
      ? undefined
      : (openWorkspacePolicy(folder) ?? (approvals.workspace(folder) ? ({ gone: true } as const) : undefined))
    if (content !== undefined) {
      return { policy: { layer: 'workspace', file: join(folder, '.acuvo', 'hooks.json'), root: folder, approvedAs: folder, content } }
    }
    if (isHomes && folder === start) return { usage: trustTexts.isHomes(given) }
    if (isHomes || folder === dirname(folder)) return { usage: trustTexts.none(given) }
  }
}

const fileTarget = (layer: 'user' | 'managed', file: string): Target => ({
  policy: { layer, file, root: dirname(file), approvedAs: file, content: openPolicyAt(file) ?? { gone: true } },
})
