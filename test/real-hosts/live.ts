import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { liveHostOf, type LiveHost, type Script } from '../../hosts/live.js'
import { essentials } from '../../src/live/environment.js'
import { runLive, type LiveResult, type LiveRun } from '../../src/live/run-live.js'
import { makeScratch, type Scratch } from '../../src/live/scratch.js'
import { allTold, resultOf } from '../../src/live/told.js'
import { runProgram, type Ended } from '../support/program.mjs'
import { newest, type PinnedHost } from './programs.mjs'

/** A throw-away person with a project, a real host, and the built program as its own `install` registers it. */

export interface LiveSetup extends Omit<Scratch, 'remove'> {
  id: PinnedHost['host']
  pinned: PinnedHost
  host: LiveHost
  /** The built program, as this person starts it in the project. */
  ours: (words: readonly string[], options?: { cwd?: string; stdin?: string }) => Promise<Ended>
  /** Writes a file below the project; returns its path. */
  write: (path: string, text: string, mode?: number) => string
  /** Writes .acuvo/hooks.json, an object, or a text as it is, and approves it unless told otherwise. */
  policy: (content: unknown, options?: { approve?: boolean }) => Promise<void>
  approve: () => Promise<void>
  isThere: (path: string) => boolean
  read: (path: string) => string
  run: (script: Script | Script['main'], options?: RunOptions) => Promise<LiveAnswer>
  remove: () => void
}

export type RunOptions = Partial<Omit<LiveRun, 'host' | 'places' | 'script'>>

export interface LiveAnswer extends LiveResult {
  /** What the model was told about a call of this id; undefined: nothing. */
  resultOf: (callId: string) => { text: string; isError?: boolean } | undefined
  /** Every text and result that the model was sent. */
  told: string[]
}

export interface SetupOptions {
  /** Absent: the newest. */
  pinned?: PinnedHost
  /** Words of `install` behind the host; undefined: nothing is installed. */
  install?: readonly string[] | undefined
}

/** @throws when `install` fails */
export const makeLive = async (id: PinnedHost['host'], options: SetupOptions = {}): Promise<LiveSetup> => {
  const { pinned = newest(id) } = options
  const install = 'install' in options ? options.install : []
  const host = liveHostOf(id)
  if (host === undefined) throw new Error(`${id} cannot be started here`)
  const scratch = makeScratch()
  const { home, project, temp } = scratch
  mkdirSync(join(home, host.folder), { recursive: true })
  const env = { ...essentials(process.env), HOME: home, TMPDIR: temp, LANG: 'C.UTF-8' }
  const setup: LiveSetup = {
    ...scratch,
    id,
    pinned,
    host,
    ours: (words, { cwd = project, stdin } = {}) => runProgram(words, { cwd, env, ...(stdin === undefined ? {} : { stdin }) }),
    write: (path, text, mode) => {
      const file = join(project, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, mode === undefined ? {} : { mode })
      return file
    },
    policy: async (content, { approve = true } = {}) => {
      setup.write('.acuvo/hooks.json', typeof content === 'string' ? content : JSON.stringify(content))
      if (approve) await setup.approve()
    },
    approve: async () => expectFine(await setup.ours(['trust', '--yes'])),
    isThere: (path) => existsSync(join(project, path)),
    read: (path) => readFileSync(join(project, path), 'utf8'),
    run: async (script, { program = pinned.program, prompt = 'Go on.', ...rest } = {}) => {
      const whole = typeof script === 'function' || Array.isArray(script) ? { main: script as Script['main'] } : (script as Script)
      const result = await runLive({ host, program, prompt, places: scratch, script: whole, ...rest })
      return { ...result, resultOf: (callId) => resultOf(host, result.requests, callId), told: allTold(host, result.requests) }
    },
    remove: scratch.remove,
  }
  if (install !== undefined) expectFine(await setup.ours(['install', id, ...install]))
  return setup
}

const expectFine = ({ exitCode, stdout, stderr }: Ended): void => {
  if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${stdout}${stderr}`)
}
