import { endHooksWhenInterrupted, type Interruption } from '../../process/interruption.js'
import type { Scratch } from '../../live/scratch.js'
import type { LiveTry } from '../../shapes/doctor-live.js'
import { finding, type DoctorFinding } from '../finding.js'
import type { DoctorMachine, HostSetup } from '../host-setup.js'
import { tryHost, type Tried } from './try-host.js'

/** Every host that is examined, started itself, one after the other. A part of the program of its own: nothing else loads what it needs. */

export interface LiveSetting {
  machine: DoctorMachine
  runEdited: boolean
  /** Hosts whose lines did not answer in time when they were started alone: a try would only wait for them again. */
  hanging: ReadonlySet<HostSetup['id']>
  /** Told before each. */
  starting: (host: HostSetup['id']) => void
  /** Called once when something ends us; what was started is ended then, and every folder is gone. It must end us. */
  interrupted: (interruption: Interruption) => void
}

export interface TriedHost extends Tried {
  setup: HostSetup
}

export const examineLive = async (
  setups: readonly HostSetup[],
  { machine, runEdited, hanging, starting, interrupted }: LiveSetting,
): Promise<TriedHost[]> => {
  const scratches: Scratch[] = []
  const clean = (): void => {
    for (const scratch of scratches.splice(0)) scratch.remove()
  }
  const off = endHooksWhenInterrupted((interruption) => {
    clean()
    interrupted(interruption)
  })
  const tried: TriedHost[] = []
  try {
    for (const setup of setups) {
      if (hanging.has(setup.id)) {
        tried.push({ setup, live: notStarted(setup), findings: [] })
        continue
      }
      starting(setup.id)
      const made = (scratch: Scratch): void => void scratches.push(scratch)
      tried.push({ setup, ...(await tryHost(setup, { machine, runEdited, made }).catch((error: unknown) => failed(setup, error))) })
      clean()
    }
  } finally {
    off()
    clean()
  }
  return tried
}

const notStarted = ({ id: host, version }: HostSetup): Tried['live'] => ({
  host,
  ...(version === undefined ? {} : { version }),
  calls: [],
  refused: [],
})

/** A full disk, a folder that may not be written: it says nothing about the host. */
const failed = (setup: HostSetup, error: unknown): Tried => ({
  live: notStarted(setup),
  findings: [finding('live-failed', { host: setup.id, parts: { reason: error instanceof Error ? error.message : String(error) } })],
})

/** Of the host's own part in it, and of everything that was found: an error anywhere means that a call may not be stopped, or none goes. */
export const verdictOf = ({ setup, live, isObeyed }: TriedHost, findings: readonly DoctorFinding[]): LiveTry => {
  const about = findings.filter(({ host }) => host === undefined || host === setup.id)
  const errors = about.filter(({ severity }) => severity === 'error')
  const reasons = errors.length > 0 ? errors : about.filter(({ id }) => id.startsWith('live-'))
  const verdict = errors.length > 0 ? 'not-obeyed' : isObeyed === true ? 'obeyed' : 'undecided'
  return { ...live, verdict, because: verdict === 'obeyed' ? [] : [...new Set(reasons.map(({ id }) => id))] }
}
