import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Approvals } from '../approval/approvals.js'
import type { StandingPolicy } from '../approval/standing-policy.js'
import { loadPolicy } from '../approval/review.js'
import { standingOf } from '../approval/standing.js'
import { findPolicyFiles } from '../config/find.js'
import { colours } from '../output/colours.js'
import { writeAnswer } from '../output/write-answer.js'
import { thisMachine } from '../run/machine.js'
import { checkTexts, EXIT } from '../text/command-texts.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'
import { changesOf } from './trust-records.js'
import { limitLines, limitsOf, type HookLimit } from './hook-limits.js'
import { errorsOf, policyRecord, policySummary } from './policy-summary.js'

/**
 * Every error of every policy file that applies to a folder. Runs nothing.
 *
 * @returns the exit code: 0 all valid or none there, 1 errors, 2 no such folder
 */
export const check = async (dir: string, { json, ...options }: { json?: boolean } & PlaceOptions): Promise<number> => {
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') {
    writeAnswer(2, `${overrides}\n`)
    return EXIT.usage
  }
  const root = resolve(dir)
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    writeAnswer(2, `${checkTexts.notFolder(root)}\n`)
    return EXIT.usage
  }
  const { places } = await thisMachine(overrides)
  const approvals = new Approvals(places)
  const files: StandingPolicy[] = []
  for (const file of findPolicyFiles([root], root, places, approvals))
    files.push({ ...file, standing: await standingOf(file, approvals), given: places.given })
  const hasErrors = files.some((policy) => errorsOf(policy).length > 0)

  if (json)
    writeAnswer(
      1,
      `${JSON.stringify({ version: 1, files: files.map((policy) => ({ ...policyRecord(policy), changes: changesOf(policy.standing), limits: limitsIn(policy) })) }, null, 2)}\n`,
    )
  else if (files.length === 0) writeAnswer(1, `${checkTexts.none(root)}\n`)
  else {
    for (const policy of files) {
      const { isValid, line, faults } = policySummary(policy)
      const head = `${isValid ? colours.green('ok') : colours.red('error')} ${line}`
      const changes = policy.standing.state === 'approved' ? changesOf(policy.standing).map(checkTexts.changed) : []
      const notes = limitLines(limitsIn(policy)).map((text) => `${colours.yellow('note')} ${text}`)
      writeAnswer(1, `${[head, ...[...faults, ...changes, ...notes].map((text) => `  ${text}`)].join('\n')}\n`)
    }
  }
  return hasErrors ? EXIT.denied : EXIT.fine
}

/** What hosts cannot carry of the hooks as they stand there, approved or not. */
const limitsIn = (policy: StandingPolicy): HookLimit[] => {
  if ('gone' in policy.content) return []
  const loaded = loadPolicy(policy.content, policy)
  return 'errors' in loaded ? [] : limitsOf(loaded.hooks, policy.root)
}
