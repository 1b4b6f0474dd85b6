import type { LiveHost, ModelRequest, Told } from '../../hosts/live.js'

/** What a scripted model was told over a whole start of a host. */

type Result = Extract<Told, { is: 'result' }>

/** What it was told about one of its calls; undefined: nothing. The last word counts, where a host sends a conversation again. */
export const resultOf = (host: LiveHost, requests: readonly ModelRequest[], callId: string): Result | undefined =>
  requests
    .flatMap((request) => host.told(request))
    .filter((told): told is Result => told.is === 'result' && told.id === callId)
    .at(-1)

/** Every text and result that it was sent, once each, in the order in which they first came. */
export const allTold = (host: LiveHost, requests: readonly ModelRequest[]): string[] => [
  ...new Set(requests.flatMap((request) => host.told(request)).flatMap((told) => (told.is === 'call' ? [] : [told.text]))),
]
