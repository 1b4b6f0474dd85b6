import * as z from 'zod'

/** What `stats --json` prints. */
export const shape = z.strictObject({
  version: z.literal(1),
  decisions: z.int().describe('records that were counted'),
  from: z.string().optional().describe('the oldest of them, ISO 8601 in UTC'),
  to: z.string().optional().describe('the newest of them'),
  skipped: z.int().describe('lines of the log that are no record'),
  hosts: z
    .array(
      z.strictObject({
        host: z.string().describe('? where nobody could tell'),
        decisions: z.int().describe('all of this host'),
        pass: z.int().describe('no opinion: the rules of the host decided'),
        allow: z.int().describe('allowed, because a hook may and did say so'),
        ask: z.int().describe('the person was asked'),
        deny: z.int().describe('stopped, or told what is wrong'),
      }),
    )
    .describe('most decisions first'),
  hooks: z
    .array(
      z.strictObject({
        hook: z.string().describe('name of the hook'),
        file: z.string().describe('absolute path of the file that it stands in'),
        count: z.int().describe('how often it matched'),
        passed: z.int().describe('it had nothing against it'),
        denied: z.int().describe('it said no'),
        asked: z.int().describe('it wanted a person asked'),
        failed: z.int().describe('it could not run'),
        skipped: z.int().describe('it was not run, because another had denied or for another reason'),
        wouldHaveDenied: z.int().describe('on trial (mode: warn): it would have denied'),
        passedOnce: z.int().describe('it said no and a person let the call through'),
        slow: z.int().describe('it took more than half the time it may take'),
        ms: z
          .strictObject({
            p50: z.number().describe('half of the times are at most this'),
            p95: z.number().describe('95 of 100 are at most this'),
            max: z.number().describe('the longest'),
          })
          .optional()
          .describe('how long it took, in milliseconds; absent where it was skipped every time'),
      }),
    )
    .describe('most frequent first'),
})
