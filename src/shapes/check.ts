import * as z from 'zod'

/** `check --json` */

const error = z.strictObject({
  code: z.string().describe('stable name of the fault'),
  file: z.string().optional().describe('the file it stands in, where that is one that the policy extends'),
  path: z.string().describe('JSON path; empty for the document'),
  line: z.number().optional(),
  column: z.number().optional(),
  offender: z.string().optional().describe('the offending text, as it stands in the file'),
  message: z.string(),
  nearest: z.string().optional().describe('the valid name that is nearest to the offending one'),
})

const finding = z.strictObject({
  id: z.string().describe('stable name of the rule, or the code of an error'),
  severity: z.enum(['error', 'warning', 'info']),
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
  file: z.string().describe('absolute'),
  root: z.string().describe('the folder whose calls it governs'),
  layer: z.enum(['managed', 'user', 'workspace']),
  state: z.enum(['unapproved', 'refused', 'outdated', 'approved', 'changed', 'broken', 'gone']).describe('of its approval on this machine'),
  why: z.string().optional().describe('why its approval cannot be used'),
  valid: z.boolean().describe('whether it can be read'),
  hooks: z.number().optional().describe('how many; absent where it cannot be read'),
  errors: z.array(error).optional().describe('absent where there are none'),
  changes: z.array(z.string()).describe('what differs from what was approved'),
  limits: z.array(z.strictObject({ hook: z.string(), host: z.string(), limit: z.string() })).describe('what hosts cannot carry'),
  findings: z.array(finding).describe('errors first'),
})

export const shape = z.strictObject({
  version: z.literal(1),
  files: z.array(file).describe('the policy files that apply, outermost first'),
  summary: z.strictObject({ errors: z.number(), warnings: z.number(), infos: z.number() }).describe('how many findings of each kind'),
})

export type CheckDocument = z.infer<typeof shape>
