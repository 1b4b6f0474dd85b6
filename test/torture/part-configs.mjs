import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { shellCall, writeCall } from '../support/payloads.mjs'
import { makeWorkspace } from '../support/workspace.mjs'
import { CONFIGURED, plainReading, SHELL_COMMAND, stillDenies, WRITTEN_FILE } from './configured.mjs'
import { withByteFaults } from './mutate-bytes.mjs'
import { withStructureFaults } from './mutate-json.mjs'
import { randomFrom } from './random.mjs'
import { countLeft, crashOf, environmentOf, runWatched } from './run-call.mjs'
import { endAll } from './run-hanging.mjs'
import { inParallel, Tally } from './tally.mjs'

/**
 * Policies with faults put in, each approved by `trust --yes` where it can be, and then the call that the original denies: it may
 * pass only where a person has approved a policy that does not deny it any more by a plain reading.
 */

const HOST = 'codex'

/**
 * @param {{ cases: number, seed: number, width: number, sources: import('./sources.mjs').Sources }} setting
 * @returns {Promise<import('./tally.mjs').Row>}
 */
export const mutatedConfigs = async ({ cases, seed, width, sources }) => {
  const tally = new Tally('mutated configs, trust --yes, call')
  const token = randomUUID()
  const random = randomFrom(seed)
  const all = Array.from({ length: cases }, () => {
    const original = random.one(CONFIGURED)
    const text = JSON.stringify(original.policy, null, 2)
    const bytes = random.chance(0.4)
      ? withByteFaults(Buffer.from(text), random)
      : withStructureFaults(original.policy, random, () => random.one(CONFIGURED).policy)
    // Half of them stand in place of an approved one, half are the first that this workspace has.
    return { original, bytes, isFirst: random.chance(0.5) }
  })
  let approved = 0
  try {
    await inParallel(all, width, async ({ original, bytes, isFirst }, index) => {
      const workspace = makeWorkspace(isFirst ? undefined : original.policy)
      try {
        if (!isFirst) rmSync(join(workspace.root, '.acuvo', 'hooks.json'))
        workspace.change('.acuvo/hooks.json', bytes)
        const env = { ...environmentOf(HOST, workspace), HANG_TOKEN: token }
        const trust = await runWatched(['trust', '--yes'], { cwd: workspace.root, env }, tally)
        const call =
          original.call === 'shell'
            ? shellCall(HOST, workspace.root, SHELL_COMMAND)
            : writeCall(HOST, workspace.root, join(workspace.root, WRITTEN_FILE))
        const ended = await runWatched(['run', '--host', HOST, '--event', 'PreToolUse'], { stdin: call, cwd: workspace.root, env }, tally)
        tally.row.cases++
        const isApproved = trust.exitCode === 0
        if (isApproved) approved++
        const fault =
          crashOf(trust, [0, 1, 2]) ??
          crashOf(ended, [0, 2]) ??
          verdictFault(original, bytes, isApproved, sources.oracles[HOST].judge('PreToolUse', ended))
        if (fault !== undefined)
          tally.add(
            'lost',
            `#${index} ${fault}: ${bytes.toString('latin1')}: trust ${trust.exitCode}, ${trust.stderr.slice(0, 200)}; call ${ended.exitCode} ${ended.stdout}`,
          )
      } finally {
        workspace.remove()
      }
    })
    await countLeft(token, tally)
  } finally {
    endAll(token)
  }
  tally.row.remarks.push(`${approved} of them could be approved`)
  return tally.end()
}

/**
 * @param {import('./configured.mjs').Configured} original
 * @param {Buffer} bytes
 * @param {boolean} isApproved
 * @param {import('../oracle/index.js').Judgement} judgement
 */
const verdictFault = (original, bytes, isApproved, { blocked, valid, problems }) => {
  if (!valid) return `answered wrongly (${problems.join(', ')})`
  if (!isApproved) return blocked ? undefined : 'passed without approval'
  const reading = plainReading(bytes)
  if ('fault' in reading) return `approved although: ${reading.fault}`
  return !blocked && stillDenies(reading.policy, original) ? 'passed although it denies' : undefined
}
