import { answersIn, type Answered, type Shim } from './shim.js'
import { mutationsOf, type Mutation } from './mutations.mjs'
import { runSession } from './run-session.js'
import { holdsIn, type RealHost, type Seen, type Session } from './scenario.js'

/**
 * The mutation run: shows that the scenarios would notice if we answered wrongly. First each session with every answer of ours replaced by
 * silence (or, where there is none to replace, with nothing registered): each scenario must fail. Then single answers, each wrong in one way: some scenario of its session must fail.
 */

export interface MutationSetting {
  /** What we could have said at an event where we were silent; several may have no effect. */
  otherwise: (event: string) => readonly Mutation[]
  /** Why a mutation changes nothing that the host obeys; undefined: it changes something. */
  equivalent: (answered: Answered, mutation: Mutation, session: string) => string | undefined
  /** How many single mutants to try, spread over all; absent: every one. */
  most?: number
  print: (line: string) => void
}

export interface MutationFigure {
  /** Scenarios that hold although we say nothing, and should not. */
  deaf: string[]
  tried: number
  noticed: number
  survived: string[]
  /** Mutants without effect, by the reason. */
  equivalent: ReadonlyMap<string, number>
  /** Sessions that fail as they are. */
  broken: string[]
}

interface Mutant<Options> {
  session: Session<Options>
  answered: Answered
  mutation: Mutation
}

const WORKERS = 2

export const mutate = async <Options>(
  host: RealHost<Options>,
  sessions: readonly Session<Options>[],
  setting: MutationSetting,
): Promise<MutationFigure> => {
  const { print, most = Infinity } = setting
  const figure = { deaf: [] as string[], tried: 0, noticed: 0, survived: [] as string[], broken: [] as string[] }
  const equivalent = new Map<string, number>()
  const mutants: Mutant<Options>[] = []
  await inTurns(sessions, async (session) => {
    const { failing, answers } = await tried(host, session)
    if (failing.length > 0) {
      figure.broken.push(`${session.name}: ${failing.join(', ')}`)
      return print(`fails as it is: ${session.name}: ${failing.join(', ')}`)
    }
    const silent = await tried(host, session, { target: { key: '*', mutation: { name: 'silence', does: 'silence' } } })
    const { withoutAnswer = {}, silenceIsRight = {} } = session
    const unregistered = Object.keys(withoutAnswer).length === 0 ? silent : await tried(host, session, { isUnregistered: true })
    const deaf = titlesOf(host, session).filter(
      (title) => !(title in withoutAnswer ? unregistered : silent).failing.includes(title) && !(title in silenceIsRight),
    )
    figure.deaf.push(...deaf.map((title) => `${session.name}: ${title}`))
    for (const answered of answers)
      for (const mutation of mutationsOf(answered, setting.otherwise(answered.event))) {
        const why = setting.equivalent(answered, mutation, session.name)
        if (why === undefined) mutants.push({ session, answered, mutation })
        else equivalent.set(why, (equivalent.get(why) ?? 0) + 1)
      }
    print(
      `${session.name}: ${answers.length} answers; silenced, ${silent.failing.length} of ${titlesOf(host, session).length} scenarios fail`,
    )
  })
  await inTurns(spread(mutants, most), async ({ session, answered: { key }, mutation }) => {
    figure.tried++
    const { failing } = await tried(host, session, { target: { key, mutation } })
    if (failing.length > 0) figure.noticed++
    else figure.survived.push(`${session.name}: ${key}: ${mutation.name}`)
    print(`${failing.length > 0 ? 'noticed ' : 'SURVIVED'} ${figure.noticed}/${figure.tried}: ${session.name}: ${key}: ${mutation.name}`)
  })
  return { ...figure, equivalent }
}

const titlesOf = <Options>(host: RealHost<Options>, session: Session<Options>): string[] =>
  Object.keys(session.scenarios).filter((title) => holdsIn(host, session, title))

/** @returns titles of the scenarios that fail; all of them where the session itself does */
const tried = async <Options>(
  host: RealHost<Options>,
  session: Session<Options>,
  shim: Shim = {},
): Promise<{ failing: string[]; answers: Answered[] }> => {
  let runs: Seen[]
  try {
    runs = await runSession(host, session, shim)
  } catch {
    return { failing: titlesOf(host, session), answers: [] }
  }
  const [first, ...later] = runs as [Seen, ...Seen[]]
  try {
    const failing = titlesOf(host, session).filter((title) => {
      try {
        session.scenarios[title]?.(first, later)
        return false
      } catch {
        return true
      }
    })
    return { failing, answers: answersIn(first.place) }
  } finally {
    first.place.remove()
  }
}

const inTurns = async <Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> => {
  const waiting = [...items]
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
}

/** As many as wanted, evenly from all of them. */
const spread = <Item>(items: readonly Item[], most: number): Item[] =>
  items.length <= most ? [...items] : Array.from({ length: most }, (_none, at) => items[Math.floor((at * items.length) / most)] as Item)
