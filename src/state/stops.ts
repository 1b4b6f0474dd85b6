import type { ProtocolEvent } from '../protocol/event.js'
import { hashOf } from '../store/names.js'
import type { SessionState } from './session.js'

/** How often a stop hook may send the agent on for one prompt, where no file says less. */
export const DEFAULT_STOP_LIMIT = 3

/**
 * Counts, for one prompt of the user's and for each subagent by itself, how often stop hooks sent the agent on, so that none can
 * trap a session: each reason once, and never more often than the limit.
 *
 * @param maxRounds what the host itself follows; absent: no end
 * @returns whether the agent may be sent on for this reason; what may is counted
 */
export const stopCounter = (
  session: SessionState,
  { promptId: usersPrompt, agentId, stop }: ProtocolEvent,
  { limit = DEFAULT_STOP_LIMIT, maxRounds = Infinity }: { limit?: number | undefined; maxRounds?: number | undefined },
): ((reason: string) => boolean) => {
  // A subagent has one prompt, whatever the user's is by then.
  const promptId = agentId ?? usersPrompt
  const name = `stops ${agentId ?? ''}`
  const prompt = hashOf(promptId ?? '')
  const continues = stop?.active === true || (stop?.rounds ?? 0) > 0
  const counted = (): string[] | undefined => {
    const lines = session.lines(name)
    // The key of the prompt tells; where it is another one, the host's own word for "again" says that it is the same turn.
    const isSame = promptId === undefined ? continues : continues || lines?.at(-1)?.startsWith(`${prompt} `) === true
    if (isSame || lines === undefined || lines.length === 0) return lines
    session.forget(name)
    return []
  }
  return (reason) => {
    const lines = counted()
    const mark = hashOf(reason)
    if (lines?.some((line) => line.endsWith(` ${mark}`)) === true) return false
    const rounds = Math.max(lines?.length ?? 0, stop?.rounds ?? 0)
    if (rounds >= Math.min(limit, maxRounds)) return false
    // Where nothing can be counted, the host's word that it is on its second round is the limit.
    return session.append(name, `${prompt} ${mark}`) || !continues
  }
}
