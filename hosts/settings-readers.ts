import type { HostId } from '../src/protocol/event.js'
import { claudeCodeSettings } from './claude-code/settings-reader.js'
import { codexSettings } from './codex/settings-reader.js'
import { cursorSettings } from './cursor/settings-reader.js'
import { isOurLine } from './shared/our-line.js'
import type { ReadingOptions, SettingsEntry, SettingsReader, SettingsReport } from './shared/settings-report.js'

export { isOurLine, ourHost, ourWords } from './shared/our-line.js'
export type {
  Finding,
  FindingCode,
  SettingsEntry,
  SettingsPath,
  SettingsReport,
  SettingsState,
  SettingsSwitches,
  Verdict,
} from './shared/settings-report.js'

/** The readers of the hosts' own settings files, for the commands only: nothing that a call loads may import this. */
const READERS: Readonly<Record<HostId, SettingsReader>> = {
  'claude-code': claudeCodeSettings,
  codex: codexSettings,
  cursor: cursorSettings,
}

const readerOf = (host: HostId): SettingsReader => READERS[host] as SettingsReader

/**
 * What a host loads of a settings file's text, and what is lost. Total: any text gives a report.
 *
 * @param options `kind`: of Codex `hooks.json` (the default) or `config.toml`; `hostVersion` where it is known
 */
export const readSettings = (host: HostId, text: string, options: ReadingOptions = {}): SettingsReport => readerOf(host).read(text, options)

/** Whether a host starts an entry of its settings for a native tool, or for what else the entry's event is about. */
export const startsFor = (host: HostId, entry: SettingsEntry, subject: string, hostVersion?: string): boolean =>
  readerOf(host).startsFor(entry, subject, hostVersion)

export const isOurEntry = ({ command, args }: SettingsEntry): boolean => command !== undefined && isOurLine(command, args)

/** For which of the tools by which the host's model can change files our lines are started: before the call, and after it. */
export const ourWritingTools = (
  host: HostId,
  entries: readonly SettingsEntry[],
  hostVersion?: string,
): { tools: readonly string[]; before: string[]; after: string[] } => {
  const { toolEvents, writingTools } = readerOf(host)
  const ours = entries.filter((entry) => isOurEntry(entry) && entry.condition === undefined && !entry.isBackground)
  const at = (event: string): string[] =>
    writingTools.filter((tool) => ours.some((entry) => entry.event === event && startsFor(host, entry, tool, hostVersion)))
  return { tools: writingTools, before: at(toolEvents.before), after: at(toolEvents.after) }
}

/** A file of a host with what it loads of it. */
export interface LayeredReport {
  /** The machine owner's file, which no other can switch off. */
  isManaged: boolean
  report: SettingsReport
}

/**
 * What a host starts of several files together: hooks add up. A switch of one file silences the others; the machine owner's hooks
 * only by the owner's own file (hosts/claude-code.md 4). A line of Codex that switches hooks on stands above one that switches them off
 * only where its file comes later.
 *
 * @param files in the host's own order, the one that counts most last
 */
export const readTogether = (
  host: HostId,
  files: readonly LayeredReport[],
): { entries: SettingsEntry[]; isOff: boolean; isManagedOnly: boolean } => {
  const managed = files.filter(({ isManaged }) => isManaged)
  const isManagedOnly = managed.some(({ report }) => report.switches.managedOnly === true)
  const said = files.flatMap(({ report }) => (report.switches.hooks === undefined ? [] : [report.switches.hooks]))
  const isOff = host === 'codex' ? said.at(-1) === false : said.includes(false)
  const isAllOff = host === 'codex' ? isOff : managed.some(({ report }) => report.switches.hooks === false)
  const left = isAllOff ? [] : isOff || isManagedOnly ? managed : files
  return { entries: left.flatMap(({ report }) => report.entries), isOff, isManagedOnly }
}
