import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '../../shared/fields.js'
import { startModelServer, type Reply } from '../../shared/live/model-server.js'
import {
  actsOf,
  newId,
  turnOf,
  type Act,
  type ModelRequest,
  type RequestKind,
  type Script,
  type ScriptedModel,
  type Told,
} from '../../shared/live/script.js'

/** The Messages API (https://docs.claude.com/en/api/messages), as far as the host uses it: a scripted model in its place. */

type Block = Readonly<Record<string, unknown>>

const blocksOf = (content: unknown): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content.filter(isRecord) : []

const textIn = (content: unknown): string =>
  blocksOf(content)
    .map((block) => (typeof block.text === 'string' ? block.text : block.type === 'tool_result' ? textIn(block.content) : ''))
    .join('\n')

const messagesOf = (body: ModelRequest['body']): readonly Block[] => (Array.isArray(body.messages) ? body.messages.filter(isRecord) : [])

export const startMessagesApi = (script: Script): Promise<ScriptedModel> =>
  startModelServer({
    about: ({ path, body }) => ({
      kind: path.replace(/\?.*$/, '').endsWith('/v1/messages') ? kindOf(body) : 'other',
      round: messagesOf(body).filter(({ role }) => role === 'assistant').length,
    }),
    answer: async (request, reply) => {
      if (request.kind !== 'other') return answer(request, reply, script)
      if (request.path.includes('/count_tokens')) reply.json(200, { input_tokens: INPUT_TOKENS })
      else reply.json(404, { type: 'error', error: { type: 'not_found_error', message: 'not here' } })
    },
  })

const INPUT_TOKENS = 1000

/** Measured on 2.1.332 and 2.1.197: what is asked beside the conversation has no tools; a compaction ends with what to sum up, and how. */
const kindOf = (body: ModelRequest['body']): RequestKind => {
  const messages = messagesOf(body)
  const last = textIn(messages.at(-1)?.content)
  if (/<summary>|detailed summary of (?:the|this|our) conversation/i.test(last) && /summar/i.test(last)) return 'compaction'
  if (!Array.isArray(body.tools) || body.tools.length === 0) return 'side'
  return isSubagent(body) ? 'subagent' : 'main'
}

/** It is the host itself that says so, above its system prompt. */
const isSubagent = (body: ModelRequest['body']): boolean => textIn(body.system).includes('cc_is_subagent=true')

const COMPACTED: readonly Act[] = [{ text: '<analysis>Everything.</analysis>\n<summary>The conversation so far.</summary>' }]
const ASIDE: readonly Act[] = [{ text: 'ok' }]

const answer = async (request: ModelRequest, reply: Reply, script: Script): Promise<void> => {
  const { kind, body } = request
  const turn = actsOf(
    kind === 'compaction' ? COMPACTED : kind === 'side' ? ASIDE : turnOf(kind === 'subagent' ? script.subagent : script.main, request),
  )
  const { acts, inputTokens = INPUT_TOKENS, delayMs = 0 } = turn
  if (delayMs > 0) await sleep(delayMs)
  const blocks = acts.map((act) =>
    'text' in act ? { type: 'text', text: act.text } : { type: 'tool_use', id: act.id ?? newId('toolu'), name: act.tool, input: act.input },
  )
  const stop = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'
  const usage = { input_tokens: inputTokens, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const message = { id: newId('msg'), type: 'message', role: 'assistant', model: body.model, stop_sequence: null, usage }
  if (body.stream !== true) return reply.json(200, { ...message, content: blocks, stop_reason: stop })
  reply.events([
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...blocks.flatMap((block, index) => {
      const isText = block.type === 'text'
      const start = isText ? { type: 'text', text: '' } : { ...block, input: {} }
      const delta = isText
        ? { type: 'text_delta', text: 'text' in block ? block.text : '' }
        : { type: 'input_json_delta', partial_json: JSON.stringify('input' in block ? block.input : {}) }
      return [
        { type: 'content_block_start', index, content_block: start },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ]
    }),
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ])
}

export const toldByMessages = ({ body }: ModelRequest): Told[] => [
  ...blocksOf(body.system).map((block) => text('system', block)),
  ...messagesOf(body).flatMap(({ role, content }) =>
    blocksOf(content).flatMap((block): Told[] => {
      if (block.type === 'tool_use') return [{ is: 'call', id: String(block.id), tool: String(block.name), input: block.input }]
      if (block.type === 'tool_result')
        return [
          {
            is: 'result',
            id: String(block.tool_use_id),
            text: textIn(block.content),
            ...(typeof block.is_error === 'boolean' ? { isError: block.is_error } : {}),
          },
        ]
      return typeof block.text === 'string' ? [text(String(role), block)] : []
    }),
  ),
]

const text = (role: string, block: Block): Told => ({ is: 'text', role, text: String(block.text ?? '') })
