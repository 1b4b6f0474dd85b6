import { z } from 'zod'

/** What `install --json` prints, also with `--status` and `--dry-run`. */

const state = z
  .enum(['absent', 'current', 'stale', 'edited', 'foreign'])
  .describe('`stale`: of an earlier version; `edited`: changed by hand; `foreign`: not ours')

const host = z.strictObject({
  host: z.string().describe('id of the host'),
  scope: z.enum(['user', 'local', 'shared']).describe('whose settings they are'),
  file: z.string().describe('settings file, absolute'),
  state: state.describe('how our entries stood before: the worst of all events; foreign: the file cannot be added to'),
  events: z.array(z.strictObject({ event: z.string().describe('native name'), state })).describe('each event, as it stood before'),
  changes: z.boolean().describe('whether the file was, or would be, changed'),
  fault: z
    .strictObject({ code: z.string().describe('stable word for it'), text: z.string().describe('the same in words') })
    .optional()
    .describe('why the file is left as it is'),
  snippet: z.string().optional().describe('what to add by hand; with a fault only'),
  notLoaded: z
    .strictObject({ code: z.string().describe('stable word for it'), text: z.string().describe('the same in words') })
    .optional()
    .describe('why the host will not load the file, although it is written: something else in it'),
  ignore: z
    .strictObject({
      file: z.string().describe("git's list"),
      line: z.string().describe('the line in it'),
      changes: z.boolean().describe('whether it was, or would be, written'),
    })
    .optional()
    .describe('what keeps the file out of commits; scope local in a git repository only'),
  trust: z
    .strictObject({
      file: z.string().describe('where the host keeps it'),
      state: state.describe('whether the host trusts what is registered'),
      changes: z.boolean().describe('whether it was, or would be, written there; only when asked for'),
      fault: z.string().optional().describe('why it is left as it is'),
      snippet: z.string().optional().describe('what to add by hand; with a fault only'),
    })
    .optional()
    .describe('of a host that asks whom it may trust'),
  running: z.boolean().describe('a program of this host runs now; it may keep its old hooks until it is started again'),
  notes: z.array(z.string()).describe('what the host wants of the person besides'),
})

export const shape = z.strictObject({
  version: z.literal(1),
  action: z.enum(['install', 'dry-run', 'status']).describe('what was asked for'),
  changes: z.boolean().describe('whether anything was, or would be, changed'),
  program: z
    .strictObject({
      version: z.string().describe('of the program that hosts start, or would'),
      kind: z.enum(['package', 'standalone']).describe('whether a Node runs it, or it is an executable of its own'),
      folder: z.string().describe('where hosts find it'),
      state: state.describe('how what stands there stood before'),
    })
    .describe('our own files on this machine'),
  launcher: z.strictObject({ path: z.string().describe('its path, which never changes'), state }).describe('what hosts start'),
  hosts: z.array(host).describe('one for each host and scope'),
})

export type InstallDocument = z.infer<typeof shape>
