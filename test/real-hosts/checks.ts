import { deepEqual, equal, match, ok } from 'node:assert/strict'
import type { Seen } from './scenario.js'

/** What scenarios hold against what was seen. Each throws with the text that was there. */

const shortened = (text: string): string => (text.length > 1500 ? `${text.slice(0, 700)} … ${text.slice(-700)}` : text)

export const contains = (text: string, ...parts: readonly string[]): void => {
  for (const part of parts) ok(text.includes(part), `expected ${JSON.stringify(part)} in:\n${shortened(text)}`)
}

export const lacks = (text: string, ...parts: readonly string[]): void => {
  for (const part of parts) {
    const at = text.indexOf(part)
    ok(at === -1, `did not expect ${JSON.stringify(part)}: …${text.slice(Math.max(0, at - 200), at + 200)}…`)
  }
}

/** How often a text stands in another. */
export const count = (text: string, part: string): number => text.split(part).length - 1

/** The call was stopped, the model got these words, and what it would have made is not there. */
export const stopped = (seen: Seen, label: string, words: readonly string[], absent: readonly string[] = []): void => {
  const { text, isError } = seen.result(label)
  contains(text, ...words)
  // A document that the host could not use is shown as it is, where its own switch stops the call all the same.
  lacks(text, 'hookSpecificOutput')
  ok(isError, `the result of "${label}" is no error: ${shortened(text)}`)
  for (const path of absent) ok(!seen.place.has(path), `${path} was made`)
}

/** The call ran. */
export const ran = (seen: Seen, label: string, made: Readonly<Record<string, string>> = {}): void => {
  const { text, isError } = seen.result(label)
  ok(!isError, `the result of "${label}" is an error: ${shortened(text)}`)
  for (const [path, content] of Object.entries(made)) equal(seen.place.read(path), content, path)
}

export { deepEqual, equal, match, ok }
