import { endHooksWhenInterrupted, type Interruption } from '../../process/interruption.js'
import type { Scratch } from '../../live/scratch.js'
import type { LiveTry } from '../../shapes/doctor-live.js'
import type { DoctorFinding } from '../finding.js'
import type { DoctorMachine, HostSetup } from '../host-setup.js'
import { tryHost, type Tried } from './try-host.js'

/** Every host that is examined, started itself, one after the other. A part of the program of its own: nothing else loads what it needs. */

export interface LiveSetting {
  machine: DoctorMachine
  runEdited: boolean
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
  { machine, runEdited, starting, interrupted }: LiveSetting,
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
      starting(setup.id)
      tried.push({ setup, ...(await tryHost(setup, { machine, runEdited, made: (scratch) => void scratches.push(scratch) })) })
      clean()
    }
  } finally {
    off()
    clean()
  }
  return tried
}

/** Of the host's own part in it, and of everything that was found: an error anywhere means that a call may not be stopped, or none goes. */
export const verdictOf = ({ setup, live, isObeyed }: TriedHost, findings: readonly DoctorFinding[]): LiveTry => {
  const about = findings.filter(({ host }) => host === undefined || host === setup.id)
  const errors = about.filter(({ severity }) => severity === 'error')
  const reasons = errors.length > 0 ? errors : about.filter(({ id }) => id.startsWith('live-'))
  const verdict = errors.length > 0 ? 'not-obeyed' : isObeyed === true ? 'obeyed' : 'undecided'
  return { ...live, verdict, because: verdict === 'obeyed' ? [] : [...new Set(reasons.map(({ id }) => id))] }
}
