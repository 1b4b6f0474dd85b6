import type * as z from 'zod'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LogFollower } from '../log/follow.js'
import { isWanted, momentOf, type LogFilter } from '../log/filter.js'
import { LOG_ROTATION } from '../log/call-record.js'
import { decisionIn, fileFault, readLog, rotatedLines, type LoggedDecision } from '../log/read.js'
import { columnsOf } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { thisMachine } from '../run/machine.js'
import type { shape } from '../shapes/log.js'
import type { shape as whyShape } from '../shapes/log-why.js'
import type { Places } from '../store/places.js'
import { EXIT } from '../text/command-texts.js'
import { logTexts } from '../text/log-texts.js'
import { safeLine } from '../text/safe.js'
import { lineOf, wholeLines } from './log-lines.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'

export interface LogOptions extends PlaceOptions {
  follow?: boolean
  host?: string
  hook?: string
  session?: string
  since?: string
  denied?: boolean
  last?: string
  json?: boolean
}

const say = (text: string): void => void writeAnswer(2, `${text}\n`)

const usageError = (text: string): number => {
  say(text)
  return EXIT.usage
}

const cannotRead = ({ file, fault }: { file: string; fault: string }): number => {
  say(logTexts.unreadable(file, fault))
  return EXIT.undecided
}

/** @returns which decisions are wanted, or in words what is wrong with the options */
export const filterOf = ({ host, hook, session, since, denied }: LogOptions): LogFilter | string => {
  const sinceMs = since === undefined ? undefined : momentOf(since, Date.now())
  if (since !== undefined && sinceMs === undefined) return logTexts.badSince(safeLine(since))
  return {
    ...(host === undefined ? {} : { host }),
    // As it stands in the log.
    ...(hook === undefined ? {} : { hook: safeLine(hook) }),
    ...(session === undefined ? {} : { session: safeLine(session) }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
    ...(denied === true ? { denied } : {}),
  }
}

/** So many are shown before what comes. */
const LAST_BEFORE_FOLLOWING = 10

/**
 * Reads the log back.
 *
 * @returns the exit code: 0, also where nothing fits; 2 wrong usage; 3 the log cannot be read
 */
export const log = async (options: LogOptions): Promise<number> => {
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return usageError(overrides)
  const filter = filterOf(options)
  if (typeof filter === 'string') return usageError(filter)
  const { last, json } = options
  if (last !== undefined && !/^[1-9]\d{0,8}$/.test(last)) return usageError(logTexts.badLast(safeLine(last)))
  const { places } = await thisMachine(overrides)
  if (options.follow === true) return follow(places.log, filter, last === undefined ? LAST_BEFORE_FOLLOWING : Number(last), json === true)

  const read = readLog(places.log)
  if ('refused' in read) return cannotRead(read.refused)
  const fitting = read.decisions.filter((decision) => isWanted(decision, filter))
  const records = last === undefined ? fitting : fitting.slice(-Number(last))
  const { skipped } = read
  if (json) {
    const document: z.input<typeof shape> = { version: 1, records, skipped }
    writeAnswer(1, `${JSON.stringify(document, null, 2)}\n`)
    return EXIT.fine
  }
  writeAnswer(1, records.map((decision) => `${lineOf(decision, terminalColumns())}\n`).join(''))
  if (records.length === 0) say(read.decisions.length === 0 && skipped === 0 ? logTexts.empty(places.log) : logTexts.nothing)
  if (skipped > 0) say(logTexts.skipped(skipped))
  return EXIT.fine
}

/** How wide a line may be; undefined where nobody looks at it on a terminal. */
const terminalColumns = (): number | undefined =>
  process.stdout.isTTY === true ? columnsOf(process.stdout.columns, process.env.COLUMNS) : undefined

// --- going on ---------------------------------------------------------------------------------------------------

const POLL_MS = 200

/** Shows the last ones, then what comes, until Ctrl-C or until nobody reads it any more. */
const follow = async (file: string, filter: LogFilter, last: number, json: boolean): Promise<number> => {
  const follower = new LogFollower(file)
  let skipped = 0
  const wantedIn = (lines: readonly string[]): LoggedDecision[] => {
    const decisions = lines.map((line) => decisionIn(line))
    skipped += decisions.filter((decision) => decision === undefined).length
    return decisions.filter((decision) => decision !== undefined && isWanted(decision, filter)) as LoggedDecision[]
  }
  const show = (decisions: readonly LoggedDecision[]): boolean =>
    decisions.every((decision) =>
      writeAnswer(1, `${json ? JSON.stringify({ version: 1, ...decision }) : lineOf(decision, terminalColumns())}\n`),
    )
  const faultOf = (): { file: string; fault: string } | undefined => {
    const fault = fileFault(file)
    return fault === undefined ? undefined : { file, fault }
  }
  try {
    const refused = faultOf()
    if (refused !== undefined) return cannotRead(refused)
    const now = follower.next()
    const before = rotatedLines(file, LOG_ROTATION, follower.inodes)
    if ('refused' in before) return cannotRead(before.refused)
    if (!show(wantedIn([...before, ...now]).slice(-last))) return EXIT.fine
    return await new Promise<number>((resolve) => {
      const end = (code: number): void => {
        clearInterval(timer)
        resolve(code)
      }
      const timer = setInterval(() => {
        const fault = faultOf()
        if (fault !== undefined) return end(cannotRead(fault))
        if (!show(wantedIn(follower.next()))) end(EXIT.fine)
      }, POLL_MS)
      process.once('SIGINT', () => end(EXIT.fine))
    })
  } finally {
    follower.close()
    if (skipped > 0) say(logTexts.skipped(skipped))
  }
}

// --- one decision -----------------------------------------------------------------------------------------------

export const ID = /^[0-9a-z]{8}$/

/** @returns the exit code: 0; 2 no such record; 3 the log cannot be read */
export const logWhy = async (id: string, { json, ...options }: LogOptions): Promise<number> => {
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return usageError(overrides)
  if (!ID.test(id)) return usageError(logTexts.badId(safeLine(id)))
  const { places } = await thisMachine(overrides)
  const read = readLog(places.log)
  if ('refused' in read) return cannotRead(read.refused)
  const record = read.decisions.findLast((decision) => decision.id === id)
  if (record === undefined) return usageError(logTexts.noSuch(id))
  const canPass = isKept(places, id)
  if (json) {
    const document: z.input<typeof whyShape> = { version: 1, record, canPass }
    writeAnswer(1, `${JSON.stringify(document, null, 2)}\n`)
  } else writeAnswer(1, `${wholeLines(record, columnsOf(process.stdout.columns, process.env.COLUMNS), canPass).join('\n')}\n`)
  return EXIT.fine
}

const isKept = ({ denied }: Places, id: string): boolean => existsSync(join(denied, `${id}.json`))
