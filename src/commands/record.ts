import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fitted } from '../output/fitted.js'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import { writeAnswer } from '../output/write-answer.js'
import { casesOf } from '../record/cases-of.js'
import { callsFileOf, recordingsOf } from '../record/places.js'
import { recordedCalls } from '../record/recorded.js'
import { recordingsOn, switchRecording } from '../record/switch.js'
import { thisMachine } from '../run/machine.js'
import type { RecordDocument } from '../shapes/record.js'
import { clean } from '../store/clean.js'
import type { Places } from '../store/places.js'
import { EXIT } from '../text/command-texts.js'
import { recordTexts } from '../text/record-texts.js'
import { testsFolderOf } from './case-files.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'
import { targetOf } from './target.js'

export interface RecordOptions extends PlaceOptions {
  json?: boolean
  /** `on`: how long, a number of hours. */
  hours?: string
  /** `off`: remove what was recorded. */
  forget?: boolean
  /** `save`: how many calls. */
  last?: string
}

const MAX_HOURS = 24
const USUAL_HOURS = 1
const MAX_LAST = 500
const USUAL_LAST = 20
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

interface Here {
  root: string
  places: Places
  options: RecordOptions
}

/** @returns the exit code: 0 done, 1 there is nothing to save or its file is there already, 2 wrong usage, 3 the store cannot be used */
export const record = async (
  action: 'on' | 'off' | 'status' | 'save',
  name: string | undefined,
  options: RecordOptions,
): Promise<number> => {
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return end(EXIT.usage, overrides)
  const { places } = await thisMachine(overrides)
  const target = targetOf(undefined, {}, places)
  if ('usage' in target) return end(EXIT.usage, target.usage)
  const here: Here = { root: target.policy.approvedAs, places, options }
  try {
    if (action === 'on') return switchOn(here)
    if (action === 'off') return switchOff(here)
    return action === 'save' ? save(name ?? '', here) : show(here)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return end(EXIT.undecided, recordTexts.notStored(places.store, (error as Error).message))
  }
}

const end = (exitCode: number, text: string): number => {
  writeAnswer(2, `${text}\n`)
  return exitCode
}

const switchOn = (here: Here): number => {
  const { root, places, options } = here
  const hours = options.hours === undefined ? USUAL_HOURS : Number(options.hours)
  if (!(hours > 0 && hours <= MAX_HOURS)) return end(EXIT.usage, recordTexts.badHours)
  clean(recordingsOf(places))
  switchRecording(places, root, Date.now() + Math.round(hours * 3_600_000))
  return show(here)
}

const switchOff = (here: Here): number => {
  const { root, places, options } = here
  switchRecording(places, root)
  if (options.forget) rmSync(dirname(callsFileOf(places, root)), { recursive: true, force: true })
  return show(here)
}

const show = ({ root, places, options }: Here, saved?: { document: RecordDocument['saved']; lines: readonly string[] }): number => {
  const untilMs = recordingsOn(places).find((one) => one.root === root)?.untilMs
  const file = callsFileOf(places, root)
  const { calls, refused } = recordedCalls(places, root)
  if (refused !== undefined) return end(EXIT.undecided, recordTexts.unusable(refused))
  const document: RecordDocument = {
    version: 1,
    root,
    recording: untilMs !== undefined,
    ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
    file,
    recorded: calls.length,
    ...(saved?.document === undefined ? {} : { saved: saved.document }),
  }
  const state = untilMs === undefined ? recordTexts.off(root) : recordTexts.on(root, new Date(untilMs).toISOString())
  const lines = saved?.lines ?? [
    state,
    recordTexts.recorded(calls.length),
    ...(options.forget ? [recordTexts.forgotten] : calls.length === 0 ? [] : [recordTexts.kept(file)]),
  ]
  writeAnswer(1, options.json ? `${JSON.stringify(document, null, 2)}\n` : fitted(`${lines.join('\n')}\n`))
  return EXIT.fine
}

const save = (name: string, here: Here): number => {
  const { root, places, options } = here
  const last = options.last === undefined ? USUAL_LAST : Number(options.last)
  if (!NAME.test(name)) return end(EXIT.usage, recordTexts.badName)
  if (!(Number.isInteger(last) && last >= 1 && last <= MAX_LAST)) return end(EXIT.usage, recordTexts.badLast(MAX_LAST))
  const { calls, refused } = recordedCalls(places, root)
  if (refused !== undefined) return end(EXIT.undecided, recordTexts.unusable(refused))
  const { cases, unapproved, failed, cut } = casesOf(calls, last)
  const leftOut = recordTexts.leftOut(unapproved, failed)
  if (cases.length === 0) return end(EXIT.denied, leftOut === '' ? recordTexts.nothing : recordTexts.allLeftOut + leftOut)

  const file = join(testsFolderOf(root), `${name.replace(/\.json$/, '')}.json`)
  // A repository may have made a link of the folder.
  const [real, realRoot] = [realPathOf(dirname(file)), realPathOf(root)]
  if (real !== undefined && realRoot !== undefined && !isWithin(real, realRoot)) return end(EXIT.denied, recordTexts.outside(file, real))
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify({ version: 1, cases }, null, 2)}\n`, { flag: 'wx' })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    return end(EXIT.denied, code === 'EEXIST' ? recordTexts.exists(file) : recordTexts.cannotWrite(file, code))
  }
  const lines = [
    recordTexts.saved(cases.length, file),
    ...(leftOut === '' ? [] : [leftOut]),
    ...(cut === 0 ? [] : [recordTexts.cut(cut)]),
    recordTexts.expectations,
    recordTexts.review,
  ]
  return show(here, { document: { file, cases: cases.length, cut, leftOut: { unapproved, failed } }, lines })
}
