import { isEventName, isGateEvent } from '../../src/protocol/events.js'
import type { HostDescriptor, NativeEvent } from '../types.js'

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
