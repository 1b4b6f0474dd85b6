import type { Collected } from '../approval/approve.js'
import { meaningOf } from '../approval/review.js'
import type { Standing } from '../approval/standing.js'
import { behaviourOf, changesAnything, type Behaviour, type ChangedCall } from '../cases/behaviour.js'
import { knownCalls } from '../cases/known-calls.js'
import { colours } from '../output/colours.js'
import type { Places } from '../store/places.js'
import { behaviourTexts } from '../text/behaviour-texts.js'

/** What a person is shown about calls that are known, before approving: behaviour, not only text. */

/** So many calls of each kind are listed to a person, and to machines. */
const LISTED = 10
const LISTED_FOR_MACHINES = 100

/** @returns undefined where no call is known, or where the policy is not a workspace's */
export const changedBehaviour = async (
  { policy, loaded }: Collected,
  standing: Standing,
  places: Places,
): Promise<Behaviour | undefined> => {
  if (policy.layer !== 'workspace') return undefined
  const events = knownCalls(policy.root, places)
  if (events.length === 0) return undefined
  const before = 'hooks' in standing ? { hooks: standing.hooks, meaningOf } : undefined
  return behaviourOf(events, before, { hooks: loaded.hooks, meaningOf }, { root: policy.root, home: places.home })
}

export const behaviourText = (behaviour: Behaviour): string => {
  const { calls, newlyDenied, newlyAsked, newlyLetThrough, noLongerJudged, nowJudged } = behaviour
  if (!changesAnything(behaviour)) return `\n${behaviourTexts.nothing(calls)}\n`
  const changed = new Set(noLongerJudged.map(({ hook }) => hook).filter((hook) => nowJudged.some((one) => one.hook === hook)))
  const lines = [
    '',
    colours.bold(behaviourTexts.head(calls)),
    ...listed(newlyDenied, behaviourTexts.newlyDenied),
    ...listed(newlyAsked, behaviourTexts.newlyAsked),
    ...listed(newlyLetThrough, (count) => colours.yellow(behaviourTexts.newlyLetThrough(count))),
    ...noLongerJudged
      .filter(({ hook }) => !changed.has(hook))
      .map(({ hook, calls: count }) => `  ${colours.yellow(behaviourTexts.noLonger(hook, count))}`),
    ...nowJudged.map(
      ({ hook, calls: count }) => `  ${changed.has(hook) ? behaviourTexts.changed(hook, count) : behaviourTexts.now(hook, count)}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

const listed = (changed: readonly ChangedCall[], head: (count: number) => string): string[] => {
  if (changed.length === 0) return []
  const shown = changed.slice(0, LISTED).map(({ event, by }) => {
    const { host, event: name, tool } = event
    return `    ${behaviourTexts.call(host, name, tool?.nativeName, aboutOf(event), by)}`
  })
  const left = changed.length - shown.length
  return [`  ${head(changed.length)}`, ...shown, ...(left === 0 ? [] : [`    ${behaviourTexts.more(left)}`])]
}

const aboutOf = ({ tool, prompt }: ChangedCall['event']): string | undefined => tool?.command ?? tool?.paths[0]?.spelled ?? prompt

/** The same for machines. */
export const behaviourRecord = ({ calls, newlyDenied, newlyAsked, newlyLetThrough, noLongerJudged, nowJudged }: Behaviour) => ({
  calls,
  newlyDenied: callsRecord(newlyDenied),
  newlyAsked: callsRecord(newlyAsked),
  newlyLetThrough: callsRecord(newlyLetThrough),
  noLongerJudged: noLongerJudged.map((judge) => ({ ...judge })),
  nowJudged: nowJudged.map((judge) => ({ ...judge })),
})

const callsRecord = (changed: readonly ChangedCall[]) => ({
  count: changed.length,
  listed: changed.slice(0, LISTED_FOR_MACHINES).map(({ event, by }) => {
    const about = aboutOf(event)
    return {
      host: event.host,
      event: event.event,
      ...(event.tool === undefined ? {} : { tool: event.tool.nativeName }),
      ...(about === undefined ? {} : { about }),
      by,
    }
  }),
})
