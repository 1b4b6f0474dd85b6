import { relative } from 'node:path'
import type { CaseResult } from '../cases/run-case.js'
import { faultForPerson } from '../text/policy-error.js'
import { testTexts } from '../text/test-texts.js'
import { countsOf, resultsByFile, titleOf, type TestReport } from './test-report.js'

/** JUnit's XML, as CI systems read it: a suite for each file, and one for the gates that were never proven. */

export const junitReport = (report: TestReport): string => {
  const { failed, unproven, skipped } = countsOf(report)
  const suites = [
    ...[...resultsByFile(report)].map(([file, results]) => suiteOf(relative('.', file), results.map(caseOf))),
    ...(report.unproven.length === 0
      ? []
      : [
          suiteOf(
            'gates',
            report.unproven.map((gate) => ({ name: gate.hook, seconds: 0, failure: testTexts.unproven(gate), details: '' })),
          ),
        ]),
    ...(report.errors.length === 0
      ? []
      : [
          suiteOf(
            'test cases',
            report.errors.map((error) => ({ name: error.path || 'file', seconds: 0, failure: faultForPerson(error), details: '' })),
          ),
        ]),
  ]
  const all = {
    tests: report.results.length + unproven + report.errors.length,
    failures: failed + unproven + report.errors.length,
    skipped,
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="acuvo-hooks"${attributes(all)}>\n${suites.join('')}</testsuites>\n`
}

interface JunitCase {
  name: string
  seconds: number
  failure?: string
  skipped?: string
  details: string
}

const caseOf = (result: CaseResult): JunitCase => {
  const { status, why = '', got, durationMs } = result
  const details = got?.reason === undefined ? '' : testTexts.reason(got.reason)
  const about = { name: titleOf(result), seconds: durationMs / 1_000, details }
  if (status === 'passed') return about
  return status === 'failed' ? { ...about, failure: why } : { ...about, skipped: why }
}

const suiteOf = (name: string, cases: readonly JunitCase[]): string => {
  const count = (key: 'failure' | 'skipped'): number => cases.filter((one) => one[key] !== undefined).length
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3)
  const about = { name, tests: cases.length, failures: count('failure'), errors: 0, skipped: count('skipped'), time }
  return `  <testsuite${attributes(about)}>\n${cases.map((one) => caseElement(one, name)).join('')}  </testsuite>\n`
}

const caseElement = ({ name, seconds, failure, skipped, details }: JunitCase, suite: string): string => {
  const open = `    <testcase${attributes({ name, classname: suite, time: seconds.toFixed(3) })}`
  if (failure !== undefined) {
    const text = [failure, details].filter((part) => part !== '').join('\n')
    return `${open}>\n      <failure${attributes({ message: failure })}>${escaped(text)}</failure>\n    </testcase>\n`
  }
  return skipped === undefined ? `${open}/>\n` : `${open}>\n      <skipped${attributes({ message: skipped })}/>\n    </testcase>\n`
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replace(/[\t\n]/g, (blank) => `&#${blank.charCodeAt(0)};`)}"`)
    .join('')

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** XML 1.0 has no way at all to hold most control characters. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g

const escaped = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .toWellFormed()
    .replace(NOT_XML, '\ufffd')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string)
