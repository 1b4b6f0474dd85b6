import { factsOf, type Fact } from '../../hosts/facts.js'
import { HOSTS } from '../../hosts/index.js'
import { ANSWERS, type AnswerName, type HostAdapter, type NativeEvent, type Support } from '../../hosts/types.js'
import type { Announcement } from '../protocol/event.js'
import type { EventName } from '../protocol/events.js'

/** What a host can carry, from its table and the facts about it, as machines get it. */

/** How one answer is carried at one event. */
export interface AnswerRecord {
  support: Support
  limits: Fact[]
}

export interface EventRecord {
  /** The host's own name. */
  name: string
  event: EventName
  announcement: Announcement
  defaultTimeoutMs: number
  maxTimeoutMs?: number
  /** How often it starts us. */
  calls: Fact
  answers: Record<AnswerName, AnswerRecord>
}

type ProtocolRow = NativeEvent & { event: EventName }

const hasEvent = (row: NativeEvent): row is ProtocolRow => row.event !== undefined

/** How the table carries an answer. What an MCP tool returned is replaced like any output where it has no carrier of its own. */
const carried = (row: NativeEvent, answer: AnswerName): Support =>
  (answer === 'replaceMcp' ? (row.replaceMcp ?? row.replace) : row[answer])?.support ?? 'none'

/** Whether any host carries the answer at an event: elsewhere it means nothing, and that is no host's limit. */
const hasMeaning = (event: EventName, answer: AnswerName): boolean =>
  HOSTS.some(({ descriptor }) => descriptor.events.some((row) => row.event === event && carried(row, answer) !== 'none'))

const answerRecord = (host: HostAdapter, row: ProtocolRow, answer: AnswerName): AnswerRecord => {
  const limits = factsOf(host.id).limits.filter(
    ({ events, answers }) =>
      answers.includes(answer) && (events.includes(row.name) || (events.includes('*') && hasMeaning(row.event, answer))),
  )
  return {
    support: limits.some(({ source }) => source === 'unknown') ? 'unknown' : carried(row, answer),
    limits: limits.map(({ text, source }) => ({ text, source })),
  }
}

const eventRecord = (host: HostAdapter, row: ProtocolRow): EventRecord => ({
  name: row.name,
  event: row.event,
  announcement: row.announcement,
  defaultTimeoutMs: row.defaultTimeoutMs,
  ...(row.maxTimeoutMs === undefined ? {} : { maxTimeoutMs: row.maxTimeoutMs }),
  calls: factsOf(host.id).calls[row.name] as Fact,
  answers: Object.fromEntries(ANSWERS.map((answer) => [answer, answerRecord(host, row, answer)])) as Record<AnswerName, AnswerRecord>,
})

export const hostRecord = (host: HostAdapter) => {
  const { id, title, verifiedAgainst, contextChars, contextInBytes, maxStopRounds, events } = host.descriptor
  const { documentation, timeouts, failClosedSwitch, subagents, stopControl, neverCalled } = factsOf(id)
  return {
    id,
    title,
    verifiedAgainst,
    documentation,
    timeouts,
    failClosedSwitch,
    subagents,
    stopControl,
    neverCalled,
    context: { max: contextChars, unit: contextInBytes === true ? 'bytes' : 'characters' },
    ...(maxStopRounds === undefined ? {} : { maxStopRounds }),
    events: events.filter(hasEvent).map((row) => eventRecord(host, row)),
    /** Native events without a row in the protocol: they get the neutral answer. */
    otherEvents: events.filter((row) => !hasEvent(row)).map(({ name }) => name),
  }
}

export type HostRecord = ReturnType<typeof hostRecord>
