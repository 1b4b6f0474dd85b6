import type { Stopper } from '../chain/stops.js'
import type { ProtocolEvent } from '../protocol/event.js'
import type { Places } from '../store/places.js'
import { sha256 } from '../store/sha256.js'

/**
 * A person may let one denied call through, once: exactly this input, in this session and root, denied by this hook as it is now.
 * The digests are ones that nobody can find a second call for, because what is denied is chosen by the agent.
 */

export interface PassingCall {
  /** As it was read from the payload. */
  event: ProtocolEvent
  /** Its arguments as the payload spells them. */
  inputText: () => string | undefined
  /** Whether this is the announcement by which the host's call stands or falls, so that a pass is used up by it. */
  isPrimary: boolean
  /** Whether the host announces a call again, by other events. */
  announcesAgain: boolean
  places: Places
}

const MAX_INPUT_CHARS = 262_144

/** Nobody looks at a longer one, and its digest would hold up the call. */
export const canBePassed = ({ event, inputText }: PassingCall): boolean =>
  (inputText() ?? JSON.stringify(event.tool?.input) ?? '').length <= MAX_INPUT_CHARS

/** A hook that was changed and approved anew is another one. */
const hookKey = ({ id, hook }: Stopper): string => `${id} ${JSON.stringify(hook)}`

/** The file of the pass for a call and a hook that said no to it. */
export const passName = (stopper: Stopper, { event, inputText }: PassingCall): string => {
  const { host, sessionId, workspace, nativeEvent, tool } = event
  // What other hooks made of the call before this one saw it.
  const changed = stopper.seen.tool?.input === tool?.input ? null : stopper.seen.tool?.input
  const input = inputText() ?? JSON.stringify(tool?.input)
  // In another folder the same words are another call.
  const { root, cwd } = workspace
  return sha256(JSON.stringify([host, sessionId, root, cwd, nativeEvent, tool?.nativeName, input, changed, hookKey(stopper)]))
}

/** Other events spell the same call in another way: what it runs, or which files it is about, tells it. */
export const againName = (stopper: Stopper, { event }: PassingCall): string => {
  const { host, sessionId, workspace, tool } = event
  const what = tool?.command ?? (tool?.mcp === undefined ? tool?.paths.map(({ path }) => path) : [tool.mcp.tool, tool.input])
  return `${sha256(JSON.stringify([host, sessionId, workspace.root, what, hookKey(stopper)]))}.again`
}
