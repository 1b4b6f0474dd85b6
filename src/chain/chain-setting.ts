import type { Hook, PolicyFile } from '../config/types.js'
import type { Log } from '../log/log.js'
import type { HookScript } from '../process/hook-texts.js'
import type { Interruption } from '../process/interruption.js'
import type { ProtocolEvent, TargetPath } from '../protocol/event.js'
import type { Places } from '../store/places.js'
import type { HookRunner } from './run-hook.js'
import type { Rejudged } from './rewrite.js'
import type { CallStops, Overruled, Stopper } from './stops.js'

/** What a chain is made of, and all that it may know and ask of its surroundings. */

export interface MatchedHook {
  /** Tells it from every other hook of the call. */
  id: string
  hook: Hook
  policy: PolicyFile
  /** The target paths that it is about. */
  paths: readonly TargetPath[]
  /** What a person approved of the files that it uses. */
  scripts: () => readonly HookScript[]
  /** Why it is not run, in words for the person; absent: it runs. */
  skip?: string
}

export interface ChainSetting {
  env: Readonly<Record<string, string | undefined>>
  places: Places
  /** When the chain must be done, on the clock of `nowMs()`. */
  deadline: number
  budgetMs: number
  log: Log
  /** The bytes of the call's arguments in the payload, where they stand there as they are in the event, on one line. */
  rawInput?: Buffer | undefined
  /** The call's arguments as the payload spells them; undefined where it does not hold them as an object. */
  inputText: () => string | undefined
  /** Names of the host's variables for hooks that read the host's own payload. */
  hookVariables: readonly string[]
  /** The host's payload, with this input and output in it. */
  hostBytes: (event: ProtocolEvent) => Buffer
  /** Whether the host can run the call with another input. */
  takesRewrite: boolean
  /** Whether the host can ask a person. */
  takesAsk: boolean
  /** Whether the host can tell the person something at this event. */
  takesNotice: boolean
  /** What stopped the call is put here. */
  stops: CallStops
  /** What a person let through of what this hook says no to. */
  passFor: (stopper: Stopper) => Promise<Pick<Overruled, 'id' | 'claim'> | undefined>
  /** Whether the call stands there as a hook changed it when it was announced first. */
  wasRewritten: (event: ProtocolEvent) => boolean
  /** Judges the call again with another input: what is still to run. @param settled ids of the hooks that need not see it */
  rejudge: (input: Record<string, unknown>, settled: ReadonlySet<string>) => Promise<Rejudged>
  /** At a stop event: whether the agent may be sent on for this reason, once more. */
  mayGoOn: (reason: string) => boolean
  /** Whether a person is to be told this now; not what was said in the session already. */
  isNews: (mark: string) => boolean
  /** Starts commands; absent where every hook is a text. */
  runner: HookRunner | undefined
  /** Called when something ends us; the hooks that ran are ended already. */
  onInterruption: (interruption: Interruption) => void
  /** Takes what may wait until the answer is out. */
  afterAnswer: (act: () => void) => void
}
