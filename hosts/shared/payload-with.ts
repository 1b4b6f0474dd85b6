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
      ...(input === undefined ? {} : { [INPUT_KEY]: input }),
      ...(output === undefined ? {} : { [key]: shaped(event, output.value) }),
    }
  }
