import * as z from 'zod'

/** What `explain --json` prints. */

const verdict = z.enum(['pass', 'allow', 'ask', 'deny'])
const texts = z.array(z.string())

const file = z.strictObject({
  path: z.string().describe('absolute'),
  use: z.enum(['runs', 'names']).describe('the command runs it, or its text names it'),
  sha256: z.string().optional().describe('of its bytes now; absent where there is no regular file that can be read'),
  mtime: z.string().optional().describe('ISO 8601'),
  missing: z.literal(true).optional().describe('nothing stands there'),
  pinned: z.boolean().describe('whether its bytes were approved with the policy'),
})

const resolved = z.strictObject({
  shell: z.string().optional().describe('the shell that reads the command, absolute where it is found; absent where it is run without one'),
  programs: z
    .array(
      z.strictObject({
        name: z.string().describe('as the command spells it'),
        path: z.string().optional().describe('where it is found in the PATH that the hook gets, links followed'),
        builtIn: z.literal(true).optional().describe('the shell has it itself'),
        missing: z.literal(true).optional(),
        sha256: z.string().optional(),
        mtime: z.string().optional(),
      }),
    )
    .describe('programs that are looked up by name'),
  files: z.array(file),
  unknown: texts.describe('what runs code that the text does not name'),
})

const outcome = z.strictObject({
  outcome: z.enum(['passed', 'denied', 'asked', 'failed', 'skipped']),
  cause: z.string().optional(),
  would: z.string().optional().describe('on trial: what it would have come to'),
  changed: z.string().optional(),
  exitCode: z.number().optional(),
  signal: z.string().optional(),
  durationMs: z.number(),
})

export const shape = z.strictObject({
  version: z.literal(1),
  payload: z.strictObject({
    from: z.string().describe('the file, `-` for stdin, or `options`'),
    sha256: z.string().describe('of its bytes'),
  }),
  host: z.string().optional().describe('absent where nothing tells it'),
  hostVersion: z.string().optional(),
  nativeEvent: z.string().optional(),
  event: z.string().optional().describe('canonical name; absent where no hook can run'),
  why: z.string().optional().describe('why no hook can run'),
  unreadable: z.literal(true).optional(),
  root: z.string().optional().describe('root of the session'),
  roots: texts.optional(),
  cwd: z.string().optional(),
  tool: z
    .strictObject({
      native: z.string(),
      names: texts.describe('every name by which a hook can name the call'),
      command: z.string().optional(),
      paths: z.array(z.strictObject({ path: z.string(), kind: z.string() })),
    })
    .optional(),
  config: z
    .array(
      z.strictObject({
        path: z.string().describe('the file, absolute'),
        layer: z.enum(['managed', 'user', 'workspace']),
        root: z.string().describe('where its hooks start, and what its globs are relative to'),
        why: texts.describe('why it applies, a reason each'),
        hash: z.string().optional().describe('SHA-256 of the bytes that stand there; absent where there are none'),
        state: z.enum(['approved', 'changed', 'broken', 'gone', 'unapproved', 'refused', 'outdated']),
        approvedAt: z.string().optional().describe('when the chain that runs was approved, ISO 8601'),
        approvedHash: z.string().optional().describe('SHA-256 of the bytes that were approved'),
        extends: texts.describe('files that it extends, absolute'),
        hooks: z.number().describe('how many hooks of it can run'),
        errors: texts,
      }),
    )
    .describe('in the order in which they apply'),
  absent: z.array(z.strictObject({ path: z.string(), layer: z.enum(['managed', 'user']) })).describe('looked for, and not there'),
  hooks: z
    .array(
      z.strictObject({
        hook: z.string().describe('its name'),
        file: z.string(),
        event: z.string(),
        does: z.enum(['command', 'deny', 'ask', 'notice', 'context']),
        mode: z.enum(['enforce', 'warn', 'off']),
        matched: z.boolean(),
        mismatch: z
          .string()
          .optional()
          .describe('the first thing that speaks against it: event, off, host, tool, announced, command or path'),
        cause: z.string().describe('why it matches or not, in words'),
        matchedBy: z.strictObject({ tools: texts, paths: texts, commands: texts }).optional().describe('which entries of the hook match'),
        paths: texts.describe('the target paths that it is about'),
        command: z.union([z.string(), texts]).optional().describe('what is run here'),
        resolved: resolved.optional(),
        notAsApproved: texts.describe('files that it uses and that are not as approved'),
        timeoutMs: z.number().optional(),
        onFailure: z.enum(['deny', 'notice', 'ask']).optional(),
        grants: texts.describe('names of variables that only it gets'),
        limits: texts.describe('what the host cannot carry of it'),
        outcome: outcome.optional().describe('absent where it was not run'),
        lastRun: z
          .strictObject({ at: z.string(), outcome: z.string(), durationMs: z.number().optional(), id: z.string().optional() })
          .optional()
          .describe('its last record in the log'),
      }),
    )
    .describe('in the order in which they run'),
  limits: z
    .strictObject({
      budgetMs: z.number().describe('for all hooks of the event together'),
      hostTimeoutMs: z.number().describe('how long the host waits'),
      contextChars: z.number().describe("of one hook's context"),
      stopLimit: z.number().optional(),
      contextMax: z.number().describe('of all contexts, as much as the host takes'),
    })
    .optional(),
  droppedVariables: texts.describe('names of variables of the environment that hooks do not get'),
  protection: z
    .strictObject({ verdict: z.enum(['deny', 'pass']), text: z.string() })
    .optional()
    .describe('what the built-in protection says'),
  held: texts.describe('why the call is held'),
  stopped: z.boolean().describe('whether the call is stopped before any hook runs'),
  ran: z.boolean().describe('whether commands were run; otherwise the rest is about texts alone'),
  verdict: verdict.optional(),
  reason: z.string().optional(),
  receives: z.strictObject({ stdout: z.string(), stderr: z.string(), exitCode: z.number() }).describe('what the host receives'),
  dropped: texts.describe('kinds of answers that the host cannot carry'),
  effect: z.string(),
})

export type Explained = z.infer<typeof shape>
