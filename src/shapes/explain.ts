import * as z from 'zod'
import { eventName, hostId, outcome as wholeOutcome, state, version } from './parts.js'

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
        missing: z.literal(true).optional().describe('it is found nowhere'),
        sha256: z.string().optional().describe('of its bytes now'),
        mtime: z.string().optional().describe('when it was changed, ISO 8601'),
      }),
    )
    .describe('programs that are looked up by name'),
  files: z.array(file).describe('scripts, and programs that are named by a path'),
  unknown: texts.describe('what runs code that the text does not name'),
})

const outcome = wholeOutcome.omit({ hook: true, file: true, outputTail: true })

export const shape = z.strictObject({
  version,
  payload: z
    .strictObject({
      from: z.string().describe('the file, `-` for stdin, or `options`'),
      sha256: z.string().describe('of its bytes'),
    })
    .describe('what was judged'),
  host: hostId.optional().describe('absent where nothing tells it'),
  hostVersion: z.string().optional().describe('where the host says it'),
  nativeEvent: z.string().optional().describe("the host's own name"),
  event: eventName.optional().describe('in the words of a policy; absent where no hook can run'),
  why: z.string().optional().describe('why no hook can run'),
  unreadable: z.literal(true).optional().describe('the payload cannot be read'),
  root: z.string().optional().describe('root of the session'),
  roots: texts.optional().describe('all of them'),
  cwd: z.string().optional().describe('where the call takes place'),
  tool: z
    .strictObject({
      native: z.string().describe("the host's own name"),
      names: texts.describe('every name by which a hook can name the call'),
      command: z.string().optional().describe('the text that a shell will read'),
      paths: z
        .array(
          z.strictObject({
            path: z.string().describe('absolute, links not followed'),
            kind: z.enum(['add', 'update', 'delete', 'move', 'read', 'unknown']).describe('what the call does to it'),
          }),
        )
        .describe('what the call is about'),
    })
    .optional()
    .describe('of a call of a tool'),
  config: z
    .array(
      z.strictObject({
        path: z.string().describe('the file, absolute'),
        layer: z.enum(['managed', 'user', 'workspace']).describe('whose it is'),
        root: z.string().describe('where its hooks start, and what its globs are relative to'),
        why: texts.describe('why it applies, a reason each'),
        hash: z.string().optional().describe('SHA-256 of the bytes that stand there; absent where there are none'),
        state,
        approvedAt: z.string().optional().describe('when the chain that runs was approved, ISO 8601'),
        approvedHash: z.string().optional().describe('SHA-256 of the bytes that were approved'),
        extends: texts.describe('files that it extends, absolute'),
        hooks: z.number().describe('how many hooks of it can run'),
        errors: texts.describe('what is wrong with it'),
      }),
    )
    .describe('in the order in which they apply'),
  absent: z
    .array(z.strictObject({ path: z.string().describe('absolute'), layer: z.enum(['managed', 'user']).describe('whose it would be') }))
    .describe('looked for, and not there'),
  hooks: z
    .array(
      z.strictObject({
        hook: z.string().describe('its name'),
        file: z.string().describe('the file it stands in'),
        event: eventName.describe('when it runs'),
        does: z.enum(['command', 'deny', 'ask', 'notice', 'context']).describe('what it has: a command, or the answer itself'),
        mode: z.enum(['enforce', 'warn', 'off']).describe('`warn`: on trial'),
        matched: z.boolean().describe('whether it is one for this event'),
        mismatch: z
          .string()
          .optional()
          .describe('the first thing that speaks against it: event, off, host, tool, announced, command or path'),
        cause: z.string().describe('why it matches or not, in words'),
        matchedBy: z
          .strictObject({ tools: texts.describe('names'), paths: texts.describe('globs'), commands: texts.describe('patterns') })
          .optional()
          .describe('which entries of the hook match'),
        paths: texts.describe('the target paths that it is about'),
        command: z.union([z.string(), texts]).optional().describe('what is run here'),
        resolved: resolved.optional().describe('what its command would start; only of one that matches'),
        notAsApproved: texts.describe('files that it uses and that are not as approved'),
        timeoutMs: z.number().optional().describe('milliseconds'),
        onFailure: z.enum(['deny', 'notice', 'ask']).optional().describe('what it means when it could not run'),
        grants: texts.describe('names of variables that only it gets'),
        limits: texts.describe('what the host cannot carry of it'),
        outcome: outcome.optional().describe('absent where it was not run'),
        lastRun: z
          .strictObject({
            at: z.string().describe('ISO 8601'),
            outcome: z.string().describe('how it ended'),
            durationMs: z.number().optional().describe('milliseconds'),
            id: z.string().optional().describe('of the record'),
          })
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
      stopLimit: z.number().optional().describe('how often hooks may send the agent on for one prompt; only at a stop'),
      contextMax: z.number().describe('of all contexts, as much as the host takes'),
    })
    .optional()
    .describe('absent where no hook can run'),
  droppedVariables: texts.describe('names of variables of the environment that hooks do not get'),
  protection: z
    .strictObject({ verdict: z.enum(['deny', 'pass']).describe('`pass`: the person is told'), text: z.string().describe('in words') })
    .optional()
    .describe('what the built-in protection says'),
  held: texts.describe('why the call is held'),
  stopped: z.boolean().describe('whether the call is stopped before any hook runs'),
  ran: z.boolean().describe('whether commands were run; otherwise the rest is about texts alone'),
  verdict: verdict.optional().describe('what the host is told'),
  reason: z.string().optional().describe('of a deny'),
  receives: z
    .strictObject({
      stdout: z.string().describe('its document'),
      stderr: z.string().describe('its reason'),
      exitCode: z.number().describe('of the process'),
    })
    .describe('what the host receives'),
  dropped: texts.describe('kinds of answers that the host cannot carry'),
  effect: z.string().describe('what the host does then, in words'),
})

export type Explained = z.infer<typeof shape>
