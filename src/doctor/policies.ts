import { Approvals } from '../approval/approvals.js'
import { PinCheck } from '../approval/pins.js'
import type { StandingPolicy } from '../approval/standing-policy.js'
import { standingOf } from '../approval/standing.js'
import { findingsOf } from '../check/findings.js'
import { findPolicyFiles } from '../config/find.js'
import { word } from '../install/line.js'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import type { FindingId } from '../text/doctor-texts.js'
import { finding, type DoctorFinding, type Fix } from './finding.js'
import type { DoctorMachine } from './host-setup.js'

/** The policies that apply where we stand: whether they are in force, and whether their hooks can start. */

export const policyFindings = async (machine: DoctorMachine): Promise<DoctorFinding[]> => {
  const { places, cwd, env } = machine
  const approvals = new Approvals(places)
  const found: DoctorFinding[] = []
  for (const file of findPolicyFiles([cwd], cwd, places, approvals)) {
    const policy: StandingPolicy = { ...file, standing: await standingOf(file, approvals), given: places.given }
    found.push(...standingFindings(policy), ...startFindings(policy, env))
  }
  return found
}

const standingFindings = (policy: StandingPolicy): DoctorFinding[] => {
  const { standing, file, layer, approvedAs } = policy
  const parts = { where: layer === 'workspace' ? word(approvedAs) : `--${layer}` }
  const errors = 'errors' in standing ? (standing.errors ?? []) : []
  if (errors.length > 0)
    return [finding('policy-broken', { file, ...(errors[0]?.line === undefined ? {} : { line: errors[0].line }), parts })]
  switch (standing.state) {
    case 'unapproved':
      return [finding('policy-unapproved', { file, parts })]
    case 'refused':
      return [finding('approval-unusable', { file, parts: { ...parts, reason: `${standing.recordFile} ${standing.why}` } })]
    case 'outdated':
      return [finding('approval-unusable', { file, parts: { ...parts, reason: standing.state } })]
    case 'changed':
    case 'gone':
      return [finding(standing.state === 'gone' ? 'policy-gone' : 'policy-changed', { file, parts })]
    case 'broken':
      return [finding('policy-broken', { file, parts })]
    case 'approved': {
      const pins = new PinCheck(standing)
      const reasons = [...new Set(standing.hooks.flatMap((_, index) => pins.faultsOf(index)))]
      return reasons.map((reason) => finding('pinned-file-changed', { file, parts: { ...parts, reason } }))
    }
  }
}

/** Rules of `check` that tell whether a hook can start at all, with what may be done about the file. */
const START_RULES: Readonly<Record<string, (file: string) => Fix | undefined>> = {
  'interpreter-missing': () => undefined,
  'script-missing': () => undefined,
  'script-not-executable': (file) => ({ is: 'executable', file }),
  'carriage-return-in-shebang': (file) => ({ is: 'line-endings', file }),
}

/** A policy that nobody approved names files of its own folder only: through a link it could have any other changed. */
const mayBeMended = (file: string, { standing, layer, root }: StandingPolicy): boolean =>
  standing.state === 'approved' || layer !== 'workspace' || isWithin(realPathOf(file) ?? file, realPathOf(root) ?? root)

const startFindings = (policy: StandingPolicy, env: DoctorMachine['env']): DoctorFinding[] =>
  findingsOf(policy, env)
    .filter(({ id }) => id in START_RULES)
    .map(({ id, severity, file, line, hook = '', message, about }) => {
      const fix = about === undefined || !mayBeMended(about, policy) ? undefined : START_RULES[id]?.(about)
      return finding(id as FindingId, {
        file,
        ...(line === undefined ? {} : { line }),
        // Unlike in a checkout that is still to be built, hooks are to run here and now.
        severity: id === 'interpreter-missing' ? 'error' : severity,
        parts: { hook: `"${hook}"`, reason: message },
        ...(fix === undefined ? {} : { fix }),
      })
    })
