import { closeSync, lstatSync, mkdirSync, mkdtempSync, openSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Files that live only while hooks run: 0600, made exclusively, in a 0700 folder of our own outside every workspace,
 * and gone afterwards. Nothing here decides anything: where there is no room, the caller goes without.
 */
export class Scratch {
  readonly #base: string
  #folder: string | undefined
  #count = 0

  /** @param base the store's folder for such files */
  constructor(base: string) {
    this.#base = base
  }

  /**
   * A file with this content, to be named to a hook.
   *
   * @returns its absolute path
   * @throws the system's error when it cannot be made
   */
  file(name: string, content: string | Buffer): string {
    const path = join(this.#ownFolder(), `${++this.#count}-${name}`)
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return path
  }

  /**
   * A descriptor open for reading on content that no name leads to any more. As a hook's stdin it is at its end after
   * the content, and a hook that never reads it holds nobody up.
   *
   * @throws the system's error when it cannot be made
   */
  descriptor(content: string | Buffer): number {
    const path = this.file('stdin', content)
    const fd = this.open(path)
    if (process.platform !== 'win32') unlinkSync(path)
    return fd
  }

  open(path: string): number {
    return openSync(path, 'r')
  }

  close(fd: number): void {
    closeSync(fd)
  }

  remove(): void {
    if (this.#folder === undefined) return
    try {
      rmSync(this.#folder, { recursive: true, force: true })
    } catch {
      // Left for the store's own cleaning.
    }
  }

  #ownFolder(): string {
    if (this.#folder === undefined) {
      mkdirSync(this.#base, { recursive: true, mode: 0o700 })
      assertOurs(this.#base)
      this.#folder = mkdtempSync(join(this.#base, 'r-'))
    }
    return this.#folder
  }
}

/** Somebody else's folder, or a link to one, could hand our files to them. */
const assertOurs = (folder: string): void => {
  const stats = lstatSync(folder)
  const foreign = process.getuid !== undefined && (stats.uid !== process.getuid() || (stats.mode & 0o022) !== 0)
  if (!stats.isDirectory() || foreign) throw Object.assign(new Error(`${folder} is not a folder of our own`), { code: 'EPERM' })
}
