import type { SelfProtect } from '../config/types.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { isHarmless } from './glance.js'
import type { ProtectedPlaces } from './places.js'

export type ProtectionAnswer = { verdict: 'deny'; reason: string } | { verdict: 'pass'; notice: string }

/**
 * The built-in self-protection (DESIGN 8): keeps the agent from changing what judges it. Holds on every host, whatever
 * policies there are. Reading is free.
 *
 * @param mode the person's own setting; `propose` lets writes under `.acuvo/` pass undecided, with a notice
 * @returns undefined: nothing protected is touched
 */
export const protectedBy = async (
  event: ProtocolEvent,
  places: ProtectedPlaces,
  mode: SelfProtect,
): Promise<ProtectionAnswer | undefined> => {
  if (mode === 'off' || event.event !== 'PreToolUse' || isHarmless(event, places)) return undefined
  const { examine } = await import('./examine.js')
  return examine(event, places, mode)
}
