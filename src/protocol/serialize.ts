import type { ProtocolEvent } from './event.js'

/** From here on a text that stands in the event twice is encoded once. */
const LONG_CHARS = 65_536
/** Private use characters; that they occur exactly as often as they were put in is checked. */
const PLACEHOLDER = '\ue000\ue001acuvo-command\ue001\ue000'

/**
 * The event as a hook gets it: one JSON document, with the root that the hook's file stands in.
 * The command of a shell call is in `tool.command` and, as the host sent it, in `tool.input` as well.
 */
export const serializeEvent = (event: ProtocolEvent, root: string): string => {
  const whole = { ...event, workspace: { ...event.workspace, root } }
  const { tool } = event
  const command = tool?.command
  if (tool === undefined || command === undefined || command.length < LONG_CHARS || tool.input.command !== command)
    return JSON.stringify(whole)
  const short = { ...whole, tool: { ...tool, command: PLACEHOLDER, input: { ...tool.input, command: PLACEHOLDER } } }
  const parts = JSON.stringify(short).split(JSON.stringify(PLACEHOLDER))
  return parts.length === 3 ? parts.join(JSON.stringify(command)) : JSON.stringify(whole)
}
