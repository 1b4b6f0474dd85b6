import type { Hook } from '../config/types.js'
import { isWithin } from '../paths/absolute.js'
import type { ProtocolEvent, TargetPath } from '../protocol/event.js'
import { protocolNameOf } from './event-variables.js'
import type { Interpretation } from './interpret.js'

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
