/**
 * What the chain came to, independent of the host. A host's renderer turns it into stdout, stderr and an exit code.
 */

/** A text under the name of the hook (or the part of the tool) that said it. */
export interface NamedText {
  from: string
  text: string
}

export type OutcomeKind = 'passed' | 'denied' | 'asked' | 'failed' | 'skipped'

/** How one matched hook ended. Every matched hook has exactly one. */
export interface HookOutcome {
  /** The hook's label, e.g. `guard` or `PreToolUse #1`. */
  hook: string
  /** The file the hook stands in. Absolute. */
  file: string
  outcome: OutcomeKind
  /** Why it failed or was skipped, in words; absent otherwise. */
  cause?: string
  exitCode?: number
  signal?: string
  durationMs: number
  /** The end of what it printed, bounded, controls broken. For the person and the log, never for the model. */
  outputTail?: string
}

export interface Decision {
  verdict: 'pass' | 'deny'
  /** On deny: the whole text for the model and the person. Never empty then. */
  reason?: string
  /** Text for the model, in chain order. */
  contexts: NamedText[]
  /** Text for the person, in chain order. */
  notices: NamedText[]
  outcomes: HookOutcome[]
}

/** Nothing to say: the host's own rules stay in force. */
export const passDecision = (): Decision => ({ verdict: 'pass', contexts: [], notices: [], outcomes: [] })

/** What a process hands to the host. */
export interface Rendered {
  /** Exactly one JSON document, or nothing. */
  stdout: string
  stderr: string
  exitCode: number
  /** What the decision held and the host cannot carry, for the log. */
  dropped: string[]
}
