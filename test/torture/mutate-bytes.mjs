/**
 * Faults of bytes: what a broken pipe, a bad encoder or somebody who means harm makes of a text.
 *
 * @typedef {import('./random.mjs').Random} Random
 */

/** Bytes that readers of text trip over. */
const PIECES = [
  [0x00],
  [0xff],
  [0xef, 0xbb, 0xbf],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x80, 0xa8],
  [0xff, 0xfe],
  ...['"', '\\', '{', '}', '[', ']', ',', ':', '\n', '\r\n', '\t', '\x1b[2J', '\\u0000', '\\udc00', '//', '/*', '-', '1e999', 'null'].map(
    (text) => [...Buffer.from(text)],
  ),
]

/** @param {Buffer} bytes @param {number} from @param {number} to @param {Buffer} [by] */
const replaced = (bytes, from, to, by = Buffer.alloc(0)) => Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

/** @type {readonly ((bytes: Buffer, random: Random) => Buffer)[]} */
const FAULTS = [
  (bytes, random) => {
    const at = random.below(bytes.length)
    return replaced(bytes, at, at + 1, Buffer.from([/** @type {number} */ (bytes[at]) ^ (1 << random.below(8))]))
  },
  (bytes, random) => {
    const at = random.below(bytes.length)
    return replaced(bytes, at, at + 1, Buffer.from([random.below(256)]))
  },
  (bytes, random) => {
    const at = random.below(bytes.length + 1)
    return replaced(bytes, at, at, Buffer.from(random.one(PIECES)))
  },
  (bytes, random) => {
    const at = random.below(bytes.length)
    return replaced(bytes, at, Math.min(bytes.length, at + 1 + random.below(16)))
  },
  (bytes, random) => {
    const at = random.below(bytes.length)
    const piece = bytes.subarray(at, at + 1 + random.below(64))
    return replaced(bytes, at, at, piece)
  },
  (bytes, random) => {
    const at = random.below(bytes.length)
    const piece = bytes.subarray(at, at + 1 + random.below(64))
    const to = random.below(bytes.length)
    return replaced(bytes, to, to, piece)
  },
  (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  (bytes, random) => bytes.subarray(random.below(Math.min(40, bytes.length))),
  (bytes, random) => Buffer.concat([bytes, random.chance(0.5) ? bytes : Buffer.from(random.one(PIECES))]),
]

/**
 * One to four faults, most often one.
 *
 * @param {Buffer} bytes
 * @param {Random} random
 * @returns {Buffer}
 */
export const withByteFaults = (bytes, random) => {
  let faulty = bytes
  do {
    if (faulty.length === 0) return faulty
    faulty = random.one(FAULTS)(faulty, random)
  } while (random.chance(0.3))
  return faulty
}
