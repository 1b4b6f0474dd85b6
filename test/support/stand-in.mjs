import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStandalone, PACKAGE, PROGRAM } from './program.mjs'

/**
 * An executable to install as the standalone one. Where the suite runs against the real one it is that; elsewhere, so that no Bun need
 * be fetched, a file of the system's own format whose few instructions start a script, which starts the package. Linux on x64 only.
 */

/** `execve("/bin/sh", ["/bin/sh", script, …our own arguments], environment)`, for what the kernel puts on the stack. */
const CODE = [
  0x48, 0x8b, 0x0c, 0x24, // mov rcx, [rsp]: how many arguments
  0x48, 0x8d, 0x54, 0xcc, 0x10, // lea rdx, [rsp + rcx*8 + 16]: the environment
  0x48, 0x8d, 0x3d, 0x1c, 0, 0, 0, // lea rdi, [shell]
  0x48, 0x89, 0x3c, 0x24, // mov [rsp], rdi
  0x48, 0x8d, 0x05, 0x19, 0, 0, 0, // lea rax, [script]
  0x48, 0x89, 0x44, 0x24, 0x08, // mov [rsp + 8], rax
  0x48, 0x89, 0xe6, // mov rsi, rsp
  0xb8, 59, 0, 0, 0, // mov eax, execve
  0x0f, 0x05, // syscall
  0x0f, 0x0b, // ud2
] // prettier-ignore

const SHELL = '/bin/sh\0'
const LOADED_AT = 0x40_0000
const HEADERS = 64 + 56

/**
 * @param {string} script
 * @param {number} machine as ELF numbers it: 62 for x64, 183 for arm64
 */
export const elfThatRuns = (script, machine = 62) => {
  const body = Buffer.concat([Buffer.from(CODE), Buffer.from(SHELL), Buffer.from(`${script}\0`)])
  const file = Buffer.alloc(HEADERS + body.length)
  file.write('\x7fELF', 0, 'latin1')
  file.set([2, 1, 1], 4)
  file.writeUInt16LE(2, 16)
  file.writeUInt16LE(machine, 18)
  file.writeUInt32LE(1, 20)
  file.writeBigUInt64LE(BigInt(LOADED_AT + HEADERS), 24)
  file.writeBigUInt64LE(64n, 32)
  file.writeUInt16LE(64, 52)
  file.writeUInt16LE(56, 54)
  file.writeUInt16LE(1, 56)
  // The one segment: all of the file, readable and executable.
  file.writeUInt32LE(1, 64)
  file.writeUInt32LE(5, 68)
  file.writeBigUInt64LE(BigInt(LOADED_AT), 80)
  file.writeBigUInt64LE(BigInt(LOADED_AT), 88)
  file.writeBigUInt64LE(BigInt(file.length), 96)
  file.writeBigUInt64LE(BigInt(file.length), 104)
  file.writeBigUInt64LE(0x1000n, 112)
  body.copy(file, HEADERS)
  return file
}

/**
 * @param {string} folder where a stand-in may be put
 * @param {string} [version] what it says of itself
 * @returns {string} the executable's file
 */
export const executableIn = (folder, version = '0.1.0') => {
  if (isStandalone) return PROGRAM
  const built = fileURLToPath(new URL(`../../dist-standalone/${process.platform}-${process.arch}/acuvo-hooks`, import.meta.url))
  if (process.platform !== 'linux' || process.arch !== 'x64') return built
  const script = join(folder, 'stand-in.sh')
  const says = `[ "\${1-}" = --version ] && { echo '${version} (standalone, bun 1.4.5)'; exit 0; }`
  mkdirSync(dirname(script), { recursive: true })
  writeFileSync(script, `${says}\nexec '${process.execPath}' '${PACKAGE}' "$@"\n`)
  const file = join(folder, 'stand-in')
  writeFileSync(file, elfThatRuns(script))
  chmodSync(file, 0o755)
  return file
}
