import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveHost, LivePlaces, LiveTask, ModelRequest, Script } from '../../hosts/live.js'
import { isolated } from './environment.js'
import { startProgram, type ProgramEnd } from './program.js'

/** One task for a host's real program, apart from everything of the person's, with a model that does what a script says. */

export interface LiveRun extends LiveTask {
  host: LiveHost
  /** Absolute path of the program. */
  program: string
  places: LivePlaces
  script: Script
  /** Where it is started; absent: the project. */
  cwd?: string
  /** Variables besides; these stand above ours. */
  env?: Readonly<Record<string, string>>
  timeoutMs?: number
}

export interface LiveResult extends ProgramEnd {
  /** Everything that was asked of the model, in order; of others: kind `other`, method CONNECT. */
  requests: readonly ModelRequest[]
}

const TIMEOUT_MS = 60_000

/** Rejects only where no port can be had. */
export const runLive = async ({
  host,
  program,
  places,
  script,
  cwd,
  env = {},
  timeoutMs = TIMEOUT_MS,
  ...task
}: LiveRun): Promise<LiveResult> => {
  mkdirSync(join(places.home, host.folder), { recursive: true })
  const model = await host.startModel(script)
  try {
    const { origin, requests } = model
    const variables = { ...isolated(process.env, places, origin, host.variables(places, origin)), ...env }
    const start = { program, words: host.words(task, origin), cwd: cwd ?? places.project, env: variables, stdin: '' }
    return { ...(await startProgram(start, timeoutMs).ended), requests }
  } finally {
    await model.close()
  }
}
