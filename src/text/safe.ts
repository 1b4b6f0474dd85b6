/**
 * Makes text from outside harmless before a model, a person's terminal or a host's JSON reader meets it.
 */

/**
 * C0 and C1 controls but tab and newline; zero-width, bidirectional and other invisible characters. The variation selectors that
 * make a sign an emoji stay behind one.
 */
// eslint-disable-next-line no-control-regex
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb]|(?<!\p{Extended_Pictographic}|[0-9#*])[\ufe0e\ufe0f]|[\u{e0000}-\u{e0fff}]/gu

/**
 * An opening or closing tag whose name has a joint (`system-reminder`, `hook_prompt`), the shape hosts wrap their own words in, or
 * is one of those that stand for a speaker or a call.
 */
const HOST_MARKUP =
  /<(?=\/?(?:[A-Za-z][A-Za-z0-9]*[-_:][A-Za-z0-9_:-]*|(?:system|human|user|assistant|developer|invoke|parameter|thinking)[\s>/]))/gi

/** Most texts are this: nothing in it is broken below, and setting up what looks for it costs a short call more than the look. */
const PLAIN = /^[\n\t -;=-~]*$/

/**
 * Breaks control, bidirectional and zero-width characters (each becomes U+FFFD), lone surrogates (a strict JSON
 * reader would refuse the whole answer) and imitations of host markup. Newlines and tabs stay; CRLF becomes LF.
 */
export const safeText = (text: string): string =>
  PLAIN.test(text) ? text : text.replaceAll('\r\n', '\n').toWellFormed().replace(INVISIBLE, '\ufffd').replace(HOST_MARKUP, '‹')

/** The same for a text that a hook wrote: it must not imitate the heading under which another one's stands. */
export const safeHookText = (text: string): string => safeText(text).replaceAll('[output of hook "', '(output of hook "')

/** The same for every text in a JSON value, keys included. Values nested deeper than any host's are texts. */
export const safeValue = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return safeText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return safeText(JSON.stringify(value))
  if (Array.isArray(value)) return value.map((inner) => safeValue(inner, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [safeText(key), safeValue(inner, depth + 1)]))
}

const MAX_DEPTH = 100

/** The same for a text that must stay on one line. */
export const safeLine = (text: string): string => {
  const safe = safeText(text)
  return safe.includes('\n') || safe.includes('\t') ? safe.replace(/[\n\t]+/g, ' ') : safe
}

/** At most this many characters of a file nobody approved reach a model, per error (DESIGN 6). */
export const QUOTED_CHARS = 40

/** A short quotation of text that nobody vouches for. */
export const quoted = (text: string, maxChars = QUOTED_CHARS): string => {
  const line = safeLine(text)
  return line.length <= maxChars ? `"${line}"` : `"${line.slice(0, maxChars - 1).toWellFormed()}…"`
}
