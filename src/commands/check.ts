import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Approvals } from '../approval/approvals.js'
import type { StandingPolicy } from '../approval/standing-policy.js'
import { loadPolicy } from '../approval/review.js'
import { standingOf } from '../approval/standing.js'
import { findingsOf, type Finding } from '../check/findings.js'
import { workflowCommand } from '../check/github.js'
import type { Severity } from '../check/subject.js'
import { findPolicyFiles } from '../config/find.js'
import { fitted } from '../output/fitted.js'
import { colours } from '../output/colours.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { thisMachine } from '../run/machine.js'
import type { CheckDocument } from '../shapes/check.js'
import { findingTexts } from '../text/check-texts.js'
import { checkTexts, EXIT } from '../text/command-texts.js'
import { limitsOf, type HookLimit } from '../check/limits.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'
import { policyRecord, policySummary } from './policy-summary.js'
import { changesOf } from './trust-records.js'

export interface CheckOptions extends PlaceOptions {
  json?: boolean
  format?: string
  strict?: boolean
}

interface Checked {
  policy: StandingPolicy
  findings: readonly Finding[]
}

/**
 * Everything that can be said of the policy files that apply to a folder without running anything of them.
 *
 * @returns the exit code: 0 no errors (with `--strict`: no warnings either), 1 findings, 2 wrong usage
 */
export const check = async (dir: string, { json, format, strict, ...options }: CheckOptions): Promise<number> => {
  const overrides = placeOverridesOf(options)
  const root = resolve(dir)
  const fault = usageFault({ overrides, root, json, format })
  if (fault !== undefined || typeof overrides === 'string') {
    writeAnswer(2, `${fault}\n`)
    return EXIT.usage
  }
  const { places, env } = await thisMachine(overrides)
  const approvals = new Approvals(places)
  const checked: Checked[] = []
  for (const file of findPolicyFiles([root], root, places, approvals)) {
    const policy = { ...file, standing: await standingOf(file, approvals), given: places.given }
    checked.push({ policy, findings: findingsOf(policy, env) })
  }
  const count = (severity: Severity): number =>
    checked.reduce((sum, { findings }) => sum + findings.filter((finding) => finding.severity === severity).length, 0)
  const summary = { errors: count('error'), warnings: count('warning'), infos: count('info') }

  if (json) writeAnswer(1, `${JSON.stringify(documentOf(checked, summary), null, 2)}\n`)
  else if (format !== undefined) {
    const lines = checked.flatMap(({ findings }) => findings.map((finding) => workflowCommand(finding, process.cwd())))
    writeAnswer(1, lines.map((line) => `${line}\n`).join(''))
  } else if (checked.length === 0) writeAnswer(1, fitted(`${checkTexts.none(root)}\n`))
  else for (const one of checked) writeAnswer(1, fitted(`${linesOf(one).join('\n')}\n`))
  return summary.errors > 0 || (strict === true && summary.warnings > 0) ? EXIT.denied : EXIT.fine
}

const usageFault = (given: {
  overrides: object | string
  root: string
  json?: boolean | undefined
  format?: string | undefined
}): string | undefined => {
  const { overrides, root, json, format } = given
  if (typeof overrides === 'string') return overrides
  if (format !== undefined && format !== 'github') return findingTexts.usage.unknownFormat(format)
  if (format !== undefined && json === true) return findingTexts.usage.oneFormat
  return statSync(root, { throwIfNoEntry: false })?.isDirectory() === true ? undefined : checkTexts.notFolder(root)
}

const documentOf = (checked: readonly Checked[], summary: CheckDocument['summary']): CheckDocument => ({
  version: 1,
  files: checked.map(({ policy, findings }) => ({
    ...(policyRecord(policy) as CheckDocument['files'][number]),
    changes: changesOf(policy.standing),
    limits: limitsIn(policy),
    findings: findings.map(({ hosts, ...finding }) => ({ ...finding, ...(hosts === undefined ? {} : { hosts: [...hosts] }) })),
  })),
  summary,
})

/** What hosts cannot carry of the hooks as they stand there, approved or not. */
const limitsIn = (policy: StandingPolicy): HookLimit[] => {
  if ('gone' in policy.content) return []
  const loaded = loadPolicy(policy.content, policy)
  return 'errors' in loaded ? [] : limitsOf(loaded.hooks, policy.root)
}

// --- for people -------------------------------------------------------------------------------------------------

const PAINT = { error: colours.red, warning: colours.yellow, info: (text: string) => text } as const

const linesOf = ({ policy, findings }: Checked): string[] => {
  const { line, faults } = policySummary(policy)
  const isBroken = findings.some(({ severity }) => severity === 'error')
  const head = `${isBroken ? colours.red('error') : colours.green('ok')} ${line}`
  const changes = policy.standing.state === 'approved' ? changesOf(policy.standing).map(checkTexts.changed) : []
  // The faults of a file that cannot be read stand in the summary already.
  const found = findings.filter(({ hook }) => hook !== undefined).flatMap((finding) => findingLines(finding, policy.file))
  return [head, ...[...faults, ...changes].map((text) => `  ${text}`), ...found]
}

const findingLines = (finding: Finding, policyFile: string): string[] => {
  const { severity, file, path, line, hook = '', message, id } = finding
  const said = findingTexts.about(findingTexts.place(line, path), hook, message, id)
  const label = findingTexts.severities[severity]
  const lines = wrapped(file === policyFile ? said : findingTexts.inOther(file, said), columns(), `  ${label} `, '    ')
  return lines.map((text, index) => (index === 0 ? text.replace(label, PAINT[severity](label)) : text))
}

/** Lines stay whole where nothing says how wide they may be, so that they can be searched. */
const columns = (): number => {
  const { columns: terminal } = process.stdout
  const variable = process.env.COLUMNS
  return terminal === undefined && variable === undefined ? Infinity : columnsOf(terminal, variable)
}
