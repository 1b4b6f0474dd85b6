import type { Hook, PolicyFile } from '../config/types.js'
import type { Decision, HookOutcome } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'

/** What stopped a call, for a person who may let it through once. */

/** A hook that said no, or that asked where the host cannot ask. */
export interface Stopper {
  /** Tells it from every other hook of the call. */
  id: string
  hook: Hook
  policy: PolicyFile
  /** The call as this hook judged it: others may have changed it. */
  seen: ProtocolEvent
}

/** A hook that said no to a call which a person let through. */
export interface Overruled {
  stopper: Stopper
  outcome: HookOutcome
  /** Of the log record that the person saw. */
  id: string
  /** Uses the pass up. @returns false when another call has done so first */
  claim: () => boolean
  /** What the hook's answer alone comes to, for when the pass is gone. */
  otherwise: Decision
}

export interface CallStops {
  stoppers: Stopper[]
  overruled: Overruled[]
  /** Something that nobody may overrule stopped it too: the machine's policy, a hook that could not run, we ourselves. */
  others: boolean
  /** Makes ready what keeps the call for a person to look at, under the id of its log record. Set where hooks run. */
  keep?: () => Promise<(id: string) => void>
}
