import { hostOf, readPayload } from '../../hosts/index.js'
import { mapped } from '../cases/mapped.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { safeLine } from '../text/safe.js'
import type { RecordedCall } from './recorded.js'

/** Recorded calls as test cases. */

/** What stands for the workspace's root in a file that others read too. */
export const ROOT = '/workspace'
const MAX_NAME_CHARS = 80

export interface SavedCase {
  name: string
  host: string
  root: string
  payload: unknown
  expect: unknown
}

export interface Saved {
  cases: SavedCase[]
  /** How many of the calls are no cases, and why not. */
  unapproved: number
  failed: number
  /** How many cases hold texts that were cut. */
  cut: number
}

/**
 * @param calls oldest first
 * @param last so many of those that can be cases, each but once
 */
export const casesOf = (calls: readonly RecordedCall[], last: number): Saved => {
  const saved: Saved = { cases: [], unapproved: 0, failed: 0, cut: 0 }
  const seen = new Set<string>()
  for (const call of [...calls].reverse()) {
    if (saved.cases.length === last) break
    const payload = mapped(call.payload, call.root, ROOT) as RecordedCall['payload']
    const event = eventIn(call, payload)
    const key = JSON.stringify([
      call.host,
      call.event,
      call.verdict,
      event?.nativeEvent,
      event?.tool?.nativeName,
      event?.tool?.input,
      event?.prompt,
    ])
    if (seen.has(key)) continue
    seen.add(key)
    if (call.unapproved === true) saved.unapproved++
    else if (call.failed === true) saved.failed++
    else {
      if (call.cut !== undefined) saved.cut++
      saved.cases.unshift({ name: nameOf(call, event), host: call.host, root: ROOT, payload, expect: expectationOf(call) })
    }
  }
  return saved
}

const eventIn = (call: RecordedCall, payload: RecordedCall['payload']): ProtocolEvent | undefined => {
  const reading = readPayload(hostOf(call.host), payload, { env: {}, exists: () => false, readText: () => undefined })
  return reading.kind === 'event' ? reading.event : undefined
}

const nameOf = ({ event: name }: RecordedCall, event: ProtocolEvent | undefined): string => {
  const { tool, prompt } = event ?? {}
  const about = tool?.command ?? tool?.paths[0]?.spelled ?? prompt
  const words = [name, tool?.nativeName, about?.split('\n', 1)[0]].filter((word) => word !== undefined)
  return safeLine(words.join(' ')).slice(0, MAX_NAME_CHARS).toWellFormed()
}

const expectationOf = ({ verdict, by }: RecordedCall): unknown => {
  const decider = verdict === 'pass' ? undefined : by.at(-1)
  return decider === undefined ? verdict : { decision: verdict, by: decider }
}
