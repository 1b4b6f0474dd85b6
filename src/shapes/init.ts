import * as z from 'zod'
import { version } from './parts.js'

const root = z.string().describe('the workspace')
const entry = z.record(z.string(), z.unknown())

const made = z
  .strictObject({
    version,
    created: z.literal(true).describe('it was made'),
    root,
    templates: z.array(z.string()).describe('those whose hooks it has'),
    files: z.array(z.string()).describe('that were written, relative to the root'),
    kept: z.array(z.string()).describe('that stood there and were left as they are'),
    approved: z.boolean().describe('whether what was written is approved'),
    digest: z.string().optional().describe('of what was approved, as `trust --digest` says it'),
    others: z.array(z.string()).optional().describe('what stands in the way of approving: files from elsewhere, or why it cannot be'),
    committed: z.boolean().optional().describe('whether git is to have it; absent outside of a repository'),
  })
  .describe('made')

const refused = z
  .strictObject({
    version,
    created: z.literal(false).describe('nothing was written'),
    root,
    why: z.enum(['exists', 'in_the_way', 'not_written', 'not_stored']).describe('stable'),
    text: z.string().describe('the same in words'),
    entries: z.array(entry).optional().describe('what to add to `hooks` of the file that is there, with `--template`'),
    files: z
      .array(z.strictObject({ path: z.string().describe('relative to the root'), text: z.string().describe('whole') }))
      .optional()
      .describe('the files that these entries need'),
  })
  .describe('not made')

const templates = z
  .strictObject({
    version,
    templates: z
      .array(
        z.strictObject({
          name: z.string().describe('for `--template`'),
          about: z.string().describe('what it does'),
          usual: z.boolean().describe('whether it is taken where nobody names one'),
          hooks: z.array(entry).describe('entries of hooks.json'),
          files: z.array(z.string()).describe('that it brings, below `.acuvo`'),
          cases: z.int().describe('how many test cases it brings'),
        }),
      )
      .describe('all of them'),
  })
  .describe('with `--list`')

/** `init --json`. */
export const shape = z.union([made, refused, templates])
