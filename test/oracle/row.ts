/** One line of a host document's tables, as a test row. */
import type { HookResult, Judgement, JudgeOptions } from './types.js'

export interface Row {
  title: string
  event: string
  result: HookResult
  options: JudgeOptions
  /** What is not named here must be as silence leaves it; personSees alone is compared only where it is named. */
  expect: Partial<Omit<Judgement, 'problems'>>
  /** A part of one of the problems; no problem at all where it is left out. */
  problem?: string
}

export type Expect = Row['expect'] & { problem?: string; options?: JudgeOptions }

type Out = string | object

/** What a hook wrote: an object is printed as JSON, exit code 0 unless said. */
export interface Said {
  out?: Out
  err?: string
  exit?: number
  signal?: string
}

export function row(event: string, title: string, said: Said, expected: Expect = {}): Row {
  const { problem, options = {}, ...expect } = expected
  const stdout = typeof said.out === 'object' ? JSON.stringify(said.out) : (said.out ?? '')
  const exitCode = said.signal === undefined ? (said.exit ?? 0) : null
  const result: HookResult = { exitCode, stdout, stderr: said.err ?? '', signal: said.signal ?? null }
  return { title, event, result, options, expect, ...(problem === undefined ? {} : { problem }) }
}
