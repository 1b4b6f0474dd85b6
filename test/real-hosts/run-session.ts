import type { Place } from './place.js'
import { makePlace } from './place.js'
import type { CallResult, Outcome, RealHost, Seen, Session } from './scenario.js'
import { placeShim, type Shim } from './shim.js'

/**
 * One session from the beginning: an empty place, our `install`, the policy and its approval, the host.
 *
 * @param shim stands between the host and our program: it notes down, or changes, what we answer; or nothing is registered
 * @returns the first start and those after it; their place is the caller's to remove
 */
export const runSession = async <Options>(host: RealHost<Options>, session: Session<Options>, shim?: Shim): Promise<Seen[]> => {
  const place = makePlace()
  try {
    place.acuvo(['install', host.id, '--scope', session.scope ?? 'user', ...(session.installWords ?? host.installWords ?? [])])
    const { files = {}, policy } = session
    for (const [path, text] of Object.entries(files)) place.write(path, text)
    if (policy !== undefined) {
      const content = typeof policy === 'function' ? policy(place) : policy
      place.write('.acuvo/hooks.json', typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      if (session.approved !== false) place.acuvo(['trust', '--yes'])
    }
    if (shim?.isUnregistered) place.acuvo(['uninstall', '--scope', session.scope ?? 'user'])
    else if (shim !== undefined) placeShim(place, shim)
    const runs: Seen[] = []
    for (const { prepare, script, options } of [session, ...(session.then ?? [])]) {
      prepare?.(place)
      const given = typeof options === 'function' ? (options as (place: Place) => Options)(place) : options
      runs.push(seenIn(place, await host.start(place, typeof script === 'function' ? script(place) : script, given)))
    }
    return runs
  } catch (error) {
    place.remove()
    throw error
  }
}

const seenIn = (place: Place, outcome: Outcome): Seen => ({
  ...outcome,
  place,
  result: (label): CallResult => {
    const result = outcome.results.get(label)
    if (result === undefined) throw new Error(`no model received a result of "${label}"; it ended: ${outcome.ended} ${outcome.stderr}`)
    return result
  },
})
