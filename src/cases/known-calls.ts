import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HOST_IDS, HOSTS, hostOf, readPayload } from '../../hosts/index.js'
import { isThere } from '../paths/stats.js'
import type { HostId, ProtocolEvent } from '../protocol/event.js'
import { recordedCalls } from '../record/recorded.js'
import type { Places } from '../store/places.js'
import { mapped } from './mapped.js'
import { caseBounds, readCases } from './read-cases.js'
import { hostsOf, payloadFor } from './run-case.js'

/** Calls that a workspace is known to have: those that were recorded, and those of its test cases. Each once. */

/** So many are looked at: the last recorded, then the cases. */
const MAX_CALLS = 1_000
const MAX_FILES = 200

/**
 * @param root real path of the workspace's root
 * @returns what they are here; what cannot be read is left out
 */
export const knownCalls = (root: string, places: Places): ProtocolEvent[] => {
  const known = new Map<string, ProtocolEvent>()
  const add = (host: HostId, payload: Record<string, unknown>): void => {
    const event = known.size < MAX_CALLS ? eventIn(host, payload, root, places.home) : undefined
    if (event === undefined) return
    const { tool, prompt, nativeEvent, workspace } = event
    const key = JSON.stringify([host, nativeEvent, tool?.nativeName, tool?.input, prompt, workspace.cwd])
    if (!known.has(key)) known.set(key, event)
  }
  for (const call of recordedCalls(places, root).calls.slice(-MAX_CALLS).reverse()) {
    if (HOST_IDS.includes(call.host)) add(call.host, mapped(call.payload, call.root, root) as Record<string, unknown>)
  }
  const bounds = caseBounds()
  for (const file of caseFilesIn(join(root, '.acuvo', 'tests'))) {
    if (known.size >= MAX_CALLS) break
    const read = readCases(file, bounds)
    for (const one of 'cases' in read ? read.cases : []) {
      for (const host of hostsOf(one, undefined)) {
        const made = host === undefined ? undefined : payloadFor(one, host, { root, home: places.home })
        if (host !== undefined && made !== undefined && !('why' in made)) add(host, made.payload)
      }
    }
  }
  return [...known.values()]
}

const caseFilesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .slice(0, MAX_FILES)
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

const eventIn = (host: HostId, payload: Record<string, unknown>, root: string, home: string): ProtocolEvent | undefined => {
  const env = Object.fromEntries(HOSTS.flatMap(({ rootVariables }) => rootVariables).map((name) => [name, root]))
  const reading = readPayload(hostOf(host), payload, { env, processCwd: root, home, exists: isThere, readText: () => undefined })
  return reading.kind === 'event' ? reading.event : undefined
}
