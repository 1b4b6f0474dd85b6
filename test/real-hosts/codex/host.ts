import { liveHostOf, type LiveHost, type ModelRequest, type Script, type Told } from '../../../hosts/live.js'
import { runLive } from '../../../src/live/run-live.js'
import { newest } from '../programs.mjs'
import type { Place } from '../place.js'
import { labelOf, type CallResult, type Outcome, type RealHost } from '../scenario.js'

/**
 * Codex as the tests start it: `codex exec`, with everything of its own in the place's home. Hooks run because our `install
 * --trust-codex` wrote the trust that a person would give: the flag that lifts it is not used.
 */
export interface CodexOptions {
  prompt?: string
  /** Absent: one that has a shell tool and a patch tool. */
  model?: string
  words?: readonly string[]
  /** `undefined` takes a variable away. */
  env?: Readonly<Record<string, string>>
  cwd?: string
}

export const live = liveHostOf('codex') as LiveHost

const BYPASS = '--dangerously-bypass-hook-trust'

/** As `doctor --live` starts it, but for the trust. */
const trusting: LiveHost = { ...live, words: (task, origin) => live.words(task, origin).filter((word) => word !== BYPASS) }

export const codex: RealHost<CodexOptions> = {
  id: 'codex',
  version: newest('codex').version,
  installWords: ['--trust-codex'],
  start: async (place: Place, script: Script, options = {}): Promise<Outcome> => {
    const { prompt = 'Do what is to be done.', model, words = [], env = {}, cwd } = options
    const run = await runLive({
      host: trusting,
      program: newest('codex').program,
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
}

/** What the models were sent. */
export const seenBy = (requests: readonly ModelRequest[]): Pick<Outcome, 'results' | 'told' | 'toldSubagent' | 'requests'> => ({
  results: resultsOf(textsOf(requests, ['main', 'subagent', 'compaction'])),
  told: joined(textsOf(requests, ['main'])),
  toldSubagent: joined(textsOf(requests, ['subagent'])),
  requests,
})

const textsOf = (requests: readonly ModelRequest[], kinds: readonly string[]): Told[] =>
  requests.filter(({ kind }) => kinds.includes(kind)).flatMap((request) => live.told(request))

/** Each text once: every request carries the whole conversation. */
const joined = (told: readonly Told[]): string =>
  [
    ...new Set(told.flatMap((piece) => (piece.is === 'call' || (piece.is === 'text' && piece.role === 'assistant') ? [] : [piece.text]))),
  ].join('\n')

/** Its own words in front of a refusal: it marks no result as an error. */
const REFUSED = /^(?:Command|Tool call) blocked by PreToolUse hook: /

const resultsOf = (told: readonly Told[]): Map<string, CallResult> =>
  new Map(
    told.flatMap((piece) => (piece.is === 'result' ? [[labelOf(piece.id), { text: piece.text, isError: REFUSED.test(piece.text) }]] : [])),
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

/** What it says of itself, not what the model says. */
const shownIn = (stdout: string, stderr: string): string =>
  [...linesOf(stdout).flatMap((line) => (line.type === 'error' ? [String(line.message)] : [])), stderr].join('\n')

const endOf = (stdout: string): string =>
  linesOf(stdout)
    .flatMap(({ type }) => (type === 'turn.completed' || type === 'turn.failed' ? [String(type)] : []))
    .join(' ')
