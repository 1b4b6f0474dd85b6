import { readFileSync, readdirSync } from 'node:fs'
import type { Payload, ReadingContext } from '../../hosts/types.js'
import type { HostId, TargetPath } from '../../src/protocol/event.js'

/**
 * The captures, the variants of them, and what was written by hand from DESIGN 3 and 4 about each. In an expectation a
 * key that is not there is not looked at; `null` means that the event must not have the field.
 */

export interface Expectation {
  /** The native event name; for a variant the capture's own unless it says otherwise. */
  nativeEvent?: string
  /** Null: no row in the protocol, or nothing may run. */
  event?: string | null
  unreadable?: true
  /** The payload cannot be told from another host's without the registered line's `--host`. */
  needsHint?: true
  /** Files that are there before the call. */
  existing?: string[]
  context?: Pick<ReadingContext, 'env'> & Partial<Pick<ReadingContext, 'processCwd' | 'home' | 'eventHint'>>
  /** Protocol kinds and `server.tool` names, all of them. */
  names?: string[]
  /** Further names a hook may use, of all kinds. */
  namesInclude?: string[]
  paths?: Partial<TargetPath>[]
  [field: string]: unknown
}

export interface Case {
  host: HostId
  title: string
  payload: Payload
  expected: Expectation
}

interface Variant extends Expectation {
  name: string
  like?: string
  payload?: Payload
  with?: Payload
  without?: string[]
}

const folder = new URL('../../fixtures/', import.meta.url)
const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'))
const capture = (host: HostId, file: string): Payload => json(`captures/${host}/${file}`) as Payload

export const captureFiles = (host: HostId): string[] => readdirSync(new URL(`captures/${host}/`, folder)).sort()

export const captureCases = (host: HostId): Case[] => {
  const { entries } = json(`expectations/${host}.json`) as { entries: (Expectation & { file: string })[] }
  return entries.map(({ file, ...expected }) => ({ host, title: file, payload: capture(host, file), expected }))
}

export const variantCases = (host: HostId): Case[] => {
  const { entries } = json(`variants/${host}.json`) as { entries: Variant[] }
  return entries.map(({ name, like, payload, with: changed, without = [], ...expected }) => {
    const whole: Payload = { ...(payload ?? capture(host, like as string)), ...changed }
    for (const key of without) delete whole[key]
    return { host, title: name, payload: whole, expected }
  })
}
