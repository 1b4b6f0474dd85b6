import { execFileSync } from 'node:child_process'
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isStandalone, programFile, programFolder } from '../runtime/runtime.js'
import { executableFaults } from '../text/install-texts.js'
import { VERSION } from '../version.js'
import { EXECUTABLE } from './program-files.js'

/** The standalone executable that a person wants installed: found, and proven to be one of ours that runs here. */

const STARTS_MS = 30_000

/**
 * @param named the file, relative to `cwd`; undefined: the one that runs now, or that a build put beside the package
 * @returns its absolute path, or why it cannot be installed
 */
export const executableFor = (named: string | undefined, cwd: string): { file: string } | { fault: string } => {
  const wanted = named === undefined ? besideUs() : resolve(cwd, named)
  let file: string
  try {
    file = realpathSync.native(wanted)
    if (!statSync(file).isFile()) return { fault: executableFaults.notThere(wanted, named === undefined) }
  } catch {
    return { fault: executableFaults.notThere(wanted, named === undefined) }
  }
  if (isStandalone && file === programFile()) return { file }
  if (!fitsHere(file)) return { fault: executableFaults.ofElsewhere(wanted, `${process.platform} ${process.arch}`) }
  const version = versionSaidBy(file)
  if (version === undefined) return { fault: executableFaults.notOurs(wanted) }
  return version === VERSION ? { file } : { fault: executableFaults.otherVersion(wanted, version, VERSION) }
}

const besideUs = (): string =>
  isStandalone ? programFile() : join(dirname(programFolder() ?? ''), 'dist-standalone', `${process.platform}-${process.arch}`, EXECUTABLE)

/** Undefined where it does not start, or is another program. */
const versionSaidBy = (file: string): string | undefined => {
  try {
    if (process.platform !== 'win32') accessSync(file, constants.X_OK)
    const said = execFileSync(file, ['--version'], { env: {}, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: STARTS_MS })
    return /^(\S+) \(standalone, bun \S+\)\n$/.exec(said)?.[1]
  } catch {
    return undefined
  }
}

const HEADER_BYTES = 4_096
/** Machines as the formats of executables number them. */
const ELF = { 62: 'x64', 183: 'arm64' } as Readonly<Record<number, string>>
const MACH_O = { 0x0100_0007: 'x64', 0x0100_000c: 'arm64' } as Readonly<Record<number, string>>
const PE = { 0x8664: 'x64', 0xaa64: 'arm64' } as Readonly<Record<number, string>>

/** Whether the first bytes of a file are those of an executable for this platform and machine. */
export const fitsHere = (file: string): boolean => madeFor(headerOf(file)) === `${process.platform} ${process.arch}`

const headerOf = (file: string): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES)
  try {
    const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      readSync(fd, header, 0, HEADER_BYTES, 0)
    } finally {
      closeSync(fd)
    }
  } catch {
    // Nothing that starts.
  }
  return header
}

const madeFor = (header: Buffer): string | undefined => {
  if (header.toString('latin1', 0, 4) === '\x7fELF') return `linux ${ELF[header.readUInt16LE(18)]}`
  if (header.readUInt32LE(0) === 0xfeed_facf) return `darwin ${MACH_O[header.readUInt32LE(4)]}`
  if (header.toString('latin1', 0, 2) !== 'MZ') return undefined
  const at = header.readUInt32LE(0x3c)
  return at + 6 <= HEADER_BYTES ? `win32 ${PE[header.readUInt16LE(at + 4)]}` : undefined
}
