import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Payload, ReadingContext, SettingsRefusal } from '../types.js'
import { isOurEntry, readSettings, readTogether, startsFor, type LayeredReport } from '../settings-readers.js'
import { textOf, wordOf } from '../shared/fields.js'
import { settings } from './settings.js'
import { claudeCodeSettings } from './settings-reader.js'

/**
 * The built-in rule of ConfigChange: settings under which nobody would ask us before a tool call are not taken over by a session
 * that runs. A part of its own: it reads settings files, which no call may wait for.
 */

const HOST = 'claude-code'

interface SettingsFile {
  path: string
  isManaged: boolean
}

/** https://code.claude.com/docs/en/settings: the machine's files, and the fragments beside them. */
const managedFiles = (): string[] =>
  settings.system.flatMap((folder) => [join(folder, 'managed-settings.json'), ...fragmentsIn(join(folder, 'managed-settings.d')).sort()])

const fragmentsIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Every settings file that the host loads in this session, the one that counts most last. */
const filesOf = (payload: Payload, { env, home, processCwd }: ReadingContext): SettingsFile[] => {
  const user = wordOf(env.CLAUDE_CONFIG_DIR) ?? (home === undefined ? undefined : join(home, settings.folder))
  const root = wordOf(env.CLAUDE_PROJECT_DIR) ?? wordOf(payload.cwd) ?? processCwd
  // The host names the file that it has just read, which may stand elsewhere: in a worktree, or above.
  const changed = textOf(payload.file_path)
  const own = [
    ...(user === undefined ? [] : [join(user, 'settings.json')]),
    ...(root === undefined ? [] : [join(root, settings.folder, 'settings.json'), join(root, settings.folder, 'settings.local.json')]),
    ...(changed !== undefined && /[\\/]settings[^\\/]*\.json$/.test(changed) ? [changed] : []),
  ]
  const managed = managedFiles()
  return [
    ...[...new Set(own)].filter((path) => !managed.includes(path)).map((path) => ({ path, isManaged: false })),
    ...managed.map((path) => ({ path, isManaged: true })),
  ]
}

/** The variables that the host sets for what it starts (hosts/claude-code.md 3); a plugin's line stands in no settings file. */
const isStartedByHost = (payload: Payload, { env }: ReadingContext): boolean =>
  wordOf(env.CLAUDE_PLUGIN_ROOT) === undefined &&
  (wordOf(env.CLAUDECODE) !== undefined || (wordOf(env.CLAUDE_CODE_SESSION_ID) ?? '') === payload.session_id)

/**
 * Why the new settings must not be taken over; undefined where one file that loads has our line before tool calls and none
 * switches hooks off. Where no settings file stands at all and nothing shows that the host started us, somebody tries us by hand.
 */
export const refusesSettings = (payload: Payload, context: ReadingContext): SettingsRefusal | undefined => {
  const layers: (LayeredReport & { path: string })[] = filesOf(payload, context).flatMap(({ path, isManaged }) => {
    const text = context.readText(path)
    return text === undefined ? [] : [{ path, isManaged, report: readSettings(HOST, text) }]
  })
  const off = layers.find(({ report }) => report.switches.hooks === false)
  if (off !== undefined) return { why: 'switched off', file: off.path }
  const { entries } = readTogether(HOST, layers)
  const subjects = [...claudeCodeSettings.writingTools, 'Bash']
  const guards = entries.some(
    (entry) =>
      entry.event === claudeCodeSettings.toolEvents.before &&
      isOurEntry(entry) &&
      !entry.isBackground &&
      entry.condition === undefined &&
      subjects.some((tool) => startsFor(HOST, entry, tool)),
  )
  if (guards || (layers.length === 0 && !isStartedByHost(payload, context))) return undefined
  const lost = layers.find(({ report }) => (report.state === 'rejected' || report.state === 'unparsable') && !report.isEmpty)
  return lost === undefined ? { why: 'no line' } : { why: 'does not load', file: lost.path }
}
