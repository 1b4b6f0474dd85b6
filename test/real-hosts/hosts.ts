import { drift } from './claude-code/drift.js'
import { claudeCode } from './claude-code/host.js'
import { mutationSetting } from './claude-code/mutations.js'
import { sessions } from './claude-code/sessions/index.js'
import { drift as codexDrift } from './codex/drift.js'
import { codex } from './codex/host.js'
import { mutationSetting as codexMutations } from './codex/mutations.js'
import { sessions as codexSessions } from './codex/sessions/index.js'
import type { DriftSetting } from './drift.js'
import type { MutationSetting } from './mutate.js'
import { newest, type PinnedHost } from './programs.mjs'
import type { RealHost, Session } from './scenario.js'

/** Every host with real tests: what the runs over all sessions (mutation, recording) need of it. */

export interface HostUnderTest<Options> {
  host: (pinned: PinnedHost) => RealHost<Options>
  sessions: readonly Session<Options>[]
  mutations: Pick<MutationSetting, 'otherwise' | 'equivalent'>
  drift: DriftSetting<Options>
}

/** The type of a host's options stays inside. */
export type Visit<Result> = <Options>(host: RealHost<Options>, under: HostUnderTest<Options>) => Result

const visitor =
  <Options>(id: PinnedHost['host'], under: HostUnderTest<Options>) =>
  <Result>(visit: Visit<Result>): Result =>
    visit(under.host(newest(id)), under)

export const HOSTS_UNDER_TEST: Readonly<Partial<Record<PinnedHost['host'], <Result>(visit: Visit<Result>) => Result>>> = {
  'claude-code': visitor('claude-code', { host: claudeCode, sessions, mutations: mutationSetting, drift }),
  codex: visitor('codex', { host: codex, sessions: codexSessions, mutations: codexMutations, drift: codexDrift }),
}
