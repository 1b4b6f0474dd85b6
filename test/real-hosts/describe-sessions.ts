import { afterAll, beforeAll, describe, it } from 'vitest'
import { runSession } from './run-session.js'
import { holdsIn, type RealHost, type Seen, type Session } from './scenario.js'

/** Runs each session once in each version of the host and shows each of its scenarios as a test of its own. */
export const describeSessions = <Options>(
  hosts: RealHost<Options> | readonly RealHost<Options>[],
  sessions: readonly Session<Options>[],
): void => {
  for (const host of [hosts].flat())
    describe(`${host.id} ${host.version}`, () => {
      for (const session of sessions) describe(session.name, () => describeSession(host, session))
    })
}

const describeSession = <Options>(host: RealHost<Options>, session: Session<Options>): void => {
  let runs: Seen[] = []
  beforeAll(async () => {
    runs = await runSession(host, session)
  }, 180_000)
  afterAll(() => runs[0]?.place.remove())
  for (const [title, check] of Object.entries(session.scenarios))
    it.skipIf(!holdsIn(host, session, title))(title, () => {
      const [first, ...later] = runs
      check(first as Seen, later)
    })
}
