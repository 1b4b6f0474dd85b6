import { ALL_HOSTS } from '../../hosts/index.js'
import { EVENT_NAMES, isGateEvent, isStopEvent, isToolEvent, type EventName } from '../protocol/events.js'
import { TOOL_KINDS } from '../protocol/tools.js'
import { schemaTexts } from '../text/schema-texts.js'
import { UNSTOPPABLE } from './hook-rules.js'
import * as limits from './limits.js'
import { MCP_TOOL, NATIVE_TOOL_NAMES, SERVER_TOOL } from './tool-names.js'

/**
 * The JSON Schema (draft 07, which editors know best) of `.acuvo/hooks.json`, shaped by hand from the tables that the reader
 * uses: it completes and explains. Whatever the reader takes is valid by it; finer faults (a glob that cannot be read, two keys
 * of one name) only the reader tells.
 */

type Json = Record<string, unknown>

const { file: fileTexts, hook: hookTexts } = schemaTexts

/** Something else than blanks. */
const SAID = { type: 'string', pattern: '\\S' }
const FLAG = { type: 'boolean' }

const eventsWhere = (is: (event: EventName) => boolean): EventName[] => EVENT_NAMES.filter(is)

const listOf = (items: Json, least = 1): Json => ({ type: 'array', items, ...(least === 0 ? {} : { minItems: least }) })

const between = (minimum: number, maximum: number): Json => ({ type: 'integer', minimum, maximum })

const COMMAND = {
  anyOf: [SAID, { type: 'array', items: [{ type: 'string', minLength: 1 }], additionalItems: { type: 'string' }, minItems: 1 }],
}

const TOOL_NAME = {
  anyOf: [
    { enum: ['*', ...TOOL_KINDS] },
    { enum: [...NATIVE_TOOL_NAMES].sort() },
    { type: 'string', pattern: SERVER_TOOL.source },
    { type: 'string', pattern: MCP_TOOL.source },
    { type: 'string', pattern: '^native:.' },
  ],
}

const HOOK_KEYS: Record<keyof typeof hookTexts, Json> = {
  event: { enum: EVENT_NAMES },
  name: SAID,
  why: { type: 'string' },
  tools: listOf(TOOL_NAME),
  hosts: listOf({ enum: ALL_HOSTS.map(({ id }) => id) }),
  paths: listOf({ type: 'string', minLength: 1 }),
  commands: listOf({ type: 'string', minLength: 1 }),
  command: COMMAND,
  commandWindows: COMMAND,
  shellProgram: { enum: limits.SHELL_PROGRAMS },
  deny: SAID,
  ask: SAID,
  notice: SAID,
  context: SAID,
  instead: SAID,
  each: { const: 'path' },
  mode: { enum: limits.MODES },
  env: listOf({ type: 'string', pattern: '^(?![Aa][Cc][Uu][Vv][Oo]_|[Pp][Aa][Tt][Hh]$)[A-Za-z_][A-Za-z0-9_]*$' }, 0),
  stdin: { enum: limits.STDIN_KINDS },
  background: FLAG,
  detach: FLAG,
  mayAllow: FLAG,
  timeoutMs: between(1, limits.OTHER_TIMEOUT_MAX_MS),
  onFailure: { enum: limits.FAILURE_POLICIES },
}

const FILE_KEYS: Record<Exclude<keyof typeof fileTexts, 'hooks'>, Json> = {
  $schema: { type: 'string' },
  version: { const: 1 },
  extends: { anyOf: [extended(), { type: 'array', items: extended() }] },
  pins: listOf(SAID, 0),
  budgetMs: between(1, limits.OTHER_TIMEOUT_MAX_MS),
  stopLimit: between(0, limits.MAX_STOP_LIMIT),
  contextChars: between(1, limits.MAX_CONTEXT_CHARS),
  selfProtect: { enum: limits.SELF_PROTECT },
  log: { enum: limits.LOG_MODES },
}

function extended(): Json {
  return { type: 'string', pattern: '^(?:\\.\\.?/.|npm:(?:@[^/:]+/)?[^@/:][^:]*$)' }
}

/** At these events these keys may not stand, or only so. */
const at = (events: readonly EventName[], keys: Json): Json => ({
  if: { properties: { event: { enum: events } }, required: ['event'] },
  then: { properties: keys },
})

const TOOL = eventsWhere(isToolEvent)
const GATES = eventsWhere(isGateEvent)

const RULES: Json[] = [
  at(without(TOOL), { tools: false, commands: false }),
  at(without([...TOOL, ...eventsWhere(isStopEvent)]), { paths: false, each: false }),
  at(without(GATES), { onFailure: { enum: ['notice'] } }),
  at(GATES, { background: { const: false }, timeoutMs: { maximum: limits.GATE_TIMEOUT_MAX_MS } }),
  at(without(['PreToolUse']), { ask: false, onFailure: { enum: limits.FAILURE_POLICIES.filter((word) => word !== 'ask') } }),
  at(UNSTOPPABLE, { deny: false }),
  // At a stop a hook is about paths only where it names some.
  {
    if: { properties: { event: { enum: eventsWhere(isStopEvent) } }, required: ['event', 'each'] },
    then: { required: ['paths'] },
  },
  at(eventsWhere(isStopEvent), { context: false }),
]

function without(events: readonly EventName[]): EventName[] {
  return eventsWhere((event) => !events.includes(event))
}

const described = <Key extends string>(keys: Record<Key, Json>, texts: Readonly<Record<Key, string>>): Json =>
  Object.fromEntries((Object.keys(keys) as Key[]).map((key) => [key, { description: texts[key], ...keys[key] }]))

export const policyJsonSchema = (): Json => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: schemaTexts.title,
  description: schemaTexts.description,
  type: 'object',
  additionalProperties: false,
  properties: {
    ...described(FILE_KEYS, fileTexts),
    hooks: { description: fileTexts.hooks, type: 'array', maxItems: limits.MAX_HOOKS, items: { $ref: '#/definitions/hook' } },
  },
  definitions: {
    hook: {
      type: 'object',
      additionalProperties: false,
      properties: described(HOOK_KEYS, hookTexts),
      required: ['event'],
      oneOf: ['command', ...limits.ANSWER_KEYS].map((key) => ({ required: [key] })),
      dependencies: {
        ...Object.fromEntries(limits.STARTING_KEYS.map((key) => [key, ['command']])),
        shellProgram: { required: ['command'], properties: { command: { type: 'string' } } },
        // Where nobody waits there is nothing to wait for.
        timeoutMs: { not: { required: ['background', 'timeoutMs'], properties: { background: { const: true } } } },
      },
      allOf: RULES,
    },
  },
})

/** As `acuvo-hooks schema` prints it. */
export const schemaText = (): string => `${JSON.stringify(policyJsonSchema(), null, 2)}\n`
