import type { LiveHost, Script } from '../../../hosts/live.js'
import { runLive } from '../../../src/live/run-live.js'
import type { PinnedHost } from '../programs.mjs'
import { startApp, type AppOptions } from './app-server.js'
import { linesOf } from '../seen-by.js'
import { live, seenBy } from './model.js'
import type { Place } from '../place.js'
import type { Outcome, RealHost } from '../scenario.js'

/** Codex as the tests start it: `codex exec`, or with `app` as an editor would, with everything of its own in the place's home. */
export interface CodexOptions {
  prompt?: string
  /** Absent: one that has a shell tool and a patch tool. */
  model?: string
  words?: readonly string[]
  env?: Readonly<Record<string, string>>
  cwd?: string
  /** What stands in its settings is run whether or not it is trusted. */
  bypassTrust?: boolean
  /** `codex app-server`; nothing else counts then. */
  app?: AppOptions
}

const BYPASS = '--dangerously-bypass-hook-trust'

/** Without the flag that lifts trust: hooks run because our `install --trust-codex` wrote what a person would have answered. */
const trusting: LiveHost = { ...live, words: (task, origin) => live.words(task, origin).filter((word) => word !== BYPASS) }

export const codex = ({ version, program }: PinnedHost): RealHost<CodexOptions> => ({
  id: 'codex',
  version,
  installWords: ['--trust-codex'],
  start: async (place: Place, script: Script, options = {}): Promise<Outcome> => {
    const { prompt = 'Do what is to be done.', model, words = [], env = {}, cwd, bypassTrust = false, app } = options
    if (app !== undefined) return startApp(program, place, script, app)
    const run = await runLive({
      host: bypassTrust ? live : trusting,
      program,
      places: place,
      script,
      prompt,
      ...(model === undefined ? {} : { model }),
      words,
      env,
      ...(cwd === undefined ? {} : { cwd }),
      timeoutMs: 90_000,
    })
    const { exitCode, requests, stdout, stderr, durationMs, timedOut } = run
    return {
      ...seenBy(requests),
      exitCode,
      shown: shownIn(stdout, stderr),
      ended: timedOut ? 'timed out' : endOf(stdout),
      stdout,
      stderr,
      durationMs,
    }
  },
})

/** What it says of itself, not what the model says. */
const shownIn = (stdout: string, stderr: string): string =>
  [...linesOf(stdout).flatMap((line) => (line.type === 'error' ? [String(line.message)] : [])), stderr].join('\n')

const endOf = (stdout: string): string =>
  linesOf(stdout)
    .flatMap(({ type }) => (type === 'turn.completed' || type === 'turn.failed' ? [String(type)] : []))
    .join(' ')
