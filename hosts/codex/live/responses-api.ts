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

/** The Responses API (https://platform.openai.com/docs/api-reference/responses), as far as the host uses it: a scripted model in its place. */

type Item = Readonly<Record<string, unknown>>

const itemsOf = (body: ModelRequest['body']): readonly Item[] => (Array.isArray(body.input) ? body.input.filter(isRecord) : [])

const textIn = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content)
  return content.map((part: unknown) => (isRecord(part) && typeof part.text === 'string' ? part.text : JSON.stringify(part))).join('\n')
}

export const startResponsesApi = (script: Script): Promise<ScriptedModel> => {
  /** Answers by conversation: what the host sends back does not tell where one answer ends. */
  const answered = new Map<string, number>()
  const about = ({ method, path, body, headers }: Omit<ModelRequest, 'kind' | 'round'>): { kind: RequestKind; round: number } => {
    if (method !== 'POST' || !path.includes('/responses')) return { kind: 'other', round: 0 }
    if (path.includes('/responses/compact') || isCompaction(body)) return { kind: 'compaction', round: 0 }
    const conversation = headers['thread-id'] ?? String(body.prompt_cache_key ?? '')
    const round = answered.get(conversation) ?? 0
    answered.set(conversation, round + 1)
    return { kind: headers['x-openai-subagent'] === undefined ? 'main' : 'subagent', round }
  }
  return startModelServer({
    about,
    answer: (request, reply) => {
      if (request.kind === 'other') {
        // What it does not find there it takes from what it knows itself.
        if (/\/models\b/.test(request.path)) reply.json(200, { object: 'list', data: [], models: [] })
        else reply.json(404, {})
        return
      }
      if (request.path.includes('/responses/compact')) return reply.json(200, { output: [itemOf({ text: SUMMARY })] })
      return answer(request, reply, script)
    },
  })
}

const SUMMARY = 'The conversation so far.'

/** Measured on 0.171.0: with a provider that has no compaction of its own, the host asks its model in the last message. */
const isCompaction = (body: ModelRequest['body']): boolean => {
  const last = itemsOf(body).at(-1)
  return last?.role === 'user' && /CONTEXT CHECKPOINT COMPACTION/i.test(textIn(last.content))
}

const INPUT_TOKENS = 100
const OUTPUT_TOKENS = 20

const answer = async (request: ModelRequest, reply: Reply, script: Script): Promise<void> => {
  const { kind } = request
  const turn = kind === 'compaction' ? [{ text: SUMMARY }] : turnOf(kind === 'subagent' ? script.subagent : script.main, request)
  const { acts, inputTokens = INPUT_TOKENS, delayMs = 0 } = actsOf(turn)
  if (delayMs > 0) await sleep(delayMs)
  const output = acts.map(itemOf)
  const response = { id: newId('resp'), object: 'response' }
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: OUTPUT_TOKENS,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + OUTPUT_TOKENS,
  }
  reply.events([
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...output.flatMap((item, index) => [
      { type: 'response.output_item.added', output_index: index, item },
      { type: 'response.output_item.done', output_index: index, item },
    ]),
    { type: 'response.completed', response: { ...response, status: 'completed', output, usage } },
  ])
}

/** A tool that takes free text is called in another form than one that takes arguments. */
const itemOf = (act: Act): Item => {
  const status = 'completed'
  if ('text' in act)
    return {
      type: 'message',
      id: newId('msg'),
      role: 'assistant',
      status,
      content: [{ type: 'output_text', text: act.text, annotations: [] }],
    }
  const { tool: name, input, id = newId('call'), namespace } = act
  const call = { call_id: id, name, status, ...(namespace === undefined ? {} : { namespace }) }
  return typeof input === 'string'
    ? { type: 'custom_tool_call', id: newId('ctc'), ...call, input }
    : { type: 'function_call', id: newId('fc'), ...call, arguments: JSON.stringify(input) }
}

export const toldByResponses = ({ body }: ModelRequest): Told[] => [
  ...(typeof body.instructions === 'string' ? [{ is: 'text', role: 'system', text: body.instructions } as const] : []),
  ...itemsOf(body).flatMap((item): Told[] => {
    const id = String(item.call_id)
    if (item.output !== undefined) return [{ is: 'result', id, text: textIn(item.output) }]
    if (item.call_id !== undefined) return [{ is: 'call', id, tool: String(item.name), input: item.arguments ?? item.input }]
    return item.content === undefined ? [] : [{ is: 'text', role: String(item.role), text: textIn(item.content) }]
  }),
]
