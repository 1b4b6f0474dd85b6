import * as z from 'zod'

/** One decision of the log, as `log`, `log why` and `log --follow` print it. */

const outcome = z.strictObject({
  hook: z.string().describe('name of the hook'),
  file: z.string().optional().describe('absolute path of the file that it stands in'),
  outcome: z.string().describe('passed, denied, asked, failed or skipped'),
  would: z.string().optional().describe('on trial (mode: warn): what it would have come to'),
  changed: z.string().optional().describe('input or output: what it changed'),
  cause: z.string().optional().describe('why it failed or was skipped'),
  exitCode: z.number().optional().describe('how its process ended'),
  signal: z.string().optional().describe('the signal that ended its process'),
  durationMs: z.number().optional().describe('how long it took, in milliseconds'),
  outputBytes: z.number().optional().describe('how much it printed on stdout and stderr, in bytes'),
  slow: z.literal(true).optional().describe('it took more than half the time it may take'),
  passed: z.string().optional().describe('it said no and a person let the call through: id of the record that the person saw'),
})

export const recordFields = {
  id: z.string().optional().describe('8 characters in base 36; absent in records of older versions'),
  at: z.string().describe('when, ISO 8601 in UTC'),
  host: z.string().optional().describe('the host that called; absent where nobody could tell'),
  event: z.string().optional().describe('canonical name of the event; absent where it has none'),
  nativeEvent: z.string().optional().describe("the host's own name of the event"),
  session: z.string().optional().describe("the host's id of the session"),
  promptId: z.string().optional().describe("the host's id of the turn"),
  agentId: z.string().optional().describe("the host's id of the subagent"),
  callId: z.string().optional().describe("the host's id of the call"),
  tool: z
    .strictObject({ kind: z.string().describe('what the call chiefly is'), native: z.string().describe("the host's own name of the tool") })
    .optional()
    .describe('the tool of a call'),
  root: z.string().optional().describe("the session's own root, an absolute path"),
  paths: z.array(z.string()).optional().describe("the call's targets, absolute paths, without what looks like a secret"),
  verdict: z.string().optional().describe('what the host was told: pass, allow, ask or deny'),
  reason: z.string().optional().describe('on deny and ask: what was said, without what looks like a secret'),
  durationMs: z.number().optional().describe('from the start of the program to the answer, in milliseconds'),
  payloadBytes: z.number().optional().describe('how long the payload was'),
  answerBytes: z.number().optional().describe('how much was answered on stdout and stderr'),
  entries: z
    .array(
      z.strictObject({
        code: z.string().describe('stable, for machines'),
        text: z.string().optional().describe('for people'),
      }),
    )
    .describe('what there was to report besides the hooks'),
  outcomes: z.array(outcome).describe('how each matching hook ended, in order'),
  said: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'with `"log": "full"` only, without what looks like a secret, cut: `prompt`, `input` (the arguments), `output` (of the tool), `message` (the last one of the agent), `printed` (by the name of the hook)',
    ),
  cut: z
    .strictObject({
      paths: z.number().optional().describe('how many were left out'),
      entries: z.number().optional().describe('how many were left out'),
      outcomes: z.number().optional().describe('how many were left out, those that decided last'),
      texts: z.literal(true).optional().describe('texts were cut or left out'),
    })
    .optional()
    .describe('what a record of more than 16 KiB lost'),
}
