import { existsSync } from 'node:fs'
import { isAbsolutePath } from '../paths/absolute.js'
import { nativeNameOf, rowOf } from '../../hosts/shared/rows.js'
import { startsFor } from '../../hosts/settings-readers.js'
import type { FindingId } from '../text/doctor-texts.js'
import { finding, type DoctorFinding, type FindingParts } from './finding.js'
import { isToolGate, type HostSetup, type OurLine } from './host-setup.js'

/** How our lines are spelled and started: for what, for how long, by which program. */

/** What one line has, before the same of other events is put together with it. */
interface Flaw {
  id: FindingId
  line: OurLine
  parts?: Readonly<Record<string, string>>
  fix?: FindingParts['fix']
  severity?: DoctorFinding['severity']
}

export const lineFindings = (setup: HostSetup, others: readonly OurLine[] = []): DoctorFinding[] => {
  const { id: host, ours } = setup
  const leftOut = leftOutOf(setup)
  const flaws = ours.flatMap((line) => [
    ...formFlaws(line, setup),
    ...placeFlaws(line, setup),
    ...(line.loads ? entryFlaws(line, setup, leftOut) : []),
  ])
  return [...together(flaws, host), ...repeated(setup), ...foreign(setup), ...throughOther(setup, others)]
}

/** One finding for all the events that have the same. */
const together = (flaws: readonly Flaw[], host: string): DoctorFinding[] => {
  const groups = new Map<string, Flaw[]>()
  for (const flaw of flaws) {
    const key = JSON.stringify([flaw.id, flaw.line.file.file, flaw.parts ?? {}, flaw.severity ?? ''])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [flaw])
    else group.push(flaw)
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { id, line, parts, fix, severity } = first
    const events = [...new Set(group.map(({ line: { entry } }) => entry.event))].join(', ')
    return [
      finding(id, {
        host,
        file: line.file.file,
        parts: { events, ...parts },
        ...(fix === undefined ? {} : { fix }),
        ...(severity === undefined ? {} : { severity }),
      }),
    ]
  })
}

// --- how the line is spelled ------------------------------------------------------------------------------------

const RUNNER = /(?:^|[\s"'/;&|(])(npx|bunx|pnpx|pnpm|yarn|npm|bun x|uvx)(?:\s[^;&|]*)?[\s"'/]acuvo-hooks/
const PROGRAM = /(?:^|[\s"'=;&|(])((?:[^\s"'=;&|()]*[\\/])?acuvo-hooks(?:@[\w.-]+)?(?:\.(?:cjs|mjs|js|cmd|exe|ps1))?)(?=$|[\s"';&|)])/g
const PLUGIN_VARIABLE = /\$\{?([A-Z]+_PLUGIN_ROOT|PLUGIN_ROOT)\b/

const formFlaws = (line: OurLine, { id, registered }: HostSetup): Flaw[] => {
  const { entry, isAsInstalled } = line
  const { command = '', args = [] } = entry
  if (isAsInstalled || !registered.some(({ name }) => name === entry.event)) return []
  const text = [command, ...args].join(' ')
  const variable = PLUGIN_VARIABLE.exec(text)?.[1]
  if (variable !== undefined) return [{ id: 'line-of-plugin', line, parts: { variable } }]
  const runner = RUNNER.exec(text)?.[1]
  if (runner !== undefined) return [{ id: 'line-through-runner', line, parts: { program: runner } }]
  // The last path before `run`: words of a message may name us too.
  const program = [...text.matchAll(PROGRAM)]
    .map(([, path]) => path ?? '')
    .filter((path) => new RegExp(`${escaped(path)}["']?\\s+["']?run\\b`).test(text))
    .at(-1)
  if (program === undefined) return [{ id: 'line-edited', line }]
  if (!/[\\/]/.test(program) && !/^["']?\$/.test(program)) return [{ id: 'line-bare-name', line }]
  if (/^\.{1,2}[\\/]|^[\w@-][^:]*[\\/]/.test(program) && !isAbsolutePath(program)) return [{ id: 'line-relative', line }]
  if (isAbsolutePath(program) && !existsSync(program))
    return [{ id: 'line-program-missing', line, parts: { program }, ...fixFor(line, id) }]
  if (isFormer(line, id)) return [{ id: 'line-stale', line, ...fixFor(line, id) }]
  return [{ id: 'line-edited', line }]
}

/** The machine owner's files are not ours to write. */
const fixFor = ({ file: { level } }: OurLine, host: string): { fix?: FindingParts['fix'] } =>
  level === 'managed' ? {} : { fix: { is: 'install', host, scope: level } }

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Our own form, with another launcher or other constants in it. */
const FORMER =
  /^(?:(?:\/bin\/)?sh -c '[^']*acuvo-hooks could not run[^']*' )?(?:'[^']+'|[^\s'"$]+) run --host [\w-]+ --event \w+(?: --host-timeout \d+)?$/
const isFormer = ({ entry: { command = '', args, event }, says }: OurLine, host: string): boolean =>
  args === undefined && says.host === host && says.event === event && FORMER.test(command)

// --- where it stands --------------------------------------------------------------------------------------------

const placeFlaws = (line: OurLine, { id, checkUp, registered }: HostSetup): Flaw[] => {
  const { entry, says } = line
  if (checkUp.neverRegistered.includes(entry.event)) return [{ id: 'event-must-not-have-us', line }]
  return [
    ...(registered.some(({ name }) => name === entry.event) ? [] : [{ id: 'event-unknown-to-us' as const, line }]),
    ...(says.host !== undefined && says.host !== id ? [{ id: 'line-for-other-host' as const, line, parts: { other: says.host } }] : []),
    ...(says.event !== undefined && says.event !== entry.event
      ? [{ id: 'line-for-other-event' as const, line, parts: { other: says.event } }]
      : []),
  ]
}

// --- what the entry around it says ------------------------------------------------------------------------------

const entryFlaws = (line: OurLine, setup: HostSetup, leftOut: readonly string[]): Flaw[] => {
  const { entry, says } = line
  const row = rowOf(setup.adapter.descriptor, entry.event)
  const registered = setup.registered.find(({ name }) => name === entry.event)
  const isGate = isToolGate(setup, entry.event)
  const flaws: Flaw[] = []
  if (entry.condition !== undefined) flaws.push({ id: 'entry-conditional', line })
  if (entry.isBackground && isGate) flaws.push({ id: 'entry-in-background', line })
  const own = says.hostTimeoutSeconds ?? registered?.seconds
  const usual = (row?.defaultTimeoutMs ?? 0) / 1000
  const given = entry.timeoutSeconds ?? usual
  if (own !== undefined && given < own) {
    const id = entry.timeoutSeconds === undefined ? 'timeout-default' : 'timeout-shorter'
    flaws.push({ id, line, parts: { seconds: String(given), own: String(own) }, ...(isGate ? {} : { severity: 'warning' as const }) })
  } else if (entry.timeoutSeconds === undefined) {
    flaws.push({ id: 'timeout-default', line, parts: { seconds: String(usual) }, severity: 'warning' })
  }
  const lacking = Object.keys(registered?.set ?? {}).filter((key) => entry.entry[key] !== registered?.set[key])
  if (lacking.length > 0) flaws.push({ id: 'not-fail-closed', line, parts: { keys: lacking.join(', ') } })
  if (isGate) flaws.push(...toolFlaws(line, setup, leftOut))
  return flaws
}

/** Names of tools that the host can call. */
const toolsOf = ({ adapter: { tools }, checkUp }: HostSetup): string[] => [
  ...new Set([...Object.values(tools.kinds).flat(), ...Object.keys(tools.varying), checkUp.mcpTool]),
]

/** Tools for which no line of ours is started before a call. */
const leftOutOf = (setup: HostSetup): string[] => {
  const { id, ours, version } = setup
  const gates = ours.filter((line) => line.loads && isPrimaryGate(line, setup))
  if (gates.length === 0 || gates.some(({ entry }) => entry.matcher === undefined)) return []
  // However often one matcher stands there, it starts for the same.
  const entries = [...new Map(gates.map(({ entry }) => [entry.matcher, entry])).values()]
  return toolsOf(setup).filter((tool) => !entries.some((entry) => startsFor(id, entry, tool, version)))
}

/** At other events the matcher is held against something else. */
const isPrimaryGate = ({ entry }: OurLine, { adapter }: HostSetup): boolean =>
  entry.event === nativeNameOf(adapter.descriptor, 'PreToolUse')

const toolFlaws = (line: OurLine, setup: HostSetup, leftOut: readonly string[]): Flaw[] => {
  const { id, version } = setup
  const { entry } = line
  if (entry.matcher === undefined || !isPrimaryGate(line, setup)) return []
  if (!toolsOf(setup).some((tool) => startsFor(id, entry, tool, version))) return [{ id: 'matcher-starts-nothing', line }]
  const shown = leftOut.length > MOST_TOOLS ? [...leftOut.slice(0, MOST_TOOLS), '…'] : leftOut
  return leftOut.length === 0 ? [] : [{ id: 'matcher-leaves-tools-out', line, parts: { tools: shown.join(', ') } }]
}

const MOST_TOOLS = 8

// --- what stands beside it --------------------------------------------------------------------------------------

const repeated = ({ id: host, ours }: HostSetup): DoctorFinding[] => {
  const counts = new Map<string, number>()
  const loading = ours.filter(({ loads }) => loads)
  for (const { entry } of loading) counts.set(entry.event, (counts.get(entry.event) ?? 0) + 1)
  const events = [...counts].flatMap(([event, count]) => (count > 1 ? [event] : []))
  const last = loading.filter(({ entry }) => events.includes(entry.event)).at(-1)
  if (last === undefined) return []
  return [finding('registered-twice', { host, file: last.file.file, parts: { events: events.join(', '), scope: last.file.level } })]
}

/** Which events, and never the command: a credential may stand in it. */
const foreign = ({ id: host, entries, ours }: HostSetup): DoctorFinding[] => {
  const own = new Set(ours.map(({ entry }) => entry))
  const events = [...new Set(ours.filter(({ loads }) => loads).map(({ entry }) => entry.event))].filter((event) =>
    entries.some((entry) => entry.event === event && !own.has(entry)),
  )
  return events.length === 0 ? [] : [finding('foreign-hook', { host, parts: { events: events.join(', ') } })]
}

/** @param others our lines in the files of hosts that this one reads too */
const throughOther = ({ id: host, ours, checkUp }: HostSetup, others: readonly OurLine[]): DoctorFinding[] => {
  const other = others.find(({ loads, file }) => loads && checkUp.alsoReads.includes(file.host))
  if (other === undefined || ours.some(({ loads }) => loads)) return []
  return [finding('only-through-other-host', { host, file: other.file.file, parts: { other: other.file.host } })]
}
