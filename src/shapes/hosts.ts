import * as z from 'zod'
import { eventName, hostId, version } from './parts.js'

const fact = z.strictObject({
  text: z.string().describe('whole sentences'),
  source: z.enum(['measured', 'documented', 'recorded', 'reported', 'unknown']).describe('where it comes from'),
})

const answer = z.strictObject({
  support: z.enum(['native', 'partial', 'none', 'unknown']).describe('how well it is carried'),
  limits: z.array(fact).describe('what limits it'),
})

/** `hosts --json`. */
export const shape = z.strictObject({
  version,
  hosts: z
    .array(
      z.strictObject({
        id: hostId,
        title: z.string().describe('its name for people'),
        verifiedAgainst: z.string().describe('the version that this was verified against'),
        documentation: z
          .array(z.strictObject({ url: z.string().describe('address'), says: z.string().describe('what it says') }))
          .describe('its own pages'),
        timeouts: z.array(fact).describe('how long it waits for a hook, and what it does then'),
        failClosedSwitch: z.array(fact).describe('what makes a failing hook stop the call'),
        subagents: z.array(fact).describe('how calls of subagents are told apart'),
        stopControl: z.array(fact).describe('how a hook sends the agent on or ends its turn'),
        neverCalled: z.array(fact).describe('what happens without a hook being called'),
        context: z
          .strictObject({ max: z.number().describe('how much'), unit: z.enum(['bytes', 'characters']).describe('of what') })
          .describe('the longest context at a time'),
        maxStopRounds: z.number().optional().describe('how often it lets hooks send the agent on'),
        events: z
          .array(
            z.strictObject({
              name: z.string().describe("the host's own name"),
              event: eventName.describe('what it is in a policy'),
              announcement: z
                .enum(['first', 'again', 'again-except-server'])
                .describe('whether it is the first word about a call; at `again` only gates run'),
              defaultTimeoutMs: z.number().describe("the host's own, where the line names none"),
              maxTimeoutMs: z.number().optional().describe('the most that a line can name'),
              calls: fact.describe('how often it starts us'),
              answers: z
                .strictObject({
                  deny: answer.describe('that something must not be done'),
                  ask: answer.describe('that a person must confirm'),
                  allow: answer.describe('that nobody is to be asked'),
                  context: answer.describe('a text for the model'),
                  notice: answer.describe('a text for the person'),
                  rewrite: answer.describe('another input of the tool'),
                  replace: answer.describe('another output of a tool of its own'),
                  replaceMcp: answer.describe('another output of a tool of an MCP server'),
                  endsTurn: answer.describe('that the turn ends too'),
                })
                .describe('how each answer is carried'),
            }),
          )
          .describe('events that hooks can name'),
        otherEvents: z.array(z.string()).describe('native events at which no hook runs'),
      }),
    )
    .describe('one or all'),
})
