import { createContext, Script, type Context } from 'node:vm'

/**
 * Tries regular expressions that stand in settings files. Anybody may have written them, so each has a little time: one that
 * backtracks without end must not hang a command.
 */

const MOST_MS = 200
/** When so many took too long, a file was made to: the rest get hardly any. */
const MOST_SLOW = 10
const LEAST_MS = 5

let slow = 0

interface Bench {
  context: Context
  compile: Script
  test: Script
}

let bench: Bench | undefined
/** The expression that is compiled there now. */
let compiled: string | undefined

const within = (task: 'compile' | 'test', values: Readonly<Record<string, string>>): unknown => {
  bench ??= {
    context: createContext(Object.create(null) as Context),
    compile: new Script('made = new RegExp(source, flags)'),
    test: new Script('made.test(text)'),
  }
  Object.assign(bench.context, values)
  return bench[task].runInContext(bench.context, { timeout: slow < MOST_SLOW ? MOST_MS : LEAST_MS })
}

export interface BoundedRegex {
  /** One that takes too long matches nothing. */
  test: (text: string) => boolean
}

const compile = (source: string, flags: string): void => {
  const name = `${flags}/${source}`
  if (compiled === name) return
  compiled = undefined
  within('compile', { source, flags })
  compiled = name
}

/** Expressions that were met, so that one which takes too long does so once. */
const met = new Map<string, BoundedRegex | undefined>()
const MOST_MET = 1_000

/** @returns undefined where it is no regular expression */
export const boundedRegex = (source: string, flags = ''): BoundedRegex | undefined => {
  const name = `${flags}/${source}`
  if (met.has(name)) return met.get(name)
  const made = makeRegex(source, flags)
  if (met.size < MOST_MET) met.set(name, made)
  return made
}

const makeRegex = (source: string, flags: string): BoundedRegex | undefined => {
  try {
    compile(source, flags)
  } catch {
    return undefined
  }
  let isSlow = false
  return {
    test: (text) => {
      if (isSlow) return false
      try {
        compile(source, flags)
        return within('test', { text }) === true
      } catch {
        isSlow = true
        slow++
        return false
      }
    },
  }
}
