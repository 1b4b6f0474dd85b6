import type { Hook } from '../config/types.js'
import { isWithin } from '../paths/absolute.js'
import type { ProtocolEvent, TargetPath } from '../protocol/event.js'
import { withInstead } from '../text/messages.js'
import { protocolNameOf } from './event-variables.js'
import type { Interpretation } from './interpret.js'
import type { HookRun } from './run-hook.js'

/** What a policy says by itself: no process, nothing to fail. */

/**
 * @param paths the target paths that the hook matches, or the one that it is asked about
 * @param root the one that the hook's file stands in
 */
export const declaredAnswer = (
  { answer, text }: NonNullable<Hook['says']>,
  event: ProtocolEvent,
  paths: readonly TargetPath[],
  root: string,
): Interpretation => {
  const words = filledIn(text, event, paths, root)
  if (answer === 'deny') return { outcome: 'denied', words, keysIgnored: [] }
  if (answer === 'ask') return { outcome: 'asked', words, keysIgnored: [] }
  return { outcome: 'passed', [answer]: words, keysIgnored: [] }
}

/**
 * The same of each file by itself.
 *
 * @returns with `ofFiles`, as whoever stands at the top of the session's root would spell them
 */
export const declaredOfFiles = (
  hook: Hook & { says: NonNullable<Hook['says']> },
  event: ProtocolEvent,
  paths: readonly TargetPath[],
  root: string,
): Interpretation & Pick<HookRun, 'ofFiles'> => {
  const { says, instead } = hook
  const different = [...new Map(paths.map((target) => [target.path, target])).values()]
  if (different.length === 0) return declaredAnswer(says, event, paths, root)
  const texts = different.map((target) => {
    const about = alone(event, target)
    const words = filledIn(says.text, about, [target], root)
    return { path: fileOf(target, event), words, instead: instead === undefined ? undefined : filledIn(instead, about, [target], root) }
  })
  const all = [...new Set(texts.map(({ words }) => words))].join('\n')
  const ofFiles = texts.map(({ path, words, instead: other }) => ({ path, words: withInstead(words, other) }))
  if (says.answer === 'deny' || says.answer === 'ask')
    return { outcome: says.answer === 'deny' ? 'denied' : 'asked', words: all, keysIgnored: [], ofFiles }
  return { outcome: 'passed', [says.answer]: all, keysIgnored: [] }
}

/** The event as if the call were about this file only. */
const alone = (event: ProtocolEvent, { names }: TargetPath): ProtocolEvent =>
  event.tool === undefined || names === undefined ? event : { ...event, tool: { ...event.tool, names: [...names] } }

export const fileOf = ({ path }: TargetPath, { workspace }: ProtocolEvent): string => shown(path, workspace.root)

/** A text of the policy with plain values in place of `${path}` and `${tool}`. */
export const filledIn = (text: string, { tool, event }: ProtocolEvent, paths: readonly TargetPath[], root: string): string => {
  const values: Readonly<Record<string, string>> = {
    path: paths[0] === undefined ? '' : shown(paths[0].path, root),
    tool: tool === undefined ? event : (protocolNameOf(tool) ?? tool.nativeName),
  }
  return text.replace(/\$\{(path|tool)\}/g, (_, name: string) => values[name] ?? '')
}

/** As the policy would spell it. */
const shown = (path: string, root: string): string =>
  path !== root && isWithin(path, root) ? path.slice(root.endsWith('/') ? root.length : root.length + 1) : path
