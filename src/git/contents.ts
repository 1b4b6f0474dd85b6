import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { StagedFile } from '../../hosts/git/payload.js'
import { placedProgram } from '../paths/windows-program.js'
import { makeOwnFolder } from '../store/write-atomic.js'
import { gitArguments } from './git.js'
import type { Repository } from './repository.js'

/** The staged contents as files outside the repository: exactly the bytes that would be committed, no filter and no link of git's. */

const MAX_BYTES = 2_147_483_648
const MAX_HEADER_BYTES = 1_024
/** A longer path may be none that this system can open. */
const LONGEST_PATH = 800
const LONGEST_NAME = 255
const SUBMODULE = '160000'

/** Says of each file where its content will stand. Nothing is made yet. @param folder absolute */
export const withContentFiles = (files: readonly StagedFile[], folder: string): StagedFile[] => {
  // Names that a system takes for one: the second of them stands elsewhere.
  const taken = new Map<string, 'file' | 'folder'>()
  const isFree = (path: string): boolean => {
    const names = path.normalize('NFC').toLowerCase().split('/')
    const folders = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join('/'))
    const whole = names.join('/')
    if (taken.has(whole) || folders.some((one) => taken.get(one) === 'file')) return false
    for (const one of folders) taken.set(one, 'folder')
    taken.set(whole, 'file')
    return true
  }
  return files.map((file, index) => {
    if (file.object === undefined || file.mode === SUBMODULE) return file
    const isPlain = isOrdinary(file.path) && isFree(file.path)
    return { ...file, content_file: isPlain ? join(folder, FILES, file.path) : join(folder, OTHERS, `${index}-${plainName(file.path)}`) }
  })
}

const FILES = 'files'
const OTHERS = 'others'

/** Whether a file of this name can be made anywhere, and means the same there. An index may hold any name. */
const isOrdinary = (path: string): boolean =>
  Buffer.byteLength(path) <= LONGEST_PATH &&
  path.isWellFormed() &&
  !(process.platform === 'win32' && /[<>:"|?*\\\p{Cc}]|[. ](?:\/|$)/u.test(path)) &&
  path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= LONGEST_NAME && !/^\.git$/i.test(name))

const plainName = (path: string): string =>
  basename(path)
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .slice(-60)

/** The folder in which the files of `withContentFiles` have the paths that they have in the repository. */
export const filesFolder = (folder: string): string => join(folder, FILES)

/**
 * Makes the files that `withContentFiles` names.
 *
 * @param folder of the store; must not be there yet
 * @throws what is wrong, in words or as the system's error; what was made until then is left to be removed
 */
export const writeContents = async (files: readonly StagedFile[], folder: string, { top, env }: Repository): Promise<void> => {
  makeOwnFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
  mkdirSync(filesFolder(folder), { mode: 0o700 })
  const wanted = files.flatMap(({ object, content_file: file }) => (object === undefined || file === undefined ? [] : [{ object, file }]))
  if (wanted.length === 0) return
  const child = spawn(placedProgram('git', env), gitArguments(['cat-file', '--batch']), {
    cwd: top,
    env,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve, reject) => {
    const printed: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => void printed.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`git cat-file: ${Buffer.concat(printed).toString('utf8').trim() || (signal ?? `exit ${code}`)}`)),
    )
  })
  // Awaited below; what goes wrong before must not count as nobody's.
  ended.catch(() => undefined)
  child.stdin.on('error', () => undefined)
  child.stdin.end(wanted.map(({ object }) => `${object}\n`).join(''))
  const batch = new Batch(wanted)
  try {
    for await (const chunk of child.stdout) batch.take(chunk as Buffer)
    batch.end()
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    batch.close()
  }
  await ended
}

/** Takes apart what `cat-file --batch` prints: for each object a line that says how long it is, its bytes and a newline. */
class Batch {
  readonly #wanted: readonly { object: string; file: string }[]
  #next = 0
  #header = Buffer.alloc(0)
  #fd: number | undefined
  /** Of the open file, its newline included. */
  #left = 0
  #total = 0

  constructor(wanted: readonly { object: string; file: string }[]) {
    this.#wanted = wanted
  }

  take(chunk: Buffer): void {
    for (let rest = chunk; rest.length > 0;) rest = this.#fd === undefined ? this.#takeHeader(rest) : this.#takeContent(this.#fd, rest)
  }

  end(): void {
    if (this.#fd !== undefined || this.#next < this.#wanted.length) throw new Error('git stopped before it had given all staged contents')
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
  }

  #takeHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf(0x0a)
    this.#header = Buffer.concat([this.#header, end === -1 ? chunk : chunk.subarray(0, end)])
    if (this.#header.length > MAX_HEADER_BYTES) throw new Error('git gives no staged content')
    if (end === -1) return Buffer.alloc(0)
    const line = this.#header.toString('latin1')
    this.#header = Buffer.alloc(0)
    const wanted = this.#wanted[this.#next++]
    const size = /^([0-9a-f]+) blob (\d+)$/.exec(line)
    if (wanted === undefined || size?.[1] !== wanted.object) throw new Error(`git gives no staged content: ${line}`)
    this.#total += Number(size[2])
    if (this.#total > MAX_BYTES) throw new Error(`the staged contents are larger than ${MAX_BYTES} bytes`)
    mkdirSync(dirname(wanted.file), { recursive: true, mode: 0o700 })
    this.#fd = openSync(wanted.file, 'wx', 0o600)
    this.#left = Number(size[2]) + 1
    return chunk.subarray(end + 1)
  }

  #takeContent(fd: number, chunk: Buffer): Buffer {
    const part = chunk.subarray(0, this.#left)
    this.#left -= part.length
    const content = this.#left === 0 ? part.subarray(0, -1) : part
    for (let written = 0; written < content.length;) written += writeSync(fd, content, written)
    if (this.#left === 0) this.close()
    return chunk.subarray(part.length)
  }
}
