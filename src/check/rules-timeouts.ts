import type { HostAdapter } from '../../hosts/types.js'
import { nativeNameOf, rowOf } from '../../hosts/shared/rows.js'
import { budgetMs } from '../clock/deadline.js'
import type { Hook } from '../config/types.js'
import { isGateEvent, isToolEvent, type EventName } from '../protocol/events.js'
import { ruleTexts } from '../text/check-texts.js'
import { hostsOf } from './coverage.js'
import type { CheckedHook, CheckSubject, Hit, Rule } from './subject.js'

/** Hooks that may take longer than the chain, or the host, gives them. */

/** What `install` registers, in milliseconds, whatever the policy; an event may have a smaller maximum of the host's. */
const REGISTERED_GATE_MS = 130_000
const REGISTERED_MS = 610_000

/** How long the whole chain of an event may take on a host. */
const chainMs = ({ descriptor }: HostAdapter, event: EventName): number => {
  const native = nativeNameOf(descriptor, event)
  const usual = isGateEvent(event) ? REGISTERED_GATE_MS : REGISTERED_MS
  const { maxTimeoutMs = usual } = (native === undefined ? undefined : rowOf(descriptor, native)) ?? {}
  return budgetMs(event, Math.min(usual, maxTimeoutMs))
}

/** Hooks whose time counts: those that are waited for. */
const isWaitedFor = ({ command, background }: Hook): boolean => command !== undefined && background !== true

const isSaid = ({ origin }: CheckedHook): boolean => origin.raw.timeoutMs !== undefined

export const TIMEOUT_RULES: readonly Rule[] = [
  {
    id: 'timeout-over-budget',
    severity: 'warning',
    find: ({ live, settings }) =>
      live
        .filter(({ hook }) => settings.budgetMs !== undefined && isWaitedFor(hook) && hook.timeoutMs > settings.budgetMs)
        .map((on) => ({
          on,
          key: 'timeoutMs',
          text: ruleTexts.overBudget(on.hook.timeoutMs, settings.budgetMs as number),
          ...(isSaid(on) ? {} : { severity: 'info' as const }),
        })),
  },
  {
    id: 'timeout-over-host',
    severity: 'info',
    find: ({ live }) =>
      live
        .filter(({ hook }) => isWaitedFor(hook))
        .flatMap((on): Hit[] => {
          const { hook } = on
          const all = hostsOf(hook).filter(({ descriptor }) => nativeNameOf(descriptor, hook.event) !== undefined)
          const short = all.filter((host) => hook.timeoutMs > chainMs(host, hook.event))
          if (short.length === 0) return []
          const hosts = short.map(({ id }) => id)
          const limits = short.map((host) => chainMs(host, hook.event))
          const severity = isSaid(on) && short.length === all.length ? 'warning' : 'info'
          return [{ on, key: 'timeoutMs', hosts, severity, text: ruleTexts.overHost(hook.timeoutMs, hosts, limits) }]
        }),
  },
  {
    id: 'chain-over-budget',
    severity: 'warning',
    find: (subject) => [...new Set(subject.live.map(({ hook }) => hook.event))].flatMap((event) => overIn(event, subject)),
  },
]

/** The hooks of an event that can meet in one call, the worst case of it: their timeouts add up, because they run one after the other. */
const overIn = (event: EventName, { live, settings }: CheckSubject): Hit[] => {
  const hooks = live.filter(({ hook }) => hook.event === event && isWaitedFor(hook))
  let worst: { hooks: CheckedHook[]; sum: number; limit: number; host: string } | undefined
  for (const host of new Set(hooks.flatMap(({ hook }) => hostsOf(hook)))) {
    if (nativeNameOf(host.descriptor, event) === undefined) continue
    const limit = Math.min(chainMs(host, event), settings.budgetMs ?? Infinity)
    const here = hooks.filter(({ hook }) => hook.hosts?.includes(host.id) !== false)
    for (const meeting of isToolEvent(event) ? meetings(here, host) : [here]) {
      const sum = meeting.reduce((total, { hook }) => total + hook.timeoutMs, 0)
      if (meeting.length > 1 && sum > limit && sum / limit > (worst === undefined ? 0 : worst.sum / worst.limit))
        worst = { hooks: meeting, sum, limit, host: host.id }
    }
  }
  const last = worst?.hooks.at(-1)
  if (worst === undefined || last === undefined) return []
  const severity = worst.hooks.some(isSaid) ? 'warning' : 'info'
  return [{ on: last, severity, hosts: [worst.host], text: ruleTexts.chainOver(worst.hooks.length, event, worst.sum, worst.limit) }]
}

/** For each name that a tool may have on a host: the hooks that fire for it. */
const meetings = (hooks: readonly CheckedHook[], { id }: HostAdapter): CheckedHook[][] => {
  const names = new Set(hooks.flatMap(({ hook }) => hook.tools?.names[id] ?? []))
  const forAll = hooks.filter(({ hook }) => hook.tools === undefined)
  return [forAll, ...[...names].map((name) => hooks.filter(({ hook }) => hook.tools?.names[id]?.includes(name) !== false))]
}
