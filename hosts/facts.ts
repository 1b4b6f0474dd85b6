import type { HostId } from '../src/protocol/event.js'
import { facts as claudeCode } from './claude-code/facts.js'
import { facts as codex } from './codex/facts.js'
import { facts as cursor } from './cursor/facts.js'
import type { HostFacts } from './shared/host-facts.js'

export type { Fact, HostFacts, Limit, Source } from './shared/host-facts.js'

/** The facts of every host, for the commands only: nothing that a call loads may import this. */
const FACTS: Readonly<Record<HostId, HostFacts>> = { 'claude-code': claudeCode, codex, cursor }

export const factsOf = (id: HostId): HostFacts => FACTS[id] as HostFacts
