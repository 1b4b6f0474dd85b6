import { plainName } from '../../src/input/spellings.js'
import type { ProtocolEvent } from '../../src/protocol/event.js'
import type { HostAdapter, Payload } from '../types.js'

/** Where these hosts carry a call's arguments. */
export const INPUT_KEY = 'tool_input'

/**
 * Makes the function that puts another input or output into a payload, as the host itself would have sent it.
 *
 * @param outputKeys where the host may carry an output; the first that the payload has is meant
 * @param shaped the output in the host's own shape
 */
export const payloadWith =
  (outputKeys: readonly string[], shaped: (event: ProtocolEvent, value: unknown) => unknown): HostAdapter['payloadWith'] =>
  (payload: Payload, event, { input, output }) => {
    const key = outputKeys.find((one) => one in payload) ?? outputKeys[0] ?? ''
    return {
      ...payload,
      ...(input === undefined ? {} : { ...copiesOf(payload, INPUT_KEY, input), [INPUT_KEY]: input }),
      ...(output === undefined ? {} : { [key]: shaped(event, output.value) }),
    }
  }

/** A payload may hold the same field under another spelling too: its copies change with it. */
const copiesOf = (payload: Payload, key: string, value: unknown): Payload =>
  Object.fromEntries(
    Object.keys(payload)
      .filter((name) => plainName(name) === plainName(key))
      .map((name) => [name, value]),
  )
