import type { CaseResult } from '../cases/run-case.js'
import type { UnprovenGate } from '../cases/unproven.js'
import type { PolicyError } from '../config/types.js'

/** What a run of test cases came to; every reporter reads this and nothing else. */
export interface TestReport {
  /** Of the workspaces whose cases were run. Absolute. */
  roots: readonly string[]
  /** Of the case files; where there is any, nothing was run. */
  errors: readonly PolicyError[]
  results: readonly CaseResult[]
  unproven: readonly UnprovenGate[]
}

export const countsOf = ({ results, unproven }: TestReport) => ({
  passed: results.filter(({ status }) => status === 'passed').length,
  failed: results.filter(({ status }) => status === 'failed').length,
  skipped: results.filter(({ status }) => status === 'skipped').length,
  unproven: unproven.length,
})

/** The case's name and the host. */
export const titleOf = ({ test, host }: CaseResult): string => `${test.name}${host === undefined ? '' : ` (${host})`}`

/** In the order in which the files come first. */
export const resultsByFile = ({ results }: TestReport): ReadonlyMap<string, readonly CaseResult[]> => {
  const files = new Map<string, CaseResult[]>()
  for (const result of results) {
    const known = files.get(result.test.file)
    if (known === undefined) files.set(result.test.file, [result])
    else known.push(result)
  }
  return files
}
