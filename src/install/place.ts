import { execFileSync } from 'node:child_process'
import { accessSync, constants, lstatSync, readFileSync } from 'node:fs'
import { isStandalone } from '../runtime/runtime.js'
import type { Places } from '../store/places.js'
import { writeAtomically } from '../store/write-atomic.js'
import { VERSION } from '../version.js'
import { launcherPath } from './launcher-path.js'
import { isLauncher, launcherText, launcherTextWindows, recordedNode } from './launcher.js'
import { installedProgram, placeCodeCaches, placeProgram, programState, type PartState } from './program.js'
import { executableAt, isWhole, runningProgram, type Program } from './program-files.js'

/** The program and the launcher, which all hosts share. */

export interface SharedParts {
  program: Program
  launcher: { path: string; text: string }
  states: { program: PartState; launcher: PartState }
}

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Which artefact a person wants: the executable in a file (absolute), or the package; undefined: whichever is there. */
export type Wanted = { standalone: string } | 'package' | undefined

/** What would be put in place by the program that runs now. @throws when its own files cannot be read */
export const sharedParts = (places: Places, wanted?: Wanted): SharedParts => {
  const program = programFor(places, wanted)
  const path = launcherPath(places)
  const standing = textOf(path)
  const setting = { node: nodeFor(standing), places }
  const text = process.platform === 'win32' ? launcherTextWindows(setting) : launcherText(setting)
  return {
    program,
    launcher: { path, text },
    states: { program: programState(places.installed, program), launcher: launcherState(path, standing, text) },
  }
}

const programFor = ({ installed }: Places, wanted: Wanted): Program => {
  if (typeof wanted === 'object') return executableAt(wanted.standalone)
  const running = runningProgram()
  if (running.kind === 'standalone' || wanted === 'package') return running
  // Who has the executable of this version keeps it when the package registers with another host.
  const there = installedProgram(installed)
  return there?.kind === 'standalone' && there.version === VERSION && isWhole(there) ? there : running
}

const launcherState = (path: string, standing: string | undefined, text: string): PartState => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 'absent'
  if (standing === text && stats.isFile()) return process.platform === 'win32' || (stats.mode & 0o777) === 0o700 ? 'current' : 'stale'
  return standing !== undefined && (isLauncher(standing) || process.platform === 'win32') ? 'stale' : 'foreign'
}

/** Puts both in place. The launcher comes last: a host that is told of it finds everything it needs. */
export const placeShared = (places: Places, { program, launcher, states }: SharedParts): void => {
  placeProgram(places.installed, program)
  if (program.kind === 'package') placeCodeCaches(places.installed)
  if (states.launcher !== 'current') writeAtomically(launcher.path, launcher.text, 0o700)
}

/**
 * The Node that is recorded stays while it can run us, so that installing again from another one changes nothing. The executable knows
 * no Node of its own: there the launcher looks for one if it ever needs it.
 */
const nodeFor = (launcher: string | undefined): string | undefined => {
  const here = isStandalone ? undefined : process.execPath
  const recorded = launcher === undefined ? undefined : recordedNode(launcher)
  return recorded !== undefined && (recorded === here || isNewEnough(recorded)) ? recorded : here
}

const isNewEnough = (node: string): boolean => {
  try {
    accessSync(node, constants.X_OK)
    const { NODE_OPTIONS: _options, ...env } = process.env
    const said = execFileSync(node, ['--version'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 })
    const [, major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(said) ?? []).map(Number)
    return major > 20 || (major === 20 && minor >= 12)
  } catch {
    return false
  }
}
