import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { isRecord } from '../shared/fields.js'
import { isOurLine } from '../shared/our-line.js'
import { descriptor } from './descriptor.js'
import type { TrustItem, TrustWriter } from '../shared/registration.js'

/**
 * Codex runs a hook only when `[hooks.state."<file>:<event>:<group>:<handler>"]` of the user's config.toml holds its hash, measured on
 * 0.171.0 (hosts/codex.md section 3). The text of the file is changed line by line; what comes out is parsed and held against what
 * was meant before it is used.
 */

const ALGORITHM = 'sha256'

const snakeCase = (event: string): string => event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** Compact JSON with sorted keys. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join(',')}}`
}

const isCount = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

/** Events whose matcher counts for nothing. */
const WITHOUT_MATCHER: readonly string[] = ['UserPromptSubmit', 'Stop', 'Interrupt']
const USUAL_SECONDS = 600

/** Seconds that the host gives a hook, whatever stands there: they are what is hashed. */
const secondsFor = (event: string, timeout: unknown): number => {
  const row = descriptor.events.find(({ name }) => name === event)
  const given = isCount(timeout) ? Number(timeout) : (row?.defaultTimeoutMs ?? 0) / 1000 || USUAL_SECONDS
  return Math.min(Math.max(given, 1), (row?.maxTimeoutMs ?? Infinity) / 1000)
}

/** What it comes to, not how it is written: measured with 20 entries of hooks.json and config.toml. */
const hashOf = (event: string, matcher: unknown, handler: Readonly<Record<string, unknown>>): string => {
  const { type, command, timeout, statusMessage, additionalContextLimit } = handler
  const hashed = {
    event_name: snakeCase(event),
    ...(typeof matcher === 'string' && !WITHOUT_MATCHER.includes(event) ? { matcher } : {}),
    hooks: [
      {
        type,
        command,
        timeout: secondsFor(event, timeout),
        async: handler.async === true,
        ...(typeof statusMessage === 'string' ? { statusMessage } : {}),
        ...(isCount(additionalContextLimit) ? { additionalContextLimit: Number(additionalContextLimit) } : {}),
      },
    ],
  }
  return `${ALGORITHM}:${createHash(ALGORITHM).update(canonical(hashed)).digest('hex')}`
}

/** Where a link leads to the file, whether the host names it by the link or by the place is not known: both are trusted. */
export const namesOf = (file: string): string[] => {
  try {
    return [...new Set([file, realpathSync.native(file)])]
  } catch {
    return [file]
  }
}

const items: TrustWriter['items'] = (settingsFile, content) => {
  const document = typeof content === 'string' ? parsed(content.replace(/^\ufeff/, '')) : content
  const hooks = isRecord(document) && isRecord(document.hooks) ? document.hooks : {}
  const found = Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown, at) => {
      const handlers: unknown[] = isRecord(group) && Array.isArray(group.hooks) ? group.hooks : []
      return handlers.flatMap((handler, index) =>
        isRecord(handler) && typeof handler.command === 'string' && isOurLine(handler.command)
          ? [{ place: `${snakeCase(event)}:${at}:${index}`, hash: hashOf(event, (group as Record<string, unknown>).matcher, handler) }]
          : [],
      )
    }),
  )
  return namesOf(settingsFile).flatMap((name) => found.map(({ place, hash }) => ({ key: `${name}:${place}`, hash })))
}

type Table = Record<string, unknown>

const parsed = (text: string): Table | undefined => {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' }) as Table
  } catch {
    return undefined
  }
}

const statesIn = (document: Table): Table => {
  const state = isRecord(document.hooks) ? document.hooks.state : undefined
  return isRecord(state) ? state : {}
}

const trusted: TrustWriter['trusted'] = (text) => {
  const document = parsed(text)
  if (document === undefined) return undefined
  const entries = Object.entries(statesIn(document))
  return new Map(
    entries.flatMap(([key, value]) =>
      isRecord(value) && typeof value.trusted_hash === 'string' ? [[key, value.trusted_hash] as const] : [],
    ),
  )
}

const quotedKey = (key: string): string => JSON.stringify(key).replaceAll('\u007f', '\\u007f')
const block = ({ key, hash }: TrustItem, eol: string): string => `[hooks.state.${quotedKey(key)}]${eol}trusted_hash = "${hash}"${eol}`

const HEADER = /^\s*\[/
const HASH_LINE = /^(\s*(?:trusted_hash|"trusted_hash"|'trusted_hash')\s*=\s*)(?:"[^"]*"|'[^']*')/

/** The lines of a table: from its header to the next; undefined where no header of its own names it. */
const tableOf = (lines: readonly string[], key: string): { start: number; end: number } | undefined => {
  const start = lines.findIndex((line) => HEADER.test(line) && !/^\s*\[\[/.test(line) && statesIn(parsed(line) ?? {})[key] !== undefined)
  if (start === -1) return undefined
  const length = lines.slice(start + 1).findIndex((line) => HEADER.test(line))
  return { start, end: length === -1 ? lines.length : start + 1 + length }
}

/** Every hash set or, where undefined, taken away; tables that hold nothing are left out. */
const meant = (document: Table, changes: ReadonlyMap<string, string | undefined>): Table => {
  const states = { ...statesIn(document) }
  for (const [key, hash] of changes) {
    const { trusted_hash: _former, ...others } = isRecord(states[key]) ? states[key] : {}
    states[key] = hash === undefined ? others : { ...others, trusted_hash: hash }
  }
  return withoutEmpty({ ...document, hooks: { ...(isRecord(document.hooks) ? document.hooks : {}), state: states } })
}

const withoutEmpty = (table: Table): Table =>
  Object.fromEntries(
    Object.entries(table).flatMap(([key, value]) => {
      if (!isRecord(value) || value instanceof Date) return [[key, value] as const]
      const rest = withoutEmpty(value)
      return Object.keys(rest).length === 0 ? [] : [[key, rest] as const]
    }),
  )

const isMeant = (before: Table, after: string, changes: ReadonlyMap<string, string | undefined>): boolean => {
  const document = parsed(after)
  return document !== undefined && isDeepStrictEqual(withoutEmpty(document), meant(before, changes))
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

const add: TrustWriter['add'] = (text, wanted) => {
  const before = parsed(text)
  if (before === undefined) return undefined
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  const known = trusted(text)
  const missing = wanted.filter(({ key, hash }) => known?.get(key) !== hash)
  let lines = linesOf(text)
  const fresh: TrustItem[] = []
  for (const item of missing) {
    const table = tableOf(lines, item.key)
    if (table === undefined) {
      fresh.push(item)
      continue
    }
    const at = lines.findIndex((line, index) => index > table.start && index < table.end && HASH_LINE.test(line))
    const put = `trusted_hash = "${item.hash}"`
    if (at !== -1) lines[at] = (lines[at] as string).replace(HASH_LINE, (_line, start: string) => `${start}"${item.hash}"`)
    else {
      const header = lines[table.start] as string
      lines = [...lines.slice(0, table.start), header.endsWith('\n') ? header : header + eol, put + eol, ...lines.slice(table.start + 1)]
    }
  }
  let after = lines.join('')
  if (fresh.length > 0) {
    if (after !== '') after += after.endsWith('\n') ? eol : eol + eol
    after += fresh.map((item) => block(item, eol)).join(eol)
  }
  return isMeant(before, after, new Map(missing.map(({ key, hash }) => [key, hash]))) ? after : undefined
}

const remove: TrustWriter['remove'] = (text, keys) => {
  const before = parsed(text)
  if (before === undefined) return undefined
  const known = trusted(text)
  const gone = keys.filter((key) => known?.has(key))
  let lines = linesOf(text)
  for (const key of gone) {
    const table = tableOf(lines, key)
    if (table === undefined) continue
    const body = lines.slice(table.start + 1, table.end)
    const rest = body.filter((line) => !HASH_LINE.test(line))
    const isBlank = (line: string): boolean => line.trim() === ''
    if (rest.every(isBlank)) {
      // The empty line in front was put there with the table.
      const start = table.start > 0 && isBlank(lines[table.start - 1] as string) ? table.start - 1 : table.start
      lines = [...lines.slice(0, start), ...rest, ...lines.slice(table.end)]
    } else lines = [...lines.slice(0, table.start + 1), ...rest, ...lines.slice(table.end)]
  }
  const after = lines.join('')
  return isMeant(before, after, new Map(gone.map((key) => [key, undefined]))) ? after : undefined
}

export const trustWriter: TrustWriter = {
  option: 'trust-codex',
  does: 'write into the config.toml of Codex that you trust what is registered, instead of answering its question',
  file: 'config.toml',
  items,
  trusted,
  add,
  remove,
  snippet: (wanted) => wanted.map((item) => block(item, '\n')).join('\n'),
}
