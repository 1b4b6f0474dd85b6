import { registrationOf } from '../../hosts/registrations.js'
import type { SharedParts } from '../install/place.js'
import type { HostPlan, PlanFault } from '../install/plan.js'
import type { InstallDocument } from '../shapes/install.js'
import type { Places } from '../store/places.js'
import { pathText } from '../config/locate.js'
import { doctorTexts } from '../text/doctor-texts.js'
import { fileFaultText, installTexts } from '../text/install-texts.js'

/** What `install` did or would do, for machines; people are shown the same. */

export interface Outcome {
  plan: HostPlan
  /** The person asked for the host's trust to be written. */
  writesTrust: boolean
  isRunning: boolean
}

export const documentOf = (
  action: InstallDocument['action'],
  { program, states, launcher }: SharedParts,
  outcomes: readonly Outcome[],
  places: Places,
): InstallDocument => {
  const hosts = outcomes.map(hostRecord)
  const document = {
    version: 1 as const,
    action,
    changes: false,
    program: { version: program.version, kind: program.kind, folder: places.installed, state: states.program },
    launcher: { path: launcher.path, state: states.launcher },
    hosts,
  }
  return { ...document, changes: hasChanges(document) }
}

export const hasChanges = ({ program, launcher, hosts }: Pick<InstallDocument, 'program' | 'launcher' | 'hosts'>): boolean =>
  program.state !== 'current' ||
  launcher.state !== 'current' ||
  hosts.some(({ changes, ignore, trust }) => changes || ignore?.changes === true || trust?.changes === true)

const hostRecord = ({ plan, writesTrust, isRunning }: Outcome): InstallDocument['hosts'][number] => {
  const { host, scope, file, state, events, fault, snippet, read, after, ignore, trust, notLoaded } = plan
  const isSame = (before: Buffer | undefined, now: Buffer | undefined): boolean => now === undefined || before?.equals(now) === true
  return {
    host,
    scope,
    file,
    state,
    events: [...events],
    changes: fault === undefined && !isSame(read?.bytes, after),
    ...(fault === undefined ? {} : { fault: { code: fault.code, text: faultText(fault) }, snippet }),
    ...(fault !== undefined || notLoaded === undefined ? {} : { notLoaded: { code: notLoaded.code, text: notLoadedText(notLoaded) } }),
    ...(ignore === undefined
      ? {}
      : {
          ignore: {
            file: ignore.file,
            line: ignore.line,
            changes: ignore.fault === undefined && !isSame(ignore.read?.bytes, ignore.after),
          },
        }),
    ...(trust === undefined
      ? {}
      : {
          trust: {
            file: trust.file,
            state: trust.state,
            changes: writesTrust && trust.fault === undefined && trust.state !== 'current',
            ...(writesTrust && trust.fault !== undefined
              ? {
                  fault: trust.fault.code === 'not-sure' ? trust.fault.code : faultText(trust.fault),
                  snippet: trust.writer.snippet(trust.items),
                }
              : {}),
          },
        }),
    running: isRunning,
    notes: trust?.state === 'current' || (writesTrust && trust?.fault === undefined) ? [] : [...registrationOf(host).trust],
  }
}

export const faultText = (fault: PlanFault): string => (fault.code === 'tracked' ? installTexts.tracked : fileFaultText(fault))

const notLoadedText = ({ code, path, field, line }: NonNullable<HostPlan['notLoaded']>): string => {
  if (code === 'hooks-off') return installTexts.hooksOff
  if (code === 'unparsable') return installTexts.unparsable(line)
  return `${doctorTexts.reasons[code]} (${doctorTexts.place(pathText(path.map((part) => (typeof part === 'string' ? part.slice(0, 40) : part))), field, line)})`
}
