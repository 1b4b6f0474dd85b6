import * as z from 'zod'
import { liveTry } from './doctor-live.js'
import { hostId, summary, version } from './parts.js'

/** `doctor --json` */

const finding = z.strictObject({
  id: z.string().describe('stable name of what was found'),
  severity: z.enum(['error', 'warning', 'info']).describe('only `error` makes the exit code 1'),
  host: hostId.optional(),
  file: z.string().optional().describe('absolute'),
  line: z.number().optional().describe('1-based, where it has a place in the file'),
  what: z.string().describe('what is wrong, in words'),
  mend: z.string().describe('what mends it'),
  fixable: z.boolean().describe('whether --fix mends it'),
})

const file = z.strictObject({
  file: z.string().describe('absolute'),
  level: z.enum(['managed', 'user', 'local', 'shared']).describe('whose it is: `local` and `shared` are of the workspace'),
  state: z.enum(['loaded', 'loaded-partial', 'rejected', 'unparsable']).describe('what the host makes of it'),
  lines: z.number().describe('how many lines of ours stand in it'),
})

const host = z.strictObject({
  host: hostId,
  version: z.string().optional().describe('as its own program says; absent where there is none, or it does not say'),
  files: z.array(file).describe("the files that it reads and that are there, in the host's own order"),
})

const probe = z.strictObject({
  host: hostId,
  event: z.string().describe("the host's own name"),
  expects: z.enum(['held', 'passed', 'refused']).describe('an unapproved policy, a folder without one, a payload that cannot be read'),
  passed: z.boolean().describe('whether the answer is what it must be'),
})

export const shape = z.strictObject({
  version,
  hosts: z.array(host).describe('those that were examined'),
  probes: z.array(probe).describe('the registered lines that were started, and whether they answered as they must'),
  live: z.array(liveTry).optional().describe('with --live: each host, started with a scripted model'),
  findings: z.array(finding).describe('errors first'),
  fixed: z.array(z.string()).optional().describe('with --fix: what was mended'),
  notFixed: z.array(z.string()).optional().describe('with --fix: what could not be'),
  summary,
})

export type DoctorDocument = z.infer<typeof shape>
