import { globMatcher } from '../globs/matcher.js'
import { nativeNameOf } from '../../hosts/shared/rows.js'
import type { HostAdapter } from '../../hosts/types.js'
import type { CommandPattern } from '../shell/command-pattern.js'
import type { Hook } from '../config/types.js'
import { ruleTexts } from '../text/check-texts.js'
import { hostsOf, isForCommandsOf, isForHostsOf, isForPathsOf, isForToolsOf, kindsOf } from './coverage.js'
import { perHook, type Rule } from './subject.js'

/** Hooks that never fire, or never decide. */

export const REACH_RULES: readonly Rule[] = [
  {
    id: 'never-announced',
    severity: 'warning',
    find: perHook(({ hook }) => {
      const hosts = hostsOf(hook)
      const without = hosts.filter(({ descriptor }) => nativeNameOf(descriptor, hook.event) === undefined)
      const ids = without.map(({ id }) => id)
      if (without.length === 0) return []
      if (without.length === hosts.length) return [{ key: 'event', hosts: ids, text: ruleTexts.neverAnnounced(hook.event, ids) }]
      return [{ key: 'event', severity: 'info' as const, hosts: ids, text: ruleTexts.notAnnounced(hook.event, ids) }]
    }),
  },
  {
    id: 'tools-nowhere',
    severity: 'warning',
    find: perHook(({ hook }) => {
      const { tools } = hook
      if (tools === undefined || tools.servers.length > 0) return []
      if (hook.toolNames?.some((name) => name.startsWith('native:'))) return []
      const hosts = hostsOf(hook)
      if (hosts.some((host) => tools.names[host.id]?.some((name) => hasTool(host, name)))) return []
      return [
        {
          key: 'tools',
          text: ruleTexts.toolsNowhere(
            hook.toolNames ?? [],
            hosts.map(({ id }) => id),
          ),
        },
      ]
    }),
  },
  {
    id: 'paths-take-nothing',
    severity: 'warning',
    find: perHook(({ hook }) => (pathsTakeNothing(hook) ? [{ key: 'paths', text: ruleTexts.pathsTakeNothing }] : [])),
  },
  {
    id: 'paths-of-no-tool',
    severity: 'warning',
    find: perHook(({ hook }) => {
      const kinds = kindsOf(hook)
      if (hook.paths === undefined || kinds === undefined || hook.tools?.servers.length !== 0) return []
      const areAllKnown =
        (hook.toolNames ?? []).length > 0 && kinds.size > 0 && hook.toolNames?.every((name) => !name.startsWith('native:'))
      return areAllKnown && [...kinds].every((kind) => PATHLESS.has(kind))
        ? [{ key: 'paths', text: ruleTexts.pathsOfNoTool([...kinds]) }]
        : []
    }),
  },
  {
    id: 'commands-take-nothing',
    severity: 'warning',
    find: perHook(({ hook: { commands } }) =>
      commands !== undefined && commandsTakeNothing(commands) ? [{ key: 'commands', text: ruleTexts.commandsTakeNothing }] : [],
    ),
  },
  {
    id: 'shadowed',
    severity: 'warning',
    find: ({ live }) =>
      live.flatMap((on, index) => {
        const before = live.slice(0, index).find(({ hook }) => stopsBefore(hook, on.hook))
        return before === undefined ? [] : [{ on, text: ruleTexts.shadowed(before.hook.label) }]
      }),
  },
  {
    id: 'mode-off',
    severity: 'info',
    find: ({ hooks }) => hooks.filter(({ hook }) => hook.mode === 'off').map((on) => ({ on, key: 'mode', text: ruleTexts.off })),
  },
  {
    id: 'mode-warn',
    severity: 'info',
    find: perHook(({ hook }) => (hook.mode === 'warn' ? [{ key: 'mode', text: ruleTexts.onTrial }] : [])),
  },
]

const PATHLESS: ReadonlySet<string> = new Set(['web_search', 'fetch_url', 'run_agent'])

/** A protocol kind or a name of the host's own. */
const hasTool = ({ tools: { kinds, varying, others } }: HostAdapter, name: string): boolean =>
  name in kinds ||
  name in varying ||
  others.includes(name) ||
  Object.values(kinds).some((names) => names.includes(name)) ||
  Object.values(varying).some((of) => (of as readonly string[]).includes(name))

/** By samples of each glob: what is left of one that only a rare path would still match is nothing that anybody meant. */
const pathsTakeNothing = ({ paths }: Hook): boolean => {
  const negated = paths?.globs.filter((glob) => glob.negated) ?? []
  const positive = paths?.globs.filter((glob) => !glob.negated && glob.samples.length > 0) ?? []
  if (negated.length === 0 || positive.length === 0) return false
  const matchers = negated.map(({ anchor, pattern }) => ({ anchor, matches: globMatcher(pattern) }))
  return positive.every(({ anchor, samples }) =>
    samples.every((sample) => matchers.some((other) => other.anchor === anchor && other.matches(sample) === true)),
  )
}

/** Every pattern is taken back by one that is no longer and spelled alike. */
const commandsTakeNothing = (commands: readonly CommandPattern[]): boolean => {
  const positive = commands.filter(({ negated }) => !negated)
  const negated = commands.filter((pattern) => pattern.negated)
  return positive.length > 0 && positive.every((one) => negated.some((other) => isPrefixOf(other, one)))
}

const isPrefixOf = (short: CommandPattern, long: CommandPattern): boolean =>
  (short.program === long.program || short.program === '*') && short.words.every((word, index) => word === long.words[index])

/** An unconditional deny ends the chain, so that nothing behind it that matches no more than it is ever asked. */
const stopsBefore = (first: Hook, later: Hook): boolean =>
  first.says?.answer === 'deny' &&
  first.mode === undefined &&
  first.event === later.event &&
  isForHostsOf(first, later) &&
  isForToolsOf(first, later) &&
  isForPathsOf(first, later) &&
  isForCommandsOf(first, later)
