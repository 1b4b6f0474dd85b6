import { relative } from 'node:path'
import type { CaseResult } from '../cases/run-case.js'
import { fitted } from '../output/fitted.js'
import { colours } from '../output/colours.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { faultForPerson } from '../text/policy-error.js'
import { safeLine, safeText } from '../text/safe.js'
import { testTexts } from '../text/test-texts.js'
import { countsOf, resultsByFile, titleOf, type TestReport } from './test-report.js'

/** For a person at a terminal, or who reads a plain log. */

const MARKS = { passed: colours.green('ok  '), failed: colours.red('FAIL'), skipped: colours.dim('skip') } as const

export const prettyReport = (report: TestReport): string => {
  if (report.errors.length > 0) {
    return lines([
      ...report.errors.map((error) => `${colours.red('error')} ${faultForPerson(error)}`),
      testTexts.badFiles(report.errors.length),
    ])
  }
  const { passed, failed, skipped, unproven } = countsOf(report)
  return lines([
    ...[...resultsByFile(report)].flatMap(([file, results]) => [
      colours.bold(safeLine(relative('.', file))),
      ...results.flatMap(resultLines),
    ]),
    ...report.unproven.map((gate) => `${colours.red('FAIL')} ${testTexts.unproven(gate)}`),
    testTexts.summary(passed, failed, skipped, unproven),
  ])
}

const lines = (all: readonly string[]): string => fitted(all.map((line) => `${line}\n`).join(''))

const resultLines = (result: CaseResult): string[] => {
  const { status, why, got, outcomes, durationMs } = result
  const head = `  ${MARKS[status]} ${safeLine(titleOf(result))}`
  if (status === 'passed') return [`${head} ${colours.dim(`${durationMs} ms`)}`]
  if (status === 'skipped') return [`${head}: ${safeLine(why ?? '')}`]
  const hooks = outcomes.map(({ hook, outcome, cause }) => testTexts.hook(hook, outcome, cause))
  const details = [...(why ?? '').split('\n'), ...(got?.reason === undefined ? [] : testTexts.reason(got.reason).split('\n')), ...hooks]
  return [head, ...details.flatMap(indented)]
}

const indented = (text: string): string[] => {
  const width = Math.max(columnsOf(process.stdout.columns, process.env.COLUMNS) - 7, 20)
  return wrapped(safeText(text), width).map((line) => `       ${line}`)
}
