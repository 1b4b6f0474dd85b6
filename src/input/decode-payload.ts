import { payloads } from '../text/call-faults.js'
import { conflictingKeyOf } from './conflicting-keys.js'
import { hasSecondDocument } from './second-document.js'

/** A payload is one JSON object in UTF-8. Anything else is unreadable, with the fault in words; never an exception. */
export type DecodedPayload = ReadablePayload | { unreadable: string }

export interface ReadablePayload {
  payload: Record<string, unknown>
  /** The document it was read from, without byte-order marks. */
  bytes: Buffer
}

/** Longer payloads are not looked through for keys that stand twice. */
const COMPARED_CHARS = 1_048_576
/** What invalid UTF-8 is decoded to; it may also stand in a text rightly. */
const REPLACEMENT = '\ufffd'

/**
 * Decodes bytes whatever the locale. Any number of byte-order marks is stripped, because a host sends one or two.
 * The text of the payload is never echoed: it may hold secrets.
 */
export const decodePayload = (received: Buffer): DecodedPayload => {
  const bytes = withoutMarks(received)
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { unreadable: faultOf(received, bytes, text) }
  }
  if (text.includes(REPLACEMENT) && !isUtf8(bytes)) return { unreadable: payloads.notUtf8 }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { unreadable: payloads.notObject }
  if (text.length <= COMPARED_CHARS && conflictingKeyOf(text, value) !== undefined) return { unreadable: payloads.conflicting }
  return { payload: value as Record<string, unknown>, bytes }
}

const withoutMarks = (bytes: Buffer): Buffer => {
  let start = 0
  while (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) start += 3
  return start === 0 ? bytes : bytes.subarray(start)
}

/** What is wrong with bytes that are no JSON document. */
const faultOf = (received: Buffer, bytes: Buffer, text: string): string => {
  if (isUtf16(received)) return payloads.utf16
  if (bytes.every(isBlank)) return payloads.empty
  if (bytes.includes(0)) return payloads.nul
  if (!isUtf8(bytes)) return payloads.notUtf8
  return hasSecondDocument(text) ? payloads.trailing : payloads.notJson
}

const isUtf16 = (bytes: Buffer): boolean => (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** Asked off the hot path only. */
const isUtf8 = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
