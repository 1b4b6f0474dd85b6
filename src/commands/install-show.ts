import { structuredPatch } from 'diff'
import { hostOf } from '../../hosts/index.js'
import { colours } from '../output/colours.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import type { InstallDocument } from '../shapes/install.js'
import { installTexts } from '../text/install-texts.js'
import { safeText } from '../text/safe.js'
import { pathText } from '../text/store-faults.js'
import type { Outcome } from './install-document.js'

/** What `install` says to a person. */

type HostRecord = InstallDocument['hosts'][number]

const title = (id: string): string => hostOf(id).descriptor.title
const lines = (parts: readonly string[]): string => parts.map((line) => `${line}\n`).join('')
const columns = (): number => columnsOf(process.stdout.columns, process.env.COLUMNS)
const item = (text: string): string[] => wrapped(text, columns(), '  ', '    ')

export const installText = (document: InstallDocument, outcomes: readonly Outcome[]): string => {
  const isDry = document.action === 'dry-run'
  const running = document.hosts
    .filter((host) => host.running && (host.changes || document.program.state === 'absent'))
    .map(({ host }) => title(host))
  return lines([
    ...programLines(document, isDry),
    ...document.hosts.flatMap((host, at) => hostLines(host, outcomes[at] as Outcome, isDry)),
    ...(isDry
      ? []
      : [...(document.changes ? wrapped(installTexts.restart(running), columns()) : []), ...wrapped(installTexts.next, columns())]),
  ])
}

const programLines = ({ program, launcher }: InstallDocument, isDry: boolean): string[] => {
  const isSame = program.state === 'current' && launcher.state === 'current'
  const say = isSame ? installTexts.programSame : isDry ? installTexts.programWould : installTexts.programPlaced
  return wrapped(say(installTexts.programName(program.version, program.kind), program.folder), columns())
}

const hostLines = (host: HostRecord, { plan, writesTrust }: Outcome, isDry: boolean): string[] => [
  ...wrapped(installTexts.where(title(host.host), host.file), columns()).map((line, at) => (at === 0 ? colours.bold(line) : line)),
  ...(host.fault === undefined ? doneLines(host, isDry) : leftLines(host.file, host.fault.text, host.snippet ?? '')),
  ...(host.notLoaded === undefined ? [] : item(installTexts.notLoaded(title(host.host), host.notLoaded.text)).map(colours.yellow)),
  ...(host.fault === undefined && isDry && host.changes ? diffLines(plan.read?.bytes, plan.after) : []),
  ...(host.ignore === undefined || host.fault !== undefined ? [] : ignoreLines(host.ignore, plan)),
  ...(host.scope === 'shared' && host.fault === undefined ? item(installTexts.commit(host.file)) : []),
  ...(host.trust === undefined || host.fault !== undefined || !writesTrust ? [] : trustLines(host.trust, isDry)),
  ...(host.fault === undefined ? host.notes.flatMap(item) : []),
]

const doneLines = ({ events, changes }: HostRecord, isDry: boolean): string[] => {
  if (!changes) return item(installTexts.nothingToDo)
  const registered = events.length
  return [
    ...item(isDry ? installTexts.wouldRegister(registered) : installTexts.registered(registered)),
    ...['edited', 'stale'].flatMap((state) => {
      const names = events.filter((event) => event.state === state).map(({ event }) => event)
      return names.length === 0 ? [] : item(installTexts.events(`${state} before`, names))
    }),
  ]
}

const leftLines = (file: string, why: string, snippet: string): string[] => [
  ...item(installTexts.leftAsItIs(file, why)),
  ...indented(snippet),
]

const ignoreLines = (ignore: NonNullable<HostRecord['ignore']>, plan: Outcome['plan']): string[] => {
  const fault = plan.ignore?.fault
  if (fault !== undefined) return item(installTexts.ignoreFailed(ignore.file, fault.code))
  return item(installTexts.ignored(ignore.line, ignore.file))
}

const trustLines = (trust: NonNullable<HostRecord['trust']>, isDry: boolean): string[] => {
  if (trust.snippet !== undefined) return [...item(installTexts.trustByHand(trust.file)), ...indented(trust.snippet)]
  return item(isDry && trust.changes ? installTexts.trustWould(trust.file) : installTexts.trustWritten(trust.file))
}

const indented = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)

const MAX_EDITS = 2_000

const diffLines = (before: Buffer | undefined, after: Buffer | undefined): string[] => {
  const [old, now] = [before, after].map((bytes) => (bytes ?? Buffer.alloc(0)).toString('utf8'))
  const patch = structuredPatch('', '', old ?? '', now ?? '', '', '', { context: 2, maxEditLength: MAX_EDITS })
  return (patch?.hunks ?? []).flatMap(({ oldStart, newStart, lines: changed }) => [
    `    @@ -${oldStart} +${newStart} @@`,
    ...changed.map((line) => {
      const text = `    ${safeText(line)}`
      return line.startsWith('+') ? colours.green(text) : line.startsWith('-') ? colours.red(text) : text
    }),
  ])
}

/** A line for each part, and below a host the events that are not as the whole. */
export const statusText = ({ program, launcher, hosts }: InstallDocument): string =>
  lines([
    ...part(
      program.state,
      `${installTexts.program} ${installTexts.programName(program.version, program.kind)}: ${pathText(program.folder)}`,
    ),
    ...part(launcher.state, `${installTexts.launcher}: ${pathText(launcher.path)}`),
    ...hosts.flatMap((host) => [
      ...part(host.state, `${title(host.host)} (${host.scope}): ${pathText(host.file)}`),
      ...[host.fault, host.notLoaded].flatMap((why) => (why === undefined ? [] : part('', why.text))),
      ...(host.fault !== undefined || host.state === 'absent' || host.state === 'current' ? [] : host.events.flatMap(eventLine)),
      ...(host.trust === undefined ? [] : part(host.trust.state, `${title(host.host)}, trust: ${pathText(host.trust.file)}`)),
    ]),
  ])

const part = (state: string, text: string): string[] => wrapped(text, columns(), `${state.padEnd(8)} `)

const eventLine = ({ event, state }: { event: string; state: string }): string[] =>
  state === 'current' ? [] : [`  ${state.padEnd(8)} ${event}`]
