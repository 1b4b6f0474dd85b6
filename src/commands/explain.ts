import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sampleOf } from '../../hosts/samples.js'
import { explained } from '../explain/explained.js'
import { shownText } from '../explain/shown.js'
import { decodePayload } from '../input/decode-payload.js'
import { Log } from '../log/log.js'
import { columnsOf } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { decide } from '../run/decide.js'
import { thisMachine, type Machine } from '../run/machine.js'
import type { RunOptions } from '../run/options.js'
import { checkTexts, EXIT } from '../text/command-texts.js'
import { explainTexts } from '../text/explain-texts.js'
import { safeLine } from '../text/safe.js'
import { apart, startedHere } from './apart.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'

export interface ExplainOptions extends PlaceOptions {
  host?: string
  event?: string
  tool?: string
  command?: string
  path?: string
  content?: string
  prompt?: string
  /** Seconds, as in the registered line. */
  hostTimeout?: string
  json?: boolean
  /** Commands really run. */
  run?: boolean
  unapproved?: boolean
}

/**
 * Shows why a call comes to what it comes to: which policies apply and why, which hooks match and what they would start. Runs nothing
 * unless a person says so.
 *
 * @param file a recorded payload, or `-` for stdin; absent where the options say what the call is
 * @returns the exit code: 0 passed, 1 denied, 2 wrong usage or no such file, 3 the payload could not be read
 */
export const explain = async (file: string | undefined, options: ExplainOptions): Promise<number> => {
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return usage(overrides)
  const cleanUps: (() => void)[] = []
  const base = await thisMachine(overrides)
  const payload = payloadOf(file, options, base)
  if ('usage' in payload) return usage(payload.usage)
  const seconds = Number(options.hostTimeout ?? 1)
  if (!Number.isFinite(seconds) || seconds <= 0) return usage(explainTexts.usage.badTimeout(options.hostTimeout ?? ''))
  const runOptions: RunOptions = {
    places: overrides,
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.hostTimeout === undefined ? {} : { hostTimeoutMs: seconds * 1_000 }),
  }
  const ran = options.run === true
  const machine = apart(startedHere(base, payload.root), cleanUps, `explain-${process.pid}`)
  const tidy = (): void => {
    for (const cleanUp of cleanUps.splice(0)) cleanUp()
  }
  const decided = await decide(decodePayload(payload.bytes), {
    options: runOptions,
    machine,
    unapproved: options.unapproved === true,
    ...(ran ? {} : { declaredOnly: true as const }),
    log: new Log(),
    onInterruption: () => {
      tidy()
      process.exit(EXIT.undecided)
    },
    afterAnswer: (act) => void cleanUps.push(act),
  })
  tidy()
  const { from, bytes } = payload
  const document = await explained({ decided, from, bytes, machine, options: runOptions, env: base.env, ran })
  const columns = columnsOf(process.stdout.columns, process.env.COLUMNS)
  writeAnswer(1, options.json ? `${JSON.stringify(document, null, 2)}\n` : shownText(document, columns))
  if (decided.unreadable) return EXIT.undecided
  return decided.verdict === 'deny' ? EXIT.denied : EXIT.fine
}

const usage = (text: string): number => {
  writeAnswer(2, `${safeLine(text)}\n`)
  return EXIT.usage
}

interface Given {
  from: string
  bytes: Buffer
  /** The session's, where it is not told by the variables. */
  root?: string
}

const SHORT = ['event', 'tool', 'command', 'path', 'content', 'prompt'] as const

const payloadOf = (file: string | undefined, options: ExplainOptions, { cwd, places }: Machine): Given | { usage: string } => {
  const { usage: texts } = explainTexts
  const isShort = SHORT.some((name) => options[name] !== undefined)
  if (file !== undefined) return isShort ? { usage: texts.both } : recorded(file)
  const { host, event } = options
  if (event === undefined) return { usage: texts.neither }
  if (host === undefined) return { usage: texts.needsHost }
  const { tool, command, path, content, prompt } = options
  const root = resolve(cwd ?? '.')
  const sample = sampleOf({ host, event, tool, command, path, content, prompt, root, home: places.home })
  if ('lacks' in sample) return { usage: texts.impossible(sample.why) }
  return { from: 'options', bytes: Buffer.from(JSON.stringify(sample.payload)), root }
}

const recorded = (file: string): Given | { usage: string } => {
  try {
    return { from: file, bytes: readFileSync(file === '-' ? 0 : file) }
  } catch (error) {
    return { usage: checkTexts.cannotRead(file, (error as NodeJS.ErrnoException).code ?? 'unknown error') }
  }
}
