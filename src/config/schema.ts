import * as z from 'zod'
import { HOST_IDS, isHostId } from '../../hosts/index.js'
import { isAbsolutePath } from '../paths/absolute.js'
import { EVENT_NAMES, isEventName, isGateEvent, isToolEvent } from '../protocol/events.js'
import { policyFaults } from '../text/policy-faults.js'
import { faultOfToolName } from './tool-names.js'
import type { PolicyErrorCode } from './types.js'

/**
 * The schema of `.acuvo/hooks.json` (DESIGN 5). Every fault is reported at once: rules about several keys run even
 * when one of the keys is of a wrong type.
 */

export const MAX_HOOKS = 32
export const DEFAULT_TIMEOUT_MS = 30_000
const GATE_TIMEOUT_MAX_MS = 120_000
const OTHER_TIMEOUT_MAX_MS = 600_000

/** Keys of the contract that this version does not know yet. Ignoring a gate's filter would be silent. */
const LATER_HOOK_KEYS = [
  'paths',
  'commands',
  'deny',
  'ask',
  'notice',
  'context',
  'instead',
  'each',
  'mode',
  'env',
  'stdin',
  'background',
  'detach',
  'mayAllow',
  'commandWindows',
  'shellProgram',
]
const LATER_FILE_KEYS = ['budgetMs', 'stopLimit', 'contextChars', 'log']
/** Keys that only the user's own file may have. */
export const USER_FILE_KEYS = ['selfProtect']
/** Keys that answer by themselves: a hook that has one needs no command. */
export const ANSWER_KEYS = ['deny', 'ask', 'notice', 'context']

export const isLaterKey = (path: readonly PropertyKey[], key: string): boolean =>
  (path.length === 0 ? LATER_FILE_KEYS : LATER_HOOK_KEYS).includes(key)

export const knownKeysAt = (path: readonly PropertyKey[]): string[] =>
  path.length === 0 ? [...Object.keys(fileShape), ...LATER_FILE_KEYS] : [...Object.keys(hookShape), ...LATER_HOOK_KEYS]

/** What a rule of our own found, carried through zod's issue. */
export interface RuleFault {
  code: PolicyErrorCode
  candidates?: readonly string[]
  nearest?: string
}

const fault = (code: PolicyErrorCode, message: string, more: Omit<RuleFault, 'code'> = {}) => ({
  error: message,
  params: { code, ...more } satisfies RuleFault,
})

const noNul = (text: string): boolean => !text.includes('\0')
const commandText = z
  .string()
  .refine((text) => text.trim() !== '', fault('bad_value', policyFaults.emptyText))
  .refine(noNul, fault('bad_value', policyFaults.noNul))
const word = z.string().refine(noNul, fault('bad_value', policyFaults.noNul))
const program = word.refine((text) => text !== '', fault('bad_value', policyFaults.emptyText))

const toolName = z.string().superRefine((name, context) => {
  const found = faultOfToolName(name)
  if (found === undefined) return
  const message = found.fault === 'server-alone' ? policyFaults.serverAlone : policyFaults.unknownTool
  const params: RuleFault = { code: 'unknown_tool', ...(found.nearest === undefined ? {} : { nearest: found.nearest }) }
  context.addIssue({ code: 'custom', message, params, input: name })
})

const hookShape = {
  event: z.string().refine(isEventName, fault('unknown_event', policyFaults.unknownEvent, { candidates: EVENT_NAMES })),
  name: z
    .string()
    .refine((text) => text.trim() !== '', fault('bad_value', policyFaults.emptyText))
    .optional(),
  why: z.string().optional(),
  tools: z.array(toolName).min(1, policyFaults.emptyTools).optional(),
  hosts: z
    .array(z.string().refine(isHostId, fault('unknown_host', policyFaults.unknownHost, { candidates: HOST_IDS })))
    .min(1, policyFaults.emptyText)
    .optional(),
  command: z.union([commandText, z.tuple([program], word)]).optional(),
  timeoutMs: z.int(policyFaults.timeoutRange).min(1, policyFaults.timeoutRange).optional(),
  onFailure: z
    .string()
    .refine(
      (text) => ['deny', 'notice', 'ask'].includes(text),
      fault('bad_value', policyFaults.badFailure, { candidates: ['deny', 'notice', 'ask'] }),
    )
    .optional(),
}

type RawHook = Partial<Record<keyof typeof hookShape, unknown>>

/** Rules that need the event. They say nothing while the event itself is unknown. */
const EVENT_RULES: readonly { key: keyof typeof hookShape; code: PolicyErrorCode; fault: (hook: RawHook) => string | undefined }[] = [
  {
    key: 'tools',
    code: 'not_here',
    fault: ({ event, tools }) =>
      tools !== undefined && isEventName(event) && !isToolEvent(event) ? policyFaults.toolsNotHere(event) : undefined,
  },
  {
    key: 'onFailure',
    code: 'not_here',
    fault: ({ event, onFailure }) => {
      if (!isEventName(event)) return undefined
      if (onFailure === 'deny' && !isGateEvent(event)) return policyFaults.denyNotHere(event)
      return onFailure === 'ask' && event !== 'PreToolUse' ? policyFaults.askNotHere : undefined
    },
  },
  {
    key: 'timeoutMs',
    code: 'out_of_range',
    fault: ({ event, timeoutMs }) => {
      if (!isEventName(event) || typeof timeoutMs !== 'number' || !Number.isFinite(timeoutMs)) return undefined
      const maxMs = isGateEvent(event) ? GATE_TIMEOUT_MAX_MS : OTHER_TIMEOUT_MAX_MS
      return timeoutMs > maxMs ? policyFaults.timeoutTooLong(maxMs, event) : undefined
    },
  },
  {
    key: 'command',
    code: 'not_here',
    fault: ({ command }) => (process.platform === 'win32' && namesCmdVariable(command) ? policyFaults.cmdVariable : undefined),
  },
]

/** cmd.exe expands variables as text before it reads the line, so a value could become a command. */
export const namesCmdVariable = (command: unknown): boolean => typeof command === 'string' && /%ACUVO_/i.test(command)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rules run whatever else is wrong with the hook, so that one reading shows every fault. */
const ALWAYS = { when: () => true }

const hook = z.strictObject(hookShape).check(
  z.refine((value) => !isObject(value) || 'command' in value, {
    ...fault('missing', policyFaults.missing('command')),
    ...ALWAYS,
  }),
  ...EVENT_RULES.map(({ key, code }, index) =>
    z.refine((value) => !isObject(value) || EVENT_RULES[index]?.fault(value) === undefined, {
      params: { code } satisfies RuleFault,
      error: ({ input }) => EVENT_RULES[index]?.fault(input as RawHook) ?? '',
      path: [key],
      ...ALWAYS,
    }),
  ),
)

const SELF_PROTECT = ['deny', 'propose', 'off']

const glob = z
  .string()
  .refine((text) => text.trim() !== '', fault('bad_value', policyFaults.emptyText))
  .refine(
    (text) => !isAbsolutePath(text) && !text.startsWith('~') && !text.split(/[\\/]/).includes('..'),
    fault('bad_value', policyFaults.pinOutside),
  )

const extended = z
  .string()
  .refine((text) => /^(?:\.\.?\/.|npm:(?:@[^/:]+\/)?[^@/:][^:]*$)/.test(text), fault('bad_value', policyFaults.extendsForm))
  .refine(noNul, fault('bad_value', policyFaults.noNul))

const fileShape = {
  $schema: z.string().optional(),
  version: z.literal(1, policyFaults.badVersion).optional(),
  extends: z.union([extended, z.array(extended)]).optional(),
  pins: z.array(glob).optional(),
  selfProtect: z
    .string()
    .refine((text) => SELF_PROTECT.includes(text), fault('bad_value', policyFaults.badSelfProtect, { candidates: SELF_PROTECT }))
    .optional(),
  hooks: z
    .array(hook)
    .refine((hooks) => !Array.isArray(hooks) || hooks.length <= MAX_HOOKS, {
      params: { code: 'too_many' } satisfies RuleFault,
      error: ({ input }) => policyFaults.tooManyHooks((input as unknown[]).length, MAX_HOOKS),
      ...ALWAYS,
    })
    .optional(),
}

export const policySchema = z.strictObject(fileShape)
