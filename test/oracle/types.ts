/**
 * The common interface of the oracles: what each host makes of a hook's answer, modelled from the host documents
 * alone (hosts/claude-code.md, hosts/codex.md, hosts/cursor.md). The oracles judge our own rendering, so nothing here
 * may import from hosts/ or src/ of this repository.
 *
 * Where the documents leave a point open, an oracle takes the reading that is worse for us: a doubtful deny does not
 * block, a doubtful allow widens, a doubtful document is not valid.
 */

/** How a hook process ended and what it wrote, decoded as UTF-8. `exitCode` is null when a signal ended it. */
export interface HookResult {
  exitCode: number | null
  stdout: string
  stderr: string
  signal?: string | null
}

export interface JudgeOptions {
  /** Cursor `failClosed: true`; Claude Code `onFailure: "block"`. Codex has no such switch and ignores it. */
  failClosed?: boolean
  /** The host's own tool name. Decides whose output may be replaced, and whether a Codex rewrite needs `command`. */
  tool?: string
  /** Claude Code 2.1.197 instead of 2.1.332; Cursor as documented up to August 2026 (a garbled document fails open). */
  version?: 'old'
  /** The host ended the hook at its timeout; what it wrote is then discarded by every host. */
  timedOut?: boolean
  /** A person sits at the host. Claude Code then asks on `ask`, where headless (the measured case) it denies. */
  interactive?: boolean
  /** The `status` in Cursor's subagentStop payload; `completed` when left out. */
  status?: 'completed' | 'error' | 'aborted'
}

export interface Judgement {
  /** The call, prompt, compaction, subagent start (or other announced action) is stopped; at stop events: the agent goes on. */
  blocked: boolean
  /** The answer grants something the host would otherwise have asked about. */
  widened: boolean
  /** The host takes the output for what it was meant to be: no hook error, no rejected object, no document read as text. */
  valid: boolean
  /** The answer puts the question to a person, where one is there. */
  asked: boolean
  /** Every rule of the host that the output breaks, and every key it will not act on; may be non-empty when `valid`. */
  problems: string[]
  /** Texts that reach the model: the hook's own words without the host's frame, or the host's sentence in their place. */
  modelSees: string[]
  /** Texts a person is shown, likewise unframed. */
  personSees: string[]
  /** false: the answer ends the turn. true: at a stop event the agent goes on. Absent: the host takes its own course. */
  continues?: boolean
  /** The tool input that replaces the call's own. */
  updatedInput?: unknown
  /** What the model reads in place of the tool's output. */
  replacedOutput?: unknown
}

export interface Oracle {
  judge(nativeEvent: string, result: HookResult, options?: JudgeOptions): Judgement
  /** `judge(...).blocked` for a process that ended by itself, with default options. */
  wouldBlock(nativeEvent: string, exitCode: number, stdout: string, stderr: string): boolean
}

/** A judgement of "nothing happened", to be filled in. */
export const nothing = (): Judgement => ({
  blocked: false,
  widened: false,
  valid: true,
  asked: false,
  problems: [],
  modelSees: [],
  personSees: [],
})

/** Records a broken rule that makes the output invalid. */
export function invalid(judgement: Judgement, ...problems: string[]): Judgement {
  judgement.valid = false
  judgement.problems.push(...problems)
  return judgement
}

/** Pushes `text` when it is a string with more than white space in it. */
export function say(texts: string[], text: unknown): void {
  if (typeof text === 'string' && text.trim() !== '') texts.push(text)
}
