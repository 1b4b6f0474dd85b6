import * as z from 'zod'
import { hostId, policy, summary, version } from './parts.js'

/** `check --json` */

const finding = z.strictObject({
  id: z.string().describe('stable name of the rule, or the code of an error'),
  severity: z.enum(['error', 'warning', 'info']).describe('only `error` makes the exit code 1'),
  file: z.string().describe('absolute'),
  path: z.string().describe('JSON path; empty for the document'),
  line: z.number().optional().describe('1-based; absent where it has no place in the text'),
  column: z.number().optional(),
  hook: z.string().optional().describe('label of the hook that it is about'),
  hosts: z.array(z.string()).optional().describe('the hosts that it is about; absent: all that the hook is for'),
  about: z.string().optional().describe('the program or script that it is about; absolute'),
  message: z.string(),
})

const file = z.strictObject({
  ...policy,
  changes: z.array(z.string()).describe('what differs from what was approved'),
  limits: z
    .array(z.strictObject({ hook: z.string(), host: hostId, limit: z.string().describe('in words') }))
    .describe('what hosts cannot carry'),
  findings: z.array(finding).describe('errors first'),
})

export const shape = z.strictObject({
  version,
  files: z.array(file).describe('the policy files that apply, outermost first'),
  summary,
})

export type CheckDocument = z.infer<typeof shape>
