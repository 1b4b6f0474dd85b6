import type { CaseResult } from '../cases/run-case.js'
import type { TestDocument } from '../shapes/test.js'
import { countsOf, type TestReport } from './test-report.js'

/** For machines. */
export const jsonReport = (report: TestReport): string => `${JSON.stringify(documentOf(report), null, 2)}\n`

const documentOf = (report: TestReport): TestDocument => ({
  version: 1,
  roots: [...report.roots],
  errors: report.errors.map((error) => ({ ...error })),
  results: report.results.map(resultOf),
  unproven: report.unproven.map((gate) => ({ ...gate })),
  counts: countsOf(report),
})

const resultOf = ({ test, host, event, status, why, got, outcomes, durationMs }: CaseResult): TestDocument['results'][number] => ({
  file: test.file,
  index: test.index,
  ...(test.line === undefined ? {} : { line: test.line }),
  name: test.name,
  ...(host === undefined ? {} : { host }),
  ...(event === undefined ? {} : { event }),
  status,
  ...(why === undefined ? {} : { why }),
  expected: { ...test.expect },
  ...(got === undefined
    ? {}
    : {
        got: {
          decision: got.decision,
          ...(got.reason === undefined ? {} : { reason: got.reason }),
          contexts: [...got.contexts],
          notices: [...got.notices],
          by: [...got.by],
        },
      }),
  hooks: outcomes.map(({ hook, file, outcome, would, cause, durationMs: ms }) => ({
    hook,
    file,
    outcome,
    ...(would === undefined ? {} : { would }),
    ...(cause === undefined ? {} : { cause }),
    durationMs: ms,
  })),
  durationMs,
})
