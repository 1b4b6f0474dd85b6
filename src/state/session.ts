import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOf } from '../store/names.js'

/** After this long without a mark a session counts as ended. */
const FORGOTTEN_MS = 14 * 86_400_000

/**
 * What we remember of one session of a host: marks, each an empty file, made in one step so that calls at the same time
 * need no lock. Nothing here decides anything.
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
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      closeSync(openSync(join(this.#folder, hashOf(mark)), 'wx', 0o600))
      return true
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EEXIST' ? false : undefined
    }
  }

  /** Forgets everything, and sessions that nobody ended. */
  end(): void {
    if (this.#folder === undefined) return
    rmSync(this.#folder, { recursive: true, force: true })
    const sessions = dirname(this.#folder)
    for (const name of existsSync(sessions) ? readdirSync(sessions) : []) {
      const folder = join(sessions, name)
      if (Date.now() - statSync(folder).mtimeMs > FORGOTTEN_MS) rmSync(folder, { recursive: true, force: true })
    }
  }
}
