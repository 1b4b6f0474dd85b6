import { join } from 'node:path'
import { agentVariableIn } from '../../hosts/agent-shells.js'
import { readLog } from '../log/read.js'
import { colours } from '../output/colours.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { givePass } from '../passes/give.js'
import { PASS_MS, readOwnJson, type DeniedCall } from '../passes/files.js'
import { thisMachine } from '../run/machine.js'
import { clean } from '../store/clean.js'
import type { Places } from '../store/places.js'
import { EXIT } from '../text/command-texts.js'
import { logTexts, passTexts } from '../text/log-texts.js'
import { safeLine } from '../text/safe.js'
import { visible, visibleLine } from '../text/visible.js'
import { localTime } from './log-lines.js'
import { ID } from './log.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'
import { isOnTerminal, typedLine } from './terminal.js'

/**
 * Lets one denied call through, once: a person sees it and says yes. Never without a person: it needs a terminal, reads the
 * answer from it, and does nothing in a shell that an agent started.
 *
 * @returns the exit code: 0 it may pass; 1 it may not; 2 wrong usage, nobody there, no such call; 3 it cannot be told what it was
 */
export const pass = async (id: string, options: PlaceOptions): Promise<number> => {
  const end = (text: string, code: number): number => {
    writeAnswer(2, `${text}\n`)
    return code
  }
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return end(overrides, EXIT.usage)
  if (!ID.test(id)) return end(logTexts.badId(safeLine(id)), EXIT.usage)
  const agent = agentVariableIn(process.env)
  if (agent !== undefined) return end(passTexts.inAgent(agent), EXIT.usage)
  if (!isOnTerminal()) return end(passTexts.needsTerminal, EXIT.usage)

  const { places } = await thisMachine(overrides)
  const file = join(places.denied, `${id}.json`)
  const read = readOwnJson<DeniedCall>(file)
  if (read === undefined) return notKept(id, places, end)
  if ('refused' in read) return end(passTexts.unreadable(file, read.refused), EXIT.undecided)
  writeAnswer(2, `${shown(read.content, columnsOf(process.stderr.columns, process.env.COLUMNS)).join('\n')}\n${passTexts.question}`)
  if (!/^\s*y(?:es)?\s*$/i.test(typedLine() ?? '')) return end(passTexts.refused, EXIT.denied)
  try {
    clean(places.passes)
    givePass(read.content, places.passes)
  } catch (error) {
    return end(passTexts.notStored(places.passes, (error as Error).message), EXIT.undecided)
  }
  return end(passTexts.passed(PASS_MS / 60_000), EXIT.fine)
}

/** Why there is nothing to let through. */
const notKept = (id: string, { log }: Places, end: (text: string, code: number) => number): number => {
  const read = readLog(log)
  if ('refused' in read) return end(logTexts.unreadable(read.refused.file, read.refused.fault), EXIT.undecided)
  const record = read.decisions.findLast((decision) => decision.id === id)
  if (record === undefined) return end(logTexts.noSuch(id), EXIT.usage)
  const { verdict = '?', outcomes, event } = record
  if (verdict !== 'deny' || event !== 'PreToolUse') return end(passTexts.notDenied(verdict), EXIT.denied)
  return end(outcomes.some(({ outcome }) => outcome === 'denied' || outcome === 'asked') ? passTexts.gone(id) : passTexts.held, EXIT.denied)
}

/** Nothing in the call may hide or imitate anything. */
const shown = (
  { at, host, nativeEvent, session, root, cwd = root, tool, input, cutChars, hooks }: DeniedCall,
  columns: number,
): string[] => [
  ...wrapped(`${localTime(at)}  ${host}  ${nativeEvent}  ${visibleLine(tool.native)}`, columns),
  ...wrapped(`${visibleLine(cwd === root ? root : `${cwd} (${root})`)}  ${visibleLine(session)}`, columns),
  ...hooks.flatMap(({ hook, file }) => wrapped(colours.red(passTexts.deniedBy(visibleLine(hook), visibleLine(file))), columns)),
  '',
  passTexts.call,
  ...readable(input).map((line) => `  ${line}`),
  ...(cutChars === 0 ? [] : [`  ${passTexts.cut(cutChars)}`]),
  '',
  ...wrapped(passTexts.asks, columns),
]

/** Each argument under its name, texts as they are; the JSON itself where it was cut. */
const readable = (input: string): string[] => {
  try {
    const value = JSON.parse(input) as Record<string, unknown>
    return Object.entries(value).flatMap(([key, argument]) =>
      `${visibleLine(key)}: ${visible(typeof argument === 'string' ? argument : JSON.stringify(argument))}`.split('\n'),
    )
  } catch {
    return visible(input).split('\n')
  }
}
