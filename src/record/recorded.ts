import type { Payload } from '../../hosts/types.js'
import { rotatedLines } from '../log/read.js'
import type { Rotation } from '../log/rotate.js'
import type { HostId } from '../protocol/event.js'
import type { EventName } from '../protocol/events.js'
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

/** Of a workspace. */
export const CALLS_ROTATION: Rotation = { maxBytes: 4_194_304, files: 2 }

/**
 * @param root real path of the workspace's root
 * @returns oldest first; `refused`: a file of them that cannot be used, with the reason
 */
export const recordedCalls = (places: Pick<Places, 'store'>, root: string): { calls: RecordedCall[]; refused?: string } => {
  const lines = rotatedLines(callsFileOf(places, root), CALLS_ROTATION)
  if ('refused' in lines) return { calls: [], refused: `${lines.refused.file} ${lines.refused.fault}` }
  return { calls: lines.map(callIn).filter((call) => call !== undefined) }
}

/** A line that is not whole, or of another version, is none. */
const callIn = (line: string): RecordedCall | undefined => {
  try {
    const call = JSON.parse(line) as RecordedCall
    return call.version === RECORDED_VERSION && typeof call.payload === 'object' && call.payload !== null ? call : undefined
  } catch {
    return undefined
  }
}
