import * as z from 'zod'
import { hook, policyError, state, version } from './parts.js'

const root = z.string().describe('the folder that `.acuvo` stands in, or the file')
const digest = z.string().describe('SHA-256 over everything that the approval covers')

const changedCalls = z.strictObject({
  count: z.int().describe('how many calls'),
  listed: z
    .array(
      z.strictObject({
        host: z.string(),
        event: z.string(),
        tool: z.string().optional().describe('as the host names it'),
        about: z.string().optional().describe('its command, path or prompt'),
        by: z.string().describe('the hook that says so; of a call that is let through the one that did'),
      }),
    )
    .describe('at most 100'),
})
const judges = z.array(z.strictObject({ hook: z.string(), calls: z.int().describe('how many calls') }))

const behaviour = z
  .strictObject({
    calls: z.int().describe('how many calls are known'),
    newlyDenied: changedCalls.describe('passed before, denied now'),
    newlyAsked: changedCalls.describe('a person is asked now'),
    newlyLetThrough: changedCalls.describe('denied or asked about before, passed now'),
    noLongerJudged: judges.describe('commands that are asked about calls no longer'),
    nowJudged: judges.describe('commands that are asked from now on'),
  })
  .describe('what changes for calls that are known (recorded, or of test cases), against what was approved before; nothing was run')

const approved = z
  .strictObject({
    version,
    approved: z.literal(true).describe('it was approved'),
    root,
    file: z.string().describe('the policy file'),
    digest,
    selfProtect: z.enum(['deny', 'propose', 'off']).optional().describe('where the file says it'),
    budgetMs: z.int().optional().describe('where the file says it'),
    stopLimit: z.int().optional().describe('where the file says it'),
    contextChars: z.int().optional().describe('where the file says it'),
    hooks: z
      .array(z.strictObject({ ...hook, notPinned: z.array(z.string()).describe('what it runs that cannot be pinned, as it is spelled') }))
      .describe('what would run, in the words of the file'),
    pinned: z
      .array(
        z.strictObject({
          path: z.string().describe('relative to the root, or absolute'),
          link: z.string().optional().describe('where it leads, if it is a link'),
          sha256: z.string().optional().describe('of its bytes'),
          absent: z.literal(true).optional().describe('it is not there yet'),
        }),
      )
      .describe('files whose change needs approval'),
    behaviour: behaviour.optional().describe('only where calls are known'),
    contents: z.int().describe('how many approved contents the root has now'),
  })
  .describe('approved')

const refused = z
  .strictObject({
    version,
    approved: z.literal(false).describe('it was not'),
    root,
    file: z.string().describe('the policy file'),
    why: z.enum(['errors', 'refused', 'other_digest', 'not_same', 'no_git', 'refused_by_person', 'not_stored']).describe('stable'),
    text: z.string().describe('the same in words'),
    errors: z.array(policyError).optional().describe('of the file'),
  })
  .describe('not approved')

const digestOnly = z.strictObject({ version, root, digest }).describe('with `--digest`')

const status = z
  .strictObject({
    version,
    root,
    file: z.string().describe('the policy file'),
    approved: z.boolean().describe('and unchanged since, pinned files included'),
    state,
    changes: z.array(z.string()).describe('what is not as it was approved, in words'),
  })
  .describe('with `--status`')

const revoked = z.strictObject({ version, root, revoked: z.boolean().describe('false: nothing was approved') }).describe('with `--revoke`')

const list = z
  .strictObject({
    version,
    approvals: z
      .array(
        z.union([
          z.strictObject({
            root,
            contents: z.int().describe('how many contents are approved'),
            approvedAt: z.string().optional().describe('the last time, ISO 8601'),
          }),
          z.strictObject({ file: z.string().describe('a record that cannot be used'), why: z.string().describe('in words') }),
        ]),
      )
      .describe('all of this store'),
  })
  .describe('with `--list`')

/** `trust --json`. */
export const shape = z.union([approved, refused, digestOnly, status, revoked, list])
