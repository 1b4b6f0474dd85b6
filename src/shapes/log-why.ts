import * as z from 'zod'
import { recordFields } from './log-record.js'

/** What `log why ID --json` prints. */
export const shape = z.strictObject({
  version: z.literal(1),
  record: z.strictObject(recordFields).describe('the decision'),
  canPass: z.boolean().describe('whether a person can let exactly this call through once'),
})
