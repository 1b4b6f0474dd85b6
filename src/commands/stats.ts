import type * as z from 'zod'
import { isWanted } from '../log/filter.js'
import { readLog } from '../log/read.js'
import { statisticsOf, type HookStatistics, type HostStatistics, type Statistics } from '../log/statistics.js'
import { colours } from '../output/colours.js'
import { showsUnicode } from '../output/locale.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { thisMachine } from '../run/machine.js'
import type { shape } from '../shapes/stats.js'
import { EXIT } from '../text/command-texts.js'
import { logTexts, statsTexts } from '../text/log-texts.js'
import { filterOf, type LogOptions } from './log.js'
import { localTime } from './log-lines.js'
import { placeOverridesOf } from './place-options.js'

/**
 * Counts the log.
 *
 * @returns the exit code: 0, also where there is nothing to count; 2 wrong usage; 3 the log cannot be read
 */
export const stats = async (options: Pick<LogOptions, 'json' | 'host' | 'session' | 'since' | 'store' | 'userConfig'>): Promise<number> => {
  const overrides = placeOverridesOf(options)
  const filter = filterOf(options)
  for (const fault of [overrides, filter]) {
    if (typeof fault !== 'string') continue
    writeAnswer(2, `${fault}\n`)
    return EXIT.usage
  }
  if (typeof overrides === 'string' || typeof filter === 'string') return EXIT.usage
  const { places } = await thisMachine(overrides)
  const read = readLog(places.log)
  if ('refused' in read) {
    writeAnswer(2, `${logTexts.unreadable(read.refused.file, read.refused.fault)}\n`)
    return EXIT.undecided
  }
  const { skipped } = read
  const statistics = statisticsOf(read.decisions.filter((decision) => isWanted(decision, filter)))
  if (options.json) {
    const document: z.input<typeof shape> = { version: 1, ...statistics, skipped }
    writeAnswer(1, `${JSON.stringify(document, null, 2)}\n`)
    return EXIT.fine
  }
  const columns = columnsOf(process.stdout.columns, process.env.COLUMNS)
  const bar = showsUnicode(process.env, process.platform) ? '\u2588' : '#'
  writeAnswer(1, `${linesOf(statistics, columns, bar).join('\n')}\n`)
  if (skipped > 0) writeAnswer(2, `${logTexts.skipped(skipped)}\n`)
  return EXIT.fine
}

const linesOf = ({ decisions, from, to, hosts, hooks }: Statistics, columns: number, bar: string): string[] => {
  if (from === undefined || to === undefined) return wrapped(statsTexts.none, columns)
  const most = Math.max(...hooks.map(({ count }) => count), 1)
  return [
    ...wrapped(statsTexts.range(decisions, localTime(from), localTime(to)), columns),
    '',
    ...hosts.flatMap((host) => wrapped(statsTexts.host(host.host, verdictsOf(host)), columns, '', '  ')),
    ...hooks.flatMap((hook) => ['', ...hookLines(hook, most, columns, bar)]),
  ]
}

const verdictsOf = (host: HostStatistics): string[] =>
  (['pass', 'allow', 'ask', 'deny'] as const).flatMap((verdict) => (host[verdict] === 0 ? [] : [`${verdict} ${host[verdict]}`]))

const hookLines = (statistics: HookStatistics, most: number, columns: number, bar: string): string[] => {
  const { hook, file, count, ms } = statistics
  const calls = statsTexts.calls(count)
  const room = Math.max(columns - calls.length - 3, 1)
  const length = Math.max(Math.round((count / most) * room), 1)
  const always = ['denied', 'failed', 'asked', 'wouldHaveDenied'] as const
  const seldom = (['skipped', 'passedOnce', 'slow'] as const).filter((name) => statistics[name] > 0)
  const counts = [...always, ...seldom].map((name) => statsTexts[name](statistics[name]))
  return [
    ...wrapped(statsTexts.hook(colours.bold(hook), file), columns, '', '  '),
    `  ${colours.cyan(bar.repeat(length))} ${calls}`,
    ...wrapped(counts.join(', '), columns, '  '),
    ...(ms === undefined ? [] : wrapped(statsTexts.ms(ms.p50, ms.p95, ms.max), columns, '  ')),
  ]
}
