import { chainOf, type StandingPolicy } from '../approval/standing-policy.js'
import type { HostId } from '../protocol/event.js'
import { startWarnings } from '../text/messages.js'
import type { EventCall } from './call.js'

/** Variables that change what a program does, its checks included, before its first line runs. */
const DANGEROUS = ['NODE_OPTIONS', 'NODE_PATH', 'NODE_V8_COVERAGE', 'BUN_OPTIONS', 'LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES']

/** What in our surroundings would hold or weaken every call of a session that starts, in one line; undefined where nothing would. */
export const startWarning = (policies: readonly StandingPolicy[], host: HostId, { options, machine }: EventCall): string | undefined => {
  const warnings: string[] = []
  const { hostTimeoutMs } = options
  const [longest] = policies
    .flatMap((policy) => chainOf(policy)?.hooks ?? [])
    .filter(
      ({ command, mode, background, hosts }) => command !== undefined && mode !== 'off' && !background && hosts?.includes(host) !== false,
    )
    .sort((a, b) => b.timeoutMs - a.timeoutMs)
  if (hostTimeoutMs !== undefined && longest !== undefined && longest.timeoutMs > hostTimeoutMs)
    warnings.push(startWarnings.shortTimeout(hostTimeoutMs, longest.label, longest.timeoutMs))
  const set = DANGEROUS.filter((name) => (machine.env[name] ?? '') !== '')
  if (set.length > 0) warnings.push(startWarnings.dangerous(set))
  return warnings.length === 0 ? undefined : warnings.join('; ')
}
