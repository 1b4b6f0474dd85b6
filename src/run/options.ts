import { isAbsolute, resolve } from 'node:path'
import { HOST_IDS, isHostId } from '../../hosts/index.js'
import type { HostId } from '../protocol/event.js'
import type { PlaceOverrides } from '../store/places.js'
import { usage } from '../text/call-faults.js'

/** The options of a registered line. */
export interface RunOptions {
  host?: HostId
  /** Native or canonical event name. */
  event?: string
  /** The host's own limit for this line, as it is set in the host's settings. */
  hostTimeoutMs?: number
  /** Places that no environment variable may move. */
  places: PlaceOverrides
  /** What is wrong with the line; the other fields hold what could be read. */
  fault?: string
}

const OPTIONS = ['--host', '--event', '--host-timeout', '--store', '--user-config']

/** Reads `--name value` and `--name=value`. A line with a fault must not look like one without options. */
export const runOptionsOf = (args: readonly string[]): RunOptions => {
  const options: RunOptions = { places: {} }
  const fault = (text: string): void => {
    options.fault ??= text
  }
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string
    const equals = arg.indexOf('=')
    const name = equals === -1 ? arg : arg.slice(0, equals)
    if (!OPTIONS.includes(name)) {
      fault(usage.unknownOption(arg))
      continue
    }
    const value = equals === -1 ? args[++index] : arg.slice(equals + 1)
    if (value === undefined || value === '') fault(usage.valueMissing(name))
    else if (name === '--event') options.event = value
    else if (name === '--store' || name === '--user-config') {
      if (!isAbsolute(value)) fault(usage.notAbsolute(name, value))
      else options.places[name === '--store' ? 'store' : 'userPolicy'] = resolve(value)
    } else if (name === '--host') {
      if (isHostId(value)) options.host = value
      else fault(usage.unknownHost(value, HOST_IDS))
    } else {
      const seconds = Number(value)
      if (Number.isFinite(seconds) && seconds > 0) options.hostTimeoutMs = seconds * 1_000
      else fault(usage.badTimeout(value))
    }
  }
  return options
}
