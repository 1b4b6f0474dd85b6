import * as z from 'zod'
import { matchedHooks } from './parts.js'

/** What `replay --lines` prints for each line of its input, itself on one line. */

export const shape = z.strictObject({
  version: z.literal(1),
  line: z.number().describe('of the input, from 1'),
  error: z.string().optional().describe('why the payload could not be read; nothing was run then'),
  host: z.string().optional(),
  event: z.string().optional().describe('canonical; absent where no hook can be run at it'),
  nativeEvent: z.string().optional().describe("the host's own name of the event"),
  tool: z.string().optional().describe('as the host names it'),
  verdict: z
    .enum(['pass', 'allow', 'ask', 'deny'])
    .optional()
    .describe('what the host is told; absent where the payload could not be read'),
  reason: z.string().optional().describe('the words for a deny or an ask'),
  by: z.array(z.string()).describe('names of the hooks that decided'),
  hooks: matchedHooks,
  receives: z
    .strictObject({
      stdout: z.string().describe('as it stands there'),
      stderr: z.string().describe('as it stands there'),
      exitCode: z.number().describe('of the line that the host runs'),
    })
    .optional()
    .describe('what the host would receive; absent where the line is no payload'),
})

export type ReplayLine = z.output<typeof shape>
