import fc from 'fast-check'
import type { HostName } from '../oracle/index.js'
import { EVENTS, HOSTS } from '../support/payloads.mjs'
import { markOf, textOf } from './answers-property.texts.js'
import type { Json } from './judged.js'

/** Random chains of hooks for the property test, each with what its answers mean by the contract. */

export type Event = (typeof EVENTS)[number]

export const isGate = (event: Event): boolean => ['PreToolUse', 'UserPromptSubmit', 'PreCompact', 'SubagentStart'].includes(event)
export const isStop = (event: Event): boolean => event === 'Stop' || event === 'SubagentStop'
const takesPlainText = (event: Event): boolean => event === 'SessionStart' || event === 'UserPromptSubmit'

/** What an answer comes to for the chain. */
export type Means = 'pass' | 'allow' | 'ask' | 'deny' | 'failed'

export interface Planned {
  name: string
  kind: string
  means: Means
  mode: 'enforce' | 'warn' | 'off'
  /** What a failure means. */
  onFailure: 'deny' | 'ask' | 'notice'
  mayAllow: boolean
  /** It names a key of an answer that replaces outputs. */
  redacts: boolean
  hasContext: boolean
  rewrites: boolean
  replaces: boolean
  /** Keys of the hook in the policy. */
  keys: Json
  /** Files that it prints. */
  files: Record<string, string>
}

export interface Plan {
  host: HostName
  event: Event
  tool: 'shell' | 'mcp' | undefined
  hooks: Planned[]
}

interface Said {
  stdout?: string | Json
  stderr?: string
  /** Instead of an exit code: a way to end. */
  end?: string
  declared?: Json
}

interface Kind {
  means: (event: Event) => Means
  says: (texts: { reason: string; context: string; notice: string; replace: string }, choice: number) => Said
  /** Where it can stand; absent: anywhere. */
  at?: (event: Event) => boolean
  context?: (event: Event) => boolean
  rewrites?: true
  replaces?: true
}

const always = (means: Means) => (): Means => means
const anywhere = (): boolean => true
const asked = (event: Event): Means => (event === 'PreToolUse' ? 'ask' : isGate(event) ? 'deny' : 'failed')
const pick = <T>(all: readonly T[], choice: number): T => all[choice % all.length] as T

const MALFORMED = [
  '{"decision":"deny",}',
  '{"decison":"deny"}',
  '{"decision":"deny"}\nbye',
  'log\n{"decision":"deny"}',
  '{"reason":null}',
  '{',
]
const nested = (more: Json): Json => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...more } })

const KINDS: Readonly<Record<string, Kind>> = {
  silent: {
    means: always('pass'),
    says: (_, choice) => ({ stdout: pick(['', '{}', '{"decision":"pass"}', '{"suppressOutput":true}'], choice) }),
  },
  plain: { means: always('pass'), says: ({ context }) => ({ stdout: context }), context: takesPlainText },
  deny: {
    means: always('deny'),
    says: ({ reason }, choice) => ({
      stdout: pick<Json>(
        [
          { decision: 'deny', reason },
          { decision: 'block', reason },
          nested({ permissionDecision: 'deny', permissionDecisionReason: reason }),
          { permission: 'deny', user_message: reason },
          { decision: 'deny' },
        ],
        choice,
      ),
    }),
  },
  'deny and more': {
    means: always('deny'),
    says: ({ reason, context, notice }) => ({ stdout: { decision: 'deny', reason, context, notice } }),
    context: anywhere,
  },
  exit: { means: always('deny'), says: ({ reason }, choice) => ({ stderr: reason, end: `exit ${pick([1, 2, 3, 255], choice)}` }) },
  'exit and more': {
    means: always('deny'),
    says: ({ reason, context, notice }) => ({ stdout: { reason, context, notice }, end: 'exit 1' }),
    at: (event) => !isStop(event),
    context: anywhere,
  },
  ends: {
    means: (event) => (isStop(event) ? 'pass' : 'deny'),
    says: ({ reason }) => ({ stdout: { continue: false, stopReason: reason } }),
  },
  ask: { means: asked, says: ({ reason }) => ({ stdout: { decision: 'ask', reason } }) },
  allow: {
    means: always('allow'),
    says: ({ reason }, choice) => ({
      stdout: pick<Json>([{ decision: 'allow', reason }, { decision: 'approve' }, { permission: 'allow' }], choice),
    }),
  },
  context: {
    means: (event) => (isStop(event) ? 'failed' : 'pass'),
    says: ({ context }) => ({ stdout: { context } }),
    context: (event) => !isStop(event),
  },
  notice: { means: always('pass'), says: ({ notice }) => ({ stdout: { notice } }) },
  rewrite: {
    means: (event) => (event === 'PreToolUse' ? 'pass' : 'failed'),
    says: (_, choice) => ({
      stdout: pick<Json>([{ rewrite: { command: 'ls -l' } }, nested({ updatedInput: { command: 'ls -l' } })], choice),
    }),
    rewrites: true,
  },
  replace: {
    means: (event) => (event === 'PostToolUse' ? 'pass' : 'failed'),
    says: ({ replace }) => ({ stdout: { replace } }),
    replaces: true,
  },
  'broken redactor': { means: always('failed'), says: () => ({ end: `: '{"replace":"x"}'; exit 127` }), replaces: true },
  malformed: { means: always('failed'), says: (_, choice) => ({ stdout: pick(MALFORMED, choice) }) },
  killed: { means: always('failed'), says: (_, choice) => ({ end: pick(['kill -9 $$', 'exit 127', 'exit 137'], choice) }) },
  'declared deny': {
    means: always('deny'),
    says: ({ reason, notice }, choice) => ({ declared: { deny: reason, ...(choice % 2 === 0 ? {} : { instead: notice.slice(0, 50) }) } }),
    at: (event) => !['SessionStart', 'SessionEnd', 'Notification'].includes(event),
  },
  'declared ask': { means: always('ask'), says: ({ reason }) => ({ declared: { ask: reason } }), at: (event) => event === 'PreToolUse' },
  'declared notice': { means: always('pass'), says: ({ notice }) => ({ declared: { notice } }) },
  'declared context': {
    means: always('pass'),
    says: ({ context }) => ({ declared: { context } }),
    at: (event) => !isStop(event),
    context: anywhere,
  },
}

const LONG_CHARS = 1_000
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The command that prints so; a long text, or one that no command line can hold, from a file. */
const started = (index: number, { stdout = '', stderr = '', end = 'exit 0' }: Said): Pick<Planned, 'keys' | 'files'> => {
  const files: Record<string, string> = {}
  const printing = (text: string, file: string, to = ''): string[] => {
    if (text === '') return []
    if (text.length < LONG_CHARS && !text.includes('\0') && text.isWellFormed()) return [`printf '%s' ${quote(text)}${to}`]
    files[file] = text
    return [`cat ${file}${to}`]
  }
  const out = typeof stdout === 'string' ? stdout : JSON.stringify(stdout)
  const command = [...printing(out, `out${index}`), ...printing(stderr, `err${index}`, ' >&2'), end].join('; ')
  return { keys: { command }, files }
}

const hookAt = (event: Event, index: number): fc.Arbitrary<Planned> =>
  fc
    .record({
      kind: fc.constantFrom(...Object.keys(KINDS).filter((name) => KINDS[name]?.at?.(event) ?? true)),
      choice: fc.nat(19),
      reason: textOf(markOf(index, 'reason')),
      context: textOf(markOf(index, 'context')),
      notice: textOf(markOf(index, 'notice')),
      replace: textOf(markOf(index, 'replace')),
      mode: fc.constantFrom('enforce', 'enforce', 'enforce', 'enforce', 'warn', 'off' as const),
      onFailure: fc.constantFrom(undefined, 'notice', ...(isGate(event) ? ['deny'] : []), ...(event === 'PreToolUse' ? ['ask'] : [])),
      mayAllow: fc.boolean(),
    })
    .map(({ kind: name, choice, mode, onFailure, mayAllow, ...texts }) => {
      const kind = KINDS[name] as Kind
      const said = kind.says(texts, choice)
      const { keys, files } = said.declared === undefined ? started(index, said) : { keys: said.declared, files: {} }
      const isCommand = said.declared === undefined
      return {
        name: `h${index}`,
        kind: name,
        means: kind.means(event),
        mode,
        onFailure: (onFailure ?? (event === 'PreToolUse' ? 'deny' : 'notice')) as Planned['onFailure'],
        mayAllow: mayAllow && isCommand,
        redacts: kind.replaces === true && event === 'PostToolUse',
        hasContext: kind.context?.(event) === true,
        rewrites: kind.rewrites === true && event === 'PreToolUse',
        replaces: kind.replaces === true && event === 'PostToolUse',
        keys: { ...keys, mode, ...(onFailure === undefined ? {} : { onFailure }), ...(mayAllow && isCommand ? { mayAllow } : {}) },
        files,
      }
    })

export const plans: fc.Arbitrary<Plan> = fc
  .record({
    host: fc.constantFrom(...HOSTS),
    event: fc.constantFrom(...EVENTS, 'PreToolUse', 'PreToolUse', 'PostToolUse' as const),
    length: fc.integer({ min: 1, max: 5 }),
    mcp: fc.boolean(),
  })
  .filter(({ host, event }) => event !== 'Notification' || host === 'claude-code')
  .chain(({ host, event, length, mcp }) =>
    fc.record({
      host: fc.constant(host),
      event: fc.constant(event),
      tool: fc.constant(event === 'PreToolUse' || event === 'PostToolUse' ? (mcp ? ('mcp' as const) : ('shell' as const)) : undefined),
      hooks: fc.tuple(...Array.from({ length }, (_, index) => hookAt(event, index))),
    }),
  )
