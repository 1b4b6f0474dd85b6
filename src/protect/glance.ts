import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { HOSTS } from '../../hosts/index.js'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import { statsOf } from '../paths/stats.js'
import type { ProtocolEvent, ToolCall } from '../protocol/event.js'
import type { ProtectedPlaces } from './places.js'
import { POLICY_FOLDER } from './policy-folder.js'
import { STARTUP_FILES } from './startup-files.js'
import { writingWordsIn } from './writing-words.js'

/**
 * A quick look at every tool call, so that the protection itself is loaded for few: true only where nothing protected
 * can be meant. What it cannot tell at a glance it leaves to the protection.
 */
export const isHarmless = ({ tool, workspace }: ProtocolEvent, places: ProtectedPlaces): boolean => {
  if (tool === undefined) return true
  if (tool.pathsUnreadable === true || tool.kind === 'mcp' || tool.kind === 'unknown') return false
  if (tool.command !== undefined && !isPlainReading(tool.command, places)) return false
  if (tool.kind === 'run_command' && tool.command === undefined) return false
  const written = tool.paths.filter(({ kind }) => kind !== 'read')
  if (written.length === 0) return true
  if (places.pinned.length > MOST_PINNED) return false
  const folders = foldersOf(places)
  return written.every((target) => isPlainWrite(target, folders)) && !hasLinks(workspace.roots, places)
}

/** Where no plain write goes, by name and by where it really is, in lower case. Looked up once for all targets. */
interface Folders {
  homes: readonly string[]
  others: readonly string[]
}

const foldersOf = ({ home, own, pinned, program, env }: ProtectedPlaces): Folders => {
  const lower = (folders: readonly string[]): string[] => [...new Set(folders.flatMap(withReal).map((folder) => folder.toLowerCase()))]
  return { homes: lower([home]), others: lower([...own, ...pinned, program, ...movedBy(env)]) }
}

/** Nothing that a shell replaces, redirects or escapes; quotes only hold words together. */
const PLAIN_TEXT = /^[\w \t\n./:=@%+,"'&|;-]{0,2000}$/

const isPlainReading = (command: string, places: ProtectedPlaces): boolean => {
  if (!PLAIN_TEXT.test(command)) return false
  const lower = command.toLowerCase().replace(/["']/g, '')
  return writingWordsIn(lower).size === 0 && !marksOf(places).some((mark) => lower.includes(mark))
}

const isPlainWrite = ({ path, kind, spelled }: ToolCall['paths'][number], folders: Folders): boolean => {
  if ((kind !== 'add' && kind !== 'update') || spelled.includes('..') || !isPlainPath(path, folders)) return false
  const real = realPathOf(path)
  if (real === undefined || (real !== path && !isPlainPath(real, folders))) return false
  const stats = statsOf(real)
  return stats === undefined || (stats.isFile() && stats.nlink === 1)
}

/** Plain ASCII, so that no other spelling of it can be a protected name; and in no protected place. */
const isPlainPath = (path: string, { homes, others }: Folders): boolean => {
  if (!/^\/[\w ./@%+,=()[\]{}&#-]*$/.test(path)) return false
  const lower = path.toLowerCase()
  if (namedMarks().some((mark) => lower.includes(mark))) return false
  // Start-up files of shells stand in the home folder itself, hidden, or in few folders below it.
  const isStartup = homes.some((home) => isWithin(lower, home) && /^(?:\.[^/]*$|\.config\/|documents\/)/.test(lower.slice(home.length + 1)))
  return !isStartup && !others.some((folder) => isWithin(lower, folder))
}

/** Where more are pinned, looking at each is the protection's own work. */
const MOST_PINNED = 20

/** A folder by its name and by where it really is. */
const withReal = (folder: string): string[] => [folder, realPathOf(folder) ?? folder]

/** Files and folders that variables name: settings of hosts, start-up files of shells. */
const movedBy = (env: ProtectedPlaces['env']): string[] => {
  const names = [...HOSTS.flatMap(({ settings }) => settings.folderVariables), 'ZDOTDIR', 'BASH_ENV', 'ENV']
  const places = [...names.map((name) => env[name]), env.XDG_CONFIG_HOME && `${env.XDG_CONFIG_HOME}/fish`]
  return places.flatMap((place) => (place ? [resolve(place)] : []))
}

let named: readonly string[] | undefined

/** Of which one stands in every path that is protected by its names, and in most texts that start us or a host. */
const namedMarks = (): readonly string[] =>
  (named ??= [POLICY_FOLDER, ...HOSTS.flatMap(({ settings }) => [settings.folder, ...settings.system]).map((mark) => mark.toLowerCase())])

const marksOf = ({ own, pinned, program, env }: ProtectedPlaces): string[] => {
  const words = HOSTS.flatMap(({ settings }) => [settings.folder.slice(1), ...settings.programs, ...settings.folderVariables])
  const places = [...own, ...pinned, program, ...movedBy(env)].map((path) => path.slice(path.lastIndexOf('/') + 1))
  const startup = ['zdotdir', '.profile', '.bash', '.zsh', '.zprofile', '.zlogin', 'fish', 'profile.ps1']
  return ['acuvo', ...words, ...places, ...startup].map((mark) => mark.toLowerCase()).filter((mark) => mark !== '')
}

/** A protected file that is a link makes another name protected too; in a policy's folder it may stand deeper. */
const hasLinks = (sessionRoots: readonly string[], { roots, home }: ProtectedPlaces): boolean =>
  [...startupSteps()].some((step) => statsOf(`${home}/${step}`)?.isSymbolicLink() === true) ||
  [...new Set([...sessionRoots, ...roots, home])].some(
    (root) => isOrHolds(`${root}/${POLICY_FOLDER}`, true) || HOSTS.some(({ settings }) => isOrHolds(`${root}/${settings.folder}`, false)),
  )

/** Each start-up file, and each folder on the way to it. */
const startupSteps = (): Set<string> =>
  new Set(STARTUP_FILES.flatMap((file) => file.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'))))

const isOrHolds = (folder: string, foldersToo: boolean): boolean => {
  const stats = statsOf(folder)
  if (stats === undefined) return false
  try {
    if (stats.isSymbolicLink()) return true
    return readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isSymbolicLink() || (foldersToo && entry.isDirectory()))
  } catch {
    return true
  }
}
