import type { LiveHost, ModelRequest, Told } from '../../hosts/live.js'
import { labelOf, type CallResult, type Outcome } from './scenario.js'

/** What models were told in all requests of one start, as scenarios ask for it. */

type Result = Extract<Told, { is: 'result' }>

/** @param isRefused whether a result says that the call was refused or failed */
export const seenBy = (
  live: LiveHost,
  requests: readonly ModelRequest[],
  isRefused: (result: Result) => boolean,
): Pick<Outcome, 'results' | 'told' | 'toldSubagent' | 'requests'> => {
  const toldIn = (...kinds: readonly string[]): Told[] =>
    requests.filter(({ kind }) => kinds.includes(kind)).flatMap((request) => live.told(request))
  const results = toldIn('main', 'subagent', 'compaction').flatMap((piece): [string, CallResult][] =>
    piece.is === 'result' ? [[labelOf(piece.id), { text: piece.text, isError: isRefused(piece) }]] : [],
  )
  return { results: new Map(results), told: joined(toldIn('main')), toldSubagent: joined(toldIn('subagent')), requests }
}

/** Each text once: every request carries the whole conversation. */
const joined = (told: readonly Told[]): string =>
  [
    ...new Set(told.flatMap((piece) => (piece.is === 'call' || (piece.is === 'text' && piece.role === 'assistant') ? [] : [piece.text]))),
  ].join('\n')

export type Line = Readonly<Record<string, unknown>>

/** The JSON documents that a host prints, one a line. */
export const linesOf = (stdout: string): Line[] =>
  stdout.split('\n').flatMap((line): Line[] => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Line]
    } catch {
      return []
    }
  })
