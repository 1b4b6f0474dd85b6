import * as z from 'zod'
import { hostId, policy, version } from './parts.js'

/** `check --json`. */
export const shape = z.strictObject({
  version,
  files: z
    .array(
      z.strictObject({
        ...policy,
        changes: z.array(z.string()).describe('what is not as it was approved, in words'),
        limits: z
          .array(
            z.strictObject({
              hook: z.string().describe("the hook's name"),
              host: hostId,
              limit: z.string().describe('what that host cannot carry of it, in words'),
            }),
          )
          .describe('what hosts cannot carry'),
      }),
    )
    .describe('every policy file that applies to the folder, outermost first'),
})
