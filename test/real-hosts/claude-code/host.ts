import { liveHostOf, type LiveHost, type Script } from '../../../hosts/live.js'
import { runLive } from '../../../src/live/run-live.js'
import type { Place } from '../place.js'
import type { PinnedHost } from '../programs.mjs'
import type { Outcome, RealHost } from '../scenario.js'
import { linesOf, seenBy } from '../seen-by.js'

/** Claude Code as the tests start it: in print mode, with everything of its own in the place's home. */
export interface ClaudeOptions {
  prompt?: string
  /** `bypassPermissions` (what a hook does not stop runs) where absent. */
  mode?: 'default' | 'acceptEdits' | 'bypassPermissions' | 'plan'
  model?: string
  words?: readonly string[]
  env?: Readonly<Record<string, string>>
  cwd?: string
}

const live = liveHostOf('claude-code') as LiveHost

export const claudeCode = ({ version, program }: PinnedHost): RealHost<ClaudeOptions> => ({
  id: 'claude-code',
  version,
  start: async (place: Place, script: Script, options = {}): Promise<Outcome> => {
    const { prompt = 'Do what is to be done.', mode = 'bypassPermissions', model, words = [], env = {}, cwd } = options
    const run = await runLive({
      host: live,
      program,
      places: place,
      script,
      prompt,
      ...(model === undefined ? {} : { model }),
      words: ['--permission-mode', mode, ...words],
      env: { IS_SANDBOX: '1', ...env },
      ...(cwd === undefined ? {} : { cwd }),
      timeoutMs: 120_000,
    })
    const { exitCode, requests, stdout, stderr, durationMs, timedOut } = run
    const lines = linesOf(stdout)
    const end = lines.find(({ type }) => type === 'result')
    const shown = lines.filter(({ type }) => type === 'system' || type === 'result').map((line) => JSON.stringify(line))
    return {
      ...seenBy(live, requests, ({ isError }) => isError === true),
      exitCode,
      shown: shown.join('\n'),
      ended: timedOut ? 'timed out' : [end?.subtype, end?.terminal_reason, end?.result].filter((part) => part !== undefined).join(' | '),
      stdout,
      stderr,
      durationMs,
    }
  },
})
