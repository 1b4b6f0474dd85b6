import * as z from 'zod'
import { hostId } from './parts.js'

/** What `doctor --live` adds: one of these for each host. */

const call = z.strictObject({
  call: z.enum(['shell', 'write']).describe('what the model asked for: a shell command, or a new file'),
  policy: z.enum(['forbids', 'allows']).describe('what the policy of the try says about it'),
  happened: z
    .enum(['carried-out', 'stopped', 'nothing'])
    .describe('by what stands on the disk afterwards; `nothing`: the host did not come to it'),
  told: z.string().optional().describe('what the host told the model about it'),
})

const trust = z.strictObject({
  file: z.string().describe('absolute'),
  event: z.string().describe("the host's own name"),
  state: z.enum(['trusted', 'untrusted', 'outdated', 'off']).describe('what the host itself makes of our line there'),
})

export const liveTry = z.strictObject({
  host: hostId,
  program: z.string().optional().describe('the program that was started, absolute; absent where none was'),
  version: z.string().optional().describe('as it says itself'),
  verdict: z
    .enum(['obeyed', 'not-obeyed', 'undecided'])
    .describe(
      '`obeyed`: both forbidden calls were stopped by our answer, both allowed ones were carried out, and nothing was found that is an error',
    ),
  because: z.array(z.string()).describe('ids of the findings that the verdict comes from; none where it is `obeyed`'),
  calls: z.array(call).describe('in the order in which the model asked; none where the host was not started'),
  trust: z.array(trust).optional().describe('of a host that runs only what a person trusted, where it could be asked'),
  refused: z.array(z.string()).describe('addresses besides the scripted model that the host asked for; none was reached'),
  durationMs: z.number().optional(),
})

export type LiveCall = z.infer<typeof call>
export type LiveTry = z.infer<typeof liveTry>
