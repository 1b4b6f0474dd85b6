import { redacted } from '../../src/record/redact.js'
import type { Payload } from './drift.js'
import type { Place } from './place.js'

/** Recorded payloads as they can be kept: without the machine, without secrets, and the same in each run of the same tour. */

const MAX_CHARS = 2_000

const FIXED: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '00000000-0000-4000-8000-000000000000'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-01T00:00:00.000Z'],
  [/\b\d{4}\/\d\d\/\d\d\/rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d/g, '2026/01/01/rollout-2026-01-01T00-00-00'],
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:8080'],
  [/\ba[0-9a-f]{16}\b/g, 'a0000000000000000'],
  [/\b(\w+_ms): \d+/g, '$1: 1'],
]
/** Numbers that differ from run to run. */
const MEASURED = /(?:_ms|Ms|_tokens|Tokens|tokens|_usd|seconds_since\w*|mtime|timestamp|(?:created|updated)At|timeUsedSeconds)$/

export const neutral = (payload: Payload, { folder, home, project }: Place): Payload => {
  const dashed = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-')
  const replacing: readonly [string, string][] = [
    [project, '/workspace'],
    [dashed(project), '-workspace'],
    [home, '/home/dev'],
    [folder, '/scratch'],
    [dashed(folder), '-scratch'],
  ]
  const text = (value: string): string => {
    const placed = replacing.reduce((before, [from, to]) => before.replaceAll(from, to), value)
    return FIXED.reduce((before, [from, to]) => before.replace(from, to), placed)
  }
  const of = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number') return MEASURED.test(key) ? 1 : value
    if (Array.isArray(value)) return value.map((inner) => of(inner, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, of(inner, name)]))
  }
  return redacted(of(payload, ''), { home: '/home/dev', maxChars: MAX_CHARS }).value as Payload
}

const keyShape = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? typeof value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, inner]) => [key, keyShape(inner)]),
      )

/** What tells two payloads of an event apart in a file name. */
const VARIANTS = ['source', 'trigger', 'load_reason', 'reason', 'agent_type'] as const

/** One payload of each event, tool and shape, by file name. The same payloads give the same files, in whatever order they came. */
export const filesOf = (payloads: readonly Payload[], eventOf: (payload: Payload) => string): Map<string, string> => {
  const files = new Map<string, string>()
  const shapes = new Map<string, Set<string>>()
  const texts = payloads.map((payload) => [payload, `${JSON.stringify(payload, null, 2)}\n`] as const)
  for (const [payload, text] of texts.sort(([, one], [, other]) => (one < other ? -1 : 1))) {
    const variant = VARIANTS.map((key) => payload[key]).find((value) => typeof value === 'string' && value !== '')
    const parts = [
      eventOf(payload),
      payload.tool_name ?? variant,
      payload.tool_name !== undefined && 'agent_id' in payload ? 'in-subagent' : undefined,
    ]
    const name = parts
      .filter((part) => part !== undefined)
      .join('.')
      .replace(/[^\w.-]/g, '_')
    const seen = shapes.get(name) ?? new Set<string>()
    shapes.set(name, seen)
    const shape = JSON.stringify(keyShape(payload))
    if (seen.has(shape)) continue
    seen.add(shape)
    files.set(`${name}${seen.size === 1 ? '' : `-${seen.size}`}.json`, text)
  }
  return files
}
