import { colours } from '../output/colours.js'
import { wrapped } from '../output/wrapped.js'
import type { LiveTry } from '../shapes/doctor-live.js'
import { doctorLiveTexts } from '../text/doctor-live-texts.js'

/** What `doctor --live` tells people of one host. */

const PAINT = { obeyed: colours.green, 'not-obeyed': colours.red, undecided: colours.yellow } as const

export const liveLines = ({ program, calls, trust, refused, verdict, because }: LiveTry, columns: number): string[] => {
  const started = calls.length > 0 && program !== undefined
  const inner = [
    ...calls.map(({ call, policy, happened, told }) => doctorLiveTexts.call(call, policy, happened, told)),
    ...(trust === undefined ? [] : [doctorLiveTexts.trust(trust.filter(({ state }) => state === 'trusted').length, trust.length)]),
    ...(refused.length === 0 ? [] : [doctorLiveTexts.refused(refused)]),
  ]
  const word = doctorLiveTexts.verdicts[verdict]
  const [first = '', ...rest] = wrapped(doctorLiveTexts.verdict(verdict, because), columns, '', '    ')
  return [
    ...wrapped(started ? doctorLiveTexts.started(program) : doctorLiveTexts.notStarted, columns, '  ', '    '),
    ...inner.flatMap((line) => wrapped(line, columns, '    ', '      ')),
    `  ${PAINT[verdict](first.slice(0, word.length))}${first.slice(word.length)}`,
    ...rest,
  ]
}
