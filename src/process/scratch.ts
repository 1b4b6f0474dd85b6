import { closeSync, constants, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { clean } from '../store/clean.js'
import { folderFault } from '../store/owned-file.js'

/**
 * Files that live only while hooks run: 0600, made exclusively, in a 0700 folder of our own outside every workspace,
 * and gone afterwards. Nothing here decides anything: where there is no room, the caller goes without.
 */
export class Scratch {
  readonly #base: string
  #folder: string | undefined
  #count = 0
  #isLeft = false

  /** @param base the store's folder for such files */
  constructor(base: string) {
    this.#base = base
  }

  /**
   * A file with these parts one after the other, to be named to a hook.
   *
   * @returns its absolute path
   * @throws the system's error when it cannot be made
   */
  file(name: string, content: readonly Buffer[]): string {
    const path = join(this.#ownFolder(), `${++this.#count}-${name}`)
    const fd = openSync(path, 'wx', 0o600)
    try {
      writeAll(fd, content)
    } finally {
      closeSync(fd)
    }
    return path
  }

  /**
   * A descriptor at the start of this content, to which no name leads. As a hook's stdin it is at its end after the
   * content, and a hook that never reads it holds nobody up.
   *
   * @throws the system's error when it cannot be made
   */
  descriptor(content: readonly Buffer[]): number {
    if (process.platform === 'win32') return this.open(this.file('stdin', content))
    const path = join(this.#ownBase(), `s-${process.pid}-${Math.random().toString(36).slice(2)}`)
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
    try {
      unlinkSync(path)
      writeAll(fd, content)
      return fd
    } catch (error) {
      closeSync(fd)
      throw error
    }
  }

  open(path: string): number {
    return openSync(path, 'r')
  }

  close(fd: number): void {
    closeSync(fd)
  }

  /** Somebody still reads them: they stay until the store is cleaned. */
  leave(): void {
    this.#isLeft = true
  }

  remove(): void {
    if (this.#folder === undefined) return
    try {
      // What background hooks were left must not add up.
      if (this.#isLeft) clean(this.#base)
      else rmSync(this.#folder, { recursive: true, force: true })
    } catch {
      // Left for the store's own cleaning.
    }
  }

  #ownFolder(): string {
    this.#folder ??= mkdtempSync(join(this.#ownBase(), 'r-'))
    return this.#folder
  }

  /** Somebody else's folder, or a link to one, could hand our files to them. */
  #ownBase(): string {
    if (!existsSync(this.#base)) mkdirSync(this.#base, { recursive: true, mode: 0o700 })
    const fault = folderFault(this.#base)
    if (fault !== undefined) throw Object.assign(new Error(`${this.#base} ${fault}`), { code: 'EPERM' })
    return this.#base
  }
}

/** Written at positions, so that the descriptor itself stays at the start. @throws the system's error */
const writeAll = (fd: number, parts: readonly Buffer[]): void => {
  let from = 0
  for (const part of parts) {
    for (let at = 0; at < part.length;) at += writeSync(fd, part, at, part.length - at, from + at)
    from += part.length
  }
}
