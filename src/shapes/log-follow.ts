import * as z from 'zod'
import { recordFields } from './log-record.js'

/** One line of what `log --follow --json` prints. */
export const shape = z.strictObject({ version: z.literal(1), ...recordFields })
