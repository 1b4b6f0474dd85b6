import { liveHostOf, type LiveHost, type ModelRequest, type Told } from '../../../hosts/live.js'
import { labelOf, type CallResult, type Outcome } from '../scenario.js'

export const live = liveHostOf('codex') as LiveHost

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
