import type { ProtocolEvent } from '../protocol/event.js'
import { bounded } from '../text/bounds.js'
import { answers, causes, couldNotRun, deniedRewrite, stoppedBecause } from '../text/messages.js'
import { safeText } from '../text/safe.js'
import { patched } from './merge-patch.js'
import type { MatchedHook } from './chain-setting.js'

/** What a hook's change of the call comes to. */

export interface Rewrite {
  /** The whole input. */
  input: Record<string, unknown>
  /** The reason where the host cannot take it. */
  denied: (hook: string) => string
  /** The reason where the changed call cannot be read. */
  unread: (hook: string, why: string) => string
}

/** The changed call: what is still to run for it; or why it must not. */
export type Rejudged =
  { event: ProtocolEvent; rest: readonly MatchedHook[]; notices: readonly string[] } | { denied: string } | { unreadable: string }

/** Characters of the changed input in a reason. */
const SHOWN_CHARS = 2_000

/** What JSON writes for half a character, which a strict reader refuses together with all that stands around it. */
const HALF_CHARACTER = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

/**
 * @param inputText the input as the payload spells it, where it is known
 * @returns undefined where it changes nothing
 */
export const rewriteOf = (
  patch: Record<string, unknown>,
  { tool, event }: ProtocolEvent,
  inputText: () => string | undefined,
): Rewrite | { fault: string } | undefined => {
  const before = tool?.input ?? {}
  const after = patched(before, patch)
  if ('fault' in after) return after
  const text = JSON.stringify(after.input)
  if (text === JSON.stringify(before)) return undefined
  if (HALF_CHARACTER.test(text)) return { fault: answers.halfCharacter }
  if (hasInexactNumber(inputText() ?? '')) return { fault: answers.inexact }
  return {
    input: after.input,
    denied: (hook) => deniedRewrite(hook, bounded(safeText(text), SHOWN_CHARS), event),
    unread: (hook, why) => stoppedBecause(couldNotRun(hook, causes.rewriteUnread(why)), event),
  }
}

/** A number that would be another one after it was read and written again: the whole input goes out, not only what was changed. */
const hasInexactNumber = (json: string): boolean =>
  (json.replace(/"(?:[^"\\]|\\.)*"/gs, '""').match(/-?\d[\d.eE+-]*/g) ?? []).some((spelled) => {
    const number = Number(spelled)
    if (/^-?\d+$/.test(spelled)) return !Number.isSafeInteger(number)
    if (String(number) === spelled) return false
    return !Number.isFinite(number) || spelled.replace(/[^\d]|[eE].*$/g, '').replace(/^0+/, '').length > EXACT_DIGITS
  })

const EXACT_DIGITS = 15
