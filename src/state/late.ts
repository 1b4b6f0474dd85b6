import type { NamedText } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { hashOf } from '../store/names.js'
import { VERSION } from '../version.js'
import { parsedLine, type SessionState } from './session.js'

/**
 * Texts that a host cannot show before a call are kept for the event after it. They are about that call alone: where
 * anything about it is not as it was, they are dropped.
 */

export interface LateTexts {
  contexts: NamedText[]
  notices: NamedText[]
}

const nameOf = (callId: string): string => `late ${callId}`

/** What must be the same before and after. @param chain says which policies there are */
const identityOf = ({ tool, workspace }: ProtocolEvent, chain: string): string =>
  hashOf(JSON.stringify([tool?.nativeName, tool?.paths.map(({ path }) => path), workspace.cwd, chain, VERSION]))

/** @returns whether they are kept */
export const keepLate = (session: SessionState, event: ProtocolEvent, chain: string, texts: LateTexts): boolean => {
  const callId = event.tool?.callId
  if (callId === undefined) return false
  return session.append(nameOf(callId), JSON.stringify({ identity: identityOf(event, chain), ...texts }))
}

/** What was kept for this call; `dropped`: something was, for a call that is not the same. */
export const takeLate = (session: SessionState, event: ProtocolEvent, chain: () => string): LateTexts & { dropped: boolean } => {
  const none = { contexts: [], notices: [], dropped: false }
  const callId = event.tool?.callId
  const lines = callId === undefined ? undefined : session.lines(nameOf(callId))
  if (callId === undefined || lines === undefined || lines.length === 0) return none
  session.forget(nameOf(callId))
  const identity = identityOf(event, chain())
  const kept = lines.map((line) => parsedLine<LateTexts & { identity: string }>(line))
  const same = kept.filter((texts) => texts?.identity === identity) as (LateTexts & { identity: string })[]
  return {
    contexts: same.flatMap(({ contexts }) => contexts),
    notices: same.flatMap(({ notices }) => notices),
    dropped: same.length < kept.length,
  }
}
