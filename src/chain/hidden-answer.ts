import { answers } from '../text/messages.js'
import { quoted } from '../text/safe.js'
import { isAnswerKey, REPLACE_KEYS } from './answer-keys.js'

/** Answers that do not stand where an answer stands, but that somebody meant: letting them pass would be silent. */

/** Whether an output that does not begin with a document holds one all the same. */
export const hidesAnswer = (text: string): boolean => text !== '' && laterAnswerOf(UNSEEN.test(text) ? seen(text) : text)

/** Whether a text that is no document was to replace an output. */
export const namesReplacement = (text: string): boolean => REPLACES.test(text)

export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

/** What a terminal does not show, and what a wrong encoding leaves: an answer may stand behind it that somebody meant. */
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\0-\x08\x0b-\x1f\x7f\u200b-\u200f\u2060\ufeff\ufffd]/

const seen = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex
    .replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/\r/g, '\n')
    .replace(new RegExp(UNSEEN.source, 'g'), (char) => (char === '\n' || char === '\t' ? char : ''))

/** The line that is to blame: the first one after a whole document, else the one that begins it. */
export const unparsable = (text: string): string => {
  const end = endOfObject(text)
  const rest = end === undefined || keysOf(text.slice(0, end)) === undefined ? '' : text.slice(end).trim()
  return rest === '' ? answers.notJson(quoted(firstLine(text))) : answers.after(quoted(firstLine(rest)))
}

/** Where the object that a text begins with ends; undefined where it does not. */
const endOfObject = (text: string): number | undefined => {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}]/gs)) {
    if (token === '{') depth++
    else if (token === '}' && --depth === 0) return index + 1
  }
  return undefined
}

/**
 * A log line before the document would lose the answer: somebody meant it. A later line counts that begins an object
 * and names a verdict, whole or not; or that begins an object whose first key, or one of whose keys, is of an answer.
 */
const laterAnswerOf = (text: string): boolean => {
  const lines = text.split('\n')
  let wholes = 0
  return lines.some((raw, index) => {
    const line = raw.trim()
    if (!line.startsWith('{')) return false
    if (VERDICT_KEY.test(line)) return true
    const alone = line.endsWith('}') ? keysOf(line) : undefined
    if (alone !== undefined) return alone.some(isAnswerKey)
    const rest = line === '{' ? (lines[index + 1] ?? '').trim() : line.slice(1).trim()
    if (isAnswerKey(/^"([A-Za-z_]+)"\s*:/.exec(rest)?.[1] ?? '')) return true
    // The rest of the output as one document, for a few lines only: each try reads it to its end.
    return ++wholes <= MAX_WHOLE_TRIES && (keysOf(lines.slice(index).join('\n'))?.some(isAnswerKey) ?? false)
  })
}

const MAX_WHOLE_TRIES = 8
const REPLACES = new RegExp(`"(?:${REPLACE_KEYS.join('|')})"\\s*:`)
const VERDICT_KEY = /"(?:decision|permission|permissionDecision|hookSpecificOutput)"\s*:/

/** The keys of an object; undefined where the text is none. */
const keysOf = (json: string): string[] | undefined => {
  try {
    return Object.keys(JSON.parse(json) as object)
  } catch {
    return undefined
  }
}
