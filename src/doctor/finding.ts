import type { Scope } from '../../hosts/registrations.js'
import type { HostId } from '../protocol/event.js'
import { DOCTOR_FINDINGS, filled, type FindingId } from '../text/doctor-texts.js'

/** One thing that is wrong, or worth knowing, with what mends it. */
export interface DoctorFinding {
  id: FindingId
  severity: 'error' | 'warning' | 'info'
  host?: HostId
  /** Absolute. */
  file?: string
  /** 1-based, where it has a place in the file. */
  line?: number
  what: string
  mend: string
  /** What `--fix` may do about it. */
  fix?: Fix
}

/** The only changes that `--fix` makes. */
export type Fix =
  | { is: 'executable'; file: string }
  | { is: 'line-endings'; file: string }
  | { is: 'install'; host: HostId; scope: Scope }
  | { is: 'mode'; file: string; mode: number }

export interface FindingParts {
  host?: HostId
  file?: string
  line?: number
  fix?: Fix
  severity?: DoctorFinding['severity']
  /** What the texts name besides host and file. */
  parts?: Readonly<Record<string, string>>
}

export const finding = (id: FindingId, { host, file, line, fix, severity, parts = {} }: FindingParts): DoctorFinding => {
  const { what, mend, severity: usual } = DOCTOR_FINDINGS[id]
  const all = { ...(host === undefined ? {} : { host }), ...(file === undefined ? {} : { file }), ...parts }
  return {
    id,
    severity: severity ?? usual,
    ...(host === undefined ? {} : { host }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    what: filled(what, all),
    mend: filled(mend, all).trimEnd(),
    ...(fix === undefined ? {} : { fix }),
  }
}
