import { rawMember } from '../input/raw-member.js'
import type { ProtocolEvent } from '../protocol/event.js'

/** Private use characters; that it occurs exactly as often as it was put in is checked. */
const PLACEHOLDER = '\ue000\ue001acuvo\ue001\ue000'
/** From here on a command is copied from the payload instead of being written out again. */
const LONG_CHARS = 65_536

/**
 * The event as text: what a hook reads on stdin, and the arguments of the call. Where the payload holds the arguments as
 * an object they are handed on byte by byte, so that nothing of them changes.
 */
export class EventText {
  readonly event: ProtocolEvent
  readonly #rawInput: Buffer | undefined
  readonly #documents = new Map<string, readonly Buffer[]>()

  /** @param rawInput the bytes of `tool.input` in the payload, on one line; absent where the event composed it */
  constructor(event: ProtocolEvent, rawInput?: Buffer) {
    this.event = event
    this.#rawInput = rawInput
  }

  /**
   * The whole event as one JSON document on one line, in the parts that it is made of: of a long one joining them costs more than all
   * the rest.
   *
   * @param root the root that the hook's file stands in
   */
  document(root: string): readonly Buffer[] {
    const made = this.#documents.get(root) ?? this.#make(root)
    this.#documents.set(root, made)
    return made
  }

  /** The JSON of the call's arguments, or at least its first `maxChars + 1` characters. Undefined without a call. */
  argumentsText(maxChars: number): string | undefined {
    if (this.event.tool === undefined) return undefined
    if (this.#rawInput === undefined) return JSON.stringify(this.event.tool.input)
    // A UTF-16 unit takes at most three bytes.
    return this.#rawInput.subarray(0, 3 * (maxChars + 1)).toString('utf8')
  }

  /** A number among the arguments as the payload spells it, which may have more digits than a program can hold. */
  numberText(key: string, value: number): string {
    // Only what a program cannot hold exactly is looked up: looking up costs as much as the payload is long.
    const isLost = Number.isInteger(value) && !Number.isSafeInteger(value) && /^[\w.-]+$/.test(key)
    return (isLost && this.#rawInput !== undefined ? rawMember(this.#rawInput, key)?.toString('utf8') : undefined) ?? String(value)
  }

  #make(root: string): readonly Buffer[] {
    const whole = { ...this.event, workspace: { ...this.event.workspace, root } }
    const { tool } = this.event
    const raw = this.#rawInput
    if (tool === undefined || raw === undefined) return [Buffer.from(JSON.stringify(whole))]
    const command = (tool.command ?? '').length >= LONG_CHARS && tool.input.command === tool.command ? rawMember(raw, 'command') : undefined
    const short = { ...whole, tool: { ...tool, input: PLACEHOLDER, ...(command === undefined ? {} : { command: PLACEHOLDER }) } }
    const parts = JSON.stringify(short).split(JSON.stringify(PLACEHOLDER))
    if (parts.length !== (command === undefined ? 2 : 3)) return [Buffer.from(JSON.stringify(whole))]
    // `input` stands before `command` in a call, or after it: the values go where their keys stand.
    const keys = Object.keys(short.tool)
    const values = command === undefined ? [raw] : keys.indexOf('input') < keys.indexOf('command') ? [raw, command] : [command, raw]
    return parts.flatMap((part, index) => [Buffer.from(part), ...values.slice(index, index + 1)])
  }
}
