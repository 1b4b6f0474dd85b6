import * as z from 'zod'

const path = z.array(z.union([z.string(), z.number()])).describe("keys and indexes of the piece in the host's file")
const name = z.string().describe("the hook's name in the policy")

/** What `import --json` prints. */
export const shape = z.strictObject({
  version: z.literal(1).describe('of this shape'),
  host: z.string().describe('whose settings were read'),
  file: z.string().describe('the settings file, absolute'),
  otherFiles: z
    .array(z.string())
    .describe("the host's other settings files here with hooks, which were not read; none where a file was named"),
  written: z.string().optional().describe('the policy that was written, absolute; with --write only'),
  policy: z
    .strictObject({
      hooks: z.array(z.record(z.string(), z.unknown())).describe('entries as in `hooks.json`'),
      pins: z.array(z.string()).optional().describe('files that the hooks use'),
    })
    .describe('the equal .acuvo/hooks.json'),
  carried: z
    .array(
      z.strictObject({
        name,
        event: z.string().describe("the host's own name of the event"),
        path,
        expanded: z.array(z.string()).optional().describe('the tools that its matcher, an expression, takes of those known today'),
        loweredFromMs: z.number().optional().describe('how long the host would have waited, where ours waits less'),
        onlyAt: z.string().optional().describe('the native event that a line of ours must be registered for, so that it runs'),
      }),
    )
    .describe('the entries that became hooks, in order'),
  notCarried: z
    .array(
      z.strictObject({
        event: z.string(),
        path,
        because: z
          .enum([
            'event',
            'event-repeated',
            'type',
            'matcher-nothing',
            'matcher-mcp',
            'matcher-mcp-part',
            'matcher-subject',
            'condition',
            'background-gate',
            'no-command',
            'command-nul',
            'same-again',
            'too-many',
            'loop-limit',
          ])
          .describe('why not; matcher-mcp-part and loop-limit: of an entry that was carried, this part'),
      }),
    )
    .describe('entries that the host starts and the policy does not'),
  failedOpen: z
    .array(
      z.strictObject({
        name,
        cases: z
          .array(z.enum(['exit', 'exit-two', 'failure', 'answer', 'ask', 'silent-exit', 'end-turn']))
          .describe('at which answer or failure'),
      }),
    )
    .describe('where the host would have let a call go on and the hook now denies'),
  failedClosed: z
    .array(
      z.strictObject({
        name,
        cases: z.array(z.enum(['silence', 'text', 'output', 'turn', 'start', 'context', 'crash'])).describe('at which answer or failure'),
      }),
    )
    .describe('where the host would have stopped or hidden something and the hook does not'),
  notLoaded: z
    .array(z.strictObject({ code: z.string().describe('stable'), path, field: z.string().optional().describe('the key that is wrong') }))
    .describe('pieces of the file that the host itself leaves out'),
  variables: z.array(z.string()).describe('names of the variables that the file gives to hooks in the host and that no hook here gets'),
  ownLines: z.number().describe('lines of our own that were left out'),
})

export type ImportDocument = z.infer<typeof shape>
