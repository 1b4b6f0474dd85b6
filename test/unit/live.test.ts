import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { liveHostOf, type LiveHost, type Script, type ScriptedModel } from '../../hosts/live.js'
import { ownersFile } from '../../src/doctor/live/throw-away.js'
import { resultOf } from '../../src/live/told.js'

/** The scripted models, asked as the hosts ask them: what they answer, what they keep, and that nobody else is reached through them. */

const models: ScriptedModel[] = []
const folders: string[] = []
afterEach(async () => {
  for (const model of models.splice(0)) await model.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const start = async (id: 'claude-code' | 'codex', script: Script): Promise<[LiveHost, ScriptedModel]> => {
  const host = liveHostOf(id)
  if (host === undefined) throw new Error(id)
  const model = await host.startModel(script)
  models.push(model)
  return [host, model]
}

const post = async (model: ScriptedModel, path: string, body: object): Promise<string> =>
  (
    await fetch(`${model.origin}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer kept-by-nobody' },
      body: JSON.stringify(body),
    })
  ).text()

/** The data of server-sent events, in order. */
const eventsIn = (text: string): { type: string; [key: string]: unknown }[] =>
  text.split('\n\n').flatMap((block) => {
    const data = /^data: (.*)$/m.exec(block)?.[1]
    return data === undefined ? [] : [JSON.parse(data)]
  })

const TOOLS = [{ name: 'Bash' }]

describe('the Messages API', () => {
  it('answers with the turn of the conversation’s round, and keeps what it was told', async () => {
    const [host, model] = await start('claude-code', {
      main: [[{ tool: 'Bash', input: { command: 'ls' }, id: 'one' }], [{ text: 'Done.' }]],
    })
    const user = { role: 'user', content: 'go' }
    const first = eventsIn(await post(model, '/v1/messages?beta=true', { stream: true, tools: TOOLS, messages: [user] }))
    expect(first.map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(first[1]).toMatchObject({ content_block: { type: 'tool_use', id: 'one', name: 'Bash', input: {} } })
    expect(first[2]).toMatchObject({ delta: { type: 'input_json_delta', partial_json: '{"command":"ls"}' } })
    expect(first[4]).toMatchObject({ delta: { stop_reason: 'tool_use' } })
    const messages = [
      user,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'one', name: 'Bash', input: { command: 'ls' } }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'one', is_error: true, content: [{ type: 'text', text: 'not today' }] }],
      },
    ]
    const second = eventsIn(await post(model, '/v1/messages', { stream: true, tools: TOOLS, messages }))
    expect(second[2]).toMatchObject({ delta: { type: 'text_delta', text: 'Done.' } })
    expect(second[4]).toMatchObject({ delta: { stop_reason: 'end_turn' } })
    expect(model.requests.map(({ kind, round }) => [kind, round])).toEqual([
      ['main', 0],
      ['main', 1],
    ])
    expect(resultOf(host, model.requests, 'one')).toEqual({ is: 'result', id: 'one', text: 'not today', isError: true })
    expect(resultOf(host, model.requests, 'two')).toBeUndefined()
    expect(JSON.stringify(model.requests)).not.toContain('kept-by-nobody')
  })

  it('a subagent has turns of its own; what is asked beside the conversation has none', async () => {
    const [, model] = await start('claude-code', { main: [[{ text: 'main' }]], subagent: [[{ text: 'sub' }]] })
    const messages = [{ role: 'user', content: 'go' }]
    const of = async (body: object): Promise<string> => JSON.parse(await post(model, '/v1/messages', { messages, ...body })).content[0].text
    expect(await of({ tools: TOOLS })).toBe('main')
    expect(await of({ tools: TOOLS, system: [{ type: 'text', text: 'x; cc_is_subagent=true;' }] })).toBe('sub')
    expect(await of({})).toBe('ok')
    expect(model.requests.map(({ kind }) => kind)).toEqual(['main', 'subagent', 'side'])
  })
})

describe('the Responses API', () => {
  it('answers by conversation, calls tools in both forms, and keeps what it was told', async () => {
    const [host, model] = await start('codex', {
      main: [
        [
          { tool: 'exec_command', input: { cmd: 'ls' }, id: 'one' },
          { tool: 'apply_patch', input: '*** Begin Patch', id: 'two' },
        ],
        [{ text: 'Done.' }],
      ],
    })
    const ask = (input: object[]): Promise<string> => post(model, '/v1/responses', { prompt_cache_key: 'a', input })
    const [created, ...rest] = eventsIn(await ask([{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] }]))
    expect(created?.type).toBe('response.created')
    expect(rest.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item)).toMatchObject([
      { type: 'function_call', call_id: 'one', name: 'exec_command', arguments: '{"cmd":"ls"}' },
      { type: 'custom_tool_call', call_id: 'two', name: 'apply_patch', input: '*** Begin Patch' },
    ])
    expect(rest.at(-1)?.type).toBe('response.completed')
    const outputs = [
      { type: 'function_call', call_id: 'one', name: 'exec_command', arguments: '{"cmd":"ls"}' },
      { type: 'function_call_output', call_id: 'one', output: 'not today' },
      { type: 'custom_tool_call_output', call_id: 'two', output: [{ type: 'input_text', text: 'nor this' }] },
    ]
    const second = eventsIn(await ask(outputs))
    expect(JSON.stringify(second)).toContain('Done.')
    expect([resultOf(host, model.requests, 'one')?.text, resultOf(host, model.requests, 'two')?.text]).toEqual(['not today', 'nor this'])
    expect(model.requests.map(({ kind, round }) => [kind, round])).toEqual([
      ['main', 0],
      ['main', 1],
    ])
  })
})

it('as a proxy it refuses whoever else is asked for, and keeps the name', async () => {
  const [, model] = await start('codex', { main: [] })
  const { port } = new URL(model.origin)
  const status = await new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method: 'CONNECT', path: 'example.com:443' })
    asked.on('connect', ({ statusCode }, socket) => {
      socket.destroy()
      resolve(statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
  expect(status).toBe(403)
  expect(model.requests).toMatchObject([{ kind: 'other', method: 'CONNECT', path: 'example.com:443' }])
})

it('it listens on loopback only', async () => {
  const [, model] = await start('claude-code', { main: [] })
  expect(new URL(model.origin).hostname).toBe('127.0.0.1')
})

describe('settings of the machine’s owner', () => {
  it.each([
    ['no such folder', [], undefined],
    ['an empty one', ['etc/'], undefined],
    ['a file in it', ['etc/managed-settings.json'], 'managed-settings.json'],
    ['a folder of parts in it', ['etc/managed-settings.d/'], 'managed-settings.d'],
  ])('%s', (_what, made, found) => {
    const base = mkdtempSync(join(tmpdir(), 'acuvo-owner-'))
    folders.push(base)
    for (const path of made) {
      mkdirSync(join(base, path.endsWith('/') ? path : 'etc'), { recursive: true })
      if (!path.endsWith('/')) writeFileSync(join(base, path), '{}')
    }
    expect(ownersFile([join(base, 'none'), join(base, 'etc')])).toBe(found === undefined ? undefined : join(base, 'etc', found))
  })
})
