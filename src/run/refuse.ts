import { HOSTS, hostOf } from '../../hosts/index.js'
import { nativeNameOf, rowOf } from '../../hosts/shared/rows.js'
import type { HostAdapter, Payload } from '../../hosts/types.js'
import { Approvals } from '../approval/approvals.js'
import { findPolicyFiles } from '../config/find.js'
import { isAbsolutePath, toAbsolute } from '../paths/absolute.js'
import { passDecision, type Rendered } from '../protocol/decision.js'
import { isEventName, type EventName } from '../protocol/events.js'
import { unreadablePayload } from '../text/messages.js'
import type { Machine } from './machine.js'
import type { RunOptions } from './options.js'

/** Answers without a decision: for a payload that cannot be read, and for a failure of our own. */

const REFUSED = 2

/** Nothing on stdout, the reason on stderr, exit 2: a deny before a tool call on every host. */
export const refusal = (reason: string): Rendered => ({ stdout: '', stderr: `${reason}\n`, exitCode: REFUSED, dropped: [] })

export const isRefusal = ({ exitCode }: Rendered): boolean => exitCode === REFUSED

/** What is known of the event although no adapter could read it. */
export interface Unread {
  payload: Payload
  options: RunOptions
  host?: HostAdapter | undefined
  nativeEvent?: string | undefined
}

/**
 * The answer to a failure of our own: a deny when a tool call may be waiting for it, also when nobody knows the event;
 * elsewhere the neutral answer, because there exit 2 means other things.
 */
export const failureAnswer = (unread: Unread, reason: string): Rendered => (mayBeGate(unread) ? refusal(reason) : neutral(unread))

/** The answer to what cannot be read. Without any policy where we stand nobody asked to be guarded. */
export const unreadableAnswer = (unread: Unread, why: string, machine: Machine): Rendered =>
  mayBeGate(unread) && policyAppliesHere(unread.payload, machine) ? refusal(unreadablePayload(why)) : neutral(unread)

export const nameOf = ({ nativeEvent, payload, options }: Unread): string | undefined =>
  nativeEvent ?? knownName(payload.hook_event_name) ?? options.event

const mayBeGate = (unread: Unread): boolean => {
  const name = nameOf(unread)
  const event = name === undefined ? undefined : canonicalOf(name)
  return event === undefined || event === 'PreToolUse'
}

const neutral = (unread: Unread): Rendered => {
  const { host, options } = unread
  const adapter = host ?? (options.host === undefined ? undefined : hostOf(options.host))
  if (adapter === undefined) return { stdout: '', stderr: '', exitCode: 0, dropped: [] }
  const name = nameOf(unread) ?? ''
  return adapter.render(nativeNameOf(adapter.descriptor, name) ?? name, passDecision())
}

const knownName = (name: unknown): string | undefined => (typeof name === 'string' && canonicalOf(name) !== undefined ? name : undefined)

/** The canonical event of a native or canonical name, whichever host's; `other` for a known name without one. */
export const canonicalOf = (name: string): EventName | 'other' | undefined => {
  if (isEventName(name)) return name
  const row = HOSTS.map(({ descriptor }) => rowOf(descriptor, name)).find((found) => found !== undefined)
  return row === undefined ? undefined : (row.event ?? 'other')
}

/** Whether any policy file stands where we, the host's project variables, or what could be read of the payload are. */
const policyAppliesHere = (payload: Payload, { cwd, env, places }: Machine): boolean => {
  const variables = HOSTS.flatMap(({ rootVariables }) => rootVariables.map((name) => env[name]))
  const roots: unknown[] = Array.isArray(payload.workspace_roots) ? payload.workspace_roots : []
  const starts = [cwd, ...variables, payload.cwd, ...roots]
    .filter((place): place is string => typeof place === 'string' && isAbsolutePath(place))
    .map((place) => toAbsolute(place, places.home))
  return findPolicyFiles(starts, cwd ?? places.home, places, new Approvals(places)).length > 0
}
