import { liveHostOf, type LiveHost, type ModelRequest, type Script, type Told } from '../../../hosts/live.js'
import { runLive } from '../../../src/live/run-live.js'
import type { Place } from '../place.js'
import { labelOf, type CallResult, type Outcome, type RealHost } from '../scenario.js'
import type { PinnedHost } from '../programs.mjs'

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

const textsOf = (requests: readonly ModelRequest[], kinds: readonly string[]): Told[] =>
  requests.filter(({ kind }) => kinds.includes(kind)).flatMap((request) => live.told(request))

/** Each text once: every request carries the whole conversation. */
const joined = (told: readonly Told[]): string =>
  [
    ...new Set(told.flatMap((piece) => (piece.is === 'call' || (piece.is === 'text' && piece.role === 'assistant') ? [] : [piece.text]))),
  ].join('\n')

const resultsOf = (told: readonly Told[]): Map<string, CallResult> =>
  new Map(
    told.flatMap((piece) => (piece.is === 'result' ? [[labelOf(piece.id), { text: piece.text, isError: piece.isError === true }]] : [])),
  )

type Line = Readonly<Record<string, unknown>>

const linesOf = (stdout: string): Line[] =>
  stdout.split('\n').flatMap((line): Line[] => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Line]
    } catch {
      return []
    }
  })

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
      exitCode,
      results: resultsOf(textsOf(requests, ['main', 'subagent', 'compaction'])),
      told: joined(textsOf(requests, ['main'])),
      toldSubagent: joined(textsOf(requests, ['subagent'])),
      requests,
      shown: shown.join('\n'),
      ended: timedOut ? 'timed out' : [end?.subtype, end?.terminal_reason, end?.result].filter((part) => part !== undefined).join(' | '),
      stdout,
      stderr,
      durationMs,
    }
  },
})
