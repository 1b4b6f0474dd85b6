import { readFileSync } from 'node:fs'
import type { Payload } from '../../hosts/types.js'
import { putAside } from '../log/append.js'
import type { HostId } from '../protocol/event.js'
import type { EventName } from '../protocol/events.js'
import { readOwned } from '../store/owned-file.js'
import type { Places } from '../store/places.js'
import { callsFileOf } from './places.js'

/** Recorded calls as they stand in the store, one a line. */

export const RECORDED_VERSION = 1

export interface RecordedCall {
  version: typeof RECORDED_VERSION
  /** ISO 8601. */
  at: string
  /** The workspace's root as the payload spells it, the home folder as `~`. */
  root: string
  host: HostId
  event: EventName
  verdict: 'pass' | 'allow' | 'ask' | 'deny'
  /** Names of the hooks that decided. */
  by: readonly string[]
  reason?: string
  /** A hook could not run. */
  failed?: true
  /** A policy was not as a person approved it, so that the verdict is not the policy's. */
  unapproved?: true
  /** How many texts and lists of the payload are not whole. */
  cut?: number
  payload: Payload
}

const MAX_BYTES = 16_777_216

/**
 * @param root real path of the workspace's root
 * @returns oldest first; `refused`: a file of them that cannot be used, with the reason
 */
export const recordedCalls = (places: Pick<Places, 'store'>, root: string): { calls: RecordedCall[]; refused?: string } => {
  const file = callsFileOf(places, root)
  const calls: RecordedCall[] = []
  for (const one of [putAside(file), file]) {
    const read = readOwned(one, MAX_BYTES, (fd) => readFileSync(fd, 'utf8'))
    if (read === undefined) continue
    if ('refused' in read) return { calls, refused: `${one} ${read.refused}` }
    for (const line of read.content.split('\n')) {
      const call = callIn(line)
      if (call !== undefined) calls.push(call)
    }
  }
  return { calls }
}

/** A line that is not whole, or of another version, is none. */
const callIn = (line: string): RecordedCall | undefined => {
  if (line === '') return undefined
  try {
    const call = JSON.parse(line) as RecordedCall
    return call.version === RECORDED_VERSION && typeof call.payload === 'object' && call.payload !== null ? call : undefined
  } catch {
    return undefined
  }
}
