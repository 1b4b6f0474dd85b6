import type { HostId } from '../src/protocol/event.js'
import { claudeCode } from './claude-code/index.js'
import { codex } from './codex/index.js'
import { cursor } from './cursor/index.js'
import { git } from './git/index.js'
import { commandOf } from './shared/shell-wrapper.js'
import { kindsOf } from './shared/tool-names.js'
import { rowOf } from './shared/rows.js'
import type { HostAdapter, Payload, Reading, ReadingContext, Recognition } from './types.js'

/** All hosts that are agents. Adding one is its folder, this line, its fixtures and its expectations. */
export const HOSTS: readonly HostAdapter[] = [claudeCode, codex, cursor]

export const HOST_IDS: readonly HostId[] = HOSTS.map(({ id }) => id)

export const isHostId = (name: string): boolean => HOST_IDS.includes(name)

/** Every host that a policy can name and that an event can come from: the agents, and our own git hook, which no line registers. */
export const ALL_HOSTS: readonly HostAdapter[] = [...HOSTS, git]

export const hostOf = (id: HostId): HostAdapter => ALL_HOSTS.find((host) => host.id === id) as HostAdapter

/**
 * Reads a payload by its host. A tool that the host's own table does not know but another host's does is of that kind:
 * a renamed or borrowed tool must not slip past a policy.
 */
export const readPayload = (host: HostAdapter, payload: Payload, context: ReadingContext): Reading => {
  const reading = host.read(payload, context)
  const tool = reading.kind === 'event' ? reading.event.tool : undefined
  if (tool?.kind !== 'unknown') return reading
  const kinds = [...new Set(HOSTS.flatMap(({ tools }) => kindsOf(tools, tool.nativeName)))]
  const [kind] = kinds
  if (kind !== undefined) {
    const command = kind === 'run_command' ? commandOf(tool.input) : undefined
    Object.assign(tool, { kind, names: [...kinds, ...tool.names] }, command === undefined ? {} : { command })
  }
  return reading
}

/**
 * Tells the host from the payload itself; the registered line's `--host` only settles a tie, because one host runs
 * another's hook file and then sends its own payload.
 *
 * @returns undefined when nothing tells it
 */
export const detectHost = (payload: Payload, hint?: HostId): HostAdapter | undefined => {
  const marks = HOSTS.map((host) => ({ host, mark: host.recognise(payload) }))
  const marked = (strength: Recognition): HostAdapter[] => marks.filter(({ mark }) => mark === strength).map(({ host }) => host)
  const knowing = (): HostAdapter[] => {
    const name = payload.hook_event_name
    return typeof name === 'string' ? HOSTS.filter(({ descriptor }) => rowOf(descriptor, name) !== undefined) : []
  }
  // Fields that look like one host's beside an event that only another one has: the shape deceives, unless the line says so too.
  const certain = (): HostAdapter[] => {
    const knows = knowing()
    return marked('certain').filter((host) => host.id === hint || knows.length === 0 || knows.includes(host))
  }
  for (const candidates of [() => marked('named'), certain, knowing]) {
    const [host, ...others] = candidates()
    if (host !== undefined && others.length === 0) return host
    if (others.length > 0) break
  }
  return hint === undefined ? undefined : hostOf(hint)
}
