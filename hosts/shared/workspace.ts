import type { ProtocolEvent } from '../../src/protocol/event.js'
import { isAbsolutePath, toAbsolute } from '../../src/paths/absolute.js'
import { wordOf } from './fields.js'
import type { ReadingContext } from '../types.js'

/**
 * The session's roots and the call's own folder. Every source may be missing, empty or of a wrong type; the next one
 * is taken then, and in the end our own folder, so that there always is a place from which to look for a policy.
 *
 * @param roots candidates for the session's roots, best first; the first is the root
 * @param cwds candidates for the call's own folder, best first; relative ones are resolved against the root
 */
export const workspaceOf = (roots: readonly unknown[], cwds: readonly unknown[], context: ReadingContext): ProtocolEvent['workspace'] => {
  const base = context.processCwd ?? '/'
  const absolute = (place: unknown, from: string): string | undefined => {
    const word = wordOf(place)
    return word === undefined ? undefined : toAbsolute(word, from, context.home)
  }
  const firstCwd = cwds.map(wordOf).find((cwd) => cwd !== undefined && isAbsolutePath(cwd))
  const named = [...new Set(roots.map((root) => absolute(root, base)).filter((root) => root !== undefined))]
  const root = named[0] ?? absolute(firstCwd, base) ?? base
  const cwd = cwds.map((candidate) => absolute(candidate, root)).find((found) => found !== undefined) ?? root
  return { root, roots: named.length > 0 ? named : [root], cwd }
}
