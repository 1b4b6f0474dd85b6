import { Approvals } from '../approval/approvals.js'
import { standingOf } from '../approval/standing.js'
import { chainOf } from '../approval/standing-policy.js'
import { openPolicyAt } from '../config/open.js'
import type { FileSettings } from '../config/types.js'
import type { LogCode, LogSubject } from '../log/log.js'
import type { Places } from '../store/places.js'
import type { Call } from './call.js'

/** The record of a call that came to an end before any policy was looked at. */
export const logAlone = async (
  { log, machine, isHosts }: Pick<Call, 'log' | 'machine' | 'isHosts'>,
  code: LogCode,
  text: string,
  subject: LogSubject,
): Promise<void> => {
  log.add(code, text)
  log.about({ ...subject, root: machine.cwd })
  if (isHosts === true) log.mode ??= (await usersSettings(machine.places))?.log
}

/** What the person's own file says, where nothing else of it was asked for. */
export const usersSettings = async (places: Places): Promise<FileSettings | undefined> => {
  try {
    const file = places.userPolicy
    const policy = {
      layer: 'user' as const,
      file,
      root: places.home,
      approvedAs: file,
      content: openPolicyAt(file) ?? { gone: true as const },
    }
    return chainOf({ ...policy, standing: await standingOf(policy, new Approvals(places)), given: places.given })?.settings
  } catch {
    // What cannot be told is as if nothing were said.
    return undefined
  }
}
