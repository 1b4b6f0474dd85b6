/**
 * Finds a member of a JSON object in its bytes, so that a value can be handed on exactly as it came: a parser would round
 * long numbers, and writing megabytes out again costs more than all the rest.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])
const COMMA = 0x2c
const COLON = 0x3a

/**
 * One pass over the bytes; texts are skipped by their quotes, so the cost is linear and low for long texts.
 *
 * @param json a valid JSON object
 * @param key without characters that JSON escapes
 * @returns the bytes of the value, the last one where the key stands several times; undefined when it is not there
 */
export const rawMember = (json: Buffer, key: string): Buffer | undefined => {
  const wanted = Buffer.from(JSON.stringify(key))
  let found: Buffer | undefined
  let depth = 0
  let text: [from: number, to: number] | undefined
  let valueFrom = -1
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (byte === QUOTE) {
      const end = endOfText(json, at)
      if (depth === 1 && valueFrom === -1) text = [at, end + 1]
      at = end
    } else if (OPENING.has(byte)) depth++
    else if (byte === COLON && depth === 1 && text !== undefined) {
      valueFrom = json.subarray(...text).equals(wanted) ? at + 1 : -2
      text = undefined
    } else if (depth === 1 && (byte === COMMA || CLOSING.has(byte))) {
      if (valueFrom >= 0) found = trimmed(json.subarray(valueFrom, at))
      valueFrom = -1
      if (byte !== COMMA) depth--
    } else if (CLOSING.has(byte)) depth--
  }
  return found
}

/** @param start where the opening quote stands */
const endOfText = (json: Buffer, start: number): number => {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

const trimmed = (bytes: Buffer): Buffer => {
  let from = 0
  let to = bytes.length
  while (from < to && isSpace(bytes[from])) from++
  while (to > from && isSpace(bytes[to - 1])) to--
  return bytes.subarray(from, to)
}
