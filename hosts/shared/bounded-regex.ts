import { createContext, Script, type Context } from 'node:vm'

/**
 * Tries regular expressions that stand in settings files. Anybody may have written them, so each has a little time: one that
 * backtracks without end must not hang a command.
 */

const MOST_MS = 200

interface Bench {
  context: Context
  compile: Script
  test: Script
}

let bench: Bench | undefined

const within = (task: 'compile' | 'test', values: Readonly<Record<string, string>>): unknown => {
  bench ??= {
    context: createContext(Object.create(null) as Context),
    compile: new Script('made = new RegExp(source, flags)'),
    test: new Script('made.test(text)'),
  }
  Object.assign(bench.context, values)
  return bench[task].runInContext(bench.context, { timeout: MOST_MS })
}

export interface BoundedRegex {
  /** One that takes too long matches nothing. */
  test: (text: string) => boolean
}

/** @returns undefined where it is no regular expression */
export const boundedRegex = (source: string, flags = ''): BoundedRegex | undefined => {
  try {
    within('compile', { source, flags })
  } catch {
    return undefined
  }
  return {
    test: (text) => {
      try {
        within('compile', { source, flags })
        return within('test', { text }) === true
      } catch {
        return false
      }
    },
  }
}
