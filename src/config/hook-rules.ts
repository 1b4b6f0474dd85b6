import { isEventName, isGateEvent, isStopEvent, isToolEvent, type EventName } from '../protocol/events.js'
import { isToolKind } from '../protocol/tools.js'
import { policyFaults } from '../text/policy-faults.js'
import type { PolicyErrorCode } from './types.js'

/** Rules about several keys of one hook, and about keys at an event. They say nothing while the event itself is unknown. */

/** A hook as it was written: any key may be there, with any value. */
export type RawHook = Record<string, unknown>

export interface HookRule {
  /** The key that is at fault. */
  key: string
  code: PolicyErrorCode
  /** What is wrong, in words; undefined where nothing is. */
  fault: (hook: RawHook) => string | undefined
}

export const GATE_TIMEOUT_MAX_MS = 120_000
export const OTHER_TIMEOUT_MAX_MS = 600_000
/** Events at which nothing can be stopped and nobody sent on. */
const UNSTOPPABLE: readonly EventName[] = ['SessionStart', 'Notification', 'SessionEnd']
/** Keys that say how something is started. */
const STARTING_KEYS = ['commandWindows', 'shellProgram', 'env', 'stdin', 'background', 'detach', 'mayAllow']

/** A rule about a key at the hook's event. */
const at = (
  key: string,
  fault: (event: EventName, value: unknown, hook: RawHook) => string | undefined,
  code: PolicyErrorCode = 'not_here',
): HookRule => ({
  key,
  code,
  fault: (hook) => (hook[key] !== undefined && isEventName(hook.event) ? fault(hook.event, hook[key], hook) : undefined),
})

/** One answer a hook: the second one is at fault. */
const oneAnswer = (key: string, before: readonly string[]): HookRule => ({
  key,
  code: 'not_here',
  fault: (hook) => {
    const other = hook[key] === undefined ? undefined : before.find((one) => hook[one] !== undefined)
    return other === undefined ? undefined : policyFaults.oneAnswer(other)
  },
})

const needsCommand = (key: string): HookRule => ({
  key,
  code: 'not_here',
  fault: (hook) => (hook[key] !== undefined && hook.command === undefined ? policyFaults.needsCommand : undefined),
})

export const HOOK_RULES: readonly HookRule[] = [
  at('tools', (event) => (isToolEvent(event) ? undefined : policyFaults.toolsNotHere(event))),
  at('commands', (event) => (isToolEvent(event) ? undefined : policyFaults.toolsNotHere(event))),
  at('commands', (_event, _value, { tools }) => (namesNoShell(tools) ? policyFaults.commandsOfNoTool : undefined)),
  at('paths', (event) => (isToolEvent(event) || isStopEvent(event) ? undefined : policyFaults.pathsNotHere(event))),
  at('each', (event, _value, { paths }) =>
    isToolEvent(event) || (isStopEvent(event) && paths !== undefined) ? undefined : policyFaults.pathsNotHere(event),
  ),
  at('onFailure', (event, value) => {
    if (value === 'deny' && !isGateEvent(event)) return policyFaults.denyNotHere(event)
    return value === 'ask' && event !== 'PreToolUse' ? policyFaults.askNotHere : undefined
  }),
  at('deny', (event) => (UNSTOPPABLE.includes(event) ? policyFaults.nothingToDeny(event) : undefined)),
  at('ask', (event) => (event === 'PreToolUse' ? undefined : policyFaults.askNotHere)),
  at('context', (event) => (isStopEvent(event) ? policyFaults.contextNotHere(event) : undefined)),
  at('background', (event, value) => (value === true && isGateEvent(event) ? policyFaults.backgroundNotHere(event) : undefined)),
  at('timeoutMs', (_event, _value, { background }) => (background === true ? policyFaults.backgroundTimeout : undefined)),
  at(
    'timeoutMs',
    (event, value) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
      const maxMs = isGateEvent(event) ? GATE_TIMEOUT_MAX_MS : OTHER_TIMEOUT_MAX_MS
      return value > maxMs ? policyFaults.timeoutTooLong(maxMs, event) : undefined
    },
    'out_of_range',
  ),
  oneAnswer('deny', ['command']),
  oneAnswer('ask', ['command', 'deny']),
  oneAnswer('notice', ['command', 'deny', 'ask']),
  oneAnswer('context', ['command', 'deny', 'ask', 'notice']),
  ...STARTING_KEYS.map(needsCommand),
  {
    key: 'shellProgram',
    code: 'not_here',
    fault: ({ shellProgram, command }) => (shellProgram !== undefined && Array.isArray(command) ? policyFaults.shellNeedsText : undefined),
  },
  ...['command', 'commandWindows'].map((key): HookRule => ({
    key,
    code: 'not_here',
    fault: (hook) => {
      const isForCmd = key === 'commandWindows' || process.platform === 'win32' || hook.shellProgram === 'cmd'
      return isForCmd && namesCmdVariable(hook[key]) ? policyFaults.cmdVariable : undefined
    },
  })),
]

/** Tools by name of which none runs commands; one that is not known may. */
const namesNoShell = (tools: unknown): boolean =>
  Array.isArray(tools) && tools.length > 0 && tools.every((name) => typeof name === 'string' && isToolKind(name) && name !== 'run_command')

/** cmd.exe expands variables as text before it reads the line, so a value could become a command. */
export const namesCmdVariable = (command: unknown): boolean => typeof command === 'string' && /%ACUVO_/i.test(command)
