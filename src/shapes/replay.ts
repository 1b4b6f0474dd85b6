import * as z from 'zod'
import { eventName, hostId, outcome, policy, version } from './parts.js'

const anything = z.unknown()

const path = z.strictObject({
  path: z.string().describe('absolute, links not followed'),
  spelled: z.string().describe('as the host spelled it'),
  kind: z.enum(['add', 'update', 'delete', 'move', 'read', 'unknown']).describe('what the call does to it'),
  movedTo: z.string().optional().describe('the new place of a moved file'),
})

/** The event as hooks read it. */
const event = z.strictObject({
  protocolVersion: z.literal(1).describe('of the event'),
  host: hostId,
  hostVersion: z.string().optional().describe('where the host says it'),
  surface: z.enum(['cli', 'desktop', 'ide']).optional().describe('where it can be told'),
  event: eventName.describe('in the words of a policy'),
  nativeEvent: z.string().describe("the host's own name"),
  announcement: z.enum(['first', 'again', 'again-except-server']).describe('whether it is the first word about the call'),
  sessionId: z.string().optional().describe('of the session'),
  parentSessionId: z.string().optional().describe('of the session that started this one'),
  promptId: z.string().optional().describe('stays the same until the next prompt'),
  agentId: z.string().optional().describe('inside a subagent'),
  agentType: z.string().optional().describe('inside a subagent'),
  task: z.string().optional().describe('of a subagent'),
  permissionMode: z.string().optional().describe("the host's word"),
  model: z.string().optional().describe("the host's word"),
  transcriptPath: z.string().optional().describe('where the host keeps the session'),
  startSource: z.string().optional().describe('why a session started'),
  endReason: z.string().optional().describe('why it ended'),
  workspace: z
    .strictObject({
      root: z.string().describe("the session's own root"),
      roots: z.array(z.string()).describe('all of them'),
      cwd: z.string().describe('where the call takes place'),
    })
    .describe('folders, absolute'),
  tool: z
    .strictObject({
      names: z.array(z.string()).describe('every name by which a hook can name it'),
      nativeName: z.string().describe("the host's own name"),
      kind: z.string().describe('what the call chiefly is; `mcp`, `unknown`'),
      callId: z.string().optional().describe("the host's id of the call"),
      input: z.record(z.string(), anything).describe('the arguments'),
      command: z.string().optional().describe('what a shell will read'),
      paths: z.array(path).describe('files and folders that it is about'),
      pathsUnreadable: z.literal(true).optional().describe('it writes or reads files, and which could not be read'),
      searchGlobs: z.array(z.string()).optional().describe('of a search'),
      mcp: z
        .strictObject({ server: z.string().optional().describe('where the host names it'), tool: z.string().describe('its own name') })
        .optional()
        .describe('of an MCP server'),
    })
    .optional()
    .describe('the call'),
  result: z
    .strictObject({
      ok: z.boolean().optional().describe('where the host says it'),
      error: z.string().optional().describe('in words'),
      output: anything.optional().describe("the host's own result"),
    })
    .optional()
    .describe('after a call'),
  written: z
    .strictObject({ paths: z.array(path).describe('files'), isComplete: z.boolean().describe('whether these are surely all') })
    .optional()
    .describe('at a stop: what was written since the last prompt'),
  prompt: z.string().optional().describe("the user's"),
  stop: z
    .strictObject({
      status: z.string().optional().describe("the host's word"),
      rounds: z.int().optional().describe('how often hooks sent the agent on'),
      active: z.boolean().optional().describe('whether it goes on because of one now'),
      lastMessage: z.string().optional().describe("the agent's"),
    })
    .optional()
    .describe('at a stop'),
  notification: z
    .strictObject({
      type: z.string().optional().describe("the host's word"),
      message: z.string().optional().describe('its text'),
      title: z.string().optional().describe('its title'),
    })
    .optional()
    .describe('what the host tells the person'),
  compaction: z
    .strictObject({
      trigger: z.string().optional().describe("the host's word"),
      instructions: z.string().optional().describe("the person's"),
    })
    .optional()
    .describe('before one'),
})

/** `replay --json`. */
export const shape = z.strictObject({
  version,
  host: hostId.optional().describe('the host that was recognised; absent: none'),
  nativeEvent: z.string().optional().describe("the host's own name of the event"),
  event: event.optional().describe('what hooks read; absent where no hook can run'),
  why: z.string().optional().describe('why no hook can run'),
  policies: z.array(z.strictObject(policy)).describe('the policy files that apply, outermost first'),
  hooks: z
    .array(
      z.strictObject({
        hook: z.string().describe("the hook's name"),
        file: z.string().describe('the file it stands in'),
        matched: z.boolean().describe('whether it is about this event'),
        mismatch: z
          .enum(['event', 'off', 'host', 'tool', 'path', 'command', 'announced'])
          .optional()
          .describe('the first thing that speaks against it'),
      }),
    )
    .describe('every hook, in order'),
  outcomes: z.array(outcome).describe('how each hook that matched ended'),
  verdict: z.enum(['pass', 'allow', 'ask', 'deny']).optional().describe('what the host is told; absent where the payload cannot be read'),
  reason: z.string().optional().describe('of a deny, whole'),
  asks: z
    .array(
      z.strictObject({
        from: z.string().describe('who asks'),
        text: z.string().describe('what is to be confirmed'),
        instead: z.string().optional().describe('what to do instead, where nobody can be asked'),
      }),
    )
    .optional()
    .describe('what a person must confirm'),
  input: z.record(z.string(), anything).optional().describe('the whole input, where a hook changed it'),
  output: anything.optional().describe('what the model reads in place of the output: `value`, or why it is `withheld`'),
  receives: z
    .strictObject({
      stdout: z.string().describe('one document or nothing'),
      stderr: z.string().describe('what stands on stderr'),
      exitCode: z.int().describe('of `run`'),
    })
    .describe('what the host would receive'),
  effect: z.string().describe('what the host does with it, in words'),
})
