import * as z from 'zod'
import { recordFields } from './log-record.js'

/** What `log --json` prints. */
export const shape = z.strictObject({
  version: z.literal(1),
  records: z.array(z.strictObject(recordFields)).describe('oldest first'),
  skipped: z.int().describe('lines of the log that are no record'),
})
