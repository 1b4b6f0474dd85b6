/**
 * Names of files that are no UTF-8. Each byte that is none stands as a lone low surrogate (U+DC80 to U+DCFF), as in Python's
 * `surrogateescape`: no two names become one, JSON carries it, and a script gets the name's own bytes back.
 */

const FIRST = 0xdc00
/** Made when it is needed: making one costs a Node the compiling of it. */
let strict: InstanceType<typeof TextDecoder> | undefined

export const pathOfBytes = (bytes: Buffer): string => {
  const whole = decoded(bytes)
  if (whole !== undefined) return whole
  let path = ''
  for (let at = 0; at < bytes.length;) {
    const size = sizeAt(bytes, at)
    const character = size === 0 ? undefined : decoded(bytes.subarray(at, at + size))
    path += character ?? String.fromCharCode(FIRST + (bytes[at] as number))
    at += character === undefined ? 1 : size
  }
  return path
}

export const bytesOfPath = (path: string): Buffer => {
  if (path.isWellFormed()) return Buffer.from(path)
  const parts = path.split(/([\udc80-\udcff])/u)
  return Buffer.concat(parts.map((part, index) => (index % 2 === 1 ? Buffer.from([part.charCodeAt(0) - FIRST]) : Buffer.from(part))))
}

const decoded = (bytes: Buffer): string | undefined => {
  try {
    return (strict ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })).decode(bytes)
  } catch {
    return undefined
  }
}

/** How many bytes the character that begins here has by its first one; 0 where none can begin. */
const sizeAt = (bytes: Buffer, at: number): number => {
  const first = bytes[at] as number
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}
