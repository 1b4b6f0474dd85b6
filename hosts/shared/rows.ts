import { isEventName, isGateEvent } from '../../src/protocol/events.js'
import type { HostDescriptor, NativeEvent } from '../types.js'

/**
 * Makes a host's rows. All have one shape, field by field: they are made at each start of the program, and objects of many
 * shapes would cost more than all else that a start does.
 *
 * @param usualTimeoutMs the host's own limit where a row names no other
 */
export const rowsWith =
  (usualTimeoutMs: number) =>
  (name: string, event: NativeEvent['event'], carries: Partial<NativeEvent> = {}): NativeEvent => ({
    name,
    event,
    announcement: carries.announcement ?? 'first',
    neutral: carries.neutral,
    deny: carries.deny,
    ask: carries.ask,
    allow: carries.allow,
    context: carries.context,
    notice: carries.notice,
    rewrite: carries.rewrite,
    replace: carries.replace,
    replaceMcp: carries.replaceMcp,
    endsTurn: carries.endsTurn,
    defaultTimeoutMs: carries.defaultTimeoutMs ?? usualTimeoutMs,
    maxTimeoutMs: carries.maxTimeoutMs,
  })

/** Makes a host's table when it is first asked for: a start needs that of one host. */
export const once = <Made>(make: () => Made): (() => Made) => {
  let made: Made | undefined
  return () => (made ??= make())
}

export const rowOf = (descriptor: HostDescriptor, nativeEvent: string): NativeEvent | undefined =>
  descriptor.events.find((row) => row.name === nativeEvent)

/** The native name for a native or canonical one; a canonical name stands for its primary native event. */
export const nativeNameOf = (descriptor: HostDescriptor, name: string): string | undefined => {
  if (rowOf(descriptor, name) !== undefined) return name
  return isEventName(name) ? descriptor.events.find((row) => row.event === name)?.name : undefined
}

/** Whether a deny stops something at this native event. */
export const canStop = (row: NativeEvent | undefined): boolean =>
  row?.event !== undefined && isGateEvent(row.event) && row.deny !== undefined && row.deny.support !== 'none'
