import { payloads } from '../text/call-faults.js'

export const MAX_PAYLOAD_BYTES = 64 * 1_048_576

const CHUNK_BYTES = 65_536
/** What a payload of more than one chunk gets at once: the system gives room only where bytes are put. */
const LARGE_BYTES = 16 * 1_048_576

/** What came in, or in words why it cannot be read. */
export type Received = { bytes: Buffer } | { unreadable: string }

/**
 * Bytes as they come in, in one buffer that grows. Once there are more than the limit they are dropped, so that the
 * writer is never left blocked.
 */
export class Inbox {
  #buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  total = 0

  /** Where to put the next bytes; never empty. */
  get room(): Buffer {
    if (this.tooLarge) return this.#buffer
    if (this.total === this.#buffer.length) {
      const grown = Buffer.allocUnsafe(this.total < LARGE_BYTES ? LARGE_BYTES : MAX_PAYLOAD_BYTES + CHUNK_BYTES)
      this.#buffer.copy(grown, 0, 0, this.total)
      this.#buffer = grown
    }
    return this.#buffer.subarray(this.total)
  }

  /** Counts bytes that were put into `room`. */
  filled(count: number): void {
    this.total += count
  }

  add(chunk: Buffer): void {
    for (let rest = chunk; rest.length > 0;) {
      const copied = rest.copy(this.room)
      this.filled(copied)
      rest = rest.subarray(copied)
    }
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.total)
  }

  get tooLarge(): boolean {
    return this.total > MAX_PAYLOAD_BYTES
  }

  result(): Received {
    return this.tooLarge ? { unreadable: payloads.tooLarge(MAX_PAYLOAD_BYTES) } : { bytes: this.bytes }
  }
}
