/**
 * What the chain came to, independent of the host. A host's renderer turns it into stdout, stderr and an exit code.
 */

/** A text under the name of the hook (or the part of the tool) that said it. */
export interface NamedText {
  from: string
  text: string
}

/** A question to a person. `instead`: what to do instead, where the host cannot ask and it becomes a deny. */
export interface Ask extends NamedText {
  instead?: string
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
  /** What it changed: the call's input, or the tool's output. */
  changed?: 'input' | 'output'
  /** On trial (`mode: warn`): what it would have come to. Its outcome is `passed` then. */
  would?: 'denied' | 'asked' | 'failed' | 'rewritten' | 'replaced' | 'allowed'
  exitCode?: number
  signal?: string
  durationMs: number
  /** It took more than half of the time it may take. */
  slow?: true
  /** A person let the call through, although this hook said no: the id of the log record that the person saw. */
  passed?: string
  /** How much it printed on stdout and stderr; absent where nothing was started. */
  outputBytes?: number
  /** The end of what it printed, bounded, controls broken. For the person and the log, never for the model. */
  outputTail?: string
}

/** One thing that is refused or questioned, where the host is told of each. */
export interface Refusal {
  /** As a person of that host would spell it; absent: it is about the whole call. */
  path?: string
  /** A whole sentence, harmless and bounded. */
  text: string
}

export interface Decision {
  /** deny > ask > allow > pass. `allow` only where a hook may and does say it. */
  verdict: 'pass' | 'allow' | 'ask' | 'deny'
  /** On deny: the whole text for the model and the person. Never empty then. On allow: the hook's words, if it has any. */
  reason?: string
  /** On ask: what is to be confirmed, each under its hook's name. A deny where the host cannot ask. */
  asks: Ask[]
  /** Everything that is refused or questioned, in chain order; only where the host is told of each. */
  refusals?: Refusal[]
  /** On deny: a hook wants the turn to end as well; its words for the person. */
  endsTurn?: string
  /** At a stop event: a hook says that the agent may end, whatever later ones say. */
  mayEnd?: true
  /** The whole input that the call is to run with, where a hook changed it. */
  input?: Record<string, unknown>
  /** What the model is to read in place of the tool's output. */
  output?: Replacement
  /** Text for the model, in chain order. */
  contexts: NamedText[]
  /** Text for the person, in chain order. */
  notices: NamedText[]
  outcomes: HookOutcome[]
}

/**
 * Any JSON value, with what is said in its place where the host takes it in no shape; or a text that says why the output is
 * withheld, to be put in whatever shape the host takes.
 */
export type Replacement = { value: unknown; otherwise?: string } | { withheld: string }

/** Nothing to say: the host's own rules stay in force. */
export const passDecision = (): Decision => ({ verdict: 'pass', asks: [], contexts: [], notices: [], outcomes: [] })

/** Back to no opinion: whatever allowed it did not know what is known now. */
export const undecide = (decision: Decision): void => {
  decision.verdict = 'pass'
  delete decision.reason
}

export const denial = (reason: string): Decision => ({ ...passDecision(), verdict: 'deny', reason })

/** What a process hands to the host. */
export interface Rendered {
  /** Exactly one JSON document, or nothing. */
  stdout: string
  stderr: string
  exitCode: number
  /** What the decision held and the host cannot carry, for the log. */
  dropped: Dropped[]
}

/** What a decision becomes at a host. */
export interface RenderedDecision extends Rendered {
  /** What the host is told: the decision's, or a stricter one where it cannot carry that. */
  verdict: Decision['verdict']
}

export type Dropped = 'deny' | 'ask' | 'allow' | 'context' | 'notice' | 'rewrite' | 'replace' | 'withhold'
