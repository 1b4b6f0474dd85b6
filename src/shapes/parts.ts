import * as z from 'zod'
import { HOST_IDS } from '../../hosts/index.js'
import { EVENT_NAMES } from '../protocol/events.js'

/**
 * What the documents of several commands have in common. A shape is the promise about what a command prints with --json: a test
 * reads real output with it, docs/json.md is made of it, and the code that prints is typed by it. No command loads it.
 */

export const version = z.literal(1).describe('version of this shape; another number is another shape')

export const hostId = z.string().describe(HOST_IDS.map((id) => `\`${id}\``).join(', '))

export const eventName = z.enum(EVENT_NAMES)

export const state = z
  .enum(['unapproved', 'refused', 'outdated', 'approved', 'changed', 'broken', 'gone'])
  .describe('what of it a person approved: see "Approve it" in the README')

export const policyError = z.strictObject({
  code: z
    .enum([
      'unreadable',
      'not_json',
      'duplicate_key',
      'unknown_key',
      'missing',
      'wrong_type',
      'bad_value',
      'unknown_event',
      'unknown_tool',
      'unknown_host',
      'not_here',
      'out_of_range',
      'too_many',
    ])
    .describe('stable'),
  file: z.string().optional().describe('the file, where it is one that the policy extends'),
  path: z.string().describe('JSON path, such as `hooks[1].tools[0]`; empty for the document'),
  line: z.int().optional().describe('counted from 1'),
  column: z.int().optional().describe('counted from 1'),
  offender: z.string().optional().describe("the file's own text that is wrong"),
  message: z.string().describe('what is wrong, in words'),
  nearest: z.string().optional().describe('the valid name that is nearest'),
})

/** How many findings there are. */
export const summary = z
  .strictObject({
    errors: z.number().describe('they make the exit code 1'),
    warnings: z.number().describe('what is probably not meant so'),
    infos: z.number().describe('what is good to know'),
  })
  .describe('how many findings of each kind')

export const policy = {
  file: z.string().describe('absolute'),
  root: z.string().describe('the folder that it governs'),
  layer: z.enum(['managed', 'user', 'workspace']).describe('whose it is'),
  state,
  why: z.string().optional().describe('`refused`: why its approval cannot be used'),
  valid: z.boolean().describe('whether it has no errors'),
  errors: z.array(policyError).optional().describe('all of them; only where there are any'),
  hooks: z.int().optional().describe('how many hooks; only of a valid one'),
}

export const outcome = z.strictObject({
  hook: z.string().describe("the hook's name"),
  file: z.string().describe('the file it stands in'),
  outcome: z.enum(['passed', 'denied', 'asked', 'failed', 'skipped']).describe('`failed`: could not run'),
  cause: z.string().optional().describe('why it failed or was skipped'),
  changed: z.enum(['input', 'output']).optional().describe('what it changed'),
  would: z
    .enum(['denied', 'asked', 'failed', 'rewritten', 'replaced', 'allowed'])
    .optional()
    .describe('on trial (`mode: warn`): what it would have come to'),
  exitCode: z.int().optional().describe('of its process'),
  signal: z.string().optional().describe('that ended its process'),
  durationMs: z.number().describe('milliseconds'),
  outputBytes: z.number().optional().describe('how much it printed on stdout and stderr'),
  outputTail: z.string().optional().describe('the end of what it printed, at most a few lines'),
})

const command = z.union([z.string(), z.array(z.string())])

/** A hook in the words of the file. */
export const hook = {
  name: z.string().describe('its name, or the default one'),
  event: eventName.describe('when it runs'),
  tools: z.array(z.string()).optional().describe('absent: every tool'),
  hosts: z.array(hostId).optional().describe('absent: every host'),
  paths: z.array(z.string()).optional().describe('globs'),
  commands: z.array(z.string()).optional().describe('patterns'),
  command: command.optional().describe('what is run'),
  commandWindows: command.optional().describe('what is run on Windows'),
  shellProgram: z.enum(['sh', 'bash', 'pwsh', 'cmd']).optional().describe('which shell reads it'),
  deny: z.string().optional().describe('the answer itself'),
  ask: z.string().optional().describe('the answer itself'),
  notice: z.string().optional().describe('the answer itself'),
  context: z.string().optional().describe('the answer itself'),
  instead: z.string().optional().describe('what to do instead'),
  each: z.literal('path').optional().describe('run once for each path'),
  timeoutMs: z.int().describe('milliseconds'),
  onFailure: z.enum(['deny', 'notice', 'ask']).describe('what it means when it could not run'),
  mode: z.enum(['warn', 'off']).optional().describe('absent: `enforce`'),
  env: z.array(z.string()).optional().describe('further variables that it sees'),
  stdin: z.literal('host').optional().describe("it reads the host's own payload"),
  background: z.literal(true).optional().describe('not waited for'),
  detach: z.literal(true).optional().describe('what it leaves running lives on'),
  mayAllow: z.literal(true).optional().describe('its allow counts'),
  why: z.string().optional().describe("the file's own words about it"),
}

/** How the hooks of one payload ended. */
export const matchedHooks = z
  .array(
    z.strictObject({
      hook: z.string().describe('its label'),
      file: z.string().describe('its policy file, absolute'),
      outcome: z.enum(['passed', 'denied', 'asked', 'failed', 'skipped']).describe('`failed`: could not run'),
      would: z.string().optional().describe('on trial: what it would have come to'),
      cause: z.string().optional().describe('why it failed or was skipped'),
      durationMs: z.number().describe('how long it took'),
    }),
  )
  .describe('every hook that matched, in order')
