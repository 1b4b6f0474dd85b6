import { createHash } from 'node:crypto'
import { chmodSync, closeSync, constants, copyFileSync, fsyncSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isProgram } from '../paths/is-program.js'
import { programFile, programFolder } from '../runtime/runtime.js'
import { installFaults } from '../text/install-texts.js'
import { VERSION } from '../version.js'

/**
 * What the program consists of: the package's parts, or the standalone executable alone. Files are told by where they stand and read
 * piece by piece, because the executable is too large to be held.
 */

export const ENTRY = 'acuvo-hooks.cjs'
/** What the executable is called where it is installed. */
export const EXECUTABLE = process.platform === 'win32' ? 'acuvo-hooks.exe' : 'acuvo-hooks'
const PART = /^[\w-]+\.(?:cjs|cache)$/

export type ProgramKind = 'package' | 'standalone'

export interface Program {
  kind: ProgramKind
  version: string
  /** Absolute paths, by the names under which they are installed. */
  files: ReadonlyMap<string, string>
}

/** The program that runs now. @throws when it does not stand in such files */
export const runningProgram = (): Program => {
  const folder = programFolder()
  if (folder === undefined) return executableAt(programFile())
  const program = programIn(folder, VERSION)
  if (program?.kind !== 'package') throw new Error(installFaults.noProgramFiles(folder))
  return program
}

/** @param file of this version, absolute */
export const executableAt = (file: string): Program => ({ kind: 'standalone', version: VERSION, files: new Map([[EXECUTABLE, file]]) })

/** The program whose files stand in a folder; undefined where there is none. */
export const programIn = (folder: string, version: string): Program | undefined => {
  try {
    const names = readdirSync(folder).filter((name) => (PART.test(name) || name === EXECUTABLE) && statSync(join(folder, name)).isFile())
    const kind = names.includes(ENTRY) ? 'package' : names.includes(EXECUTABLE) ? 'standalone' : undefined
    return kind === undefined ? undefined : { kind, version, files: new Map(names.sort().map((name) => [name, join(folder, name)])) }
  } catch {
    return undefined
  }
}

/** Development builds have one number and many contents. @throws when a file cannot be read */
export const nameOf = ({ version, files }: Program): string => {
  const hash = createHash('sha256')
  for (const [name, path] of files) {
    hash.update(`${name}\0${statSync(path).size}\0`)
    for (const piece of pieces(path)) hash.update(piece)
  }
  return `${version}-${hash.digest('hex').slice(0, 12)}`
}

/** Whether the files in a folder are what was put there: the folder is named by their checksum, with a number behind further copies. */
export const isWhole = (program: Program): boolean => {
  const [path = ''] = program.files.values()
  try {
    return basename(dirname(path)).replace(/(-[0-9a-f]{12})\.\d+$/, '$1') === nameOf(program)
  } catch {
    return false
  }
}

/** How each stands where it is installed. */
export const modeOf = (name: string): number => (name === ENTRY || name === EXECUTABLE ? 0o700 : 0o600)

/** The executable may be started; the package's files are only read. */
export const isStartable = ({ kind, files }: Program): boolean => kind === 'package' || [...files.values()].every(isProgram)

/** @throws the system's error */
export const makeStartable = (program: Program): void => {
  if (!isStartable(program)) for (const [name, path] of program.files) chmodSync(path, modeOf(name))
}

export const isSame = ({ files }: Program, other: Program | undefined): boolean =>
  other !== undefined && other.files.size === files.size && [...files].every(([name, path]) => isSameFile(path, other.files.get(name)))

const isSameFile = (path: string, other: string | undefined): boolean => {
  if (path === other) return true
  if (other === undefined) return false
  try {
    if (statSync(path).size !== statSync(other).size) return false
    const others = pieces(other)
    try {
      for (const piece of pieces(path)) if (others.next().value?.equals(piece) !== true) return false
      return true
    } finally {
      others.return(undefined)
    }
  } catch {
    return false
  }
}

const PIECE_BYTES = 1_048_576

/** Each holds until the next is asked for. */
function* pieces(path: string): Generator<Buffer, undefined, undefined> {
  const fd = openSync(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(PIECE_BYTES)
    for (let size = readSync(fd, buffer); size > 0; size = readSync(fd, buffer)) yield buffer.subarray(0, size)
  } finally {
    closeSync(fd)
  }
}

/** Makes a copy and returns when the disk has all of it. @throws the system's error; also when something stands there */
export const copyWhole = (from: string, to: string, mode: number): void => {
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  chmodSync(to, mode)
  // Windows makes nothing sure for who may only read.
  const fd = openSync(to, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
