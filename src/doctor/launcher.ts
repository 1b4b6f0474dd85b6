import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isExecutable } from '../check/program-lookup.js'
import { fitsHere } from '../install/executable.js'
import { launcherPath } from '../install/launcher-path.js'
import { recordedNode } from '../install/launcher.js'
import { sharedParts } from '../install/place.js'
import { currentPlace, installedProgram } from '../install/program.js'
import { ENTRY, EXECUTABLE, isSame, isWhole, runningProgram, type Program } from '../install/program-files.js'
import { VERSION } from '../version.js'
import { finding, type DoctorFinding } from './finding.js'
import type { DoctorMachine } from './host-setup.js'

/** The program that registered lines start: the launcher, the Node it recorded, the copy of the program or of the executable. */

const HOSTLESS = { host: '' }

/** @param isStarted whether any line starts it: where nothing is installed, that is said elsewhere */
export const launcherFindings = ({ places }: DoctorMachine, isStarted: boolean): DoctorFinding[] => {
  const file = launcherPath(places)
  const state = quietly(() => sharedParts(places).states.launcher)
  if (state === 'absent') return isStarted ? [finding('launcher-missing', { file, parts: HOSTLESS })] : []
  const found: DoctorFinding[] = []
  const program = installedProgram(places.installed)
  const node = program?.kind === 'standalone' ? undefined : recordedNode(textOf(file))
  if (process.platform !== 'win32' && isFile(file) && !isExecutable(file))
    found.push(finding('launcher-not-executable', { file, fix: { is: 'executable', file } }))
  else if (node !== undefined && !existsSync(node)) found.push(finding('node-missing', { file: node, parts: HOSTLESS }))
  else if (state !== undefined && state !== 'current') found.push(finding('launcher-edited', { file, parts: HOSTLESS }))
  return [...found, ...programFindings(currentPlace(places.installed), program)]
}

const programFindings = (current: string, program: Program | undefined): DoctorFinding[] => {
  if (program === undefined) return [finding('program-missing', { file: join(current, ENTRY), parts: HOSTLESS })]
  const file = join(current, program.kind === 'standalone' ? EXECUTABLE : ENTRY)
  if (!isWhole(program)) return [finding('program-damaged', { file, parts: HOSTLESS })]
  if (program.kind === 'standalone') {
    if (!fitsHere(file))
      return [finding('program-of-elsewhere', { file, parts: { ...HOSTLESS, platform: `${process.platform} ${process.arch}` } })]
    if (!isExecutable(file)) return [finding('program-not-executable', { file, fix: { is: 'executable', file } })]
  }
  const running = quietly(runningProgram)
  // Package and executable of one version are the same program.
  const isOther = running?.kind === program.kind ? !isSame(running, program) : program.version !== VERSION
  return running !== undefined && isOther ? [finding('program-stale', { file, parts: HOSTLESS })] : []
}

/** Undefined where the program that runs now does not stand in files of its own: there is nothing to compare. */
const quietly = <Value>(look: () => Value): Value | undefined => {
  try {
    return look()
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
