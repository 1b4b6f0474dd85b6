import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { essentials } from '../../src/live/environment.js'
import { makeScratch, type Scratch } from '../../src/live/scratch.js'

/** A throw-away place for one session: a home, a git repository, a folder for temporary files. Nothing of the person's is used. */
export interface Place extends Scratch {
  /** The launcher that `install` puts below the home. */
  launcher: string
  /** Absolute, of a path relative to the project. */
  at: (path: string) => string
  /** Whether a file stands there. */
  has: (path: string) => boolean
  /** Its text; empty where it is not there. */
  read: (path: string) => string
  write: (path: string, text: string, mode?: number) => void
  /** Starts our built program as a person would; returns what it prints. @throws when it does not end with 0 */
  acuvo: (args: readonly string[], cwd?: string) => string
}

/** What `npm run build` makes. */
export const PROGRAM = process.env.ACUVO_BIN ?? fileURLToPath(new URL('../../dist/acuvo-hooks.cjs', import.meta.url))

export const makePlace = (): Place => {
  const scratch = makeScratch()
  const { home, project, temp } = scratch
  const at = (path: string): string => (isAbsolute(path) ? path : join(project, path))
  const env = { ...essentials(process.env), HOME: home, TMPDIR: temp, LANG: 'C.UTF-8' }
  return {
    ...scratch,
    launcher: join(home, '.local', 'share', 'acuvo-hooks', 'acuvo-hooks'),
    at,
    has: (path) => existsSync(at(path)),
    read: (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : ''),
    write: (path, text, mode) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text, mode === undefined ? {} : { mode })
    },
    acuvo: (args, cwd = project) => {
      const [program, first] = PROGRAM.endsWith('.cjs') ? [process.execPath, [PROGRAM]] : [PROGRAM, []]
      return execFileSync(program, [...first, ...args], { cwd, env, encoding: 'utf8', stdio: 'pipe' })
    },
  }
}
