import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { regularText } from '../paths/regular-file.js'
import { hashOf } from '../store/names.js'

/** One file of a session is read up to this; a longer one counts as one that cannot be read. */
const MAX_FILE_BYTES = 1_048_576

/**
 * What we remember of one session of a host, in files of the store whose names are hashes: an id may hold anything. Marks and
 * lines are made in one step each, so that calls at the same time need no lock. Nothing here decides a call, and nothing
 * here throws: where there is no room, nothing is remembered.
 */
export class SessionState {
  readonly #folder: string | undefined

  /** @param sessions the store's folder for them; @param sessionId absent where the host names no session */
  constructor(sessions: string, sessionId: string | undefined) {
    this.#folder = sessionId === undefined ? undefined : join(sessions, hashOf(sessionId))
  }

  /** Whether this is the first time in the session; undefined where there is no session, or no place to keep it. */
  isFirst(mark: string): boolean | undefined {
    if (this.#folder === undefined) return undefined
    try {
      this.#make()
      closeSync(openSync(join(this.#folder, hashOf(mark)), 'wx', 0o600))
      return true
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EEXIST' ? false : undefined
    }
  }

  /** Adds a line to a file of the session. @returns whether it is there now */
  append(name: string, line: string): boolean {
    if (this.#folder === undefined) return false
    try {
      this.#make()
      appendFileSync(this.#file(name), `${line}\n`, { mode: 0o600 })
      return true
    } catch {
      return false
    }
  }

  /** The lines of a file of the session, none where there is none; undefined where nobody knows them. */
  lines(name: string): string[] | undefined {
    if (this.#folder === undefined) return undefined
    const file = this.#file(name)
    if (!existsSync(file)) return []
    return regularText(file, MAX_FILE_BYTES)?.split('\n').filter(Boolean)
  }

  forget(name: string): void {
    if (this.#folder === undefined || !existsSync(this.#file(name))) return
    try {
      rmSync(this.#file(name), { force: true })
    } catch {
      // It stays until the session is forgotten.
    }
  }

  /** Keeps a whole text that is too long to be said. @returns its absolute path; undefined where there is no room */
  keep(text: string): string | undefined {
    const folder = this.#folder
    if (folder === undefined) return undefined
    const file = join(folder, `text-${hashOf(text)}.txt`)
    try {
      this.#make()
      if (!existsSync(file)) writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
      return file
    } catch {
      return undefined
    }
  }

  /** Forgets everything. */
  end(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  #file(name: string): string {
    return join(this.#folder as string, `${name.replace(/[^a-z-]/g, '_').slice(0, 20)}-${hashOf(name)}`)
  }

  #make(): void {
    const folder = this.#folder as string
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  }
}
