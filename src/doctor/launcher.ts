import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { launcherPath } from '../install/launcher-path.js'
import { recordedNode } from '../install/launcher.js'
import { sharedParts, type SharedParts } from '../install/place.js'
import { CURRENT, ENTRY } from '../install/program.js'
import { isExecutable } from '../check/program-lookup.js'
import { finding, type DoctorFinding } from './finding.js'
import type { DoctorMachine } from './host-setup.js'

/** The program that registered lines start: the launcher, the Node it recorded, the copy of the program. */

const HOSTLESS = { host: '' }

/** @param isStarted whether any line starts it: where nothing is installed, that is said elsewhere */
export const launcherFindings = ({ places }: DoctorMachine, isStarted: boolean): DoctorFinding[] => {
  const file = launcherPath(places)
  const states = statesOf(places)
  if (states?.launcher === 'absent') return isStarted ? [finding('launcher-missing', { file, parts: HOSTLESS })] : []
  const found: DoctorFinding[] = []
  const node = recordedNode(textOf(file))
  if (process.platform !== 'win32' && isFile(file) && !isExecutable(file))
    found.push(finding('launcher-not-executable', { file, fix: { is: 'executable', file } }))
  else if (node !== undefined && !existsSync(node)) found.push(finding('node-missing', { file: node, parts: HOSTLESS }))
  else if (states !== undefined && states.launcher !== 'current') found.push(finding('launcher-edited', { file, parts: HOSTLESS }))
  const program = join(places.installed, CURRENT, ENTRY)
  if (!existsSync(program)) found.push(finding('program-missing', { file: program, parts: HOSTLESS }))
  else if (states?.program === 'stale') found.push(finding('program-stale', { file: program, parts: HOSTLESS }))
  return found
}

/** Undefined where the program that runs now does not stand in files of its own: there is nothing to compare. */
const statesOf = (places: DoctorMachine['places']): SharedParts['states'] | undefined => {
  try {
    return sharedParts(places).states
  } catch {
    return undefined
  }
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
