import type { HostAdapter, Payload, ReadingContext, SettingsRefusal } from '../../hosts/types.js'
import { denial, type Decision, type Rendered } from '../protocol/decision.js'
import { settingsRefused } from '../text/settings-refused.js'
import type { Call } from './call.js'
import { logAlone, usersSettings } from './log-alone.js'

/**
 * The built-in rule where a host asks whether its changed settings count.
 *
 * When we fail at it the settings are refused: that locks nobody out, because the file stays as it is and the next session takes
 * it, while a session that took over what nobody looked at might go on without us.
 *
 * @returns undefined at every other event, and where the settings may be taken over
 */
export const refusedSettings = async (
  host: HostAdapter,
  nativeEvent: string,
  payload: Payload,
  context: ReadingContext,
  call: Call,
): Promise<{ rendered: Rendered; decision: Decision; verdict: 'deny' } | undefined> => {
  const { settingsRule: rule } = host
  if (rule?.event !== nativeEvent) return undefined
  const settings = await usersSettings(call.machine.places)
  if (settings?.selfProtect === 'off') return undefined
  let refusal: SettingsRefusal | undefined | 'failed'
  try {
    refusal = await rule.refuses(payload, context)
  } catch {
    refusal = 'failed'
  }
  if (refusal === undefined) return undefined
  const reason = settingsRefused(refusal, host.descriptor.title, host.id)
  const decision = denial(reason)
  await logAlone(call, 'settings_refused', refusal === 'failed' ? refusal : [refusal.why, refusal.file].filter(Boolean).join(': '), {
    host: host.id,
    nativeEvent,
    session: typeof payload.session_id === 'string' ? payload.session_id : undefined,
    verdict: 'deny',
  })
  return { rendered: host.render(nativeEvent, decision), decision, verdict: 'deny' }
}
