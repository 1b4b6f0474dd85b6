import { carries } from '../../hosts/shared/express.js'
import { nativeNameOf, rowOf } from '../../hosts/shared/rows.js'
import type { HostAdapter } from '../../hosts/types.js'
import { limitsOf } from './limits.js'
import type { EventName } from '../protocol/events.js'
import { limitTexts } from '../text/command-texts.js'
import { ruleTexts } from '../text/check-texts.js'
import { hostsOf } from './coverage.js'
import { perHook, type Rule } from './subject.js'

/** Answers that a host cannot carry, and keys that say nothing where they stand. */

/** What is lost is looser than what the policy says; anything else is as strict or stricter. */
const LOOSER: readonly string[] = [limitTexts.deny, limitTexts.replace, limitTexts.replaceBuiltIn, limitTexts.shellPaths]

const carriesAt = ({ descriptor }: HostAdapter, event: EventName, answer: 'allow'): boolean => {
  const native = nativeNameOf(descriptor, event)
  return native !== undefined && carries(rowOf(descriptor, native)?.[answer])
}

export const ANSWER_RULES: readonly Rule[] = [
  {
    id: 'answer-not-carried',
    severity: 'info',
    find: perHook(({ hook }, { root }) => {
      const hosts = new Map<string, string[]>()
      for (const { host, limit } of limitsOf([hook], root)) hosts.set(limit, [...(hosts.get(limit) ?? []), host])
      hosts.delete(limitTexts.neverAnnounced(hook.event))
      return [...hosts].map(([limit, ids]) => ({
        text: ruleTexts.limit(ids, limit),
        hosts: ids,
        ...(LOOSER.includes(limit) ? { severity: 'warning' as const } : {}),
      }))
    }),
  },
  {
    id: 'key-without-effect',
    severity: 'warning',
    find: perHook(({ hook, origin: { raw } }) => {
      const found: { key: string; text: string }[] = []
      const note = (key: string, isMeaningless: boolean, text: string): void => {
        if (raw[key] !== undefined && raw[key] !== false && isMeaningless) found.push({ key, text })
      }
      const isDeclared = hook.says !== undefined
      note('mayAllow', !hostsOf(hook).some((host) => carriesAt(host, hook.event, 'allow')), ruleTexts.mayAllowNowhere)
      note('timeoutMs', isDeclared, ruleTexts.nothingToWaitFor)
      note('onFailure', isDeclared, ruleTexts.nothingToFail)
      note('onFailure', hook.background === true, ruleTexts.notWaitedFor)
      note('instead', hook.says?.answer === 'notice' || hook.says?.answer === 'context', ruleTexts.neverDenies)
      note('instead', hook.background === true, ruleTexts.notWaitedFor)
      note('mayAllow', hook.background === true, ruleTexts.notWaitedFor)
      return found
    }),
  },
]
