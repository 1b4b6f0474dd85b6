import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { regularText } from '../paths/regular-file.js'
import { hashOf } from '../store/names.js'
import { folderFault } from '../store/owned-file.js'
import { writeAtomically } from '../store/write-atomic.js'

/** One file of a session grows to this; a longer one counts as one that cannot be read. */
const MAX_FILE_BYTES = 1_048_576
/** So many files a session has: further marks and texts are not kept. */
const MAX_FILES = 512
/** All texts together that a session keeps because they are too long to be said. */
const MAX_TEXT_BYTES = 33_554_432

/**
 * What we remember of one session of a host, in files of the store whose names are hashes: an id may hold anything. Marks and
 * lines are made in one step each, so that calls at the same time need no lock. Nothing here decides a call, and nothing
 * here throws: where there is no room, nothing is remembered.
 */
export class SessionState {
  readonly #folder: string | undefined
  readonly #sessions: string
  #isOurs: boolean | undefined
  /** Nothing was remembered of this session before this call. */
  isNew = false

  /** @param sessions the store's folder for them; @param sessionId absent where the host names no session */
  constructor(sessions: string, sessionId: string | undefined) {
    this.#sessions = sessions
    this.#folder = sessionId === undefined ? undefined : join(sessions, hashOf(sessionId))
  }

  /** Whether this is the first time in the session; undefined where there is no session, or no place to keep it. */
  isFirst(mark: string): boolean | undefined {
    return this.#in((folder) => {
      const file = join(folder, hashOf(mark))
      if (existsSync(file)) return false
      if (!hasRoom(folder)) return undefined
      try {
        closeSync(openSync(file, 'wx', 0o600))
        return true
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EEXIST' ? false : undefined
      }
    })
  }

  has(mark: string): boolean {
    return this.#folder !== undefined && existsSync(join(this.#folder, hashOf(mark)))
  }

  /** Adds a line to a file of the session. @returns whether it is there now */
  append(name: string, line: string): boolean {
    const isThere = this.#in((folder) => {
      const file = join(folder, fileNameOf(name))
      const bytes = statSync(file, { throwIfNoEntry: false })?.size
      if (bytes === undefined ? !hasRoom(folder) : bytes > MAX_FILE_BYTES) return false
      // A line that was cut off by a full disk must not take the next one with it.
      appendFileSync(file, `${bytes === undefined ? '' : '\n'}${line}\n`, { mode: 0o600 })
      return true
    })
    return isThere === true
  }

  /** The lines of a file of the session, none where there is none; undefined where nobody knows them. */
  lines(name: string): string[] | undefined {
    // Looking makes no folder: most calls of most sessions keep nothing.
    if (this.#folder !== undefined && this.#isUsable() && !existsSync(this.#folder)) return []
    return this.#in((folder) => {
      const file = join(folder, fileNameOf(name))
      return existsSync(file) ? regularText(file, MAX_FILE_BYTES)?.split('\n').filter(Boolean) : []
    })
  }

  forget(name: string): void {
    if (this.#folder === undefined) return
    const file = join(this.#folder, fileNameOf(name))
    if (existsSync(file)) this.#in(() => rmSync(file, { force: true }))
  }

  /** Keeps a whole text that is too long to be said. @returns its absolute path; undefined where there is no room */
  keep(text: string): string | undefined {
    return this.#in((folder) => {
      const file = join(folder, `text-${hashOf(text)}.txt`)
      if (statSync(file, { throwIfNoEntry: false })?.size === Buffer.byteLength(text)) return file
      if (!hasRoom(folder) || textBytesIn(folder) + Buffer.byteLength(text) > MAX_TEXT_BYTES) return undefined
      writeAtomically(file, text)
      return file
    })
  }

  /** Forgets everything but kept texts: a session that is taken up again may still look for them. */
  end(): void {
    const folder = this.#folder
    if (folder === undefined || !this.#isUsable() || !existsSync(folder)) return
    const left = readdirSync(folder).filter((name) => !name.startsWith('text-'))
    for (const name of left) rmSync(join(folder, name), { recursive: true, force: true })
    if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true, force: true })
  }

  /** Does something in the session's folder; undefined where there is none, it is not ours alone, or the disk says no. */
  #in<Result>(act: (folder: string) => Result): Result | undefined {
    const folder = this.#folder
    if (folder === undefined || !this.#isUsable()) return undefined
    try {
      if (!existsSync(folder)) {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        this.isNew = true
      }
      return act(folder)
    } catch {
      return undefined
    }
  }

  /** A folder of somebody else's, or a link to one, is not where we remember anything. */
  #isUsable(): boolean {
    this.#isOurs ??= folderFault(this.#sessions) === undefined
    return this.#isOurs
  }
}

const fileNameOf = (name: string): string => `${name.replace(/[^a-z-]/g, '_').slice(0, 20)}-${hashOf(name)}`

const textBytesIn = (folder: string): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith('text-'))
    .reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0)

const hasRoom = (folder: string): boolean => readdirSync(folder).length < MAX_FILES

/** A line that was written whole; undefined for one that a full disk cut off. */
export const parsedLine = <Line extends object>(line: string): Line | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Line) : undefined
  } catch {
    return undefined
  }
}
