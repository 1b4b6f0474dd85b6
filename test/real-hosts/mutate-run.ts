import { HOSTS_UNDER_TEST } from './hosts.js'
import { mutate, type MutationFigure } from './mutate.js'

/** `npm run test:hosts -- --mutate [HOST…] [--most N] [--session TEXT]`: see mutate.ts. Exit code 0 where at least 95 of 100 are noticed and no scenario is deaf. */

const ENOUGH = 0.95

const valueOf = (words: readonly string[], option: string): string | undefined =>
  words.includes(option) ? words[words.indexOf(option) + 1] : undefined

export const run = async (words: readonly string[]): Promise<number> => {
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  const most = valueOf(words, '--most')
  const session = valueOf(words, '--session')
  const named = Object.entries(HOSTS_UNDER_TEST).filter(([id]) => words.includes(id))
  let isEnough = true
  for (const [id, visit] of named.length > 0 ? named : Object.entries(HOSTS_UNDER_TEST)) {
    const figure = await visit((host, { sessions, mutations }) =>
      mutate(
        host,
        sessions.filter(({ name }) => session === undefined || name.includes(session)),
        { ...mutations, ...(most === undefined ? {} : { most: Number(most) }), print },
      ),
    )
    print(reportOf(id, figure))
    const { broken, deaf, noticed, tried } = figure
    if (broken.length > 0 || deaf.length > 0 || noticed < tried * ENOUGH) isEnough = false
  }
  return isEnough ? 0 : 1
}

const reportOf = (id: string, { broken, deaf, tried, noticed, survived, equivalent }: MutationFigure): string =>
  [
    `${id}: noticed ${noticed} of ${tried} wrong answers`,
    ...survived.map((one) => `  survived: ${one}`),
    ...deaf.map((one) => `  holds although we say nothing: ${one}`),
    ...broken.map((one) => `  fails as it is: ${one}`),
    ...[...equivalent].map(([why, number]) => `  ${number} mutants left out, which change nothing: ${why}`),
  ].join('\n')
