import { Approvals } from '../approval/approvals.js'
import { standingOf } from '../approval/standing.js'
import { openPolicyAt } from '../config/open.js'
import type { LogMode } from '../config/types.js'
import type { LogCode, LogSubject } from '../log/log.js'
import type { Places } from '../store/places.js'
import type { Call } from './call.js'
import { logModeOf } from './policies.js'

/** The record of a call that came to an end before any policy was looked at. */
export const logAlone = async (
  { log, machine, isHosts }: Pick<Call, 'log' | 'machine' | 'isHosts'>,
  code: LogCode,
  text: string,
  subject: LogSubject,
): Promise<void> => {
  log.add(code, text)
  log.about({ ...subject, root: machine.cwd })
  if (isHosts === true) log.mode ??= await usersLogMode(machine.places)
}

/** What the person's own file says, where nothing else of it was asked for. */
export const usersLogMode = async (places: Places): Promise<LogMode | undefined> => {
  try {
    const file = places.userPolicy
    const policy = {
      layer: 'user' as const,
      file,
      root: places.home,
      approvedAs: file,
      content: openPolicyAt(file) ?? { gone: true as const },
    }
    return logModeOf([{ ...policy, standing: await standingOf(policy, new Approvals(places)), given: places.given }])
  } catch {
    // What cannot be told is kept.
    return undefined
  }
}
