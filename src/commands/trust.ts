import { standingOf } from '../approval/standing.js'
import { Approvals } from '../approval/approvals.js'
import type { Collected } from '../approval/approve.js'
import type { PolicyFile } from '../config/types.js'
import { isConfirmed } from '../output/confirm.js'
import { writeAnswer } from '../output/write-answer.js'
import { thisMachine } from '../run/machine.js'
import type { Places } from '../store/places.js'
import { EXIT } from '../text/command-texts.js'
import { faultForPerson } from '../text/policy-error.js'
import { pinRefusals, trustTexts } from '../text/trust-texts.js'
import { managedFault } from '../approval/managed.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'
import { behaviourRecord, behaviourText, changedBehaviour } from './trust-behaviour.js'
import { listApprovals, revokeApproval, showStatus } from './trust-records.js'
import { recordOf, reviewText } from './trust-show.js'
import { targetOf } from './target.js'

export interface TrustOptions extends PlaceOptions {
  yes?: boolean
  json?: boolean
  digest?: boolean
  expect?: string
  sameAs?: string
  status?: boolean
  revoke?: boolean
  list?: boolean
  only?: boolean
  user?: boolean
  managed?: boolean
}

/** Actions of which at most one is asked for. */
const ACTIONS = ['digest', 'status', 'revoke', 'list'] as const

/**
 * Shows a person everything that a policy would run and stores exactly that as approved. Nothing of the policy is run.
 *
 * @returns the exit code: 0 approved (or what was asked for was done), 1 it was not, 2 wrong usage
 */
export const trust = async (dir: string | undefined, options: TrustOptions): Promise<number> => {
  const actions = ACTIONS.filter((action) => options[action] === true)
  if (actions.length > 1) return usageError(trustTexts.oneOnly(actions.map((action) => `--${action}`)))
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return usageError(overrides)
  const { places } = await thisMachine(overrides)
  if (options.list) return listApprovals(places, options)
  const target = targetOf(dir, options, places)
  if ('usage' in target) return usageError(target.usage)
  const { policy } = target
  if (options.revoke) return revokeApproval(policy, places, options)
  if (options.status) return showStatus(policy, places, options)
  return review(policy, places, options)
}

const usageError = (text: string): number => {
  writeAnswer(2, `${text}\n`)
  return EXIT.usage
}

const review = async (policy: PolicyFile, places: Places, options: TrustOptions): Promise<number> => {
  if ('gone' in policy.content) return usageError(trustTexts.noFile(policy.file))
  if (policy.layer === 'managed' && process.getuid?.() !== 0) return usageError(trustTexts.notRoot)
  const { approve, collect, digestOf } = await import('../approval/approve.js')
  const collected = collect({ ...policy, content: policy.content })
  if ('errors' in collected) {
    const faults = collected.errors.map((error) => `  ${faultForPerson(error)}`)
    return finding(policy, options, 'errors', [trustTexts.errors(policy.file, faults.length), ...faults], collected.errors)
  }
  const ownerFault = policy.layer === 'managed' ? managedFault(policy.file) : undefined
  const refused = [
    ...('refused' in collected ? collected.refused : []),
    ...(ownerFault === undefined ? [] : [pinRefusals.managed(policy.file, ownerFault)]),
  ]
  if (refused.length > 0 || 'refused' in collected)
    return finding(policy, options, 'refused', [trustTexts.cannotPin, ...refused.map((why) => `  ${why}`)])

  const digest = digestOf(collected)
  if (options.digest) {
    writeAnswer(1, options.json ? `${JSON.stringify({ version: 1, root: policy.approvedAs, digest })}\n` : `${digest}\n`)
    return EXIT.fine
  }
  const standing = await standingOf(policy, new Approvals(places))
  const behaviour = await changedBehaviour(collected, standing, places)
  if (!options.json) writeAnswer(1, reviewText(collected, standing, digest) + (behaviour === undefined ? '' : behaviourText(behaviour)))
  const objection = await objectionTo(collected, digest, options)
  if (objection !== undefined) {
    if (objection.exitCode === EXIT.usage) return usageError(objection.text)
    return finding(policy, options, objection.code, [objection.text])
  }
  try {
    const { contents } = approve(collected, places, { only: options.only === true })
    if (options.json)
      writeAnswer(
        1,
        `${JSON.stringify({ version: 1, approved: true, ...recordOf(collected, digest), ...(behaviour === undefined ? {} : { behaviour: behaviourRecord(behaviour) }), contents }, null, 2)}\n`,
      )
    else writeAnswer(2, `${trustTexts.approved(policy.approvedAs, contents)}\n`)
    return EXIT.fine
  } catch (error) {
    return finding(policy, options, 'not_stored', [trustTexts.notStored(places.store, (error as Error).message)])
  }
}

const finding = (
  policy: PolicyFile,
  { json }: TrustOptions,
  code: string,
  lines: readonly string[],
  errors?: readonly object[],
): number => {
  const document = {
    version: 1,
    approved: false,
    root: policy.approvedAs,
    file: policy.file,
    why: code,
    text: lines.join('\n'),
    ...(errors ? { errors } : {}),
  }
  if (json) writeAnswer(1, `${JSON.stringify(document, null, 2)}\n`)
  else writeAnswer(2, `${lines.join('\n')}\n`)
  return EXIT.denied
}

interface Objection {
  exitCode: number
  code: string
  text: string
}

/** Whether nobody said yes, or a condition does not hold. */
const objectionTo = async (collected: Collected, digest: string, options: TrustOptions): Promise<Objection | undefined> => {
  const no = (code: string, text: string, exitCode: number = EXIT.denied): Objection => ({ exitCode, code, text })
  if (options.expect !== undefined && options.expect.toLowerCase() !== digest)
    return no('other_digest', trustTexts.otherDigest(options.expect, digest))
  if (options.sameAs !== undefined) {
    if (collected.policy.layer !== 'workspace') return no('usage', trustTexts.notHere('--same-as'), EXIT.usage)
    try {
      const { differencesFrom } = await import('./same-as.js')
      const differences = differencesFrom(options.sameAs, collected)
      if (differences.length > 0) return no('not_same', trustTexts.notSame(options.sameAs, differences))
    } catch (error) {
      const { stderr } = error as { stderr?: Buffer }
      return no(
        'no_git',
        trustTexts.noGit(stderr?.toString('utf8').trim().split('\n', 1)[0] || (error as Error).message.split('\n', 1)[0] || ''),
      )
    }
  }
  if (options.yes || options.expect !== undefined || options.sameAs !== undefined) return undefined
  if (options.json || !process.stdin.isTTY || !process.stderr.isTTY) return no('needs_yes', trustTexts.needsYes, EXIT.usage)
  return (await isConfirmed(trustTexts.question)) ? undefined : no('refused_by_person', trustTexts.refusedByPerson)
}
