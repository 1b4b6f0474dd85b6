import type { NamedText } from '../../src/protocol/decision.js'
import { bounded } from '../../src/text/bounds.js'
import { contextCut, contextText } from '../../src/text/messages.js'

/** What one hook may put in front of the model where its file names no other limit. */
export const DEFAULT_CONTEXT_CHARS = 8_192

export interface ContextLimits {
  /** Of all contexts with their headings, in UTF-16 units. */
  maxChars: number
  /** Whether `maxChars` are bytes of UTF-8. */
  inBytes?: boolean | undefined
  /** Of one hook's. */
  perHookChars: number
  /** Puts a whole text somewhere; returns its path. */
  keep?: ((text: string) => string | undefined) | undefined
}

/**
 * Each hook's text under its name, in order, within the host's limit. Room is shared fairly: the longest give way first, and
 * what gives way says so and where the whole text is.
 */
export const contextsWithin = (contexts: readonly NamedText[], limits: ContextLimits): string => {
  const files = new Map<string, string | undefined>()
  const keep = (text: string): string | undefined => {
    if (!files.has(text)) files.set(text, limits.keep?.(text))
    return files.get(text)
  }
  return fitted(limits.maxChars, limits.inBytes === true, (maxChars) => withinChars(contexts, { ...limits, maxChars, keep }))
}

/** One text within a limit of characters, or of bytes. */
export const textWithin = (text: string, max: number, inBytes = false): string => fitted(max, inBytes, (chars) => bounded(text, chars))

/** The longest that fits of texts that are made for a number of characters. */
const fitted = (max: number, inBytes: boolean, make: (maxChars: number) => string): string => {
  for (let chars = max; ;) {
    const text = make(chars)
    const size = inBytes ? Buffer.byteLength(text) : text.length
    if (size <= max || chars <= 0) return text
    // As many characters as had room, by what these took; always fewer than before.
    chars = Math.min(Math.floor((text.length * max) / size), chars - 1)
  }
}

const withinChars = (contexts: readonly NamedText[], { maxChars, perHookChars, keep }: ContextLimits): string => {
  const heads = contexts.map((context) => contextText({ ...context, text: '' }).length + 2)
  let room = maxChars - heads.reduce((sum, length) => sum + length, 0)
  const share = new Map<NamedText, number>()
  const shortestFirst = [...contexts].sort((a, b) => a.text.length - b.text.length)
  for (const [index, context] of shortestFirst.entries()) {
    const fair = Math.max(Math.floor(room / (shortestFirst.length - index)), 0)
    // What we say ourselves has no hook's limit.
    const chars = Math.min(context.text.length, fair, context.from === '' ? Infinity : perHookChars)
    share.set(context, chars)
    room -= chars
  }
  const within = (context: NamedText): string => {
    const chars = share.get(context) ?? 0
    if (context.text.length <= chars) return context.text
    const file = keep?.(context.text)
    return file === undefined ? bounded(context.text, chars) : bounded(context.text, chars, contextCut(file))
  }
  const whole = contexts.map((context) => contextText({ ...context, text: within(context) })).join('\n\n')
  // Very many names alone can be too long.
  return bounded(whole, Math.max(maxChars, 0))
}
