import type { Reading } from '../../hosts/types.js'
import type { CallStops } from '../chain/stops.js'
import type { Log } from '../log/log.js'
import type { Interruption } from '../process/interruption.js'
import type { ProtocolEvent } from '../protocol/event.js'
import type { SessionState } from '../state/session.js'
import type { Machine } from './machine.js'
import type { RunOptions } from './options.js'

/** What a decision is made with, besides the payload. */
export interface Call {
  options: RunOptions
  machine: Machine
  log: Log
  /** Called when something ends us while hooks run; their groups are ended already. */
  onInterruption: (interruption: Interruption) => void
  /** Takes what may wait until the answer is out. */
  afterAnswer: (act: () => void) => void
  /** When the payload was there, on the clock of `nowMs()`: its hooks' deadline counts from then. Absent: at our own start. */
  startedAtMs?: number
  /** What is made only where a command runs. @throws when it cannot be */
  beforeCommands?: () => Promise<void>
  /** Nothing may run: of the hooks that match only those that are texts answer. */
  declaredOnly?: true
  /** A host calls: what a person let through counts, and what hooks deny is kept for a person to look at. */
  isHosts?: true
  /** A person wants policies to run that nobody approved. Never set where a host calls. */
  unapproved?: boolean
}

export interface EventCall extends Call {
  /** The bytes of the call's arguments in the payload; found only where hooks run. */
  rawInput: () => Buffer | undefined
  /** The call's arguments as the payload spells them; undefined where it does not hold them as an object. */
  inputText: () => string | undefined
  /** The payload as the host would hand it over with this event's input and output: its own bytes where nothing changed. */
  hostBytes: (event: ProtocolEvent) => Buffer
  /** Reads the payload again with another input of the call. */
  reread: (input: Record<string, unknown>) => Reading
  session: SessionState
  payloadBytes: number
  /** What stops the call, as far as hooks run. */
  stops: CallStops
}
