import { z } from 'zod'

/** What `uninstall --json` prints, also with `--dry-run`. */

export const shape = z.strictObject({
  version: z.literal(1),
  action: z.enum(['uninstall', 'dry-run']).describe('what was asked for'),
  changes: z.boolean().describe('whether anything was, or would be, changed'),
  files: z
    .array(
      z.strictObject({
        what: z.enum(['hooks', 'trust', 'ignore']).describe("a host's settings, what it keeps about trust, or git's list of ignored files"),
        host: z.string().describe('id of the host'),
        scope: z.enum(['user', 'local', 'shared']).describe('which registration it was'),
        file: z.string().describe('absolute'),
        done: z
          .enum(['nothing', 'removed', 'restored', 'taken-out', 'left'])
          .describe('removed: there was none before; restored: the bytes from before; taken-out: without our entries; left: see fault'),
        fault: z.string().optional().describe('why it is left as it is'),
      }),
    )
    .describe('every file that had something of ours'),
  removed: z.array(z.string()).describe('with --purge: our own files and folders that are gone'),
  left: z.array(z.string()).describe('with --purge: folders of ours that hold something else'),
})

export type UninstallDocument = z.infer<typeof shape>
