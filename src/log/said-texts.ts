import { redacted, redactedText } from '../record/redact.js'
import type { Said } from './log.js'
import type { SaidIn, SaidTexts } from './call-record.js'

/** What was said in a call, for a log that is to hold it: without secrets, and bounded. A part of its own, loaded by nobody else. */

/** Of one hook. */
const PRINTED_CHARS = 400

/** @param home the person's home folder, absolute; it becomes `~` */
export const saidTexts =
  ({ printed, ...said }: Said & { printed: Readonly<Record<string, string>> }, home: string): SaidIn =>
  (maxChars) => {
    const texts: SaidTexts = {}
    for (const key of ['prompt', 'input', 'output', 'message'] as const)
      if (said[key] !== undefined) texts[key] = redacted(said[key], { home, maxChars }).value
    const printing = Object.entries(printed).slice(0, maxChars / 100)
    if (printing.length > 0)
      texts.printed = Object.fromEntries(
        printing.map(([hook, text]) => [hook, redactedText(text, { home, maxChars: Math.min(PRINTED_CHARS, maxChars) })]),
      )
    return texts
  }
