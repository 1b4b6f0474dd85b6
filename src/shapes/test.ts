import * as z from 'zod'
import { matchedHooks } from './parts.js'

/** What `test --json` prints. */

const verdict = z.enum(['pass', 'allow', 'ask', 'deny'])

export const shape = z.strictObject({
  version: z.literal(1),
  roots: z.array(z.string()).describe('the workspaces whose cases were run'),
  errors: z
    .array(
      z.strictObject({
        code: z.string().describe('stable'),
        file: z.string().optional().describe('the case file'),
        path: z.string().describe('JSON path in it; empty for the whole file'),
        line: z.number().optional(),
        column: z.number().optional(),
        offender: z.string().optional().describe("the file's own text"),
        message: z.string(),
        nearest: z.string().optional().describe('the right word that is nearest'),
      }),
    )
    .describe('faults of the case files; where there is any, nothing was run'),
  results: z
    .array(
      z.strictObject({
        file: z.string(),
        index: z.number().describe('place in the file, from 0'),
        line: z.number().optional(),
        name: z.string().describe('of the case; where it has none, its call in words'),
        host: z.string().optional().describe('absent where no host is known to send such a payload'),
        event: z.string().optional().describe('canonical name; the native one where no hook can be run at it'),
        status: z.enum(['passed', 'failed', 'skipped']).describe('`skipped`: the host has no such tool'),
        why: z.string().optional().describe('what is not as expected, a line each; or why it was skipped'),
        expected: z
          .strictObject({
            decision: verdict.describe('what the host must be told'),
            reason: z.string().optional().describe('text that its reason must hold'),
            context: z.string().optional().describe('text that one of its contexts must hold'),
            notice: z.string().optional().describe('text that one of its notices must hold'),
            by: z.string().optional().describe('name of the hook that must have decided'),
          })
          .describe('what the case says'),
        got: z
          .strictObject({
            decision: verdict.describe('what the host is told'),
            reason: z.string().optional().describe('the words for a deny or an ask'),
            contexts: z.array(z.string()).describe('what the model reads besides'),
            notices: z.array(z.string()).describe('what the person reads'),
            by: z.array(z.string()).describe('names of the hooks that decided'),
          })
          .optional()
          .describe('absent where it was skipped'),
        hooks: matchedHooks,
        durationMs: z.number(),
      }),
    )
    .describe('one for each case and host'),
  unproven: z
    .array(z.strictObject({ hook: z.string(), event: z.string(), file: z.string() }))
    .describe('gates that no passed case saw deny or ask'),
  counts: z
    .strictObject({
      passed: z.number().describe('as expected'),
      failed: z.number().describe('not as expected'),
      skipped: z.number().describe('not run'),
      unproven: z.number().describe('gates that were never proven'),
    })
    .describe('how many of `results` and `unproven`'),
})

export type TestDocument = z.output<typeof shape>
