import type { Decision, Refusal } from '../../src/protocol/decision.js'
import { asksDenied, noticeText } from '../../src/text/messages.js'
import { commitTexts } from '../../src/text/commit-texts.js'
import { expressed } from '../shared/express.js'
import { rowOf } from '../shared/rows.js'
import type { HostAdapter } from '../types.js'
import { descriptor } from './descriptor.js'

/** Longer lists are cut, and say so. */
const MOST_REFUSALS = 1_000

/** What a person, or an agent that started git, reads on stderr; exit 1 refuses the commit. */
export const render: HostAdapter['render'] = (nativeEvent, whole, setting) => {
  const { decision, dropped } = expressed(whole, rowOf(descriptor, nativeEvent), setting?.event, undefined)
  const { verdict, notices } = decision
  if (decision.contexts.length > 0) dropped.push('context')
  const isRefused = verdict === 'deny'
  const lines = [...(isRefused ? refusalLines(whole, decision.reason ?? '') : []), ...notices.map(noticeText)]
  return { verdict, stdout: '', stderr: lines.map((line) => `${line}\n`).join(''), exitCode: isRefused ? 1 : 0, dropped }
}

/** Each file and its reason; without any of them what was decided of the commit as a whole. */
const refusalLines = ({ refusals = [], asks }: Decision, reason: string): string[] => {
  const more = refusals.length - MOST_REFUSALS
  const own = refusals.slice(0, MOST_REFUSALS).map(refusalText)
  if (own.length === 0) return [commitTexts.refused, reason, ...(asks.length > 0 && reason === '' ? [asksDenied(asks, 'PreToolUse')] : [])]
  return [commitTexts.refused, ...own, ...(more > 0 ? [commitTexts.more(more)] : []), commitTexts.policy]
}

const refusalText = ({ path, text }: Refusal): string =>
  `  ${path === undefined ? '' : `${commitTexts.file(path)}: `}${text.replaceAll('\n', '\n    ')}`
