import { join } from 'node:path'
import { Approvals } from '../approval/approvals.js'
import type { StandingPolicy } from '../approval/standing-policy.js'
import { standingOf } from '../approval/standing.js'
import { loadPolicy } from '../approval/review.js'
import { caseBounds, readCases, type TestCase } from '../cases/read-cases.js'
import { hostsOf, runCase, type CaseResult } from '../cases/run-case.js'
import { unprovenGates } from '../cases/unproven.js'
import { nowMs } from '../clock/now.js'
import { findPolicyFiles } from '../config/find.js'
import type { PolicyError } from '../config/types.js'
import { Log } from '../log/log.js'
import { Progress } from '../output/progress.js'
import { writeAnswer } from '../output/write-answer.js'
import type { HostId } from '../protocol/event.js'
import { githubReport } from '../reports/github.js'
import { jsonReport } from '../reports/json.js'
import { junitReport } from '../reports/junit.js'
import { prettyReport } from '../reports/pretty.js'
import { countsOf, titleOf, type TestReport } from '../reports/test-report.js'
import { decide } from '../run/decide.js'
import { thisMachine, type Machine } from '../run/machine.js'
import { EXIT } from '../text/command-texts.js'
import { testTexts } from '../text/test-texts.js'
import { apart, startedHere } from './apart.js'
import { caseFilesOf } from './case-files.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'
import { policySummary } from './policy-summary.js'
import { changesOf } from './trust-records.js'

export const REPORTERS = { pretty: prettyReport, json: jsonReport, junit: junitReport, github: githubReport } as const

export interface TestOptions extends PlaceOptions {
  reporter?: keyof typeof REPORTERS
  /** The same as `reporter: json`. */
  json?: boolean
  host?: HostId
  /** Policies run as they stand, approved or not. */
  unapproved?: boolean
}

/**
 * Holds a workspace's policy against what its test cases expect. The hooks really run, apart from every session.
 *
 * @param files absent or empty: every file of `.acuvo/tests`
 * @returns the exit code: 0 all as expected, 1 a case is not or a gate was never proven, 2 no cases, 3 nothing could be run
 */
export const test = async (files: readonly string[], options: TestOptions): Promise<number> => {
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return refuse(EXIT.usage, overrides)
  const machine = await thisMachine(overrides)
  const found = caseFilesOf(files, machine.places)
  if ('usage' in found) return refuse(EXIT.usage, found.usage)

  const report = REPORTERS[options.json ? 'json' : (options.reporter ?? 'pretty')]
  const roots = [...found.workspaces.keys()]
  const bounds = caseBounds()
  const read = [...found.workspaces].map(([root, own]) => ({ root, read: own.map((file) => readCases(file, bounds)) }))
  const errors: PolicyError[] = read.flatMap((one) => one.read.flatMap((file) => ('errors' in file ? file.errors : [])))
  if (errors.length > 0) {
    writeAnswer(1, report({ roots, errors, results: [], unproven: [] }))
    return EXIT.undecided
  }
  const work = read.map((one) => ({ root: one.root, cases: one.read.flatMap((file) => ('cases' in file ? file.cases : [])) }))
  const policies = new Map<string, StandingPolicy[]>()
  for (const { root } of work) policies.set(root, await policiesAt(root, machine))
  const objection = objectionTo([...policies.values()].flat(), options.unapproved === true)
  if (objection !== undefined) return refuse(EXIT.undecided, objection)

  const results = await runAll(work, machine, options)
  if (results.length === 0)
    return refuse(EXIT.usage, options.host === undefined ? testTexts.noCases(roots.join(', ')) : testTexts.otherHost(options.host))
  // Where only some of the cases were run, the others may prove a gate.
  const isWhole = files.length === 0 && options.host === undefined
  const standing = options.unapproved === true ? [...policies.values()].flat().map(asItStands) : [...policies.values()].flat()
  const done: TestReport = { roots, errors, results, unproven: isWhole ? unprovenGates(standing, results) : [] }
  writeAnswer(1, report(done))
  const { failed, unproven } = countsOf(done)
  return failed + unproven > 0 ? EXIT.denied : EXIT.fine
}

const refuse = (exitCode: number, text: string): number => {
  writeAnswer(2, `${text}\n`)
  return exitCode
}

const policiesAt = async (root: string, { places }: Machine): Promise<StandingPolicy[]> => {
  const approvals = new Approvals(places)
  const policies: StandingPolicy[] = []
  for (const file of findPolicyFiles([root], root, places, approvals))
    policies.push({ ...file, standing: await standingOf(file, approvals), given: places.given })
  return policies
}

/** Why these policies cannot be held against anything: what is not approved is held, and then every case would be denied. */
const objectionTo = (policies: readonly StandingPolicy[], unapproved: boolean): string | undefined => {
  const lines = (policy: StandingPolicy): string[] => {
    const { line, faults } = policySummary(policy)
    const changes = policy.standing.state === 'approved' ? changesOf(policy.standing) : []
    return [`  ${line}`, ...[...faults, ...changes].map((text) => `    ${text}`)]
  }
  if (unapproved) {
    const broken = policies.filter((policy) => !('gone' in policy.content) && 'errors' in loadPolicy(policy.content, policy))
    return broken.length === 0 ? undefined : [testTexts.cannotRun, ...broken.flatMap(lines)].join('\n')
  }
  const held = policies.filter(({ standing }) => standing.state !== 'approved' || changesOf(standing).length > 0)
  return held.length === 0 ? undefined : [testTexts.notApproved, ...held.flatMap(lines), testTexts.howToApprove].join('\n')
}

/** With the hooks of the file as it is, for the gates that are to be proven. */
const asItStands = (policy: StandingPolicy): StandingPolicy => {
  if ('gone' in policy.content) return policy
  const loaded = loadPolicy(policy.content, policy)
  if ('errors' in loaded) return policy
  return { ...policy, standing: { state: 'approved', hooks: loaded.hooks, settings: {}, approvals: [], folder: '', root: policy.root } }
}

const runAll = async (
  work: readonly { root: string; cases: readonly TestCase[] }[],
  machine: Machine,
  { host: wanted, unapproved = false }: TestOptions,
): Promise<CaseResult[]> => {
  const cleanUps: (() => void)[] = []
  const cleanUp = (): void => {
    for (const act of cleanUps.splice(0)) act()
  }
  const runs = work.flatMap(({ root, cases }) => cases.flatMap((one) => hostsOf(one, wanted).map((host) => ({ root, one, host }))))
  const progress = new Progress(runs.length)
  const results: CaseResult[] = []
  for (const [index, { root, one, host }] of runs.entries()) {
    progress.show(
      index,
      titleOf({ test: one, ...(host === undefined ? {} : { host }), status: 'passed', outcomes: [], refusing: [], durationMs: 0 }),
    )
    // A case starts a session of its own, so that none sees what another one left.
    const here = apart(startedHere(machine, root), cleanUps, join(`test-${process.pid}`, String(index)))
    const result = await runCase(one, host, {
      root,
      home: machine.places.home,
      host: wanted,
      now: nowMs,
      decide: (payload, hint) =>
        decide(payload, {
          options: { places: machine.places.given, ...(hint === undefined ? {} : { host: hint }) },
          machine: here,
          unapproved,
          startedAtMs: nowMs(),
          log: new Log(),
          onInterruption: () => {
            cleanUp()
            process.exit(EXIT.undecided)
          },
          afterAnswer: (act) => void cleanUps.push(act),
        }),
    })
    results.push(result)
    cleanUp()
  }
  progress.clear()
  return results
}
