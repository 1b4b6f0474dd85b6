import type { Finding } from '../../hosts/shared/settings-report.js'
import { isOurLine } from '../../hosts/settings-readers.js'
import { isRecord } from '../protocol/is-record.js'
import { pathText } from '../config/locate.js'
import { doctorTexts } from '../text/doctor-texts.js'
import { finding, type DoctorFinding } from './finding.js'
import { isToolGate, type HostFile, type HostSetup } from './host-setup.js'

/** What a host loads of its files, and whether our lines are among it. */

export const loadingFindings = (setup: HostSetup): DoctorFinding[] => {
  const { id: host, files, ours, unreadable, relativeFolder } = setup
  const found = [
    ...unreadable.map(({ file, code }) => finding('settings-unreadable', { host, file, parts: { reason: code } })),
    ...(relativeFolder === undefined ? [] : [finding('settings-folder-relative', { host, parts: { variable: relativeFolder } })]),
    ...files.flatMap((file) => fileFindings(file, setup)),
    ...switchFindings(setup),
  ]
  // Why nothing of ours is started is said already.
  const isExplained = found.some(({ severity }) => severity === 'error')
  if (ours.some(({ loads }) => loads)) return [...found, ...missingEvents(setup)]
  return isExplained ? found : [...found, finding('not-registered', { host })]
}

const fileFindings = (file: HostFile, setup: HostSetup): DoctorFinding[] => {
  const { id: host } = setup
  const { report, file: path } = file
  if (report.state === 'loaded' || report.isEmpty) return []
  const rejecting = report.findings.find(({ verdict }) => verdict === 'rejected')
  const arrays = report.findings.filter((piece) => piece.field === 'matcher' && Array.isArray(at(file, [...piece.path, 'matcher'])))
  const arrayFindings = arrays
    .slice(0, 1)
    .map((piece) => finding('array-matcher', { host, file: path, ...lineOf(piece), parts: { reason: place(piece) } }))
  if (report.state === 'unparsable' || rejecting !== undefined) {
    const line = rejecting?.line ?? report.at?.line
    const reason = rejecting === undefined ? doctorTexts.notJson(report.at?.line) : reasonOf(rejecting)
    const holdsUs = report.declared.length > 0 ? setup.ours.some((one) => one.file === file) : mentionsUs(file)
    const id = holdsUs || mentionsUs(file) ? 'file-not-loaded' : 'settings-broken'
    return [...arrayFindings, finding(id, { host, file: path, ...(line === undefined ? {} : { line }), parts: { reason } })]
  }
  const isArray = new Set(arrays)
  const isTooNew = ({ code, path: [, event] }: Finding): boolean => code === 'unknown-event' && isRegistered(setup, event)
  const dropped = report.findings.filter((piece) => !isTooNew(piece) && holdsOurLine(at(file, piece.path)) && !isArray.has(piece))
  return [
    ...arrayFindings,
    ...dropped.map((piece) =>
      finding('entry-not-loaded', {
        host,
        file: path,
        ...lineOf(piece),
        parts: { events: String(piece.path[1] ?? ''), reason: reasonOf(piece) },
      }),
    ),
  ]
}

const isRegistered = ({ registered }: HostSetup, event: string | number | undefined): boolean =>
  registered.some(({ name }) => name === event)

/** Events of ours that this version of the host does not have yet. */
const tooNewIn = (setup: HostSetup): string[] => [
  ...new Set(
    setup.files.flatMap(({ report }) =>
      report.findings.flatMap(({ code, path: [, event] }) =>
        code === 'unknown-event' && isRegistered(setup, event) ? [String(event)] : [],
      ),
    ),
  ),
]

const lineOf = ({ line }: Finding): { line?: number } => (line === undefined ? {} : { line })
const place = ({ path, field, line }: Finding): string =>
  doctorTexts.place(pathText(path.map((part) => (typeof part === 'string' ? part.slice(0, 40) : part))), field, line)
const reasonOf = (piece: Finding): string => `${doctorTexts.reasons[piece.code]} (${place(piece)})`

/** A file that cannot be read as what it should be may still be meant to hold our line. */
const mentionsUs = ({ text }: HostFile): boolean => /acuvo-hooks[^\n]*\brun\b/.test(text)

/** The raw piece at a path, where the text is JSON. */
const at = ({ document }: HostFile, path: readonly (string | number)[]): unknown => {
  let value: unknown = document
  for (const part of path) {
    if (Array.isArray(value) && typeof part === 'number') value = value[part]
    else if (isRecord(value) && Object.hasOwn(value, String(part))) value = value[String(part)]
    else return undefined
  }
  return value
}

/** Whether a line of ours stands anywhere in a piece. */
const holdsOurLine = (piece: unknown): boolean => {
  const waiting: unknown[] = [piece]
  for (let steps = 0; waiting.length > 0 && steps < 100_000; steps++) {
    const value = waiting.pop()
    if (typeof value === 'string' && isOurLine(value)) return true
    if (Array.isArray(value)) waiting.push(...(value as unknown[]))
    else if (isRecord(value)) waiting.push(...Object.values(value))
  }
  return false
}

const switchFindings = ({ id: host, files, isOff, isManagedOnly, ours }: HostSetup): DoctorFinding[] => {
  const off = files.filter(({ report }) => report.switches.hooks === false).at(-1)
  const only = files.find(({ level, report }) => level === 'managed' && report.switches.managedOnly === true)
  if (isOff && off !== undefined) return [finding('hooks-disabled', { host, file: off.file })]
  const isSilenced = isManagedOnly && only !== undefined && !ours.some(({ file: { level } }) => level === 'managed')
  return isSilenced ? [finding('managed-hooks-only', { host, file: only.file })] : []
}

const missingEvents = (setup: HostSetup): DoctorFinding[] => {
  const { id: host, ours, registered, adapter } = setup
  const there = new Set(ours.filter(({ loads }) => loads).map(({ entry }) => entry.event))
  const tooNew = tooNewIn(setup)
  const missing = registered.map(({ name }) => name).filter((name) => !there.has(name) && !tooNew.includes(name))
  const starts = missing.filter((name) => adapter.descriptor.events.some((row) => row.name === name && row.event === 'SessionStart'))
  const gates = missing.filter((name) => isToolGate(setup, name))
  const others = missing.filter((name) => !starts.includes(name) && !gates.includes(name))
  return [
    ...(tooNew.length === 0
      ? []
      : [finding('event-not-in-version', { host, parts: { events: tooNew.join(', '), version: setup.version ?? '' } })]),
    ...(gates.length === 0 ? [] : [finding('gate-not-registered', { host, parts: { events: gates.join(', ') } })]),
    ...(starts.length === 0 ? [] : [finding('session-start-not-registered', { host })]),
    ...(others.length === 0 ? [] : [finding('event-not-registered', { host, parts: { events: others.join(', ') } })]),
  ]
}
