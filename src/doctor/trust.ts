import { realpathSync } from 'node:fs'
import type { FindingId } from '../text/doctor-texts.js'
import { finding, type DoctorFinding } from './finding.js'
import type { DoctorMachine, HostFile, HostSetup } from './host-setup.js'

/** Whether a host that runs only what a person trusted would run our lines. */

export const trustFindings = (setup: HostSetup, { workspace }: DoctorMachine): DoctorFinding[] => {
  const { id: host, registration, files, ours } = setup
  const { trustWriter } = registration
  if (trustWriter === undefined) return []
  const kept = files.find(({ level, file }) => level === 'user' && file.endsWith(trustWriter.file))
  const trusted = (kept === undefined ? undefined : trustWriter.trusted(kept.text)) ?? new Map<string, string>()
  const switches = kept?.report.switches ?? {}
  const offKeys = new Set((switches.trust ?? []).filter(({ enabled }) => enabled === false).map(({ key }) => key))
  // What the owner of the machine registers is trusted as it is.
  const holding = files.filter((file) => file.level !== 'managed' && ours.some((line) => line.loads && line.file === file))
  const found = holding.flatMap((file) => {
    const states = statesOf(trustWriter.items(file.file, file.document ?? file.text), file, trusted, offKeys)
    const among = (state: State): string => [...states].flatMap(([place, one]) => (one === state ? [place] : [])).join(', ')
    return STATES.flatMap(([state, id]) => {
      const events = among(state)
      return events === '' ? [] : [finding(id, { host, file: file.file, parts: { events } })]
    })
  })
  const inProject = holding.some(({ level }) => level === 'shared' || level === 'local')
  const isTrusted = (switches.projects ?? []).some(({ path, isTrusted: yes }) => yes && workspace !== undefined && isSame(path, workspace))
  return inProject && !isTrusted ? [...found, finding('project-not-trusted', { host })] : found
}

type State = 'trusted' | 'off' | 'outdated' | 'unknown'

const STATES: readonly [State, FindingId][] = [
  ['unknown', 'hook-not-trusted'],
  ['outdated', 'hook-trust-outdated'],
  ['off', 'hook-switched-off'],
]

/** By its place in the file; a file that is reached through a link has two names, and either will do. */
const statesOf = (
  items: readonly { key: string; hash: string }[],
  { file }: HostFile,
  trusted: ReadonlyMap<string, string>,
  off: ReadonlySet<string>,
): Map<string, State> => {
  const states = new Map<string, State>()
  for (const { key, hash } of items) {
    const place =
      [file, realOf(file)]
        .map((name) => (key.startsWith(`${name}:`) ? key.slice(name.length + 1) : undefined))
        .find((rest) => rest !== undefined) ?? key
    const state: State = off.has(key) ? 'off' : !trusted.has(key) ? 'unknown' : trusted.get(key) === hash ? 'trusted' : 'outdated'
    const before = states.get(place)
    if (before === undefined || RANK.indexOf(state) < RANK.indexOf(before)) states.set(place, state)
  }
  return states
}

const RANK: readonly State[] = ['off', 'trusted', 'outdated', 'unknown']

const realOf = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

const isSame = (one: string, other: string): boolean => one === other || realOf(one) === realOf(other)
