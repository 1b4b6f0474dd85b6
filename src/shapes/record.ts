import * as z from 'zod'

/** What `record --json` prints. */

export const shape = z.strictObject({
  version: z.literal(1),
  root: z.string().describe('the workspace'),
  recording: z.boolean().describe('whether it is on now'),
  until: z.string().optional().describe('when it ends, ISO 8601; only while it is on'),
  file: z.string().describe('where the recorded calls stand'),
  recorded: z.number().describe('how many calls are kept'),
  saved: z
    .strictObject({
      file: z.string().describe('the file of test cases; it must be reviewed before it is committed'),
      cases: z.number().describe('how many cases were written'),
      cut: z.number().describe('how many of them hold texts that were cut'),
      leftOut: z
        .strictObject({
          unapproved: z.number().describe('a policy was not as approved'),
          failed: z.number().describe('a hook could not run'),
        })
        .describe('how many calls were not made cases, and why'),
    })
    .optional()
    .describe('only of `record save`'),
})

export type RecordDocument = z.output<typeof shape>
