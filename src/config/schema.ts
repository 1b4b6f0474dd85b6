import * as z from 'zod'
import { ALL_HOSTS } from '../../hosts/index.js'
import { faultOfPathGlob } from '../globs/compile.js'
import { isAbsolutePath } from '../paths/absolute.js'
import { EVENT_NAMES, isEventName } from '../protocol/events.js'
import { faultOfCommandPattern } from '../shell/command-pattern.js'
import { policyFaults } from '../text/policy-faults.js'
import { HOOK_RULES, type RawHook } from './hook-rules.js'
import {
  ANSWER_KEYS,
  FAILURE_POLICIES,
  MAX_CONTEXT_CHARS,
  LOG_MODES,
  MAX_HOOKS,
  MAX_STOP_LIMIT,
  MODES,
  OTHER_TIMEOUT_MAX_MS,
  SELF_PROTECT,
  SHELL_PROGRAMS,
  STDIN_KINDS,
} from './limits.js'
import { faultOfToolName } from './tool-names.js'
import type { PolicyErrorCode } from './types.js'
import { isRecord } from '../protocol/is-record.js'

/**
 * The schema of `.acuvo/hooks.json` (DESIGN 5). Every fault is reported at once: rules about several keys run even
 * when one of the keys is of a wrong type.
 */

/** Keys that only the user's own file may have. */
export const USER_FILE_KEYS = ['selfProtect', 'log']

export const knownKeysAt = (path: readonly PropertyKey[]): string[] => Object.keys(path.length === 0 ? fileShape : hookShape)

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

/** A whole number in a range. */
const between = (min: number, max: number) => {
  const message = policyFaults.between(min, max)
  return z.int(message).min(min, message).max(max, message).optional()
}

/** A text that is an answer. */
const said = z
  .string()
  .refine((text) => text.trim() !== '', fault('bad_value', policyFaults.emptyText))
  .optional()

const flag = z.boolean().optional()

const wordOutOf = (words: readonly string[]) =>
  z
    .string()
    .refine((text) => words.includes(text), fault('bad_value', policyFaults.notOneOf(words), { candidates: words }))
    .optional()

const pathGlob = z.string().superRefine((text, context) => {
  const found = faultOfPathGlob(text, true)
  if (found !== undefined)
    context.addIssue({ code: 'custom', message: policyFaults.pathGlob[found], params: { code: 'bad_value' }, input: text })
})

const commandPattern = z.string().superRefine((text, context) => {
  const found = faultOfCommandPattern(text)
  if (found !== undefined)
    context.addIssue({ code: 'custom', message: policyFaults.commandPattern[found], params: { code: 'bad_value' }, input: text })
})

/** A variable of the host that a hook may see. Ours are set by us, and where programs are found is not the host's to say. */
const variableName = z
  .string()
  .refine((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name), fault('bad_value', policyFaults.badVariable))
  .refine((name) => !/^ACUVO_/i.test(name), fault('bad_value', policyFaults.ownVariable))
  .refine((name) => !/^PATH$/i.test(name), fault('bad_value', policyFaults.pathVariable))

const command = z.union([commandText, z.tuple([program], word)]).optional()

const HOST_NAMES = ALL_HOSTS.map(({ id }) => id)
const isHost = (name: string): boolean => HOST_NAMES.includes(name)

const hookShape = {
  event: z.string().refine(isEventName, fault('unknown_event', policyFaults.unknownEvent, { candidates: EVENT_NAMES })),
  name: z
    .string()
    .refine((text) => text.trim() !== '', fault('bad_value', policyFaults.emptyText))
    .optional(),
  why: z.string().optional(),
  tools: z.array(toolName).min(1, policyFaults.emptyTools).optional(),
  hosts: z
    .array(z.string().refine(isHost, fault('unknown_host', policyFaults.unknownHost, { candidates: HOST_NAMES })))
    .min(1, policyFaults.emptyText)
    .optional(),
  paths: z.array(pathGlob).min(1, policyFaults.emptyList).optional(),
  commands: z.array(commandPattern).min(1, policyFaults.emptyList).optional(),
  command,
  commandWindows: command,
  shellProgram: wordOutOf(SHELL_PROGRAMS),
  deny: said,
  ask: said,
  notice: said,
  context: said,
  instead: said,
  each: z.literal('path', policyFaults.badEach).optional(),
  mode: wordOutOf(MODES),
  env: z.array(variableName).optional(),
  stdin: wordOutOf(STDIN_KINDS),
  background: flag,
  detach: flag,
  mayAllow: flag,
  timeoutMs: z.int(policyFaults.timeoutRange).min(1, policyFaults.timeoutRange).optional(),
  onFailure: wordOutOf(FAILURE_POLICIES),
}

/** Rules run whatever else is wrong with the hook, so that one reading shows every fault. */
const ALWAYS = { when: () => true }

const hook = z.strictObject(hookShape).check(
  z.refine((value) => !isRecord(value) || [...ANSWER_KEYS, 'command'].some((key) => key in value), {
    ...fault('missing', policyFaults.noAnswer),
    ...ALWAYS,
  }),
  ...HOOK_RULES.map(({ key, code, fault: faultIn }) =>
    z.refine((value) => !isRecord(value) || faultIn(value) === undefined, {
      params: { code } satisfies RuleFault,
      error: ({ input }) => faultIn(input as RawHook) ?? '',
      path: [key],
      ...ALWAYS,
    }),
  ),
)

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
  budgetMs: between(1, OTHER_TIMEOUT_MAX_MS),
  stopLimit: between(0, MAX_STOP_LIMIT),
  contextChars: between(1, MAX_CONTEXT_CHARS),
  selfProtect: z
    .string()
    .refine(
      (text) => (SELF_PROTECT as readonly string[]).includes(text),
      fault('bad_value', policyFaults.badSelfProtect, { candidates: SELF_PROTECT }),
    )
    .optional(),
  log: wordOutOf(LOG_MODES),
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
