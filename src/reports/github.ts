import { relative } from 'node:path'
import type { CaseResult } from '../cases/run-case.js'
import { isWithin } from '../paths/absolute.js'
import { faultForPerson } from '../text/policy-error.js'
import { safeLine, safeText } from '../text/safe.js'
import { testTexts } from '../text/test-texts.js'
import { countsOf, titleOf, type TestReport } from './test-report.js'

/** Workflow commands of GitHub Actions: each finding is shown at its line of the change. */

export const githubReport = (report: TestReport): string => {
  const { passed, failed, skipped, unproven } = countsOf(report)
  const findings = [
    ...report.errors.map((error) =>
      command({ file: error.file, line: error.line, col: error.column, title: 'test case' }, faultForPerson(error)),
    ),
    ...report.results.filter(({ status }) => status === 'failed').map(failure),
    ...report.unproven.map((gate) => command({ file: gate.file, title: 'never proven' }, testTexts.unproven(gate))),
  ]
  const summary = report.errors.length > 0 ? testTexts.badFiles(report.errors.length) : testTexts.summary(passed, failed, skipped, unproven)
  return [...findings, summary].map((line) => `${line}\n`).join('')
}

const failure = (result: CaseResult): string => {
  const { test, why = '', got } = result
  const text = [why, ...(got?.reason === undefined ? [] : [testTexts.reason(got.reason)])].join('\n')
  return command({ file: test.file, line: test.line, title: titleOf(result) }, text)
}

const command = (properties: Readonly<Record<string, string | number | undefined>>, message: string): string => {
  const shown = Object.entries(properties).flatMap(([name, value]) => {
    if (value === undefined) return []
    return [`${name}=${property(name === 'file' ? inRepository(String(value)) : safeLine(String(value)))}`]
  })
  return `::error ${shown.join(',')}::${data(safeText(message))}`
}

/** Files are named from the repository's own folder. */
const inRepository = (file: string): string => {
  const repository = process.env.GITHUB_WORKSPACE
  return relative(repository !== undefined && isWithin(file, repository) ? repository : '.', file)
}

/** A line break would end the command, and what follows could be another one. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
