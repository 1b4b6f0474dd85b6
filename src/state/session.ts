import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '../store/names.js'

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

  /** Forgets everything. */
  end(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }
}
