/** Marks what was left out, so that a cut text never passes for a whole one. */
const charactersCut = (leftOut: number): string => `… [${leftOut} characters cut]`

/**
 * A text of at most `maxChars` UTF-16 units, the mark included; never cut inside a surrogate pair.
 * Where not even the mark fits, as much of the mark as does.
 */
export const bounded = (text: string, maxChars: number, mark: (leftOut: number) => string = charactersCut): string => {
  if (text.length <= maxChars) return text
  let keep = Math.max(maxChars - mark(text.length).length, 0)
  if (isHighSurrogate(text.charCodeAt(keep - 1))) keep--
  return (text.slice(0, keep) + mark(text.length - keep)).slice(0, maxChars)
}

/** The end of a text, at most `maxChars` units. */
export const tailOf = (text: string, maxChars: number): string => {
  if (text.length <= maxChars) return text
  let from = text.length - maxChars
  if (isLowSurrogate(text.charCodeAt(from))) from++
  return `…${text.slice(from)}`
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
