/**
 * The canonical lifecycle events. Every host's native events map onto these ten names; a hook names one of
 * them. What a deny means at each is fixed here and is the same in every host that can carry it.
 */

export const EVENT_NAMES = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'SubagentStart',
  'SubagentStop',
  'Notification',
  'Stop',
  'SessionEnd',
] as const

export type EventName = (typeof EVENT_NAMES)[number]

/** Events at which a deny stops something, where the host allows it. Only here may a hook fail closed. */
const GATE_EVENTS: readonly EventName[] = ['PreToolUse', 'UserPromptSubmit', 'PreCompact', 'SubagentStart']

/** Events that are about one tool call; only here may a hook name tools. */
const TOOL_EVENTS: readonly EventName[] = ['PreToolUse', 'PostToolUse']

/** Events at which a deny means "go on": the agent is not allowed to end yet. */
const STOP_EVENTS: readonly EventName[] = ['Stop', 'SubagentStop']

export const isEventName = (name: unknown): name is EventName => EVENT_NAMES.includes(name as EventName)
export const isGateEvent = (event: EventName): boolean => GATE_EVENTS.includes(event)
export const isToolEvent = (event: EventName): boolean => TOOL_EVENTS.includes(event)
export const isStopEvent = (event: EventName): boolean => STOP_EVENTS.includes(event)
