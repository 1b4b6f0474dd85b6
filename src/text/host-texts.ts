import type { Source } from '../../hosts/facts.js'
import type { AnswerName, Support } from '../../hosts/types.js'

/** What people read from `hosts`. */

export const hostTexts = {
  verified: (version: string) => `Verified against: ${version}.`,
  context: (max: number, unit: string) => `Context: at most ${max.toLocaleString('en')} ${unit} at a time.`,
  legend: 'yes: carried; partly: with a limit; -: not carried; ?: not known.',
  meanings:
    'A deny at PostToolUse is feedback to the model; at Stop and SubagentStop it sends the agent on. What is not carried becomes stricter, never looser: an ask and a rewrite become a deny, an allow no opinion.',
  sources:
    'Sources: measured: by us, in the host itself; documented: by its makers; recorded: in a public recording, or read in its code; reported: by users only; unknown: not known for sure.',
  limits: 'Limits',
  calls: 'How often each event starts us',
  timeouts: 'Timeouts',
  failClosedSwitch: 'Fail-closed switch',
  subagents: 'Subagents',
  stopControl: 'Sending the agent on, ending its turn',
  neverCalled: 'What it never calls us for',
  otherEvents: 'Native events without a protocol event (no hook runs)',
  documentation: 'Documentation',
  event: 'event',
  /** Where the table is too wide: an event that carries no answer. */
  nothing: 'nothing',
  /** A native event, and which one it is in a policy where it has another name. */
  native: (name: string, event: string) => (name === event ? name : `${name} (${event})`),
} as const

/** A cell of the table. */
export const supportWords: Readonly<Record<Support, string>> = { native: 'yes', partial: 'partly', none: '-', unknown: '?' }

/** `replace` and `replaceMcp` have one column, the end of a turn has none. */
export const answerWords: Readonly<Record<AnswerName, string>> = {
  deny: 'deny',
  ask: 'ask',
  allow: 'allow',
  context: 'context',
  notice: 'notice',
  rewrite: 'rewrite',
  replace: 'replace',
  replaceMcp: 'replace of an MCP tool',
  endsTurn: 'end of the turn',
}

/** A sentence with where it comes from. */
export const sourced = (text: string, source: Source): string => `${text} [${source}]`
