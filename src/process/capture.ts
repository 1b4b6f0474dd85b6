/** What one stream of a hook printed, up to a limit. Bytes are joined before they are decoded, so no character is torn. */
export class Capture {
  readonly #chunks: Uint8Array[] = []
  readonly #maxBytes: number
  #kept = 0
  #seen = 0
  /** True when something was dropped. */
  cut = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  take(chunk: Uint8Array): void {
    this.#seen += chunk.length
    const room = this.#maxBytes - this.#kept
    if (chunk.length > room) this.cut = true
    if (room <= 0) return
    const kept = chunk.subarray(0, room)
    this.#chunks.push(kept)
    this.#kept += kept.length
  }

  /** How much came in all, what was dropped included. */
  get seenBytes(): number {
    return this.#seen
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
